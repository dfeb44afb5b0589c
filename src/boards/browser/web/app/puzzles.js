// Puzzles: positions in which the side to move wins by force, must stop a forced win, or finds a better move
// than the one of a game. The engine answers every move and gives the hints; here is the way through a set
// of them. The mistakes of a game are those of its review. The person's game waits until they are over.

import { blankStudy, mover, ownGame, studyGame } from './state.js';
import { showGame } from './kept.js';
import { played } from './navigate.js';
import { interrupted } from './study.js';
import { bestOutcome, isSolved, outcomesOf, recordAttempt, recordRace } from './puzzle_record.js';
import { exercisesOf, hasExercises, isReviewOf, knownOf, puzzleOf } from './exercises.js';
import { other, pointName } from '../model/points.js';
import { pointsOf, positionSpec, gameSpec } from '../model/position.js';
import { lineThrough, nodeOf, ROOT } from '../model/tree.js';
import { endOfGame } from '../model/annotated.js';
import { sentences, t } from '../text/text.js';
import { lineText, LINE_SHOWN, lostText, restText, winText } from '../text/facts.js';
import { undecidedText, worseText } from '../text/puzzle_words.js';
import { reasonsText } from '../text/reason_words.js';

/** @typedef {import('./state.js').State} State */
/** @typedef {import('./clock.js').Clock} Clock */
/** @typedef {import('../model/points.js').Point} Point */
/** @typedef {import('../model/points.js').Color} Color */
/** @typedef {import('../engine/engine.js').Message} Message */
/** @typedef {import('../engine/engine.js').Request} Request */
/** @typedef {import('./review.js').Effort} Effort */

/** Where puzzles come from: mistakes of the game, the set of a day, the race against the clock. @typedef {'mistakes' | 'daily' | 'race'} Source */
/** @typedef {import('./exercises.js').Puzzle} Puzzle */
/** @typedef {import('./puzzle_record.js').Outcome} Outcome */

/**
 * A way through puzzles. `stage` is `open` while a move is expected, `asked` while the engine thinks about one, `done` when this puzzle is over,
 * `over` when the race is, or when the last puzzle was left.
 * @typedef {object} PuzzleRun
 * @property {Source} source
 * @property {Color | 'all'} side  whose mistakes they are
 * @property {Puzzle[]} list
 * @property {number} index
 * @property {'open' | 'asked' | 'done' | 'over'} stage
 * @property {{text: string, kind: 'good' | 'bad' | 'info'} | null} message
 * @property {(Message | null)[]} hints  as the engine gives them; null: there is none
 * @property {boolean} isShown  whether the solution was shown
 * @property {number} solved  puzzles solved in this run
 * @property {ReadonlyMap<number, Outcome>} outcomes  how puzzles of the list ended first: who has seen a solution does not find it alone
 * @property {ReadonlySet<number>} helped  those for which a hint was given
 * @property {number | null} endsAt  when the time of a race is over
 * @property {number | null} restMs  what is left of it while its clock rests: a wrong move is explained until the person goes on
 * @property {Pick<State, 'game' | 'chances' | 'review'>} before  what was on the board
 */

/** How long a race takes. */
export const RACE_MS = 180_000;
/** How many hints the engine has for a move. */
export const HINTS = 4;
/** So that a solved puzzle is seen before the next one of a race comes. */
const PAUSE_MS = 700;

/** A puzzle that nobody has touched. @type {Pick<PuzzleRun, 'stage' | 'message' | 'hints' | 'isShown' | 'restMs'>} */
const FRESH = { stage: 'open', message: null, hints: [], isShown: false, restMs: null };

/** What is left of the time of a race; null if the puzzles have no clock. @param {Pick<PuzzleRun, 'endsAt' | 'restMs'>} run */
export const raceLeftMs = ({ endsAt, restMs }) => (endsAt === null ? null : Math.max(0, restMs ?? endsAt - Date.now()));

/** Whether the clock of a race rests. @param {Pick<PuzzleRun, 'restMs'> | null} run */
export const isResting = (run) => !!run && run.restMs !== null;

/** The puzzles of a run that were not solved without help. @param {Pick<PuzzleRun, 'list' | 'outcomes'>} run */
export function notAlone(run) {
  const outcomes = outcomesOf(run);
  return run.list.filter((_, index) => outcomes[index] !== 'solved');
}

/** What a reload is to know of a run; null if nothing is left to do in it. @param {PuzzleRun | null} run @returns {import('./saved.js').Practised | null} */
export const practisedNow = (run) => (run && run.stage !== 'over' && !isAtEnd(run) ? { source: run.source, side: run.side, index: run.index } : null);

