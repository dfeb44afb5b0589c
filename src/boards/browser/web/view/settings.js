// The dialog of the settings of the page.

import { el } from './dom.js';
import { dialogView, field, select } from './dialog.js';
import { LANGUAGES, t } from '../text/text.js';

/** @typedef {import('../app/state.js').Options} Options */

/** @param {(change: Partial<Options>) => Promise<void>} change  applies a setting */
export function settingsDialog(change) {
  const dialog = dialogView('settings');

  /** @param {Options} options */
  function open(options) {
    /** @param {Partial<Options>} changed */
    const set = async (changed) => {
      await change(changed);
      // It may have been closed while a language was loaded.
      if (dialog.root.open) open({ ...options, ...changed });
    };
    const toggle = (/** @type {'sound' | 'numbers' | 'coordinates' | 'shortcuts' | 'ponder' | 'evaluate'} */ key) => el('label', { class: 'switch' },
      el('input', { type: 'checkbox', role: 'switch', checked: options[key], 'data-key': key,
        onchange: (/** @type {Event} */ { target }) => set({ [key]: /** @type {HTMLInputElement} */ (target).checked }) }),
      el('span', {}, t(`settings.${key}`)));
    /** @param {'theme' | 'look' | 'confirm'} key @param {string[]} values */
    const choice = (key, values) => field(t(`settings.${key}`),
      select(options[key], values.map((value) => [value, t(`settings.${key}.${value}`)]), (value) => set({ [key]: value }), key));
    const languages = /** @type {[string, string][]} */ ([['auto', t('settings.language.auto')], ...Object.entries(LANGUAGES)]);
    dialog.open(t('settings.title'), [
      el('div', { class: 'form' },
        el('div', { class: 'columns' },
          field(t('settings.language'), select(options.language, languages, (language) => set({ language }), 'language')),
          choice('theme', ['auto', 'light', 'dark'])),
        el('div', { class: 'columns' }, choice('look', ['auto', 'wood', 'slate']), choice('confirm', ['auto', 'on', 'off'])),
        el('div', { class: 'switches' }, toggle('numbers'), toggle('coordinates'), toggle('sound'), toggle('shortcuts'), toggle('evaluate'), toggle('ponder'))),
    ]);
  }

  return { root: dialog.root, open };
}
