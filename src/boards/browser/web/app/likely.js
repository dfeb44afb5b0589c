// The likely moves: the chance with which a deeper search chooses each move, asked anew for every
// position while they are shown.

import { follow } from './follow.js';
import { gameResult, openingPhase, positionKey } from './state.js';
import { parsePoint } from '../model/points.js';
import { t } from '../text/text.js';

/** Rarer moves are not shown: their chance is 0 in percent. */
const LEAST = 0.005;

/**
 * @param {import('./store.js').Store} store
 * @param {import('../engine/engine.js').Engine} engine
 * @param {(text: string, kind?: 'info' | 'error') => void} tell
 */
export function startLikely(store, engine, tell) {
  follow(store, engine, {
    request: 'policy',
    parts: ['game', 'verdict', 'connection', 'walk', 'editor', 'options', 'puzzles'],
    wish(state) {
      const { connection, game, options, walk, editor, puzzles } = state;
      if (!options.likely || puzzles || connection !== 'open' || walk || editor || openingPhase(game) || gameResult(state)) return null;
      return positionKey(game);
    },
    forget: () => store.get().likely && store.set({ likely: null }),
    answered(answer, key, { game }) {
      const moves = answer.moves.flatMap((/** @type {{move: string, chance: number}} */ { move, chance }) => {
        const point = parsePoint(move, game.tree.size);
        return point && chance >= LEAST ? [{ point, chance }] : [];
      });
      store.set({ likely: { key, moves, source: answer.source ?? null } });
    },
    failed: (error) => tell(t('engine.failed', { error: error.message }), 'error'),
  });
}
