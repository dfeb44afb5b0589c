// Clocks: time per move, per game and increment. The time of the side to move runs from the moment
// the verdict about the position is known; until then nobody can move. In an opening the time of the one who
// chooses runs, and each choice is a move: a participant keeps the time when the colors are exchanged. The increment
// is added for a stone placed on the board, not for another choice nor for a stone that is offered.

import { colorOf, currentVerdict, decider, gameResult, openingPhase, positionKey } from './state.js';
import { isUnknown } from '../model/opening.js';
import { ended, isLeaf } from './navigate.js';
import { other, parsePoint } from '../model/points.js';

/** @typedef {import('./state.js').State} State */
/** @typedef {import('./state.js').Game} Game */
/** @typedef {import('../model/points.js').Color} Color */

/** How late the move of the engine may arrive: it held its time, the way to the page did not. */
const GRACE_MS = 1000;
/** A browser's timer takes no more, and a file may claim any time. */
const LONGEST_MS = 2 ** 31 - 1;

/** @param {import('./store.js').Store} store */
export function startClock(store) {
  /** The turn on the board; `since` is null while its time does not run. @type {Turn} */
  let turn = turnOf(store.get().game);
  /** @type {number | undefined} */
  let timer;

  /** @param {State} state */
  const runs = (state) => {
    const { game } = state;
    const hasClock = game.clock.turnMs !== null || game.clock.gameMs !== null;
    return hasClock && !game.isPaused && !state.editor && isLeaf(game) && !gameResult(state) && !isUnknown(openingPhase(game))
      && state.connection === 'open' && !!currentVerdict(state);
  };

  /** Whose time a turn uses. @param {Turn} turn */
  const sideOf = ({ chooser, color }) => (chooser ? colorOf(store.get().game, chooser) : color);

  /** What the turn on the board has used of its time, earlier stretches included. */
  function spent() {
    const { used } = store.get().game;
    return (used?.key === turn.key ? used.ms : 0) + (turn.since === null ? 0 : performance.now() - turn.since);
  }

  /** The time that a side has left, of the move or of the game, whichever is less. @param {Color} color */
  function leftMs(color) {
    const { clock, leftMs: left } = store.get().game;
    const ms = sideOf(turn) === color ? spent() : 0;
    const times = [];
    if (clock.gameMs !== null) times.push(left[color] - ms);
    if (clock.turnMs !== null) times.push(clock.turnMs - ms);
    return Math.max(0, Math.min(...times));
  }

  /** Stops the time of the turn and keeps what it has used: a pause gives no time, nor does another game that is shown meanwhile. */
  function hold() {
    if (turn.since === null) return;
    const used = { key: turn.key, ms: spent() };
    turn.since = null;
    store.set(({ game }) => ({ game: { ...game, used } }));
  }

  // Other listeners may have changed the state again before this one is called: it compares with
  // what it has seen itself.
  function update() {
    const { game } = store.get();
    if (game.clock !== turn.clock) turn = turnOf(game);
    else if (turnKey(game) !== turn.key) {
      const isMove = turn.chooser ? choicesOf(game).length > turn.choices : game.tree.nodes.get(game.at)?.parent === turn.at;
      if (isMove && turn.since !== null) charge(turn, spent());
      else hold();
      turn = turnOf(store.get().game);
    }
    const isRunning = runs(store.get());
    if (!isRunning) hold();
    else turn.since ??= performance.now();
    clearTimeout(timer);
    if (isRunning) timer = setTimeout(expire, Math.min(leftMs(sideOf(turn)) + 1, LONGEST_MS));
  }

  /** A turn is over that has used so much. @param {Turn} ended @param {number} usedMs */
  function charge(ended, usedMs) {
    const color = sideOf(ended);
    turn = turnOf(store.get().game);
    store.set(({ game }) => ({
      game: {
        ...game, used: null, choiceMs: ended.chooser ? withTime(game.choiceMs, ended.choices, usedMs) : game.choiceMs,
        leftMs: game.clock.gameMs === null ? game.leftMs
          : { ...game.leftMs, [color]: Math.max(0, game.leftMs[color] - usedMs) + stonesOf(ended, game) * game.clock.incrementMs },
      },
    }));
  }

  /** @param {boolean} [isLate]  whether the grace of the engine is over, too */
  function expire(isLate = false) {
    const state = store.get();
    const loser = decider(state.game);
    if (!runs(state)) return;
    if (leftMs(loser) > 0) return update();
    if (state.thinking && !isLate) {
      timer = setTimeout(expire, GRACE_MS, true);
      return;
    }
    store.set(({ game }) => ({ game: ended(game, other(loser), 'timeout') }));
  }

  store.listen((now, before) => {
    if (now.game !== before.game || now.verdict !== before.verdict || now.connection !== before.connection || now.editor !== before.editor) update();
  });
  // A reload gives no time either.
  window.addEventListener('pagehide', hold, { capture: true });
  return { leftMs, runs: () => runs(store.get()), spent, hold };
}

/** How many stones a turn has placed on the board: one, but for an engine that makes several choices of an opening, or other ones. What follows `ten` or a number are offers. @param {Pick<Turn, 'chooser' | 'choices' | 'isPlacing'>} ended @param {Game} game */
export function stonesOf({ chooser, choices, isPlacing }, game) {
  if (!chooser) return 1;
  let [stones, places] = [0, isPlacing];
  for (const choice of choicesOf(game).slice(choices)) {
    if (!parsePoint(choice, game.tree.size)) places = choice !== 'ten' && !(Number(choice) > 0);
    else if (places) stones += 1;
  }
  return stones;
}

/** The times of the choices of an opening with that of the one at an index. @param {number[]} times @param {number} index @param {number} ms */
const withTime = (times, index, ms) => [...Array.from({ length: index }, (_, before) => times[before] ?? 0), Math.round(ms)];

/** A turn: of a `color`, or of the `chooser` of an opening, who may be placing a stone on the board. @typedef {{clock: Game['clock'], key: string, at: number, choices: number, chooser: import('../model/opening.js').Participant | null, isPlacing: boolean, color: Color, since: number | null}} Turn */

/** @param {Game} game */
const choicesOf = ({ opening }) => opening?.choices ?? [];

/** What distinguishes a turn from others: a choice may leave the position as it is, and who is next comes later. @param {Game} game */
const turnKey = (game) => [positionKey(game), ...choicesOf(game), openingPhase(game)?.chooser ?? ''].join(' ');

/** @param {Game} game @returns {Turn} */
const turnOf = (game) => ({
  clock: game.clock, key: turnKey(game), at: game.at, choices: choicesOf(game).length, chooser: openingPhase(game)?.chooser ?? null, isPlacing: openingPhase(game)?.step?.kind === 'place',
  color: decider(game), since: null,
});

/** @typedef {ReturnType<typeof startClock>} Clock */

/** `3:05`, `1:02:03`, below ten seconds with tenths. @param {number} ms */
export function clockText(ms) {
  if (ms < 10_000) return `0:0${(Math.floor(ms / 100) / 10).toFixed(1)}`;
  const all = Math.floor(ms / 1000);
  const [hours, minutes, seconds] = [Math.floor(all / 3600), Math.floor(all / 60) % 60, all % 60];
  const two = (/** @type {number} */ n) => String(n).padStart(2, '0');
  return hours ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
}
