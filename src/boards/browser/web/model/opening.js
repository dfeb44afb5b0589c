// Opening rules: a pure state machine. A rule and a board in, then one choice after another; it says
// what is chosen next and by whom, and ends with stones and colors. The steps are those of
// `rules/opening` in the engine.

import { other, parsePoint, samePoint } from './points.js';

/** @typedef {import('./points.js').Point} Point */
/** @typedef {import('./points.js').Size} Size */
/** @typedef {import('./points.js').Color} Color */
/** @typedef {'first' | 'second'} Participant */
/** @typedef {Participant | 'to-move' | 'waiting'} Chooser */

/**
 * @typedef {object} Step
 * @property {Chooser} who
 * @property {'place' | 'color' | 'color-or-two' | 'color-or-ten' | 'count' | 'offer' | 'pick'} kind
 * @property {number} [inside]  the stone lies in the middle square of this side
 * @property {number} [outside]  or outside of it
 * @property {number} [left]  offers that are left, this one included
 */

/** @param {Chooser} who @param {Partial<Step>} where @returns {Step} */
const place = (who, where = {}) => ({ who, kind: 'place', ...where });
/** @param {Chooser} who @param {Step['kind']} kind @returns {Step} */
const choose = (who, kind) => ({ who, kind });

/** @type {Record<string, Step[]>} */
const PLANS = {
  free: [],
  swap: [place('first'), place('first'), place('first'), choose('second', 'color')],
  swap2: [place('first'), place('first'), place('first'), choose('second', 'color-or-two')],
  caro: [place('to-move', { inside: 1 }), place('to-move'), place('to-move', { outside: 5 })],
  'soosorv-8': [
    place('first', { inside: 1 }), place('first', { inside: 3 }), place('first', { inside: 5 }),
    choose('second', 'color'), place('to-move'), choose('waiting', 'count'), choose('to-move', 'color'),
  ],
  'taraguchi-10': [
    place('to-move', { inside: 1 }), choose('to-move', 'color'),
    place('to-move', { inside: 3 }), choose('to-move', 'color'),
    place('to-move', { inside: 5 }), choose('to-move', 'color'),
    place('to-move', { inside: 7 }), choose('to-move', 'color-or-ten'),
  ],
};

/** The shortest side on which an opening rule is played. @param {string} rule */
export const leastSide = (rule) =>
  ({ caro: 7, 'soosorv-8': 9, 'taraguchi-10': 9 })[rule] ?? 5;

/**
 * @typedef {object} Phase
 * @property {string} rule
 * @property {Size} size
 * @property {Point[]} stones  black and white in turn
 * @property {{black: Participant, white: Participant}} colors
 * @property {Step[]} plan  the steps to come
 * @property {Point[]} offers
 * @property {number} count  how many fifth stones black offers
 * @property {string[]} choices
 */

/** @param {string} rule @param {Size} size @returns {Phase} */
export const begin = (rule, size) => ({
  rule, size, stones: [], colors: { black: 'first', white: 'second' },
  plan: PLANS[rule] ?? [], offers: [], count: 1, choices: [],
});

/** @param {Phase} phase */
export const isOver = (phase) => phase.plan.length === 0;

/** @param {Phase} phase @returns {Color} */
export const openingToMove = (phase) => (phase.stones.length % 2 ? 'white' : 'black');

/** Who chooses next. @param {Phase} phase @returns {Participant | null} */
export function chooser(phase) {
  const who = phase.plan[0]?.who;
  if (!who) return null;
  if (who === 'to-move') return phase.colors[openingToMove(phase)];
  return who === 'waiting' ? phase.colors[other(openingToMove(phase))] : who;
}

/**
 * Why a choice is not possible: the key of a text with its parameters, or `null` if it is. That a
 * stone is forbidden is the engine's to say.
 * @param {Phase} phase @param {string} choice @returns {[string, Record<string, string | number>] | null}
 */
