// The dialogs that bring games in and out: open a file or text; save, download, copy, picture.

import { el, replace } from './dom.js';
import { dialogView } from './dialog.js';
import { iconButton } from './icons.js';
import { t } from '../text/text.js';

/** @typedef {import('../engine/engine.js').Message} Message */

/**
 * @param {object} events
 * @param {(text: string) => string | null} events.read  reads a game; returns what is wrong, or null
 * @param {() => Promise<Message[] | null>} events.list  the saved games
 * @param {(number: number) => void} events.load
 */
export function openDialog({ read, list, load }) {
  const dialog = dialogView('open-game');
  const area = el('textarea', { id: 'open-text', rows: 6, spellcheck: 'false' });
  const file = el('input', { type: 'file', id: 'open-file', accept: '.sgf,.psq,.csv,.txt,text/plain' });
  const wrong = el('p', { class: 'wrong', role: 'alert' });
  const take = (/** @type {string} */ text) => {
    const problem = read(text);
    wrong.textContent = problem ?? '';
    if (!problem) dialog.close();
  };
  file.addEventListener('change', async () => {
    const [chosen] = file.files ?? [];
    if (chosen) take(await chosen.text());
    file.value = '';
  });
  const saved = el('div', { class: 'saved-games' });

  async function showSaved() {
    replace(saved, [el('p', { class: 'hint' }, t('open.loading'))]);
    const games = await list();
    if (!games?.length) return replace(saved, [el('p', { class: 'hint' }, t(games ? 'open.noSaved' : 'refused.offline'))]);
    replace(saved, [el('ul', {}, games.map((game) => el('li', {}, el('button', {
      type: 'button', class: 'saved-game',
      onclick: () => {
        dialog.close();
        load(game.number);
      },
    }, el('span', { class: 'saved-who' }, `${game.black} – ${game.white}`),
    el('span', { class: 'hint' }, [t(`rule.${game.rule}`), `${game.width}×${game.height}`, t('open.moves', { n: game.moves }), String(game.date ?? '').slice(0, 16)].join(' · '))))))]);
  }

  return {
    root: dialog.root,
    open() {
      showSaved();
      wrong.textContent = '';
      area.value = '';
      dialog.open(t('open.title'), [
        el('h3', {}, t('open.saved')), saved,
        el('h3', {}, t('open.other')), el('p', { class: 'hint' }, t('open.hint')),
        el('label', { for: 'open-file', class: 'field-label' }, t('open.file')), file,
        el('label', { for: 'open-text', class: 'field-label' }, t('open.text')), area, wrong,
        el('div', { class: 'dialog-actions' },
          el('button', { type: 'button', class: 'button', onclick: dialog.close }, t('action.cancel')),
          el('button', { type: 'button', class: 'button primary', onclick: () => take(area.value) }, t('open.read'))),
      ]);
    },
  };
}

/** @typedef {'sgf' | 'psq' | 'csv' | 'txt'} Format */

/**
 * @param {{store: () => void, download: (format: Format) => void, copy: (what: 'link' | 'moves' | 'board') => void,
 *   picture: (kind: 'svg' | 'png') => void}} events
 */
export function shareDialog(events) {
  const dialog = dialogView('share');
  const block = (/** @type {string} */ title, /** @type {string} */ hint, /** @type {HTMLElement[]} */ buttons) =>
    el('section', { class: 'block' }, el('h3', {}, title), el('p', { class: 'hint' }, hint), el('div', { class: 'choices' }, buttons));
  const button = (/** @type {string} */ text, /** @type {() => void} */ act) => el('button', { type: 'button', class: 'button', onclick: act }, text);
  return {
    root: dialog.root,
    open() {
      dialog.open(t('share.title'), [
        block(t('share.store'), t('share.storeHint'), [iconButton('save', t('share.save'), events.store, { class: 'primary' })]),
        block(t('share.file'), t('share.fileHint'),
          (/** @type {Format[]} */ (['sgf', 'psq', 'csv', 'txt'])).map((format) => button(`.${format}`, () => events.download(format)))),
        block(t('share.copy'), t('share.copyHint'), [
          button(t('share.link'), () => events.copy('link')), button(t('share.moves'), () => events.copy('moves')),
          button(t('share.board'), () => events.copy('board'))]),
        block(t('share.picture'), t('share.pictureHint'), [button('SVG', () => events.picture('svg')), button('PNG', () => events.picture('png'))]),
      ]);
    },
  };
}
