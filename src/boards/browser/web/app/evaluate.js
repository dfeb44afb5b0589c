// The curve draws itself: the position on the board and those that led to it are evaluated shortly, unless they
// are known already, the game has a clock, or the person has switched it off. Other searches come first.

import { gameResult, openingPhase, positionKey } from './state.js';
import { isEngineTurn } from './play.js';
import { positionSpec } from '../model/position.js';
import { pathTo, ROOT, toMove } from '../model/tree.js';

/** @typedef {import('./state.js').State} State */

/** A glance: a small part of a second. */
const NODES = 10_000;

/** @param {import('./store.js').Store} store @param {import('../engine/engine.js').Engine} engine  gives way to every other search */
export function startEvaluation(store, engine) {
  /** @type {{node: number, clock: object, request: import('../engine/engine.js').Request} | null} */
  let running = null;
  /** Positions of which the engine has said that it cannot evaluate them: asked again, they would keep the others from it. @type {Set<string>} */
  const failed = new Set();

  store.listen(update);

  function update() {
    const state = store.get();
    const node = wish(state, failed);
    const { clock } = state.game;
    if (node === (running?.node ?? null) && (node === null || running?.clock === clock)) return;
    running?.request.cancel();
    running = node === null ? null : { node, clock, request: begin(state, node) };
  }

  /** @param {State} state @param {number} at */
  function begin({ game }, at) {
    const { tree } = game;
    const request = engine.send({ request: 'analyze', position: positionSpec(tree, at), limits: { nodes: NODES }, points: 'names' });
    request.done.then((answer) => {
      const { game: now, chances } = store.get();
      // A move may have come meanwhile: the answer is still about its node.
      if (answer.win_chance === undefined && !answer.stopped) return failed.add(positionKey({ ...game, at }));
      if (answer.win_chance === undefined || now.clock !== game.clock || !now.tree.nodes.has(at) || chances.has(at) || answer.stopped && !answer.depth) return;
      const black = toMove(tree, at) === 'black' ? answer.win_chance : 1 - answer.win_chance;
      store.set({ chances: new Map(chances).set(at, black) });
    }, ({ code }) => {
      // A connection comes back; what was canceled gave way to another position.
      if (code !== 'lost' && code !== 'canceled') failed.add(positionKey({ ...game, at }));
    }).finally(() => {
      if (running?.request !== request) return;
      running = null;
      if (failed.has(positionKey({ ...game, at }))) update();
    });
    return request;
  }
}

/** The node of the position to evaluate: the last one that is not known; null for none. @param {State} state @param {ReadonlySet<string>} failed  positions that cannot be evaluated */
function wish(state, failed) {
  const { game, options, connection, isLocal, chances, analysis, editor, walk, puzzles, review } = state;
  if (!options.evaluate || connection !== 'open' || editor || walk || puzzles || analysis.isOn || review?.isRunning) return null;
  // A game by the clock is a serious one: nothing helps.
  if (game.clock.turnMs !== null || game.clock.gameMs !== null) return null;
  // The engine beside the page has one table, which an evaluation begins anew: the opponent would lose what it has found.
  if (isLocal && Object.values(game.seats).includes('engine')) return null;
  if (openingPhase(game) || isEngineTurn(state)) return null;
  const path = pathTo(game.tree, game.at).map(({ id }) => id).reverse();
  // How a game that is over ended is known.
  const left = gameResult(state) ? path.slice(1) : path;
  return [...left, ROOT].find((id) => !chances.has(id) && !failed.has(positionKey({ ...game, at: id }))) ?? null;
}
