// The top of the page: its name, the game in short, and the buttons of the dialogs.

import { attribute, el, replace, setText, svg, whenChanged } from './dom.js';
import { iconButton } from './icons.js';
import { language, t } from '../text/text.js';

/** @typedef {import('../app/state.js').State} State */

/** @param {{create: () => void, open: () => void, share: () => void, settings: () => void, help: () => void}} events */
export function headerView(events) {
  const rule = el('span', { class: 'summary-rule' });
  const size = el('span', { class: 'summary-size' });
  const summary = el('p', { class: 'summary-line' }, rule, size);
  const actions = el('nav', { class: 'header-actions' });
  const connection = el('span', { class: 'connection', role: 'img' });
  const logo = svg('svg', { class: 'logo', viewBox: '0 0 32 32', 'aria-hidden': 'true', focusable: 'false' },
    svg('path', { d: 'M16 2v28M2 16h28' }), svg('circle', { class: 'logo-white', cx: 20.5, cy: 16, r: 7.5 }), svg('circle', { class: 'logo-black', cx: 12, cy: 16, r: 7.5 }));
  const root = el('header', { class: 'header' }, el('div', { class: 'brand' }, logo, el('h1', {}, 'Tengen')), summary, connection, actions);
  const ifChanged = whenChanged();

  /** @param {State} state */
  function render({ game, connection: state, engine, isLocal }) {
    ifChanged([language()], () => {
      attribute(actions, 'aria-label', t('header.actions'));
      replace(actions, [
        iconButton('plus', t('action.new'), events.create, { class: 'primary', key: 'new' }),
        iconButton('open', t('action.open'), events.open),
        iconButton('share', t('action.share'), events.share),
        iconButton('settings', t('settings.title'), events.settings, { isBare: true }),
        iconButton('help', t('help.title'), events.help, { isBare: true, shortcut: '?' }),
      ]);
    });
    const { width, height } = game.tree.size;
    setText(rule, t(`rule.${game.tree.rule}`));
    setText(size, ` · ${width}×${height}`);
    const text = state === 'connecting' && isLocal ? t('status.loading') : state === 'open' ? t('connection.open', { version: engine?.version ?? '' }) : t(`connection.${state}`);
    attribute(connection, 'data-state', state);
    attribute(connection, 'aria-label', text);
    attribute(connection, 'title', text);
  }

  return { root, render };
}
