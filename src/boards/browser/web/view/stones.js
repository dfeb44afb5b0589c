// Stones as SVG.

import { svg } from './dom.js';
import { middle } from './geometry.js';
import { samePoint } from '../model/points.js';

/** @typedef {import('../model/points.js').Point} Point */
/** @typedef {import('../model/points.js').Color} Color */

export const RADIUS = 18;

export function stoneGradients() {
  /** @param {string} id @param {[string, string][]} stops */
  const gradient = (id, stops) => svg('radialGradient', { id, cx: '36%', cy: '30%', r: '74%' },
    stops.map(([offset, color]) => svg('stop', { offset, 'stop-color': color })));
  return svg('defs', {},
    gradient('stone-black', [['0%', '#6a6c70'], ['32%', '#35373b'], ['100%', '#0c0d0f']]),
    gradient('stone-white', [['0%', '#ffffff'], ['55%', '#f4f1ea'], ['100%', '#cbc5b8']]));
}

/**
 * One stone; `class` says how it looks, `text` is written on it.
 * @param {Point} point @param {Color} color @param {number} margin @param {{class?: string, text?: string}} [form]
 */
export function stoneElement(point, color, margin, form = {}) {
  const { cx, cy } = middle(point, margin);
  return svg('g', { class: `stone ${color} ${form.class ?? ''}` },
    svg('ellipse', { class: 'shadow', cx: cx + 1.2, cy: cy + 2.4, rx: RADIUS, ry: RADIUS }),
    svg('circle', { class: 'body', cx, cy, r: RADIUS, fill: `url(#stone-${color})` }),
    form.text && svg('text', { class: 'number', x: cx, y: cy, 'data-length': form.text.length }, form.text));
}

/**
 * @param {{point: Point, color: Color, number: number | null}[]} stones
 * @param {{margin: number, numbers: boolean, last: Point | null, isMuted: boolean}} form
 */
export function stoneElements(stones, { margin, numbers, last, isMuted }) {
  return stones.map(({ point, color, number }) => {
    const isLast = samePoint(point, last);
    const text = numbers && number !== null ? String(number) : '';
    const element = stoneElement(point, color, margin, { class: `${isLast ? 'last' : ''} ${isMuted ? 'muted' : ''}`, text });
    if (isLast && !text) {
      const { cx, cy } = middle(point, margin);
      element.append(svg('circle', { class: 'last-mark', cx, cy, r: 5.2 }));
    }
    return element;
  });
}
