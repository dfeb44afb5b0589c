// Playing: a stone, a resignation, a step back; and whether it is the engine's turn.

import { back, ended, first, forward, isGivenUp, isLeaf, last, nextVariation, played, redone, undone } from './navigate.js';
import { isOpeningEnd, withChoices, withoutChoice } from './opening.js';
import { blankStudy, currentVerdict, decider, gameResult, mover, newGame, openingPhase, positionKey } from './state.js';
import { exchanged, pointKey, pointName } from '../model/points.js';
import { stonesAt } from '../model/tree.js';
import { refusal } from '../model/opening.js';
import { t } from '../text/text.js';
import { forbiddenText, lostText } from '../text/facts.js';

/** @typedef {import('./state.js').State} State */
/** @typedef {import('./state.js').Game} Game */
/** @typedef {import('../model/points.js').Point} Point */

/**
 * @param {import('./store.js').Store} store
 * @param {import('./judge.js').Judge} judge
 * @param {() => Promise<boolean>} isOpeningKnown  waits until the engine has said what is chosen next
 * @param {(text: string, kind?: 'info' | 'error') => void} tell
 * @param {() => void} keep  keeps the game that another one replaces
 */
export function playActions(store, judge, isOpeningKnown, tell, keep) {
  const setGame = (/** @type {(game: Game) => Game} */ change) =>
    store.set(({ game }) => ({ game: change(game), pending: null, preview: null, walk: null }));

  /** Why no stone may be placed on a point now, as text; or null. @param {Point} point */
  function reasonAgainst(point) {
    const state = store.get();
    const { game } = state;
    const name = pointName(point, game.tree.size);
    if (stonesAt(game.tree, game.at).has(pointKey(point))) return t('refused.occupied', { point: name });
    if (game.tree.setup?.blocked.some((p) => pointKey(p) === pointKey(point))) return t('refused.blocked', { point: name });
    if (gameResult(state)) return t('refused.over');
    if (isEngineTurn(state)) return state.connection === 'open' ? t('refused.engine') : lostText(state);
    const phase = openingPhase(game);
    const why = phase && refusalText(phase, name);
    if (why) return why;
    const forbidden = mover(game) === 'black' && currentVerdict(state)?.forbidden.find((f) => f.point === name);
    return forbidden ? forbiddenText(forbidden) : null;
  }

  /**
   * Waits for the verdict about the position; false if there is no connection. Where the engine is gone for
   * good, two persons play on without verdicts.
   */
  async function isJudged() {
    const { game, failure } = store.get();
    const key = positionKey(game);
    if (store.get().verdict?.key === key || (failure && isBetweenPersons(game))) return true;
    try {
      const verdict = await judge.current();
      if (positionKey(store.get().game) !== key) return false;
      store.set({ verdict });
      return true;
    } catch (error) {
      const { code, message } = /** @type {{code?: string, message: string}} */ (error);
      if (code === 'lost' && store.get().failure && isBetweenPersons(game)) return true;
      tell(code === 'lost' ? lostText(store.get()) : t('engine.failed', { error: message }), 'error');
      return false;
    }
  }

  /** Whether what is to be chosen and the verdict are known, waiting for both. */
  async function isReady() {
    if (await isOpeningKnown()) return isJudged();
    tell(lostText(store.get()), 'error');
    return false;
  }

  /** The stones placed one after another: a quick second press waits for the verdict about the first. */
  let placing = Promise.resolve(true);

  /** @param {Point} point @param {number | null} timeMs @returns {Promise<boolean>} */
  function place(point, timeMs = null) {
    placing = placing.catch(() => false).then(() => placeNow(point, timeMs));
    return placing;
  }

  /** @param {Point} point @param {number | null} timeMs */
  async function placeNow(point, timeMs) {
    if (!(await isReady())) return false;
    const reason = reasonAgainst(point);
    if (reason) {
      tell(reason, 'error');
      return false;
    }
    if (openingPhase(store.get().game)) return choose(pointName(point, store.get().game.tree.size));
    setGame((game) => answered(played(game, point, timeMs)));
    return true;
  }

  /** Gives up the turn. @param {number | null} timeMs */
  async function pass(timeMs = null) {
    if (!(await isJudged())) return false;
    const state = store.get();
    const reason = gameResult(state) || openingPhase(state.game) ? t('refused.over')
      : isEngineTurn(state) ? t('refused.engine') : null;
    if (reason) {
      tell(reason, 'error');
      return false;
    }
    setGame((game) => answered(played(game, null, timeMs)));
    return true;
  }

  /** Makes a choice of the opening. @param {string} choice */
  function choose(choice) {
    const { game } = store.get();
    const phase = openingPhase(game);
    if (!phase || !game.opening) return false;
    const why = gameResult(store.get()) ? t('refused.over') : refusalText(phase, choice);
    if (why) {
      tell(why, 'error');
      return false;
    }
    setGame((now) => withChoices(now, [...phase.choices, choice]));
    return true;
  }

  return {
    place,
    pass,
    reasonAgainst,
    choose,
    isReady,
    setGame,
    back: () => setGame(back),
    forward: () => setGame(forward),
    first: () => setGame(first),
    last: () => setGame(last),
    variation: () => setGame(nextVariation),
    undo: () => setGame((game) => (!isGivenUp(game) && (openingPhase(game) || isOpeningEnd(game)) ? withoutChoice(game) : undone(game))),
    redo: () => setGame(redone),
    togglePause: () => setGame((game) => ({ ...game, isPaused: !game.isPaused })),
    level: (/** @type {number} */ level) => setGame((game) => ({ ...game, level })),
    /** The person and the engine exchange their sides, with their names. */
    swapSides: () => setGame((game) => (openingPhase(game) || game.seats.black === game.seats.white ? game
      : { ...game, seats: exchanged(game.seats), names: { ...game.names, ...exchanged(game.names) } })),
    /** The engine takes the side that is not to move, in whatever position. */
    againstEngine: () => setGame((game) => {
      const own = mover(game);
      const seats = /** @type {import('./state.js').Seats} */ ({ black: 'engine', white: 'engine', [own]: 'person' });
      return { ...game, seats, names: { ...game.names, black: '', white: '' }, isPaused: false };
    }),
    resign() {
      const state = store.get();
      const { seats } = state.game;
      if (state.puzzles || gameResult(state)) return;
      // A person who plays an engine resigns for the own side, whoever's turn it is.
      const isMixed = seats.black !== seats.white;
      const loser = isMixed ? (seats.black === 'person' ? 'black' : 'white') : decider(state.game);
      const winner = loser === 'black' ? 'white' : 'black';
      setGame((game) => ended(game, winner, 'resigned'));
    },
    /** @param {import('./state.js').NewGame} wanted */
    start(wanted) {
      keep();
      store.set({
        ...blankStudy(), game: newGame(wanted), editor: null,
        focus: { x: wanted.size.width >> 1, y: wanted.size.height >> 1 },
      });
    },
  };
}

/** @typedef {ReturnType<typeof playActions>} PlayActions */

/** Why a choice is not possible, as text; or null. @param {import('../model/opening.js').Phase} phase @param {string} choice */
function refusalText(phase, choice) {
  const why = refusal(phase, choice);
  return why && t(...why);
}

/** @param {Game} game */
const isBetweenPersons = ({ seats }) => seats.black === 'person' && seats.white === 'person';

/** A move that was played before has the engine's answer already. @param {Game} game */
function answered(game) {
  return game.seats[mover(game)] === 'engine' && game.seats.black !== game.seats.white ? forward(game) : game;
}

/** Whether the engine is to choose or to move, now or as soon as it can. @param {State} state */
export function isEngineTurn(state) {
  const { game, editor } = state;
  if (game.isPaused || editor || !isLeaf(game) || gameResult(state)) return false;
  const phase = openingPhase(game);
  if (phase && game.opening) return phase.chooser !== null && game.opening.seats[phase.chooser] === 'engine';
  return game.seats[mover(game)] === 'engine';
}
