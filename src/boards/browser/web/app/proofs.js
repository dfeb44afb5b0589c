// Questions about a position: a proved win, all winning moves, defences, the reasons of a move, an
// even position. And the walk through a proved win.

import { gameResult, mover, positionKey, threadsOf } from './state.js';
import { other, parsePoint, pointKey, pointName, samePoint } from '../model/points.js';
import { pointsOf, positionSpec } from '../model/position.js';
import { nodeOf, stonesAt, toMove } from '../model/tree.js';
import { t } from '../text/text.js';
import { forbiddenText, lostText } from '../text/facts.js';

/** @typedef {import('./state.js').State} State */
/** @typedef {import('./state.js').ProofTree} ProofTree */
/** @typedef {import('./state.js').Walk} Walk */
/** @typedef {import('../model/points.js').Point} Point */
/** @typedef {import('../engine/engine.js').Request} Request */
/** What is asked about a position; `threat`: the win of the side that is not to move. @typedef {'win' | 'all-first-moves' | 'defend' | 'threat'} Goal */

const SOLVE_MS = 10_000;
const EXPLAIN_MS = 1500;
const BALANCE_MS = 2000;

/**
 * @param {import('./store.js').Store} store
 * @param {{engine: import('../engine/engine.js').Engine, patient: import('../engine/engine.js').Engine}} engines  `patient` lets other requests pass
 * @param {(text: string, kind?: 'info' | 'error') => void} tell
 */
export function proofActions(store, { engine, patient }, tell) {
  /** @type {Request | null} */
  let solving = null;
  /** @type {Request | null} */
  let explaining = null;

  /** Whether a puzzle is on the board: whoever solves it gets no answers but those of the puzzle. */
  function isPuzzle() {
    if (!store.get().puzzles) return false;
    tell(t('puzzle.noHelp'), 'error');
    return true;
  }

  /** @param {Error & {code?: string}} error */
  const failed = (error) => {
    if (error.code === 'canceled') return;
    tell(error.code === 'lost' ? lostText(store.get()) : t('engine.failed', { error: error.message }), 'error');
  };

  // Another game has no use for the answers about this one.
  store.listen(({ solve, explained }) => {
    if (solving && !solve) {
      solving.cancel();
      solving = null;
    }
    if (explaining && !explained) {
      explaining.cancel();
      explaining = null;
    }
  });

  /** Why the defender cannot place a stone there in a walk, as text; or null. @param {Walk} walk @param {Point} point */
  async function reasonAgainst(walk, point) {
    const { game } = store.get();
    const { tree } = game;
    const name = pointName(point, tree.size);
    const isTaken = stonesAt(tree, game.at).has(pointKey(point)) || walk.moves.some((move) => samePoint(move, point));
    if (isTaken) return t('refused.occupied', { point: name });
    if (tree.setup?.blocked.some((blocked) => samePoint(blocked, point))) return t('refused.blocked', { point: name });
    const attacker = attackerOf(store.get());
    if (tree.rule !== 'renju' || attacker === 'black') return null;
    try {
      const verdict = await engine.send({ request: 'judge', position: positionSpec(tree, game.at, walk.moves, attacker), points: 'names' }).done;
      const forbidden = verdict.forbidden.find((/** @type {import('./state.js').Forbidden} */ found) => found.point === name);
      return forbidden ? forbiddenText(forbidden) : null;
    } catch {
      // Without a connection the proof itself is the best that is known.
      return null;
    }
  }

  return {
    failed,
    /** @param {Goal} goal */
    solve(goal) {
      if (isPuzzle()) return;
      solving?.cancel();
      solving = null;
      const { game } = store.get();
      const key = positionKey(game);
      const isWin = goal === 'win' || goal === 'threat';
      const more = isWin ? { tree: true, ...(goal === 'threat' ? { shortest: true } : {}) } : { threads: threadsOf(store.get()) };
      const spec = positionSpec(game.tree, game.at);
      // What the other side would do if it were its turn.
      const position = goal === 'threat' ? { ...spec, to_move: other(mover(game)) } : spec;
      const request = patient.send({ request: 'solve', goal: isWin ? 'win' : goal, position, limits: { time_ms: SOLVE_MS }, points: 'names', ...more });
      solving = request;
      store.set({ solve: { key, goal, isRunning: true, answer: null }, walk: null });
      request.done.then(
        (answer) => {
          if (solving !== request) return;
          solving = null;
          // Stopped while it let others pass it has no result.
          store.set({ solve: { key, goal, isRunning: false, answer: { result: 'unknown', ...answer } } });
        },
        (error) => {
          if (solving === request) {
            solving = null;
            store.set({ solve: null });
          }
          failed(error);
        },
      );
    },
    stopSolve: () => solving?.stop(),
    closeSolve() {
      solving?.cancel();
      store.set({ solve: null, walk: null });
    },
    /** Explains the best move of the position, or the move that led to it. @param {'best' | 'last'} which */
    explain(which) {
      if (isPuzzle()) return;
      const { game } = store.get();
      const last = which === 'last' ? lastMove(game) : null;
      if (which === 'last' && !last) return;
      if (!last && gameResult(store.get())) return tell(t('refused.over'), 'error');
      explaining?.cancel();
      explaining = null;
      const key = positionKey(game);
      const move = last ? { move: pointName(last.point, game.tree.size) } : {};
      const position = positionSpec(game.tree, last ? last.parent : game.at);
      const request = engine.send({
        request: 'explain', position, limits: { time_ms: EXPLAIN_MS }, threads: threadsOf(store.get()), points: 'names', ...move,
      });
      explaining = request;
      const color = last ? toMove(game.tree, last.parent) : mover(game);
      store.set({ explained: { key, isRunning: true, answer: null, color, move: move.move ?? '' } });
      request.done.then((answer) => {
        if (explaining !== request) return;
        explaining = null;
        store.set({ explained: { key, isRunning: false, answer, color, move: answer.move ?? '' } });
      }, (error) => {
        if (explaining === request) {
          explaining = null;
          store.set({ explained: null });
        }
        failed(error);
      });
    },
    /** Asks for the move after which the position is most even. @param {State} state */
    balance(state) {
      const position = positionSpec(state.game.tree, state.game.at);
      return engine.send({ request: 'balance', position, limits: { time_ms: BALANCE_MS }, threads: threadsOf(state), points: 'names' }).done;
    },

    walkBegin() {
      const tree = proofTree(store.get());
      const { game } = store.get();
      const size = game.tree.size;
      if (!tree) return;
      const play = parsePoint(tree.nodes[tree.root].play, size);
      if (play) store.set({ walk: { at: game.at, moves: [play], nodes: [tree.root] }, preview: null });
    },
    /** The defender's reply in a walk. @param {Point} point */
    async walkReply(point) {
      const { walk, game } = store.get();
      const tree = proofTree(store.get());
      if (!walk || !tree || walkReplies(tree, walk, game.tree.size).isEnd) return;
      const reason = await reasonAgainst(walk, point);
      if (store.get().walk !== walk) return;
      if (reason) return tell(reason, 'error');
      const next = replyNode(tree, walk, pointName(point, game.tree.size));
      const play = next === null ? null : parsePoint(tree.nodes[next].play, game.tree.size);
      if (next === null) return tell(t('proof.cut'));
      if (!play) return;
      store.set({ walk: { ...walk, moves: [...walk.moves, point, play], nodes: [...walk.nodes, next] } });
    },
    walkBack() {
      const { walk } = store.get();
      if (!walk) return;
      if (walk.nodes.length === 1) return store.set({ walk: null });
      store.set({ walk: { ...walk, moves: walk.moves.slice(0, -2), nodes: walk.nodes.slice(0, -1) } });
    },
    walkEnd: () => store.set({ walk: null }),
  };
}

