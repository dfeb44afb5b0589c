// The engine as a player: it thinks when it is its turn, in the opening and after it.

import { played } from './navigate.js';
import { withPhase } from './opening.js';
import { isEngineTurn } from './play.js';
import { currentVerdict, decider, mover, openingPhase, positionKey, threadsOf } from './state.js';
import { parsePoint } from '../model/points.js';
import { phaseOf } from '../model/opening.js';
import { positionSpec } from '../model/position.js';
import { t } from '../text/text.js';

/** @typedef {import('./state.js').State} State */
/** @typedef {import('./state.js').Game} Game */
/** @typedef {import('../engine/engine.js').Request} Request */

/** The time for a move without a clock, in milliseconds. */
const MOVE_MS = 1000;
/** A game between engines takes at least this long per move, to be followed. */
const PACE_MS = 250;
/** What the engine leaves of the time on the clock, for the way of its move to the page. */
const MARGIN_MS = 150;

/**
 * @param {import('./store.js').Store} store
 * @param {import('../engine/engine.js').Engine} engine
 * @param {import('./play.js').PlayActions} play
 * @param {import('./clock.js').Clock} clock
 * @param {(text: string, kind?: 'info' | 'error') => void} tell
 */
export function startOpponent(store, engine, play, clock, tell) {
  // A turn may be asked about twice, after a pause for example: requests are compared, not their keys.
  /** @type {{key: string, request: Request} | null} */
  let running = null;

  /** The turn that the engine has to take, as a text that differs between turns. @param {State} state */
  function turn(state) {
    if (state.connection !== 'open' || !isEngineTurn(state) || !currentVerdict(state)) return null;
    return `${positionKey(state.game)} ${state.game.opening?.choices.join(' ') ?? ''} ${state.game.level}`;
  }

  function update() {
    const state = store.get();
    const key = turn(state);
    if (running && running.key !== key) {
      running.request.cancel();
      running = null;
      if (store.get().thinking) store.set({ thinking: null });
    }
    if (key && !running) begin(key, state);
  }

  /** @param {string} key @param {State} state */
  function begin(key, state) {
    const { game } = state;
    const phase = openingPhase(game);
    const color = decider(game);
    const began = performance.now();
    const hasClock = clock.runs();
    const leftMs = hasClock ? clock.leftMs(color) : Infinity;
    const request = engine.send(phase ? openingMessage(game, leftMs) : moveMessage(state, leftMs), (event) => {
      // A report of depth 0 has looked at nothing.
      if (running?.request === request && event.event === 'depth' && event.depth > 0) {
        store.set(({ thinking }) => ({ thinking: thinking && { ...thinking, report: /** @type {any} */ (event) } }));
      }
    });
    running = { key, request };
    store.set({ thinking: { key: positionKey(game), color, report: null } });
    request.done.then(async (answer) => {
      const pace = game.seats.black === game.seats.white ? Math.min(PACE_MS, leftMs / 20) - (performance.now() - began) : 0;
      if (pace > 0) await new Promise((resolve) => setTimeout(resolve, pace));
      if (running?.request !== request) return;
      running = null;
      const report = store.get().thinking?.report;
      const tookMs = hasClock ? clock.spent() : performance.now() - began;
      store.set({ thinking: null, ...(report && chanceAfter(store.get(), report.lines[0]?.win_chance)) });
      apply(answer, tookMs);
    }, (error) => {
      if (running?.request !== request) return;
      running = null;
      store.set({ thinking: null });
      if (error.code === 'canceled' || error.code === 'lost') return;
      tell(t('engine.failed', { error: error.message }), 'error');
      store.set(({ game: now }) => ({ game: { ...now, isPaused: true } }));
    });
  }

  /** @param {import('../engine/engine.js').Message} answer @param {number} tookMs */
  function apply(answer, tookMs) {
    const { game } = store.get();
    if (openingPhase(game)) {
      play.setGame((now) => withPhase(now, phaseOf(answer, now.tree.size)));
      return;
    }
    const point = parsePoint(String(answer.move), game.tree.size);
    if (point) play.setGame((now) => played(now, point, tookMs));
  }

  store.listen((now, before) => {
    if (now.game !== before.game || now.verdict !== before.verdict || now.connection !== before.connection
      || now.editor !== before.editor) update();
  });
  return {
    /** Ends the search: the engine plays the best move that it has found. */
    moveNow: () => running?.request.stop(),
  };
}

/** @param {State} state @param {number | undefined} chance */
function chanceAfter({ game, chances }, chance) {
  if (chance === undefined) return {};
  const black = mover(game) === 'black' ? chance : 1 - chance;
  return { chances: new Map(chances).set(game.at, black) };
}

/** The limits of a search for the player whose clock shows so much. @param {Game} game @param {number} leftMs @param {number} freeMs  the time without a clock */
function limitsOf({ clock }, leftMs, freeMs) {
  const left = Math.max(1, Math.floor(Math.max(leftMs - MARGIN_MS, leftMs / 2)));
  if (clock.gameMs !== null) return { left_ms: left, increment_ms: clock.incrementMs };
  return { time_ms: clock.turnMs !== null ? left : freeMs };
}

/** @param {State} state @param {number} leftMs  what the clock shows */
function moveMessage(state, leftMs) {
  const { game } = state;
  return {
    request: 'move', position: positionSpec(game.tree, game.at), level: game.level, limits: limitsOf(game, leftMs, MOVE_MS),
    threads: threadsOf(state), points: 'names',
  };
}

/** @param {Game} game @param {number} leftMs  what the clock shows */
function openingMessage(game, leftMs) {
  const { tree, opening } = game;
  const { width, height } = tree.size;
  return {
    request: 'opening', rule: tree.rule, width, height, opening: opening?.rule, choices: opening?.choices,
    play: true, limits: limitsOf(game, leftMs, 2 * MOVE_MS), points: 'names',
  };
}
