// Parts that several panels have.

import { el } from './dom.js';

/** @typedef {import('../model/points.js').Point} Point */
/** Lights up points. @typedef {(light: {stones: Point[], targets: Point[]} | null) => void} Spotlight */

/** A switch with its name. @param {string} id @param {string} text @param {boolean} isOn @param {(isOn: boolean) => void} change */
export const switchRow = (id, text, isOn, change) => el('label', { class: 'switch' },
  el('input', { type: 'checkbox', role: 'switch', 'data-key': id, checked: isOn, onchange: (/** @type {Event} */ { target }) => change(/** @type {HTMLInputElement} */ (target).checked) }),
  el('span', {}, text));

/**
 * Lights up points while the pointer or the focus is on an element, or in it.
 * @template {HTMLElement} E
 * @param {E} element @param {Spotlight} spotlight @param {Point[]} stones @param {Point[]} targets
 */
export function lit(element, spotlight, stones, targets) {
  const on = () => spotlight({ stones, targets });
  const off = () => spotlight(null);
  element.addEventListener('pointerenter', on);
  element.addEventListener('pointerleave', off);
  element.addEventListener('focusin', on);
  element.addEventListener('focusout', off);
  return element;
}