/** @typedef {ReturnType<typeof proofActions>} ProofActions */

/** The move that led to the position on the board, and where it was played; null if it was not played in turn. @param {import('./state.js').Game} game */
export function lastMove({ tree, at }) {
  const { point, parent, color } = nodeOf(tree, at);
  return point && parent !== null && color === toMove(tree, parent) ? { point, parent } : null;
}

/** Who wins in what was found: asked about a threat, the side that is not to move. @param {Pick<State, 'solve' | 'game'>} state */
export const attackerOf = ({ solve, game }) => (solve?.goal === 'threat' ? other(mover(game)) : mover(game));

/** The tree of the proved win of the position on the board. @param {State} state @returns {ProofTree | null} */
export function proofTree({ solve, game }) {
  if (!solve?.answer || solve.key !== positionKey(game) || solve.answer.result !== 'win') return null;
  return solve.answer.tree ?? null;
}

/** @param {ProofTree} tree @param {Walk} walk @param {string} reply */
function replyNode(tree, walk, reply) {
  const node = tree.nodes[walk.nodes[walk.nodes.length - 1]];
  const listed = (node.replies ?? []).find(([name]) => name === reply);
  return (listed ? listed[1] : node.otherwise) ?? null;
}

/**
 * The replies of a walk's last node: those with an answer of their own, and whether any other move
 * has one too. A node without both makes five.
 * @param {ProofTree} tree @param {Walk} walk @param {import('../model/points.js').Size} size
 */
export function walkReplies(tree, walk, size) {
  const node = tree.nodes[walk.nodes[walk.nodes.length - 1]];
  const replies = node.replies ?? [];
  const hasOther = node.otherwise !== undefined && node.otherwise !== null;
  // A node without an answer is the end, unless the nodes after it were left out.
  const isEnd = !replies.length && !hasOther;
  return { named: pointsOf(replies.map(([name]) => name), size), hasOther, isEnd, isComplete: !node.cut };
}
