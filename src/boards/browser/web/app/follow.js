// What is asked anew for every position on the board, while it is wanted.

import { positionSpec } from '../model/position.js';

/** @typedef {import('./state.js').State} State */
/** @typedef {import('../engine/engine.js').Request} Request */
/** @typedef {import('../engine/engine.js').Message} Message */
/** @typedef {import('../engine/engine.js').EngineError} EngineError */

/**
 * @param {import('./store.js').Store} store
 * @param {import('../engine/engine.js').Engine} engine
 * @param {object} what
 * @param {string} what.request  the kind of request about a position
 * @param {(keyof State)[]} what.parts  the parts of the state that `wish` looks at
 * @param {(state: State) => string | null} what.wish  the key of the position to ask about; null for none
 * @param {() => void} what.forget  what was known is about another position
 * @param {(answer: Message, key: string, state: State) => void} what.answered  with the state in which it was asked
 * @param {(error: EngineError, key: string) => void} what.failed  neither canceled nor without a connection
 */
export function follow(store, engine, { request: kind, parts, wish, forget, answered, failed }) {
  /** What was asked last, answered or not. @type {{key: string, request: Request} | null} */
  let asked = null;

  function update() {
    const state = store.get();
    const key = wish(state);
    if (key === (asked?.key ?? null)) return;
    asked = key === null ? null : ask(key, state);
    forget();
  }

  /** @param {string} key @param {State} state */
  function ask(key, state) {
    const { tree, at } = state.game;
    const request = engine.send({ request: kind, position: positionSpec(tree, at), points: 'names' });
    request.done.then((answer) => {
      if (asked?.request === request) answered(answer, key, state);
    }, (error) => {
      if (asked?.request === request && error.code !== 'lost' && error.code !== 'canceled') failed(error, key);
    });
    return { key, request };
  }

  store.listen((now, before) => {
    if (parts.some((part) => now[part] !== before[part])) update();
  });
}
