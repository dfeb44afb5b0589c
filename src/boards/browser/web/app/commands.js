// What buttons and keys do, where it takes more than one part of the page.

import { gameResult, mover, openingPhase, positionKey, threadsOf } from './state.js';
import { isEngineTurn } from './play.js';
import { isResting } from './puzzles.js';
import { goTo, played } from './navigate.js';
import { parsePoint, PASS, pointName, samePoint } from '../model/points.js';
import { pointsOf, positionSpec } from '../model/position.js';
import { asMainLine, nodeOf, pathTo, ROOT, withComment, withoutBranch } from '../model/tree.js';
import { t } from '../text/text.js';
import { LINE_SHOWN, percent } from '../text/facts.js';

/** @typedef {import('./state.js').State} State */
/** @typedef {import('../model/points.js').Point} Point */

const HINT_MS = 1000;

/**
 * @param {object} parts
 * @param {import('./store.js').Store} parts.store
 * @param {import('../engine/engine.js').Engine} parts.engine
 * @param {import('./play.js').PlayActions} parts.play
 * @param {import('./proofs.js').ProofActions} parts.proofs
 * @param {import('./editor.js').EditorActions} parts.editor
 * @param {import('./puzzles.js').PuzzleActions} parts.puzzles
 * @param {import('./clock.js').Clock} parts.clock
 * @param {{moveNow: () => void}} parts.opponent
 * @param {(text: string, kind?: 'info' | 'error') => void} parts.tell
 */
