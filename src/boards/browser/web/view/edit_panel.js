// The position editor: tools, side to move, rule; turn, mirror and shift; a move that makes it even.

import { el, replace, whenChanged } from './dom.js';
import { iconButton } from './icons.js';
import { mover } from '../app/state.js';
import { RULES } from '../model/position.js';
import { language, t } from '../text/text.js';

/** @typedef {import('../app/state.js').State} State */
/** @typedef {NonNullable<State['editor']>['tool']} Tool */
/** @typedef {import('../model/position.js').Transform} Transform */

/**
 * @param {{use: (tool: Tool | null) => void, toMove: (color: 'black' | 'white') => void, clear: () => void,
 *   rule: (rule: string) => void, transform: (kind: Transform) => void, balance: () => void}} events
 */
export function editPanel(events) {
  const root = el('div', { class: 'panel edit' });
  const ifChanged = whenChanged();

  /** @param {State} state */
  function render({ editor, game, connection }) {
    ifChanged([editor, game.tree.rule, mover(game), connection, language()], () => {
      const tool = (/** @type {Tool} */ name) => el('button', {
        type: 'button', class: 'button tool', 'data-key': `tool-${name}`, 'aria-pressed': String(editor?.tool === name), onclick: () => events.use(name),
      }, el('span', { class: `disc ${name}`, 'aria-hidden': 'true' }), t(`edit.tool.${name}`));
      const side = (/** @type {'black' | 'white'} */ color) => el('label', { class: 'radio' },
        el('input', { type: 'radio', name: 'to-move', value: color, checked: mover(game) === color, 'data-key': `side-${color}`, onchange: () => events.toMove(color) }),
        el('span', { class: `disc small ${color}`, 'aria-hidden': 'true' }), t(color));
      const transform = (/** @type {Transform} */ kind) => iconButton(kind, t(`edit.${kind}`), () => events.transform(kind), { isBare: true });
      replace(root, [
        editor
          ? el('div', { class: 'panel-top' }, iconButton('check', t('edit.done'), () => events.use(null), { class: 'primary', key: 'edit-done' }),
            iconButton('trash', t('edit.clear'), events.clear, { key: 'edit-clear' }))
          : el('div', { class: 'panel-top' }, iconButton('plus', t('edit.start'), () => events.use('black'), { class: 'primary', key: 'edit-start' }),
            el('p', { class: 'hint' }, t('edit.hint'))),
        editor && el('fieldset', {}, el('legend', {}, t('edit.tools')), el('div', { class: 'tools' },
          tool('black'), tool('white'), tool('blocked'), tool('remove'))),
        editor && el('fieldset', {}, el('legend', {}, t('edit.toMove')), el('div', { class: 'choices' }, side('black'), side('white'))),
        editor && el('label', { class: 'field' }, el('span', { class: 'field-label' }, t('new.rule')), el('select', {
          'data-key': 'edit-rule', onchange: (/** @type {Event} */ { target }) => events.rule(/** @type {HTMLSelectElement} */ (target).value),
        }, RULES.map((rule) => el('option', { value: rule, selected: rule === game.tree.rule }, t(`rule.${rule}`))))),
        el('fieldset', {}, el('legend', {}, t('edit.turn')), el('div', { class: 'choices' },
          (/** @type {Transform[]} */ (['turn-left', 'turn-right', 'mirror-x', 'mirror-y'])).map(transform))),
        el('fieldset', {}, el('legend', {}, t('edit.shift')), el('div', { class: 'choices' },
          (/** @type {Transform[]} */ (['left', 'right', 'up', 'down'])).map(transform))),
        el('fieldset', {}, el('legend', {}, t('edit.balance')), el('p', { class: 'hint' }, t('edit.balanceHint')),
          el('button', { type: 'button', class: 'button', 'data-key': 'balance', disabled: connection !== 'open', onclick: events.balance }, t('edit.balanceFind'))),
      ]);
    });
  }

  return { root, render };
}
