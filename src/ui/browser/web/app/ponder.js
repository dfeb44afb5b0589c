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
/** Requests that search nothing: an engine of more than one thread answers them beside the search. */
const LIGHT = ['judge', 'policy', 'import', 'export', 'games', 'ping', 'options', 'stop', 'cancel'];

/**
 * Pondering gives way to every other search: `engine` is the same engine for all others, and `start`
 * lets it ponder from then on.
 * @param {Engine} engine
 */
export function pondering(engine) {
  let others = 0;
  /** @type {{key: string, request: Request} | null} */
  let running = null;
  let update = () => {};

  function end() {
    running?.request.stop();
    running = null;
  }

  /** @param {import('./store.js').Store} store */
  function start(store) {
    update = () => {
      const state = store.get();
      const key = others ? null : wish(state);
      if (running && running.key !== key) end();
      if (key && !running) begin(key, state);
    };
    store.listen(update);
  }

  /** @param {string} key @param {State} state */
  function begin(key, state) {
    const { game } = state;
    const request = engine.send({
      request: 'move', position: positionSpec(game.tree, game.at), level: game.level, limits: { time_ms: LONGEST_MS }, threads: threadsOf(state),
    });
    running = { key, request };
  }

  return {
    start,
    /** @type {Engine} */
    engine: {
      ...engine,
      send(message, onEvent) {
        if (!engine.isLocal && LIGHT.includes(message.request)) return engine.send(message, onEvent);
        others += 1;
        end();
        const request = engine.send(message, onEvent);
        const over = () => {
          others -= 1;
          update();
        };
        request.done.then(over, over);
        return request;
      },
    },
  };
}

/** What to ponder on, as text; null for nothing. @param {State} state */
export function wish(state) {
  const { game, options, connection, analysis, walk, editor } = state;
  const { seats } = game;
  if (!options.ponder || connection !== 'open' || analysis.isOn || walk || editor) return null;
  if (game.level !== FULL_LEVEL || game.isPaused || openingPhase(game)) return null;
  if (seats[mover(game)] === 'engine' || seats.black === seats.white) return null;
  if (isEngineTurn(state) || !isLeaf(game) || gameResult(state)) return null;
  return `${positionKey(game)} ${threadsOf(state)}`;
}