export function commands({ store, engine, play, proofs, editor, puzzles, clock, opponent, tell }) {
  /**
   * Asks about the position on the board; null if it failed, or if the board has changed meanwhile.
   * A second press while a question is open asks nothing.
   * @param {'hint' | 'engine' | 'balance'} name @param {(state: State) => Promise<import('../engine/engine.js').Message>} send
   */
  async function ask(name, send) {
    const state = store.get();
    if (state.asking) return null;
    const key = positionKey(state.game);
    store.set({ asking: name });
    try {
      const answer = await send(state);
      return positionKey(store.get().game) === key ? answer : null;
    } catch (error) {
      proofs.failed(/** @type {Error} */ (error));
      return null;
    } finally {
      store.set({ asking: null });
    }
  }

  /** Whether a touch only proposes a move. @param {boolean} byTouch */
  const isConfirmed = (byTouch) => {
    const { confirm } = store.get().options;
    return confirm === 'on' || (confirm === 'auto' && byTouch);
  };

  /** The time of the move on the clock, if one runs. */
  const spentMs = () => (clock.runs() ? clock.spent() : null);

  /** @param {Point} point */
  async function place(point) {
    store.set({ pending: null });
    if (store.get().puzzles) {
      puzzles.play(point);
      return true;
    }
    return play.place(point, spentMs());
  }

  /** Gives up the turn. In a puzzle there is a move to be found. */
  async function pass() {
    if (!store.get().puzzles) return play.pass(spentMs());
    tell(t('puzzle.illegal', { move: PASS }), 'error');
    return false;
  }

  /** Asks for the confirmation of a move, if it is possible at all. @param {Point} point */
  async function propose(point) {
    if (!(await play.isReady())) return;
    const reason = store.get().puzzles ? null : play.reasonAgainst(point);
    store.set({ pending: reason ? null : point });
    if (reason) tell(reason, 'error');
  }

  /** The moves of a typed text, as the engine reads those of files; null if they are none. @param {string} text */
  async function readMoves(text) {
    const { rule, size } = store.get().game.tree;
    const alone = parsePoint(text, size);
    if (alone) return [alone];
    const wrong = () => {
      tell(t('refused.notPoint', { seen: text || '–' }), 'error');
      return null;
    };
    if (!text) return wrong();
    try {
      const request = { request: 'import', text, format: 'txt', rule, width: size.width, height: size.height, points: 'names' };
      const { games, skipped } = await engine.send(request).done;
      if (games.length !== 1 || skipped.length) return wrong();
      return games[0].moves.map((/** @type {{move: string | null}} */ { move }) => (move === null || move === PASS ? null : parsePoint(move, size)));
    } catch (error) {
      if (/** @type {{code?: string}} */ (error).code === 'bad-request') return wrong();
      proofs.failed(/** @type {Error} */ (error));
      return null;
    }
  }

  return {
    place,
    pass,
    /** The cell of a point was pressed. @param {Point} point @param {boolean} byTouch */
    press(point, byTouch) {
      const { walk, editor: edited, pending, puzzles: puzzled } = store.get();
      if (edited) return editor.touch(point);
      if (walk) return proofs.walkReply(point);
      // A press that only goes on to the next puzzle of a race places no stone.
      if (!isResting(puzzled) && isConfirmed(byTouch) && !samePoint(pending, point)) return propose(point);
      place(point);
    },
    confirm() {
      const { pending } = store.get();
      if (pending) place(pending);
    },
    /** A text such as `h8`, `h8 i9`, `--` (a pass), `black`, `two`, `5`. @param {string} text */
    async type(text) {
      const word = text.trim().toLowerCase();
      const { game } = store.get();
      const phase = openingPhase(game);
      if (phase && !parsePoint(word, game.tree.size)) {
        return (await play.isReady()) && !isEngineTurn(store.get()) && play.choose(word);
      }
      const moves = await readMoves(word);
      if (!moves) return false;
      for (const point of moves) if (!(await (point ? place(point) : pass()))) return false;
      return true;
    },
    /** @param {number} node */
    go: (node) => play.setGame((game) => goTo(game, node)),
    /** @param {number} node @param {string} text */
    comment: (node, text) => store.set(({ game }) => ({ game: { ...game, tree: withComment(game.tree, node, text) } })),
    removeBranch() {
      play.setGame((game) => {
        const { parent } = nodeOf(game.tree, game.at);
        if (parent === null) return game;
        const tree = withoutBranch(game.tree, game.at);
        const { result } = game;
        return goTo({ ...game, tree, result: result && tree.nodes.has(result.node) ? result : null }, parent);
      });
    },
    promote: () => play.setGame((game) => ({ ...game, tree: asMainLine(game.tree, game.at) })),
    /** Shows the engine's move without playing it. */
    async hint() {
      const state = store.get();
      if (state.puzzles) return puzzles.hint();
      if (gameResult(state) || isEngineTurn(state) || openingPhase(state.game) || state.editor) return;
      const answer = await ask('hint', ({ game }) => engine.send({
        request: 'analyze', position: positionSpec(game.tree, game.at), limits: { time_ms: HINT_MS }, threads: threadsOf(state), points: 'names',
      }).done);
      if (!answer?.move) return;
      store.set({ spotlight: { stones: [], targets: pointsOf([answer.move], state.game.tree.size) } });
      tell(t('say.hint', { move: answer.move, chance: percent(answer.win_chance) }));
    },
    /** The engine plays the move of the side to move; if it thinks already, at once. */
    async engineMoves() {
      const state = store.get();
      if (gameResult(state) || openingPhase(state.game) || state.editor || state.walk || state.puzzles) return;
      if (isEngineTurn(state)) return opponent.moveNow();
      const answer = await ask('engine', ({ game }) => engine.send({
        request: 'move', position: positionSpec(game.tree, game.at), level: game.level, limits: { time_ms: HINT_MS }, threads: threadsOf(state), points: 'names',
      }).done);
      const point = answer && parsePoint(String(answer.move), state.game.tree.size);
      if (answer && point) play.setGame((now) => played(now, point, answer.time_ms));
    },
    async balance() {
      const { game, puzzles: isPuzzle } = store.get();
      if (isPuzzle) return tell(t('puzzle.noHelp'), 'error');
      const answer = await ask('balance', proofs.balance);
      const point = answer && parsePoint(String(answer.moves?.[0]), game.tree.size);
      if (!answer || !point) return;
      store.set({ spotlight: { stones: [], targets: [point] } });
      tell(t('edit.balanced', { move: pointName(point, game.tree.size), color: t(mover(game)), chance: percent(answer.win_chance) }));
    },
    /** Adds the better line of a reviewed move as a variation. @param {import('./state.js').ReviewedMove} move */
    better(move) {
      play.setGame((game) => {
        const { parent } = nodeOf(game.tree, move.node);
        let next = goTo(game, parent ?? ROOT);
        const start = pathTo(next.tree, next.at).length;
        for (const point of pointsOf(move.best.slice(0, LINE_SHOWN), game.tree.size)) next = played(next, point, null);
        const firstNode = pathTo(next.tree, next.at)[start];
        return firstNode ? goTo(next, firstNode.id) : next;
      });
    },
    /** @param {Point[] | null} points @param {import('../model/points.js').Color} [color]  of the first stone */
    preview(points, color = mover(store.get().game)) {
      store.set({ preview: points?.length ? { points, color } : null });
    },
  };
}