export function refusal(phase, choice) {
  const step = phase.plan[0];
  if (!step) return ['opening.over', {}];
  const point = parsePoint(choice, phase.size);
  switch (step.kind) {
    case 'place':
      if (!point) return ['opening.needPoint', {}];
      return stoneRefusal(phase, step, point);
    case 'offer': {
      if (!point) return ['opening.needPoint', {}];
      if (phase.stones.some((stone) => samePoint(stone, point))) return ['refused.occupied', { point: choice }];
      const twin = phase.offers.find((offer) => figure(phase, offer) === figure(phase, point));
      return twin ? ['opening.alike', { point: choice }] : null;
    }
    case 'pick':
      return phase.offers.some((offer) => samePoint(offer, point)) ? null : ['opening.notOffered', {}];
    case 'count':
      return /^[1-8]$/.test(choice) ? null : ['opening.needCount', {}];
    default: {
      const words = ['black', 'white', { 'color-or-two': 'two', 'color-or-ten': 'ten' }[String(step.kind)]];
      return words.includes(choice) ? null : ['opening.needColor', {}];
    }
  }
}

/** @param {Phase} phase @param {Step} step @param {Point} point @returns {[string, Record<string, string | number>] | null} */
function stoneRefusal({ size, stones }, step, point) {
  if (stones.some((stone) => samePoint(stone, point))) return ['refused.occupied', { point: '' }];
  const distance = Math.max(Math.abs(point.x - (size.width >> 1)), Math.abs(point.y - (size.height >> 1)));
  if (step.inside === 1 && distance > 0) return ['opening.center', {}];
  if (step.inside && distance > step.inside >> 1) return ['opening.inside', { n: step.inside }];
  if (step.outside && distance <= step.outside >> 1) return ['opening.outside', { n: step.outside }];
  return null;
}

/** The points that the next stone may take, or `null` if any. @param {Phase} phase */
export function allowedArea(phase) {
  const step = phase.plan[0];
  if (!step) return null;
  return step.inside || step.outside ? { inside: step.inside, outside: step.outside } : null;
}

/**
 * The phase after a choice that is possible.
 * @param {Phase} phase @param {string} choice @returns {Phase}
 */
export function chosen(phase, choice) {
  const [step, ...plan] = phase.plan;
  const next = { ...phase, plan, choices: [...phase.choices, choice] };
  const point = parsePoint(choice, phase.size);
  if (step.kind === 'offer' && point) return { ...next, offers: [...phase.offers, point] };
  if (point) return { ...next, stones: [...phase.stones, point] };
  if (choice === 'two') {
    return { ...next, plan: [...plan, place('second'), place('second'), choose('first', 'color')] };
  }
  if (choice === 'ten') return { ...next, count: 10, plan: [...plan, ...offerSteps(10)] };
  if (step.kind === 'count') return { ...next, count: Number(choice) };
  return taken(phase, next, step, /** @type {Color} */ (choice));
}

/** @param {Phase} phase @param {Phase} next @param {Step} step @param {Color} color @returns {Phase} */
function taken(phase, next, step, color) {
  const who = chooser(phase) ?? 'first';
  const rival = who === 'first' ? 'second' : 'first';
  const colors = color === 'black' ? { black: who, white: rival } : { black: rival, white: who };
  let { plan } = next;
  if (step.kind === 'color-or-ten') plan = [place('to-move', { inside: 9 }), choose('to-move', 'color')];
  else if (phase.rule === 'soosorv-8' && plan.length === 0) plan = offerSteps(phase.count);
  return { ...next, colors: /** @type {Phase['colors']} */ (colors), plan };
}

/** @param {number} count @returns {Step[]} */
const offerSteps = (count) => [
  ...Array.from({ length: count }, (_, index) => ({
    who: /** @type {Chooser} */ ('to-move'), kind: /** @type {const} */ ('offer'), left: count - index,
  })),
  choose('waiting', 'pick'),
];

/** @param {string} rule @param {Size} size @param {string[]} choices */
export const replay = (rule, size, choices) => choices.reduce(chosen, begin(rule, size));

/**
 * The figure that the stones make with one more, the same for all that can be turned, mirrored and
 * moved into each other.
 * @param {Phase} phase @param {Point} extra
 */
function figure({ stones }, extra) {
  const all = [...stones, extra].map(({ x, y }, index) => ({ x, y, color: index % 2 }));
  const images = Array.from({ length: 8 }, (_, turn) => {
    const turned = all.map(({ x, y, color }) => {
      const [a, b] = turn & 4 ? [y, x] : [x, y];
      return { x: turn & 1 ? -a : a, y: turn & 2 ? -b : b, color };
    });
    const left = Math.min(...turned.map(({ x }) => x));
    const top = Math.min(...turned.map(({ y }) => y));
    return turned.map(({ x, y, color }) => `${x - left}/${y - top}/${color}`).sort().join(' ');
  });
  return images.sort()[0];
}
