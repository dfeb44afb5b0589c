// What the page knows. Everything here is immutable: a change makes a new object.

import { newTree, nodeOf, pathTo, ROOT, toMove } from '../model/tree.js';
import { isAfter, unknownPhase } from '../model/opening.js';
import { positionSpec } from '../model/position.js';

/** @typedef {import('../model/points.js').Point} Point */
/** @typedef {import('../model/points.js').Color} Color */
/** @typedef {import('../model/tree.js').Tree} Tree */
/** @typedef {'person' | 'engine'} Seat */
/** @typedef {Record<Color, Seat>} Seats */

/** Times in milliseconds; null means without a limit. @typedef {{turnMs: number | null, gameMs: number | null, incrementMs: number}} ClockRule */

/**
 * @typedef {object} Game
 * @property {Tree} tree
 * @property {number} at  the node on the board
 * @property {ReadonlySet<number>} preferred  nodes that were visited last, for redo
 * @property {Seats} seats
 * @property {number} level
 * @property {ClockRule} clock
 * @property {Record<Color, number>} leftMs  time for the rest of the game
 * @property {{key: string, ms: number} | null} used  what a turn had used of its time when its clock stopped
 * @property {number[]} choiceMs  the times of the choices of its opening
 * @property {{rule: string, choices: string[], seats: {first: Seat, second: Seat}, phase: import('../model/opening.js').Phase | null, isRead?: boolean} | null} opening  `isRead`: as a file has it, until the engine has said what it leads to
 * @property {{node: number, winner: Color | 'draw', reason: string} | null} result  how the game ended at a node, where the board does not show it
 * @property {boolean} isPaused  whether the engine waits
 * @property {import('../io/game_json.js').Names} names
 * @property {string} since  when it came onto the board, as `names.date`
 * @property {Color | 'all' | null} own  the side of the person, as the person has said; null: not said
 */

/** @typedef {{move: string, value: number, win_chance: number, mate?: number, proved: boolean, book?: boolean, pv: string[]}} Line */
/** @typedef {{depth: number, selective_depth: number, nodes: number, time_ms: number, lines: Line[]}} Report */
/** @typedef {{stones: string[], completed_at: string[]}} Part */
/** @typedef {{point: string, kind: string, parts: Part[]}} Forbidden */
/** @typedef {{point: string, kind: string, lines: {kind: string, next: string[]}[]}} Threat */
/** @typedef {{key: string, winner: Color | 'none', line: string[], full: boolean, over?: Color | 'draw', reason?: string, forbidden: Forbidden[], threats?: {black: Threat[], white: Threat[]}}} Verdict */
/** The likely moves of a position, the likeliest first. @typedef {{key: string, moves: {point: Point, chance: number}[], source: 'policy' | 'tables' | null}} Likely */
/**
 * What the book knows about a position, for its side to move.
 * @typedef {{label?: 'win' | 'loss' | 'draw' | 'forced' | 'blocked', value?: number, bound?: string, depth?: number, best?: string, nodes?: number, trust?: string, engine?: string, won?: number, drawn?: number,
 *   lost?: number, comment?: string, texts?: [string, string][], win_chance?: number, proved?: boolean, plies?: number}} BookRecord
 */
/**
 * A move that the book knows, as the player who makes it sees it; `plies` to the end at most.
 * @typedef {{point: Point, name: string, result: 'win' | 'loss' | 'draw' | 'forced' | 'blocked' | null, isProved: boolean, plies: number | null, value: number | null,
 *   chance: number | null, games: {won: number, drawn: number, lost: number} | null, by: string, comment: string}} BookMove
 */
