// Clocks: time per move, per game and increment. The time of the side to move runs from the moment
// the position came onto the board.

import { gameResult, mover, openingPhase, positionKey } from './state.js';
import { ended, isLeaf } from './navigate.js';
import { other } from '../model/points.js';

/** @typedef {import('./state.js').State} State */
/** @typedef {import('../model/points.js').Color} Color */

/** @param {import('./store.js').Store} store */
export function startClock(store) {
  let since = performance.now();
  let key = '';
  /** @type {number | undefined} */
  let timer;

  const spent = () => performance.now() - since;

  /** @param {State} state */
  const runs = (state) => {
    const { game } = state;
    const hasClock = game.clock.turnMs !== null || game.clock.gameMs !== null;
    return hasClock && !game.isPaused && !state.editor && isLeaf(game) && !gameResult(state) && !openingPhase(game)
      && state.connection === 'open';
  };

  /** The time that a side has left, of the move or of the game, whichever is less. @param {Color} color */
  function leftMs(color) {
    const state = store.get();
    const { clock, leftMs: left } = state.game;
    const used = runs(state) && mover(state.game) === color ? spent() : 0;
    const times = [];
    if (clock.gameMs !== null) times.push(left[color] - used);
    if (clock.turnMs !== null) times.push(clock.turnMs - used);
    return Math.max(0, Math.min(...times));
  }

  /** @param {State} now @param {State} before */
  function update(now, before) {
    const nowKey = positionKey(now.game);
    if (nowKey !== key) {
      const { game } = now;
      const isNext = game.tree.nodes.get(game.at)?.parent === before.game.at && runs(before);
      if (isNext && game.clock.gameMs !== null) charge(mover(before.game), spent());
      since = performance.now();
      key = nowKey;
    } else if (!runs(before) && runs(now)) since = performance.now();
    clearTimeout(timer);
    if (runs(store.get())) timer = setTimeout(expire, leftMs(mover(store.get().game)) + 1);
  }

  /** @param {Color} color @param {number} usedMs */
  function charge(color, usedMs) {
    key = positionKey(store.get().game);
    store.set(({ game }) => ({
      game: { ...game, leftMs: { ...game.leftMs, [color]: Math.max(0, game.leftMs[color] - usedMs) + game.clock.incrementMs } },
    }));
  }

  function expire() {
    const state = store.get();
    const loser = mover(state.game);
    if (!runs(state)) return;
    if (leftMs(loser) > 0) return update(state, state);
    store.set(({ game }) => ({ game: ended(game, other(loser), 'timeout') }));
  }

  store.listen((now, before) => {
    if (now.game !== before.game || now.verdict !== before.verdict || now.connection !== before.connection) update(now, before);
  });
  return { leftMs, runs: () => runs(store.get()), spent };
}

/** @typedef {ReturnType<typeof startClock>} Clock */

/** `3:05`, `1:02:03`, below ten seconds with tenths. @param {number} ms */
export function clockText(ms) {
  if (ms < 10_000) return `0:0${(Math.floor(ms / 100) / 10).toFixed(1)}`;
  const all = Math.floor(ms / 1000);
  const [hours, minutes, seconds] = [Math.floor(all / 3600), Math.floor(all / 60) % 60, all % 60];
  const two = (/** @type {number} */ n) => String(n).padStart(2, '0');
  return hours ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
}
