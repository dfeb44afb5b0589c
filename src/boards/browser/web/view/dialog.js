// A modal dialog with a title, a button to close it, and a live region: while it is open, screen
// readers hear nothing from outside of it.

import { el, replace } from './dom.js';
import { iconButton } from './icons.js';
import { t } from '../text/text.js';

/** @typedef {import('./dom.js').Child} Child */

/** @param {string} name */
export function dialogView(name) {
  const title = el('h2', { id: `${name}-title` });
  const body = el('div', { class: 'dialog-body' });
  const closer = el('span', {});
  const root = el('dialog', { class: `dialog ${name}`, 'aria-labelledby': `${name}-title` },
    el('header', { class: 'dialog-head' }, title, closer), body, el('div', { class: 'hidden live', role: 'status' }));
  // A click outside the content closes it.
  root.addEventListener('click', ({ target }) => target === root && root.close());
  return {
    root,
    /** @param {string} text @param {Child[]} content */
    open(text, content) {
      title.textContent = text;
      replace(closer, [iconButton('close', t('action.close'), () => root.close(), { isBare: true })]);
      replace(body, content);
      if (!root.open) root.showModal();
    },
    close: () => root.close(),
  };
}

/** @param {string} label @param {HTMLElement} control @param {string} [note] */
export const field = (label, control, note) => el('label', { class: 'field' }, el('span', { class: 'field-label' }, label), control,
  note && el('span', { class: 'hint' }, note));

/**
 * @param {string | number} value @param {[string | number, string][]} choices @param {(value: string) => void} change @param {string} [key]
 */
export const select = (value, choices, change, key) => el('select', {
  'data-key': key, onchange: (/** @type {Event} */ { target }) => change(/** @type {HTMLSelectElement} */ (target).value),
}, choices.map(([of, text]) => el('option', { value: of, selected: String(of) === String(value) }, text)));