/** A move for those that a symmetry of the position exchanges with it, and these. @typedef {{move: BookMove, images: Point[]}} BookRow */
/** @typedef {{key: string, positions: number, record: BookRecord | null, moves: BookMove[], rows: BookRow[], error: string | null}} Book */
/** @typedef {{play: string, replies?: [string, number | null][], otherwise?: number, cut?: boolean}} ProofNode */
/** @typedef {{root: number, nodes: ProofNode[], complete?: boolean}} ProofTree */
/** @typedef {import('../engine/engine.js').Message} Message */
/** @typedef {{key: string, goal: string, isRunning: boolean, answer: Message | null}} Solve */
/** @typedef {{at: number, moves: Point[], nodes: number[]}} Walk */
/** A format of the games that the engine reads. @typedef {{name: string, extensions: string[], isText: boolean}} FileFormat */
/** A forced win in a review. @typedef {{kind: string, plies: number, line: string[]}} ForcedWin */
/**
 * A reviewed move; `before` and `after` are win chances of its player, `chance` is black's after it; `mateBefore` and `mateAfter` are the plies to the end that the search
 * sees, negative to a loss of its player. `verdict` is empty for a good move; `win` is the one
 * that its player had, `allowed` the one that the opponent has now. The reasons
 * are those of the API; a review from before they had codes has none. `exercise` is what the position before the move asks as a puzzle, `puzzleId` its name; empty for nothing.
 * @typedef {{node: number, point: Point | null, color: Color, number: number, chance: number, before: number, after: number, mateBefore?: number | null, mateAfter?: number | null, verdict: string, exercise?: '' | 'win' | 'defend' | 'better', puzzleId?: string, best: string[], reply: string[],
 *   win: ForcedWin | null, allowed: ForcedWin | null, betterReasons?: Message[], worseReasons?: Message[]}} ReviewedMove
 */
/** `end` is the last node of the line that is reviewed; `again` counts the looks at doubtful moves, once they have begun. @typedef {{end: number, effort: 'quick' | 'thorough', isRunning: boolean, isComplete: boolean, done: number, total: number, again?: {done: number, total: number} | null, moves: ReviewedMove[]}} Review */

/** What the button of a notice does. @typedef {{text: string, act: () => void}} NoticeAction */
/** What a notice is: a `warning` stays until it is closed or the game goes on. @typedef {'info' | 'warning' | 'error'} NoticeKind */
/** Shows a notice, with buttons. @typedef {(text: string, kind?: NoticeKind, actions?: NoticeAction[]) => void} Tell */

/**
 * @typedef {object} Options
 * @property {string} language
 * @property {'auto' | 'light' | 'dark'} theme
 * @property {'auto' | 'wood' | 'slate'} look
 * @property {boolean} sound
 * @property {boolean} ponder  whether the engine searches while the person to move thinks
 * @property {boolean} shortcuts  whether letters are commands
 * @property {'auto' | 'on' | 'off'} confirm
 * @property {boolean} numbers
 * @property {boolean} coordinates
 * @property {boolean} forbidden
 * @property {boolean} threats
 * @property {boolean} likely  whether likely moves are shown
 * @property {boolean} book  whether the moves of the book are shown on the board
 * @property {'chance' | 'value'} values
 * @property {boolean} evaluate  whether every position is evaluated in the background, for the curve
 * @property {number} lines
 * @property {number} threads
 * @property {string} limit  the limit of an analysis, such as `time 5` (seconds), `depth 20` or `nodes 1000000`; else there is none
 */

