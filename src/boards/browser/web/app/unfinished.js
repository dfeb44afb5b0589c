// An opening that is not over, in a file and back: its choices, who makes them, and the clock. The form is that in
// which the terminal keeps a game that goes on.

import { openingPhase } from './state.js';
import { parsePoint } from '../model/points.js';

/** @typedef {import('./state.js').Game} Game */
/** @typedef {import('../model/points.js').Color} Color */
/** @typedef {import('../model/opening.js').Phase} Phase */
/** @typedef {import('../engine/engine.js').Message} Message */

/** What continues the opening of a game; null if none is being played. @param {Game} game @returns {Message | null} */
export function unfinishedOf(game) {
  const { opening, clock: { turnMs, gameMs, incrementMs }, choiceMs } = game;
  if (!opening || !openingPhase(game)) return null;
  const { rule, choices, seats } = opening;
  return {
    opening: { rule, choices, is_engine: [seats.first === 'engine', seats.second === 'engine'], times_ms: choices.map((_, index) => choiceMs[index] ?? 0) },
    person_clock: { ...(gameMs === null ? {} : { match_ms: gameMs, increment_ms: incrementMs }), ...(turnMs === null ? {} : { turn_ms: turnMs }) },
  };
}

/** A game of a file whose opening goes on. The engine's answer gives colors and times. @param {Game} game @param {Message | null} unfinished @returns {Game} */
export function continued(game, unfinished) {
  if (!unfinished?.opening) return game;
  const { opening: { rule, choices, is_engine: isEngine, times_ms: choiceMs = [] }, person_clock: clock = {} } = unfinished;
  const [first, second] = isEngine.map((/** @type {boolean} */ is) => (is ? 'engine' : 'person'));
  return {
    ...game, choiceMs, seats: { black: first, white: second },
    clock: { turnMs: clock.turn_ms ?? null, gameMs: clock.match_ms ?? null, incrementMs: clock.increment_ms ?? 0 },
    opening: { rule, choices, seats: { first, second }, phase: null, isRead: true },
  };
}

/** What each color has left in an opening: stones that were placed have added time, other choices have not. @param {Game} game @param {Phase} phase @returns {Record<Color, number>} */
export function timesLeft({ clock: { gameMs, incrementMs }, choiceMs, tree }, { choices, chosenBy, colors, stones }) {
  const placed = choices.flatMap((choice, index) => (parsePoint(choice, tree.size) ? [chosenBy[index]] : [])).slice(0, stones.length);
  const left = (/** @type {import('../model/opening.js').Participant} */ who) => {
    const used = chosenBy.reduce((sum, chooser, index) => sum + (chooser === who ? choiceMs[index] ?? 0 : 0), 0);
    return Math.max(0, (gameMs ?? 0) + incrementMs * placed.filter((placer) => placer === who).length - used);
  };
  return { black: left(colors.black), white: left(colors.white) };
}
