// The likely moves: the chance with which a deeper search chooses each move, asked anew for every
// position while they are shown.

import { gameResult, openingPhase, positionKey } from './state.js';
import { parsePoint } from '../model/points.js';
import { positionSpec } from '../model/position.js';
import { t } from '../text/text.js';

/** @typedef {import('./state.js').State} State */
/** @typedef {import('../engine/engine.js').Request} Request */

/** Rarer moves are not shown: their chance is 0 in percent. */
const LEAST = 0.005;

/**
 * @param {import('./store.js').Store} store
 * @param {import('../engine/engine.js').Engine} engine
 * @param {(text: string, kind?: 'info' | 'error') => void} tell
 */
export function startLikely(store, engine, tell) {
  /** What was asked last, answered or not. @type {{key: string, request: Request} | null} */
  let asked = null;

  /** The position whose moves should be shown; null for none. @param {State} state */
  function wish(state) {
    const { connection, game, options, walk, editor } = state;
    if (!options.likely || connection !== 'open' || walk || editor || openingPhase(game) || gameResult(state)) return null;
    return positionKey(game);
  }

  function update() {
    const state = store.get();
    const key = wish(state);
    if (key === (asked?.key ?? null)) return;
    asked = key === null ? null : ask(key, state);
    if (state.likely) store.set({ likely: null });
  }

  /** @param {string} key @param {State} state */
  function ask(key, { game }) {
    const { size } = game.tree;
    const request = engine.send({ request: 'policy', position: positionSpec(game.tree, game.at), points: 'names' });
    request.done.then((answer) => {
      if (asked?.request !== request) return;
      const moves = answer.moves.flatMap((/** @type {{move: string, chance: number}} */ { move, chance }) => {
        const point = parsePoint(move, size);
        return point && chance >= LEAST ? [{ point, chance }] : [];
      });
      store.set({ likely: { key, moves, source: answer.source ?? null } });
    }, (error) => {
      if (asked?.request === request && error.code !== 'lost' && error.code !== 'canceled') tell(t('engine.failed', { error: error.message }), 'error');
    });
    return { key, request };
  }

  store.listen((now, before) => {
    const parts = /** @type {const} */ (['game', 'verdict', 'connection', 'walk', 'editor', 'options']);
    if (parts.some((part) => now[part] !== before[part])) update();
  });
}