/**
 * @typedef {object} State
 * @property {'connecting' | 'open' | 'closed'} connection
 * @property {boolean} isLocal  whether the engine lies beside the page
 * @property {import('../engine/engine.js').Failure | null} failure  why such an engine is gone
 * @property {{bytes: number, total: number} | null} loading  what has come of such an engine
 * @property {{version: string, maxThreads: number, hasBook: boolean, openings: import('../model/opening.js').OpeningRule[], formats: FileFormat[]} | null} engine
 * @property {Game} game
 * @property {Options} options
 * @property {Verdict | null} verdict  of the position `verdict.key`
 * @property {{key: string, color: Color, report: Report | null} | null} thinking
 * @property {{isOn: boolean, isRunning: boolean, key: string, report: Report | null}} analysis
 * @property {Likely | null} likely  the likely moves of the position, while they are shown
 * @property {Book | null} book  what the book knows about the position
 * @property {ReadonlyMap<number, number>} chances  black's win chance after nodes
 * @property {{points: Point[], color: Color} | null} preview  a line shown on the board
 * @property {{stones: Point[], targets: Point[]} | null} spotlight  points that a text speaks of
 * @property {Solve | null} solve
 * @property {Walk | null} walk  a walk through a proved win
 * @property {{key: string, isRunning: boolean, answer: Message | null, color: Color, move: string} | null} explained  `color` made the move
 * @property {Review | null} review
 * @property {Color | 'all'} mistakesOf  whose mistakes are listed
 * @property {{isFound: boolean} | null} asksSide  the person is asked which side was the own one, to practise its mistakes; whether what a review has found so far is enough
 * @property {import('./puzzles.js').PuzzleRun | null} puzzles  the puzzles that are being solved, in place of the game
 * @property {import('./puzzles.js').Source | null} fetching  puzzles that are being looked for
 * @property {{tool: 'black' | 'white' | 'remove' | 'blocked'} | null} editor
 * @property {readonly {game: Game, clock: ClockRule}[]} edits  the games before each change in the editor; `clock` names the game after it
 * @property {Point | null} pending  a move that waits for its confirmation
 * @property {Point} focus  the cell that the tab key reaches
 * @property {'hint' | 'engine' | 'balance' | null} asking  a question of a button or key that is not answered yet
 * @property {string} tab
 * @property {boolean} isZoomed
 * @property {{text: string, kind: NoticeKind, number: number, actions: NoticeAction[]} | null} notice
 */

/** @returns {Options} */
export const defaultOptions = () => ({
  language: 'auto', theme: 'auto', look: 'auto', sound: false, ponder: false, shortcuts: true, confirm: 'auto', numbers: false,
  coordinates: true, forbidden: true, threats: false, likely: false, book: false, values: 'chance', evaluate: true, lines: 3, threads: 1, limit: '',
});

/** @typedef {{rule: string, size: import('../model/points.js').Size, seats: Seats, level: number, clock: ClockRule, opening: string}} NewGame */

/** The engine as a player. */
export const ENGINE_NAME = 'Tengen';

/** The present time, as the API takes it. */
export const now = () => new Date().toISOString().slice(0, 19).replace('T', ' ');

/** @param {NewGame} wanted @returns {Game} */
export function newGame({ rule, size, seats, level, clock, opening }) {
  const left = clock.gameMs ?? 0;
  const since = now();
  return {
    // The clock object is new in every game: the clock knows a game by it.
    tree: newTree(rule, size), at: ROOT, preferred: new Set(), seats, level, clock: { ...clock },
    leftMs: { black: left, white: left }, used: null, choiceMs: [],
    opening: opening === 'free' ? null : { rule: opening, choices: [], seats: { first: seats.black, second: seats.white }, phase: null },
    result: null, isPaused: false, names: { black: '', white: '', date: since }, since, own: null,
  };
}

/** A game for study, from its start: persons on both sides and no clock; the level is for the next game. @param {import('../model/tree.js').Tree} tree @param {number} level @returns {Game} */
export const studyGame = (tree, level) => ({
  ...newGame({
    rule: tree.rule, size: tree.size, seats: { black: 'person', white: 'person' }, level,
    clock: { turnMs: null, gameMs: null, incrementMs: 0 }, opening: 'free',
  }),
  tree,
});

/** @returns {State} */
export const initialState = () => ({
  connection: 'connecting', isLocal: false, failure: null, loading: null, engine: null,
  game: newGame({
    rule: 'freestyle', size: { width: 15, height: 15 }, seats: { black: 'person', white: 'engine' },
    level: 3, clock: { turnMs: null, gameMs: null, incrementMs: 0 }, opening: 'free',
  }),
  options: defaultOptions(), verdict: null, thinking: null,
  analysis: { isOn: false, isRunning: false, key: '', report: null }, likely: null, book: null,
  ...blankStudy(), mistakesOf: 'all', fetching: null, editor: null, edits: [], asking: null, focus: { x: 7, y: 7 }, tab: 'game', isZoomed: false, notice: null,
});

