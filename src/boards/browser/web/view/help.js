// The help page, with the keys and the rules in short, and the tour through the page.

import { el } from './dom.js';
import { dialogView } from './dialog.js';
import { iconButton } from './icons.js';
import { t } from '../text/text.js';
import { RULES } from '../model/position.js';

/** The keys and the texts of what they do. @type {[string, string][]} */
export const KEYS = [
  ['← ↑ → ↓', 'help.key.arrows'], ['Home End', 'help.key.row'], ['PgUp PgDn', 'help.key.column'], ['Enter', 'help.key.enter'],
  ['u  r', 'help.key.undo'], ['←  →  ,  .', 'help.key.wheel'], ['[  ]', 'help.key.ends'], ['M', 'review.next'], ['v', 'help.key.variation'],
  ['a', 'help.key.analysis'], ['h', 'help.key.hint'], ['g', 'help.key.engine'], ['w', 'help.key.explain'], ['W', 'insight.explainLast'],
  ['t', 'help.key.threats'], ['f', 'help.key.forbidden'], ['l', 'help.key.likely'], ['b', 'help.key.book'], ['m', 'help.key.numbers'], ['c', 'help.key.comment'],
  ['e', 'help.key.edit'], ['x', 'help.key.swap'], ['p', 'help.key.pause'], ['P', 'help.key.pass'], ['R', 'help.key.resign'],
  ['s', 'help.key.save'], ['n', 'help.key.new'], [':', 'help.key.type'], ['Esc', 'help.key.escape'], ['?', 'help.key.help'],
];

/** Keys whose names depend on the language of the keyboard. */
const NAMED = ['Enter', 'Home', 'End', 'PgUp', 'PgDn'];

/** What the tour shows: the element, and the tab that it needs. @type {[string, string, string | null][]} */
const STOPS = [
  ['board', '.board', null], ['status', '.info', null], ['controls', '.controls', null], ['moves', '.moves', 'game'],
  ['analysis', '.tabbed', 'analysis'], ['insight', '.tabbed', 'insight'], ['review', '.tabbed', 'review'], ['puzzles', '.tabbed', 'puzzles'], ['files', '.header-actions', null],
];

/**
 * @param {(tab: string) => void} choose  opens a tab
 * @param {() => void} focusBoard
 * @param {() => boolean} hasBook
 */
export function helpView(choose, focusBoard, hasBook) {
  const dialog = dialogView('help');
  const card = el('div', { class: 'tour', role: 'dialog', 'aria-labelledby': 'tour-title', hidden: true });
  let at = 0;
  /** What had the focus before the tour. @type {Element | null} */
  let before = null;

  const unmark = () => document.querySelectorAll('.toured').forEach((element) => element.classList.remove('toured'));

  function close() {
    card.hidden = true;
    unmark();
    if (before instanceof HTMLElement && before !== document.body && before.offsetParent !== null) before.focus();
    else focusBoard();
  }

  function begin() {
    before = document.activeElement;
    show(0);
  }

  /** @param {number} index */
  function show(index) {
    unmark();
    at = index;
    const [name, selector, tab] = STOPS[at];
    if (tab) choose(tab);
    const isLast = at === STOPS.length - 1;
    card.replaceChildren(
      el('p', { class: 'kicker' }, t('tour.step', { n: at + 1, total: STOPS.length })),
      el('h2', { id: 'tour-title' }, t(`tour.${name}.title`)),
      el('p', {}, t(`tour.${name}.text`)),
      el('div', { class: 'dialog-actions' },
        iconButton('close', t('tour.end'), close, { isBare: true }),
        at > 0 ? el('button', { type: 'button', class: 'button', onclick: () => show(at - 1) }, t('tour.back')) : null,
        el('button', { type: 'button', class: 'button primary', onclick: () => (isLast ? close() : show(at + 1)) }, t(isLast ? 'tour.finish' : 'tour.next'))));
    card.hidden = false;
    requestAnimationFrame(() => {
      const target = document.querySelector(selector);
      target?.classList.add('toured');
      // The card covers the lower end of a phone: what it explains lies above it.
      target?.scrollIntoView({ block: document.documentElement.dataset.layout === 'phone' ? 'start' : 'nearest' });
      const next = card.querySelector('.primary');
      if (next instanceof HTMLElement) next.focus();
    });
  }

  card.addEventListener('keydown', ({ key }) => key === 'Escape' && close());

  return {
    root: dialog.root,
    card,
    tour: begin,
    open() {
      const tour = () => {
        dialog.close();
        begin();
      };
      dialog.open(t('help.title'), [
        el('p', {}, t('help.intro')),
        el('button', { type: 'button', class: 'button primary', onclick: tour }, t('tour.begin')),
        el('h3', {}, t('help.keys')),
        el('dl', { class: 'keys' }, KEYS.filter(([, text]) => hasBook() || text !== 'help.key.book').map(([keys, text]) => el('div', {},
          el('dt', {}, keys.split(/\s+/).map((key) => el('kbd', {}, NAMED.includes(key) ? t(`key.${key}`) : key))), el('dd', {}, t(text))))),
        el('p', { class: 'hint' }, t('help.keysHint')), el('p', {}, t('help.paste')),
        el('h3', {}, t('help.rules')),
        el('dl', { class: 'rules' }, RULES.map((rule) => el('div', {}, el('dt', {}, t(`rule.${rule}`)), el('dd', {}, t(`rule.note.${rule}`))))),
        el('h3', {}, t('help.signs')),
        el('p', {}, t('help.signsText')), el('p', {}, t('help.proofText')),
        el('p', {}, t('help.likelyText')),
        ...(hasBook() ? [el('p', {}, t('help.bookText'))] : []),
      ]);
    },
  };
}
