// The review of a game: black's win chance after every move, the moves that lost much of it, and the
// wins that were missed. The engine judges; here its moves find their nodes in the tree.

import { pointName } from '../model/points.js';
import { lineThrough, pathTo, ROOT } from '../model/tree.js';
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
  /** The end of that one: whether it is complete. */
  let finished = Promise.resolve(false);

  /** @param {Message} event @param {import('../model/tree.js').Node[]} line @returns {Partial<import('./state.js').State>} */
  function withMove({ move, done, all }, line) {
    const { review, chances } = store.get();
    const node = line[(move?.number ?? 0) - 1];
    if (!review || !node) return {};
    const reviewed = reviewedOf(move, node);
    const before = node.color === 'black' ? move.win_chance_before : 1 - move.win_chance_before;
    const known = new Map(chances).set(node.id, move.black_chance);
    if (!known.has(node.parent ?? ROOT)) known.set(node.parent ?? ROOT, before);
    const moves = [...review.moves.filter(({ number }) => number !== reviewed.number), reviewed];
    // A review that is sent again begins with its first pass.
    const again = done < all ? null : review.again;
    return { chances: known, review: { ...review, done: review.total - all + done, again, moves } };
  }

  /** The whole review as its answer has it: the second pass has changed moves before. @param {Message} answer @param {import('../model/tree.js').Node[]} line @returns {Partial<import('./state.js').State>} */
  function settled({ moves }, line) {
    const { review, chances } = store.get();
    if (!review || !moves) return {};
    const known = new Map(chances);
    const reviewed = moves.flatMap((/** @type {Message} */ move) => {
      const node = line[move.number - 1];
      if (!node) return [];
      known.set(node.id, move.black_chance);
      return [reviewedOf(move, node)];
    });
    return { chances: known, review: { ...review, moves: reviewed } };
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
    /**
     * Reviews a line, by default the one on the board; whether the review became complete.
     * @param {Effort} effort @param {import('../model/tree.js').Node[]} [wanted] @param {ReviewedMove[]} [known]  what is shown of it until it is found again
     */
    start(effort, wanted, known = []) {
      const { game: { tree, at, preferred, opening }, puzzles, chances } = store.get();
      const line = wanted ?? lineThrough(tree, at, preferred);
      if (running) return finished;
      if (!line.length || puzzles) return Promise.resolve(false);
      const stones = Math.min(line.length - 1, opening?.phase?.stones.length ?? 0, 5);
      // What a glance at a position gave is not mixed with what the review finds.
      const others = new Map([...chances].filter(([id]) => !line.some((node) => node.id === id)));
      store.set({ chances: others, review: { end: line[line.length - 1].id, effort, isRunning: true, isComplete: false, done: 0, total: line.length + 1 - stones, again: null, moves: known } });
      // A review that gave way to other requests is sent again: the server has kept what it found.
      const message = { request: 'review', ...gameSpec(tree, line), effort, opening_stones: stones, progress: true, points: 'names' };
      const request = engine.send(message, (event) => {
        if (running !== request) return;
        if (event.event === 'move') store.set(withMove(event, line));
        else if (event.event === 'again') store.set(({ review }) => ({ review: review && { ...review, again: { done: event.done, total: event.all } } }));
      });
      running = request;
      const end = (/** @type {boolean} */ isComplete) => {
        if (running !== request) return;
        running = null;
        store.set(({ review }) => ({ review: review && { ...review, isRunning: false, isComplete, again: null } }));
      };
      finished = request.done.then((answer) => {
        if (running === request) store.set(settled(answer, line));
        end(answer.complete);
        return !!answer.complete;
      }, ({ code, message }) => {
        end(false);
        if (code !== 'canceled') tell(code === 'lost' ? lostText(store.get()) : t('engine.failed', { error: message }), 'error');
        return false;
      });
      return finished;
    },
    /** Goes on with a review that a reload has interrupted: the server has kept what it found. */
    resume() {
      const { review, game } = store.get();
      if (review) this.start(review.effort, reviewedLine(review, game.tree), review.moves);
    },
    stop: () => running?.stop(),
  };
}

/** @typedef {ReturnType<typeof reviewActions>} ReviewActions */

/** A move of an answer, and its node. @param {Message} move @param {import('../model/tree.js').Node} node @returns {ReviewedMove} */
const reviewedOf = (move, node) => ({
  node: node.id, point: node.point, color: node.color, number: move.number, chance: move.black_chance, before: move.win_chance_before, after: move.win_chance_after,
  mateBefore: move.mate_before ?? null, mateAfter: move.mate_after ?? null, verdict: move.verdict === 'good' ? '' : move.verdict, exercise: move.exercise ?? '', puzzleId: move.puzzle ?? '', best: move.forced_win?.line ?? move.best ?? [], reply: move.allowed_win?.line ?? move.reply ?? [],
  win: move.forced_win ?? null, allowed: move.allowed_win ?? null, betterReasons: move.better_reasons ?? [], worseReasons: move.worse_reasons ?? [],
});

/** The line that a review is of, as far as the tree still has it. @param {import('./state.js').Review} review @param {import('../model/tree.js').Tree} tree */
export function reviewedLine({ end, moves }, tree) {
  const last = [...moves].sort((a, b) => b.number - a.number).find(({ node }) => tree.nodes.has(node));
  return pathTo(tree, tree.nodes.has(end) ? end : last?.node ?? ROOT);
}

/** The mistakes that are listed, in the order of the moves. @param {Pick<import('./state.js').State, 'review' | 'mistakesOf'>} state */
export const mistakesOf = ({ review, mistakesOf: side }) => (review?.moves ?? [])
  .filter(({ verdict, color }) => verdict && (side === 'all' || side === color)).sort((a, b) => a.number - b.number);

/** The mistake whose move led to the position on the board. @param {import('./state.js').State} state */
export const mistakeHere = ({ review, game }) => review?.moves.find(({ node, verdict }) => verdict && node === game.at) ?? null;

/** Whether the better line of a mistake is on the board, or a part of it. @param {ReviewedMove} move @param {import('./state.js').Game} game */
function isBetterHere({ node, best }, { tree, at }) {
  const { parent } = tree.nodes.get(node) ?? {};
  const path = pathTo(tree, at).slice(pathTo(tree, parent ?? ROOT).length);
  return parent !== undefined && path.length > 0 && path.length <= best.length && path[0].parent === parent
    && path.every(({ point }, index) => !!point && pointName(point, tree.size) === best[index]);
}

/** The mistake that is on the board, or whose better line is. @param {import('./state.js').State} state */
export const mistakeShown = (state) => mistakeHere(state)
  ?? state.review?.moves.find((move) => move.verdict && isBetterHere(move, state.game)) ?? null;

/** The next mistake after the position on the board, from the beginning after the last one. @param {import('./state.js').State} state @returns {ReviewedMove | null} */
export function nextMistake(state) {
  const mistakes = mistakesOf(state);
  const number = pathTo(state.game.tree, state.game.at).length;
  return mistakes.find((move) => move.number > number) ?? mistakes[0] ?? null;
}