/** What is known and shown about a game, for a game of which nothing is known yet. */
export const blankStudy = () => ({
  chances: new Map(), preview: null, spotlight: null, solve: null, walk: null, explained: null, review: null, pending: null, puzzles: null, asksSide: null,
});

/** What belongs to the person's game: while puzzles are solved, others are on the board. @param {State} state @returns {Pick<State, 'game' | 'chances' | 'review'>} */
export const ownGame = ({ puzzles, game, chances, review }) => puzzles?.before ?? { game, chances, review };

/** The threads to ask for: the option may come from a time when the engine had more. @param {State} state */
export const threadsOf = ({ options, engine }) => Math.min(options.threads, engine?.maxThreads ?? 1);

/** @type {WeakMap<Tree, Map<number, string>>} */
const keys = new WeakMap();

/** What distinguishes the position on the board from others. @param {Pick<Game, 'tree' | 'at'>} game */
export function positionKey({ tree, at }) {
  const known = keys.get(tree) ?? new Map();
  keys.set(tree, known);
  const key = known.get(at) ?? JSON.stringify(positionSpec(tree, at));
  known.set(at, key);
  return key;
}

/** The opening of a game that is not over yet, as far as the engine has described it; else null. @param {Game} game */
export function openingPhase(game) {
  if (!game.opening) return null;
  const { rule, choices, phase } = game.opening;
  if (!phase || !isAfter(phase, choices)) return unknownPhase(rule, game.tree.size, choices);
  return phase.isOver ? null : phase;
}

/** The stones that the opening offers, where the choice is: earlier positions do not have them. @param {Game} game @returns {Point[]} */
export function offersHere(game) {
  const phase = openingPhase(game);
  return phase && pathTo(game.tree, game.at).length === phase.stones.length ? phase.offers : [];
}

/** The verdict about the position on the board, if it is known. @param {State} state */
export const currentVerdict = ({ game, verdict }) =>
  verdict && verdict.key === positionKey(game) ? verdict : null;

/** How the game on the board ended; null while it goes on. @param {State} state */
export function gameResult(state) {
  const { game } = state;
  if (game.result?.node === game.at) return game.result;
  const verdict = currentVerdict(state);
  if (!verdict) return null;
  return verdict.over ? { winner: verdict.over, reason: verdict.reason ?? '' } : null;
}

/** The reason of a game that is over, as files have it: `five`, `forbidden (overline)`. @param {Message} judged  as the engine says it @returns {string} */
export const reasonOf = ({ reason = '', forbidden_kind: kind }) => (kind ? `${reason} (${kind})` : reason);

/** The kind of the forbidden move that ended a game, from the reason of its result; null if it ended otherwise. @param {string} reason */
export const foulKind = (reason) => /^forbidden \((.+)\)$/.exec(reason)?.[1] ?? null;

/** The forbidden move on the board that ended the game; null if there is none. @param {State} state @returns {{point: Point, kind: string} | null} */
export function foulHere(state) {
  const kind = foulKind(gameResult(state)?.reason ?? '');
  const { point } = nodeOf(state.game.tree, state.game.at);
  return kind && point ? { point, kind } : null;
}

/** @param {Game} game */
export const mover = (game) => toMove(game.tree, game.at);

/** The color that a participant of the opening has as things stand. @param {Game} game @param {import('../model/opening.js').Participant} who @returns {Color} */
export const colorOf = ({ opening }, who) => ((opening?.phase?.colors.black ?? 'first') === who ? 'black' : 'white');

/** Who is to decide: in an opening the color of the one who chooses, whatever stone comes next; else the side to move. @param {Game} game @returns {Color} */
export function decider(game) {
  const chooser = openingPhase(game)?.chooser;
  return chooser ? colorOf(game, chooser) : mover(game);
}

