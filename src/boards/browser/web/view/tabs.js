// Tabs: one panel at a time. On a narrow page the moves are a tab, too.

import { attribute, el, setText, whenChanged } from './dom.js';
import { icon } from './icons.js';
import { language, t } from '../text/text.js';

/** @typedef {import('../app/state.js').State} State */

/**
 * @param {[string, HTMLElement][]} panels  names and contents, in order
 * @param {(name: string) => void} choose
 */
export function tabsView(panels, choose) {
  const list = el('div', { class: 'tabs', role: 'tablist' });
  const buttons = panels.map(([name], index) => el('button', {
    type: 'button', role: 'tab', class: `tab tab-${name}`, id: `tab-${name}`, 'aria-controls': `panel-${name}`,
    onclick: () => choose(name),
    onkeydown: (/** @type {KeyboardEvent} */ event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      event.preventDefault();
      const seen = buttons.filter((button) => button.offsetParent !== null);
      const next = seen[(seen.indexOf(buttons[index]) + step + seen.length) % seen.length];
      next.click();
      next.focus();
    },
  }));
  // The last tab is a picture where there is no room for its name.
  const names = buttons.map(() => el('span', { class: 'label' }));
  buttons.forEach((button, index) => button.append(...(index === buttons.length - 1 ? [icon('edit')] : []), names[index]));
  list.append(...buttons);
  const holders = panels.map(([name, panel]) => el('div', {
    role: 'tabpanel', class: `tab-panel panel-${name}`, id: `panel-${name}`, 'aria-labelledby': `tab-${name}`, tabindex: '-1',
  }, panel));
  const root = el('section', { class: 'tabbed card' }, list, ...holders);
  const ifChanged = whenChanged();

  /** @param {State} state @param {boolean} isNarrow */
  function render(state, isNarrow) {
    const shown = !isNarrow && state.tab === 'game' ? 'analysis' : state.tab;
    ifChanged([shown, isNarrow, language()], () => {
      attribute(list, 'aria-label', t('tabs.title'));
      panels.forEach(([name], index) => {
        setText(names[index], t(`tab.${name}`));
        attribute(buttons[index], 'aria-selected', String(name === shown));
        attribute(buttons[index], 'tabindex', name === shown ? '0' : '-1');
        holders[index].hidden = name !== shown;
      });
    });
  }

  return { root, list, render };
}