/** Whether nothing is left to do in a run: then it is summed up. A race has an end of its own. @param {Pick<PuzzleRun, 'source' | 'list' | 'stage' | 'outcomes'>} run */
export const isAtEnd = ({ source, list, stage, outcomes }) => source !== 'race' && (stage === 'over' || stage === 'done' && outcomes.size === list.length);

/**
 * @param {import('./store.js').Store} store
 * @param {import('../engine/engine.js').Engine} engine
 * @param {Pick<Clock, 'hold'>} clock
 * @param {import('./state.js').Tell} tell
 * @param {import('./review.js').ReviewActions} review
 */
export function puzzleActions(store, engine, clock, tell, review) {
  /** The search for puzzles. @type {Request | null} */
  let fetching = null;
  /** Counts what was sought: a review that ends after another search began leads to no puzzles. */
  let searches = 0;
  /** The question about a move or a hint. @type {Request | null} */
  let asking = null;
  /** @type {number | undefined} */
  let timer;

  const run = () => store.get().puzzles;
  const current = () => run()?.list[run()?.index ?? 0];

  /** @param {Partial<PuzzleRun>} change */
  const update = (change) => store.set(({ puzzles }) => ({ puzzles: puzzles && { ...puzzles, ...change } }));

  /** @param {Error & {code?: string}} error */
  function failed(error) {
    if (error.code === 'canceled') return;
    tell(error.code === 'lost' ? lostText(store.get()) : t('engine.failed', { error: error.message }), 'error');
  }

  /** Ends the question under way: what it is about is not on the board any more. */
  function drop() {
    asking?.cancel();
    asking = null;
  }

  store.listen(({ puzzles, game }, before) => {
    // Another game on the board ends the puzzles.
    if (!puzzles && before.puzzles) {
      clearTimeout(timer);
      drop();
    } else if (puzzles && asking && game.at !== before.game.at) {
      drop();
      update({ stage: 'open' });
    }
  });

  /** Asks for puzzles; null if there are none or the request failed. @param {Source} source @param {Message} message */
  async function fetch(source, message) {
    fetching?.cancel();
    searches += 1;
    const request = engine.send({ request: 'puzzles', ...message });
    fetching = request;
    store.set({ fetching: source });
    try {
      const { puzzles } = await request.done;
      return fetching === request ? puzzles.map(puzzleOf) : null;
    } catch (error) {
      failed(/** @type {Error} */ (error));
      return null;
    } finally {
      if (fetching === request) {
        fetching = null;
        store.set({ fetching: null });
      }
    }
  }

  /** The moves of the game, whatever is on the board. */
  function gameLine() {
    const { tree, result } = ownGame(store.get()).game;
    return lineThrough(tree, endOfGame(tree, result?.node));
  }

  /** Reviews the game; its mistakes as puzzles, or null if that was not finished. @param {Color | 'all'} side @param {Effort} effort */
  async function reviewed(side, effort) {
    const search = ++searches;
    fetching?.cancel();
    fetching = null;
    store.set({ fetching: 'mistakes' });
    const line = gameLine();
    let isComplete = await review.start(effort, line);
    // What was under way may have been the review of another line.
    const isOther = () => search === searches && !isReviewOf(store.get().review, line);
    if (isComplete && isOther()) isComplete = await review.start(effort, line);
    if (search !== searches) return null;
    store.set({ fetching: null });
    const { game, review: found } = store.get();
    return isComplete && found ? exercisesOf(game.tree, found.moves, side) : null;
  }

  /** @param {Source} source @param {Puzzle[]} list @param {Partial<Pick<PuzzleRun, 'side' | 'index' | 'endsAt' | 'outcomes'>>} [from] */
  function begin(source, list, from = {}) {
    // The time that the turn has used stays used.
    clock.hold();
    const { review, ...own } = ownGame(store.get());
    const before = { ...own, review: interrupted(review) };
    show({ ...FRESH, side: 'all', index: 0, solved: 0, outcomes: new Map(), helped: new Set(), endsAt: null, ...from, source, list, before });
  }

  /** Puts the puzzle of a run on the board. @param {PuzzleRun} puzzles */
  function show(puzzles) {
    clearTimeout(timer);
    drop();
    const { tree } = puzzles.list[puzzles.index];
    const game = studyGame(tree, store.get().game.level);
    store.set(({ analysis }) => ({
      ...blankStudy(), puzzles, editor: null, game, focus: { x: tree.size.width >> 1, y: tree.size.height >> 1 },
      analysis: { ...analysis, isOn: false },
    }));
    if (puzzles.endsAt !== null) timer = setTimeout(() => raceOver('puzzle.raceOver'), puzzles.endsAt - Date.now());
  }

  /** @param {number} index */
  const turnTo = (index) => {
    const now = run();
    if (!now) return;
    // The clock of a race goes on from where it rested.
    const left = raceLeftMs(now);
    show({ ...now, ...FRESH, index, endsAt: left === null ? null : Date.now() + left });
  };

  /** The puzzle is over. @param {boolean} isRight @param {PuzzleRun['message']} message */
  function finish(isRight, message) {
    const now = run();
    const puzzle = current();
    if (!now || !puzzle) return;
    const outcome = now.isShown ? 'shown' : !isRight ? 'missed' : now.helped.has(now.index) ? 'hints' : 'solved';
    const first = now.outcomes.get(now.index) ?? outcome;
    recordAttempt(puzzle.id, first);
    update({ stage: 'done', message, solved: now.solved + (isRight ? 1 : 0), outcomes: new Map(now.outcomes).set(now.index, first) });
    if (now.source !== 'race') return;
    if (isRight) {
      setTimeout(() => current() === puzzle && run()?.stage === 'done' && nextOfRace(), PAUSE_MS);
    } else {
      clearTimeout(timer);
      update({ restMs: raceLeftMs(now) });
    }
  }

  async function nextOfRace() {
    const now = run();
    if (!now) return;
    if (now.index + 1 < now.list.length) return turnTo(now.index + 1);
    raceOver('puzzle.raceDone');
  }

  /** @param {string} why  why the race is over */
  function raceOver(why) {
    const now = run();
    if (!now || now.stage === 'over') return;
    clearTimeout(timer);
    drop();
    const best = recordRace(now.solved);
    update({ stage: 'over', restMs: null, message: { kind: 'info', text: t(why, { n: now.solved, best }) } });
  }

  /** @param {string} move */
  function solvedText(move) {
    const { goal, mistake } = current() ?? {};
    if (goal !== 'better') return t(goal === 'defend' ? 'puzzle.stopped' : 'puzzle.solved', { move });
    return sentences([t('puzzle.good', { move }), ...(mistake?.best[0] === move ? [reasonsText(mistake.reasons)] : [])]);
  }

  /** The line of a win. @param {string[]} line @param {number} [plies] */
  function solutionText(line, plies = line.length) {
    const color = mover(store.get().game);
    return sentences([`${t('puzzle.solution', { line: lineText(line) })}.`, restText({ line, plies: Math.max(plies, line.length) }, color)].filter(Boolean));
  }

  /** What the engine says about a move. @param {Message} answer @param {Point} point */
  function answered({ verdict, reply, win, chance, best_chance: best, nodes }, point) {
    const { game } = store.get();
    const { size } = game.tree;
    const name = pointName(point, size);
    const color = mover(game);
    const [replied] = pointsOf(reply ? [reply] : [], size);
    const place = (/** @type {(Point | undefined)[]} */ points) => store.set(({ game: now }) => ({
      game: points.reduce((next, stone) => (stone ? played(next, stone, null) : next), now), preview: null, pending: null,
    }));
    // A puzzle is tried again; a race goes on to the next one, once the person has read why.
    const refused = (/** @type {'bad' | 'info'} */ kind, /** @type {string} */ why, /** @type {Point[]} */ line) => {
      const now = run();
      const isRace = now?.source === 'race';
      const isLast = isRace && now.index + 1 === now.list.length;
      const message = { kind, text: sentences([why, ...(isLast ? [] : [t(isRace ? 'puzzle.onToNext' : 'puzzle.tryAnother')])]) };
      store.set({ preview: { points: line, color } });
      update({ stage: 'open', message });
      if (isRace) finish(false, message);
    };
    const wrong = (/** @type {string} */ text, /** @type {Point[]} */ line) => refused('bad', text, line);
    switch (verdict) {
      case 'solved':
        place([point]);
        return finish(true, { kind: 'good', text: solvedText(name) });
      case 'right':
        place([point, replied]);
        return update({ stage: 'open', message: { kind: 'good', text: t('puzzle.right', { move: name, reply }) }, hints: [] });
      case 'undecided': {
        const text = undecidedText({ move: name, reply, nodes });
        // What stops a win is done with; who is to win has not won yet.
        if (current()?.goal === 'win') return refused('info', text, [point, ...(replied ? [replied] : [])]);
        place([point]);
        return finish(true, { kind: 'info', text });
      }
      case 'held':
        return wrong(t('puzzle.held', { move: name, reply }), [point, ...(replied ? [replied] : [])]);
      case 'loses':
        return wrong(t('puzzle.loses', { move: name, win: winText(t(other(color)), win) }), [point, ...pointsOf(win?.line.slice(0, 1), size)]);
      case 'worse':
        return wrong(worseText({ move: name, chance, best, color: other(color), reply }), [point, ...(replied ? [replied] : [])]);
      case 'illegal':
        return update({ stage: 'open', message: { kind: 'bad', text: t('puzzle.illegal', { move: name }) } });
      default:
        return update({ stage: 'open', message: { kind: 'info', text: t('puzzle.unknown', { move: name }) } });
    }
  }

  /** Asks about the position of the puzzle; an answer that comes when another one is on the board is dropped. @param {Message} message @param {(answer: Message) => void} then */
  async function ask(message, then) {
    const puzzle = current();
    if (!puzzle || run()?.stage !== 'open') return;
    const { tree, at } = store.get().game;
    // The move of the game and the better one are those of the first position.
    const known = at === ROOT ? knownOf(puzzle) : {};
    const request = engine.send({ position: positionSpec(tree, at), goal: puzzle.goal, ...(message.request === 'puzzles' ? known : {}), ...message });
    asking = request;
    update({ stage: 'asked' });
    try {
      const answer = await request.done;
      if (asking !== request) return;
      asking = null;
      then(answer);
    } catch (error) {
      if (asking === request) {
        asking = null;
        update({ stage: 'open' });
      }
      failed(/** @type {Error} */ (error));
    }
  }

  return {
    /**
     * The mistakes of the game as puzzles: those that its review has found; without one the game is reviewed first. Of a position
     * without moves the win of the side to move.
     * @param {Color | 'all' | null} wanted  null: the person is asked first, if there are moves @param {boolean} [isFound]  whether what a review has found so far is enough
     * @param {number} [index]  the one to begin with
     */
    async mistakes(wanted, isFound = false, index = 0) {
      const { game, review: known } = ownGame(store.get());
      const { tree } = game;
      const line = gameLine();
      if (!wanted && line.length) return store.set({ asksSide: { isFound } });
      const side = wanted ?? 'all';
      const isDone = !!known && hasExercises(known) && (isFound || known.isComplete && isReviewOf(known, line));
      const list = !line.length ? await fetch('mistakes', { action: 'find', ...gameSpec(tree, []), ...(side === 'all' ? {} : { color: side }) })
        : isDone ? exercisesOf(tree, known.moves, side) : await reviewed(side, known?.effort ?? 'quick');
      if (list?.length) begin('mistakes', list, { side, index: Math.min(index, list.length - 1) });
      else if (list) tell(side === 'all' ? t('puzzle.none') : t('puzzle.noneOf', { color: t(side) }));
    },
    async daily() {
      const list = await fetch('daily', { action: 'daily', day: today() });
      if (!list?.length) return;
      begin('daily', list, dailyStart(list));
    },
    /** Wins by fours against the clock, from the sets of some days. */
    async race() {
      /** @type {Map<string, Puzzle>} */
      const found = new Map();
      for (let day = 0; day < RACE_DAYS; day++) {
        const list = await fetch('race', { action: 'daily', day: today(-day) });
        if (!list) return;
        for (const puzzle of list) found.set(puzzle.id, puzzle);
      }
      const wins = [...found.values()].filter(({ kind, goal }) => kind === 'vcf' && goal === 'win');
      if (wins.length) begin('race', shuffled(wins), { endsAt: Date.now() + RACE_MS });
    },
    /** Ends the search for puzzles. */
    abandon() {
      searches += 1;
      if (store.get().fetching === 'mistakes') review.stop();
      fetching?.cancel();
      fetching = null;
      store.set({ fetching: null });
    },
    /** A stone of the person. @param {Point} point */
    play(point) {
      const { puzzles, game } = store.get();
      // Where the clock of a race rests, a press on the board goes on, too.
      if (isResting(puzzles)) return nextOfRace();
      if (!puzzles || puzzles.stage !== 'open') return;
      store.set({ preview: null });
      const { tree } = game;
      if (mover(game) !== puzzles.list[puzzles.index].tree.setup?.toMove) return;
      ask({ request: 'puzzles', action: 'answer', move: pointName(point, tree.size), points: 'names' }, (answer) => answered(answer, point));
    },
    hint() {
      const step = (run()?.hints.length ?? 0) + 1;
      if (step > HINTS || run()?.source === 'race') return;
      ask({ request: 'puzzles', action: 'hint', step }, ({ hint }) => {
        const { hints = [], helped = new Set(), index = 0 } = run() ?? {};
        update({ stage: 'open', hints: [...hints, hint ?? null], helped: hint ? new Set([...helped, index]) : helped });
      });
    },
    /** Shows the winning line, or the moves that stop the win. */
    solution() {
      const puzzle = current();
      if (!puzzle || run()?.stage !== 'open') return;
      const { goal, mistake } = puzzle;
      if (goal === 'better' && mistake) {
        update({ isShown: true });
        store.set({ preview: { points: pointsOf(mistake.best.slice(0, LINE_SHOWN), puzzle.tree.size), color: mover(store.get().game) } });
        return finish(false, { kind: 'info', text: sentences([`${t('puzzle.solution', { line: lineText(mistake.best) })}.`, reasonsText(mistake.reasons)]) });
      }
      const isWin = goal === 'win';
      const known = store.get().game.at === ROOT ? mistake?.best.slice(0, isWin ? undefined : 1) ?? [] : [];
      ask({ request: 'solve', points: 'names' }, (answer) => {
        const { game } = store.get();
        const found = isWin ? answer.line ?? [] : (answer.moves ?? []).map((/** @type {Message} */ { move }) => move);
        // The review has looked harder.
        const names = found.length ? found : known;
        const points = pointsOf(names, game.tree.size);
        store.set(isWin ? { preview: { points: points.slice(0, LINE_SHOWN), color: mover(game) } } : { spotlight: { stones: [], targets: points } });
        update({ stage: 'open', isShown: true });
        finish(false, { kind: 'info', text: !names.length ? t('puzzle.noHint') : isWin ? solutionText(names, answer.plies) : t('puzzle.defenses', { line: names.join(' ') }) });
      });
    },
    again: () => turnTo(run()?.index ?? 0),
    /** After the last one the run is summed up. */
    next() {
      const now = run();
      if (!now) return;
      if (now.source === 'race') return nextOfRace();
      if (now.index + 1 < now.list.length) return turnTo(now.index + 1);
      drop();
      store.set({ preview: null, spotlight: null, pending: null });
      update({ stage: 'over', message: null });
    },
    /** Those once more that were not solved without help. */
    repeat() {
      const now = run();
      const list = now ? notAlone(now) : [];
      if (now && list.length) show({ ...now, ...FRESH, list, index: 0, solved: 0, outcomes: new Map(), helped: new Set() });
    },
    turnTo,
    /** Takes a move of the person back, with the reply to it. */
    undo() {
      const now = run();
      if (!now || now.source === 'race') return;
      if (now.stage === 'done' || now.stage === 'over') return turnTo(now.index);
      // The move that is being judged is the one to take back: it is not on the board yet.
      if (now.stage === 'asked') {
        drop();
        return update({ stage: 'open' });
      }
      const { parent } = nodeOf(store.get().game.tree, store.get().game.at);
      const { parent: before } = nodeOf(store.get().game.tree, parent ?? ROOT);
      store.set(({ game }) => ({ game: { ...game, at: before ?? ROOT }, preview: null }));
      update({ message: null, hints: [] });
    },
    /** Ends the puzzles: the person's game is on the board again. */
    end() {
      const now = run();
      if (!now) return;
      showGame(store, now.before);
    },
  };
}

/** @typedef {ReturnType<typeof puzzleActions>} PuzzleActions */

/** Where the set of a day begins: at the first that is not solved yet, with what those before it were solved with; if all are, once more. @param {Pick<Puzzle, 'id'>[]} list @returns {Pick<PuzzleRun, 'index' | 'outcomes'>} */
export function dailyStart(list) {
  const known = list.map(({ id }) => bestOutcome(id));
  const first = known.findIndex((outcome) => !isSolved(outcome));
  if (first < 0) return { index: 0, outcomes: new Map() };
  return { index: first, outcomes: new Map(known.slice(0, first).flatMap((outcome, index) => (outcome ? [[index, outcome]] : []))) };
}

/** The days whose sets make a race. */
const RACE_DAYS = 5;

/** The day, as the API takes it. @param {number} [later] */
function today(later = 0) {
  const day = new Date();
  day.setDate(day.getDate() + later);
  const two = (/** @type {number} */ n) => String(n).padStart(2, '0');
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}

/** @template T @param {T[]} items @returns {T[]} */
function shuffled(items) {
  const left = [...items];
  return items.map(() => left.splice(Math.floor(Math.random() * left.length), 1)[0]);
}
