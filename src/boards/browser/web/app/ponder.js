// Pondering: the engine searches while the person to move thinks, so that its table already knows the
// position after the person's move.

import { gameResult, mover, openingPhase, positionKey, threadsOf } from './state.js';
import { isEngineTurn } from './play.js';
import { isLeaf } from './navigate.js';
import { positionSpec } from '../model/position.js';

/** @typedef {import('./state.js').State} State */
/** @typedef {import('../engine/engine.js').Engine} Engine */
/** @typedef {import('../engine/engine.js').Request} Request */

/** Lower levels play with a bounded number of nodes: they must not gain from a longer search. */
const FULL_LEVEL = 10;
/** Who leaves the game for longer does not keep the processor busy. */
const LONGEST_MS = 300_000;
/**
 * Lets the engine ponder from now on.
 * @param {import('./store.js').Store} store
 * @param {Engine} engine  gives way to every other search
 */
export function startPondering(store, engine) {
  /** @type {{key: string, request: Request} | null} */
  let running = null;

  store.listen((state) => {
    const key = wish(state);
    if (running && running.key !== key) {
      running.request.stop();
      running = null;
    }
    if (key && !running) running = { key, request: begin(state) };
  });

  /** @param {State} state */
  function begin(state) {
    const { game } = state;
    return engine.send({
      request: 'move', position: positionSpec(game.tree, game.at), level: game.level, limits: { time_ms: LONGEST_MS }, threads: threadsOf(state),
    });
  }
}

/** What to ponder on, as text; null for nothing. @param {State} state */
export function wish(state) {
  const { game, options, connection, analysis, walk, editor, puzzles } = state;
  const { seats } = game;
  if (!options.ponder || connection !== 'open' || analysis.isOn || walk || editor || puzzles) return null;
  if (game.level !== FULL_LEVEL || game.isPaused || openingPhase(game)) return null;
  if (seats[mover(game)] === 'engine' || seats.black === seats.white) return null;
  if (isEngineTurn(state) || !isLeaf(game) || gameResult(state)) return null;
  return `${positionKey(game)} ${threadsOf(state)}`;
}
