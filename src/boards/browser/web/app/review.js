// The review of a game: black's win chance after every move, the moves that lost much of it, and the
// wins that were missed. The engine judges; here its moves find their nodes in the tree.

import { lineThrough, ROOT } from '../model/tree.js';
import { gameSpec } from '../model/position.js';
import { t } from '../text/text.js';
import { lostText } from '../text/facts.js';

/** @typedef {import('./state.js').ReviewedMove} ReviewedMove */
/** @typedef {import('../engine/engine.js').Message} Message */

/** @typedef {'quick' | 'thorough'} Effort */

/**
 * @param {import('./store.js').Store} store
 * @param {import('../engine/engine.js').Engine} engine  may let other requests pass
 * @param {(text: string, kind?: 'info' | 'error') => void} tell
 */
export function reviewActions(store, engine, tell) {
  /** @type {import('../engine/engine.js').Request | null} */
  let running = null;

  /** @param {Message} event @param {import('../model/tree.js').Node[]} line @returns {Partial<import('./state.js').State>} */
  function withMove({ move, done, all }, line) {
    const { review, chances } = store.get();
    const node = line[(move?.number ?? 0) - 1];
    if (!review || !node) return {};
    const lossAt = Math.max(0, move.win_chance_before - move.win_chance_after);
    const isGood = move.verdict === 'good';
    /** @type {ReviewedMove} */
    const reviewed = {
      node: node.id, point: node.point, color: node.color, number: move.number, chance: move.black_chance, loss: isGood ? 0 : lossAt,
      verdict: isGood ? '' : move.verdict, best: move.best?.[0] ?? '', line: move.forced_win?.line ?? move.best ?? [], wasForced: !!move.forced_win,
    };
    const before = node.color === 'black' ? move.win_chance_before : 1 - move.win_chance_before;
    const known = new Map(chances).set(node.id, move.black_chance);
    if (!known.has(node.parent ?? ROOT)) known.set(node.parent ?? ROOT, before);
    const moves = [...review.moves.filter(({ number }) => number !== reviewed.number), reviewed];
    return { chances: known, review: { ...review, done: review.total - all + done, moves } };
  }

  store.listen(({ game, review }, before) => {
    // Another game has no use for the review of this one; a removed move is no mistake any more.
    if (!review) {
      running?.cancel();
      running = null;
    } else if (game.tree !== before.game.tree && review.moves.some(({ node }) => !game.tree.nodes.has(node))) {
      store.set({ review: { ...review, moves: review.moves.filter(({ node }) => game.tree.nodes.has(node)) } });
    }
  });

  return {
    /** @param {Effort} effort */
    start(effort) {
      const { tree, at, preferred, opening } = store.get().game;
      const line = lineThrough(tree, at, preferred);
      if (!line.length || running) return;
      const stones = Math.min(line.length - 1, opening?.phase?.stones.length ?? 0, 5);
      store.set({ review: { isRunning: true, isComplete: false, done: 0, total: line.length + 1 - stones, moves: [] } });
      // A review that gave way to other requests is sent again: the server has kept what it found.
      const message = { request: 'review', ...gameSpec(tree, line), effort, opening_stones: stones, points: 'names' };
      const request = engine.send(message, (event) => {
        if (running !== request || event.event !== 'move') return;
        store.set(withMove(event, line));
      });
      running = request;
      const end = (/** @type {boolean} */ isComplete) => {
        if (running !== request) return;
        running = null;
        store.set(({ review }) => ({ review: review && { ...review, isRunning: false, isComplete } }));
      };
      request.done.then(({ complete }) => end(complete), ({ code, message }) => {
        end(false);
        if (code !== 'canceled') tell(code === 'lost' ? lostText(store.get()) : t('engine.failed', { error: message }), 'error');
      });
    },
    stop: () => running?.stop(),
  };
}

/** @typedef {ReturnType<typeof reviewActions>} ReviewActions */
