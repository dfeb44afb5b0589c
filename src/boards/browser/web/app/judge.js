// Asks for the verdict about every position on the board: winner, forbidden points, threats.

import { positionKey, reasonOf } from './state.js';
import { positionSpec } from '../model/position.js';

/** @typedef {import('./state.js').Verdict} Verdict */
/** @typedef {import('./store.js').Store} Store */
/** @typedef {import('../engine/engine.js').Engine} Engine */

const KEPT = 400;

/** @param {Store} store @param {Engine} engine */
export function startJudge(store, engine) {
  /** @type {Map<string, Verdict>} */
  const known = new Map();
  /** @type {Map<string, Promise<Verdict>>} */
  const asked = new Map();

  /** @param {import('../model/tree.js').Tree} tree @param {number} at @param {string} key @returns {Promise<Verdict>} */
  function judge(tree, at, key) {
    const verdict = known.get(key);
    if (verdict) return Promise.resolve(verdict);
    const running = asked.get(key);
    if (running) return running;
    const request = engine.send({ request: 'judge', position: positionSpec(tree, at), points: 'names' });
    const answer = request.done.then((message) => {
      const found = /** @type {Verdict} */ ({ ...message, reason: reasonOf(message), key });
      known.set(key, found);
      if (known.size > KEPT) known.delete(known.keys().next().value ?? '');
      return found;
    }).finally(() => asked.delete(key));
    asked.set(key, answer);
    return answer;
  }

  /** A won game is certain on the curve, too. @param {Verdict} verdict */
  function withCurve(verdict) {
    const { game, chances } = store.get();
    if (verdict.winner === 'none') return { verdict };
    return { verdict, chances: new Map(chances).set(game.at, verdict.winner === 'black' ? 1 : 0) };
  }

  const update = () => {
    const { game, connection, verdict } = store.get();
    const key = positionKey(game);
    if (verdict?.key === key || connection !== 'open') return;
    const found = known.get(key);
    if (found) return store.set(withCurve(found));
    judge(game.tree, game.at, key).then(
      (answer) => positionKey(store.get().game) === key && store.set(withCurve(answer)),
      () => {},
    );
  };
  store.listen((now, before) => {
    if (now.game !== before.game || now.connection !== before.connection) update();
  });
  return {
    /** The verdict about the position on the board. */
    current: () => {
      const { game } = store.get();
      return judge(game.tree, game.at, positionKey(game));
    },
  };
}

/** @typedef {ReturnType<typeof startJudge>} Judge */
