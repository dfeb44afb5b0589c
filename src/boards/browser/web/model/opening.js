// An opening as the engine describes it: what has been chosen, what is chosen next and by whom. The
// rules are the engine's alone; the page shows its answers.

import { parsePoint, samePoint } from './points.js';

/** @typedef {import('./points.js').Point} Point */
/** @typedef {import('./points.js').Size} Size */
/** @typedef {import('./points.js').Color} Color */
/** @typedef {'first' | 'second'} Participant */

/**
 * @typedef {object} Step
 * @property {'place' | 'color' | 'color-or-two' | 'color-or-ten' | 'count' | 'offer' | 'pick'} kind
 * @property {number} [inside]  the stone lies in the middle square of this side
 * @property {number} [outside]  or outside of it
 * @property {number} [left]  offers that are left, this one included
 * @property {number} [most]  the largest number that can be declared
 */

/**
 * @typedef {object} Phase
 * @property {string} rule
 * @property {Size} size
 * @property {Point[]} stones  black and white in turn
 * @property {Color} toMove
 * @property {{black: Participant, white: Participant}} colors
 * @property {Step | null} step  what is chosen next; null at the end, and as long as the engine has not said
 * @property {Participant | null} chooser
 * @property {string[]} possible  all choices that can be made
 * @property {Point[]} offers
 * @property {number} count  how many fifth stones black offers
 * @property {string[]} choices
 * @property {Participant[]} chosenBy  who made each of them
 * @property {boolean} isOver
 */

/** What the engine needs to say of an opening, by name. @typedef {{name: string, leastSide: number, isOfRenju: boolean}} OpeningRule */

/** The phase of an answer to `opening`. @param {import('../engine/engine.js').Message} answer @param {Size} size @returns {Phase} */
export function phaseOf(answer, size) {
  const points = (/** @type {string[]} */ names) => names.flatMap((name) => parsePoint(name, size) ?? []);
  const { step, inside, outside, left, most } = answer;
  return {
    rule: answer.opening, size, stones: points(answer.stones), toMove: answer.to_move, colors: answer.colors,
    step: step ? { kind: step, inside, outside, left, most } : null, chooser: answer.chooser ?? null,
    possible: answer.possible.map(String), offers: points(answer.offers), count: answer.count,
    choices: answer.choices.map(String), chosenBy: answer.chosen_by, isOver: answer.over,
  };
}

/** A phase about which the engine has not said anything. @param {string} rule @param {Size} size @param {string[]} choices @returns {Phase} */
export const unknownPhase = (rule, size, choices) => ({
  rule, size, stones: [], toMove: 'black', colors: { black: 'first', white: 'second' }, step: null, chooser: null,
  possible: [], offers: [], count: 1, choices, chosenBy: [], isOver: false,
});

/** Whether it is such a phase. @param {Phase | null} phase */
export const isUnknown = (phase) => !!phase && !phase.isOver && !phase.step;

/** Whether a phase is the one after these choices. @param {Phase} phase @param {string[]} choices */
export const isAfter = (phase, choices) => phase.choices.length === choices.length && phase.choices.every((choice, index) => choice === choices[index]);

/**
 * Why a choice is not among the possible ones: the key of a text with its parameters; `null` if it is, or
 * if the board says why not (a forbidden point).
 * @param {Phase} phase @param {string} choice @returns {[string, Record<string, string | number>] | null}
 */
export function refusal({ step, possible, stones, offers, size }, choice) {
  if (possible.includes(choice)) return null;
  const point = parsePoint(choice, size);
  const is = (/** @type {Point} */ other) => !!point && samePoint(other, point);
  switch (step?.kind) {
    case undefined:
      return ['opening.over', {}];
    case 'place':
    case 'offer':
      if (!point) return ['opening.needPoint', {}];
      if (stones.some(is)) return ['refused.occupied', { point: choice }];
      if (step.kind === 'offer') return offers.length ? ['opening.alike', { point: choice }] : null;
      if (step.inside === 1) return ['opening.center', {}];
      if (step.inside) return ['opening.inside', { n: step.inside }];
      return step.outside ? ['opening.outside', { n: step.outside }] : null;
    case 'pick':
      return ['opening.notOffered', {}];
    case 'count':
      return ['opening.needCount', { n: step.most ?? 0 }];
    default:
      return ['opening.needColor', {}];
  }
}

/** What the engine says against a choice: the key of a text with its parameters. @param {{reason: string, least?: number, inside?: number, outside?: number, most?: number}} fault @param {string} choice @returns {[string, Record<string, string | number>]} */
export function faultWords({ reason, least, inside, outside, most }, choice) {
  switch (reason) {
    case 'size': return ['new.wrong.opening', { n: least ?? 0 }];
    case 'over': return ['opening.over', {}];
    case 'off-board': case 'occupied': return ['opening.taken', { point: choice }];
    case 'forbidden': case 'offered': case 'alike': return [`opening.${reason}`, { point: choice }];
    case 'area': return inside === 1 ? ['opening.center', {}] : inside ? ['opening.inside', { n: inside }] : ['opening.outside', { n: outside ?? 0 }];
    case 'not-offered': return ['opening.notOffered', {}];
    case 'count': return ['opening.needCount', { n: most ?? 0 }];
    default: return ['opening.failed', {}];
  }
}

/** The points that the next stone may take, or `null` if any. @param {Phase} phase */
export const allowedArea = ({ step }) => (step?.inside || step?.outside ? { inside: step.inside, outside: step.outside } : null);
