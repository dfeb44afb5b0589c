// The buttons under the board, the bar that confirms a move, and the field to type one.

import { attribute, el, replace, whenChanged } from './dom.js';
import { iconButton } from './icons.js';
import { gameResult, mover, openingPhase } from '../app/state.js';
import { lastEdit } from '../app/editor.js';
import { isEngineTurn } from '../app/play.js';
import { pointName } from '../model/points.js';
import { nodeOf } from '../model/tree.js';
import { language, t } from '../text/text.js';

/** @typedef {import('../app/state.js').State} State */

/**
 * @typedef {object} ControlEvents
 * @property {() => void} first
 * @property {() => void} back
 * @property {() => void} forward
 * @property {() => void} last
 * @property {() => void} undo
 * @property {() => void} hint
 * @property {() => void} pass
 * @property {() => void} resign
 * @property {() => void} zoom
 * @property {() => void} confirm
 * @property {() => void} reject
 * @property {(text: string) => Promise<boolean>} type
 */

/** How long after the bar that confirms a tap still means it. */
const LATE_MS = 500;

/** @param {ControlEvents} events */
export function controlsView(events) {
  const bar = el('div', { class: 'controls', role: 'toolbar' });
  const confirm = el('div', { class: 'confirm', hidden: true });
  const field = el('input', { class: 'move-field', id: 'move-field', autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false', size: 8 });
  const label = el('label', { for: 'move-field' });
  const form = el('form', { class: 'move-form' }, label, field);
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (await events.type(field.value)) field.value = '';
    else field.select();
  });
  const root = el('div', { class: 'under-board' }, confirm, bar, form);
  const place = () => root.append(form);
  // The bar that confirms lies over the toolbar: a second tap that comes late must not hit what was below.
  let goneAt = -LATE_MS;
  root.addEventListener('click', (event) => {
    if (!event.detail || confirm.contains(/** @type {Node} */ (event.target)) || performance.now() - goneAt > LATE_MS) return;
    event.preventDefault();
    event.stopPropagation();
  }, { capture: true });
  const ifBar = whenChanged();
  const ifConfirm = whenChanged();

  /** @param {State} state */
  function render(state) {
    const { game, pending, puzzles } = state;
    ifBar([language()], () => {
      attribute(bar, 'aria-label', t('controls.title'));
      label.textContent = t('controls.type');
      field.placeholder = 'h8';
      replace(bar, [
        el('div', { class: 'group' },
          iconButton('first', t('action.first'), events.first, { isBare: true, shortcut: '[', short: 'first' }),
          iconButton('back', t('action.back'), events.back, { isBare: true, shortcut: '←', short: 'back' }),
          iconButton('forward', t('action.forward'), events.forward, { isBare: true, shortcut: '→', short: 'forward' }),
          iconButton('last', t('action.last'), events.last, { isBare: true, shortcut: ']', short: 'last' })),
        el('div', { class: 'group' },
          iconButton('undo', t('action.undo'), events.undo, { shortcut: 'u', short: 'undo' }),
          iconButton('hint', t('action.hint'), events.hint, { shortcut: 'h', short: 'hint' }),
          iconButton('pass', t('action.pass'), events.pass, { isBare: true, shortcut: 'P', short: 'pass' }),
          iconButton('flag', t('action.resign'), events.resign, { class: 'resign', short: 'flag' }),
          iconButton('zoom', t('action.zoom'), events.zoom, { isBare: true, class: 'zoom-button', short: 'zoom' })),
      ]);
    });
    const at = nodeOf(game.tree, game.at);
    /** @param {string} key @param {boolean} isOff */
    const off = (key, isOff) => {
      const button = bar.querySelector(`[data-key="${key}"]`);
      if (button) attribute(button, 'aria-disabled', isOff ? 'true' : null);
    };
    const isStart = at.parent === null;
    const isEnd = at.children.length === 0;
    const isOver = !!gameResult(state) || !!puzzles;
    off('first', isStart);
    off('back', isStart);
    off('undo', isStart && !game.opening?.choices.length && !lastEdit(state));
    off('forward', isEnd);
    off('last', isEnd);
    off('hint', puzzles ? puzzles.stage !== 'open' || puzzles.source === 'race' : !!state.asking || !!state.editor || isOver || isEngineTurn(state) || !!openingPhase(game) || state.connection !== 'open');
    off('pass', isOver || !!state.editor || !!openingPhase(game) || isEngineTurn(state));
    off('flag', isOver || !!state.editor);
    ifConfirm([pending, language()], () => {
      if (!pending && !confirm.hidden) goneAt = performance.now();
      confirm.hidden = !pending;
      if (!pending) return replace(confirm, []);
      const name = pointName(pending, game.tree.size);
      replace(confirm, [
        el('span', {}, t('confirm.question', { color: t(mover(game)), point: name })),
        iconButton('check', t('confirm.yes'), events.confirm, { class: 'primary', key: 'confirm' }),
        iconButton('close', t('confirm.no'), events.reject, { key: 'reject' }),
      ]);
    });
  }

  return { root, form, place, render };
}
