// Messages: short notices on the page, and a polite live region that reads moves and results aloud.

import { gameResult, openingPhase } from './state.js';
import { nodeOf } from '../model/tree.js';
import { pointName } from '../model/points.js';
import { t } from '../text/text.js';
import { resultText } from '../text/facts.js';
import { el } from '../view/dom.js';

const SHOWN_MS = 4500;

/** @param {import('./store.js').Store} store */
export function startMessages(store) {
  const live = el('div', { class: 'hidden', role: 'status', 'aria-live': 'polite', id: 'live' });
  const notice = el('div', { class: 'notice', hidden: true });
  /** @type {string[]} */
  let queue = [];
  /** @type {number | undefined} */
  let timer;
  let number = 0;

  /** Reads a text aloud; texts of the same moment in one. @param {string} text */
  function say(text) {
    if (!queue.length) {
      queueMicrotask(() => {
        live.textContent = queue.join('. ');
        queue = [];
      });
    }
    queue.push(text);
  }

  /** @param {string} text @param {'info' | 'error'} [kind] */
  function tell(text, kind = 'info') {
    number += 1;
    store.set({ notice: { text, kind, number } });
    say(text);
    clearTimeout(timer);
    timer = setTimeout(() => store.set({ notice: null }), SHOWN_MS);
  }

  store.listen((now, before) => {
    const { game } = now;
    if (game.at !== before.game.at || game.tree !== before.game.tree) {
      const node = nodeOf(game.tree, game.at);
      const isNew = game.at !== before.game.at && node.point;
      if (isNew && node.point) say(`${t(node.color)} ${pointName(node.point, game.tree.size)}`);
      else if (game.at !== before.game.at) say(t('say.start'));
      if (!openingPhase(game) && openingPhase(before.game)) say(t('say.openingOver'));
    }
    const result = gameResult(now);
    const earlier = gameResult(before);
    if (result && (result.winner !== earlier?.winner || result.reason !== earlier?.reason)) say(resultText(result));
    if (now.connection !== before.connection) {
      if (now.connection === 'closed') say(t('status.offline'));
      else if (before.connection === 'closed' && now.connection === 'open') tell(t('connection.back'));
    }
  });
  store.show(({ notice: shown }) => {
    notice.hidden = !shown;
    if (shown && notice.textContent !== shown.text) notice.textContent = shown.text;
    notice.setAttribute('data-kind', shown?.kind ?? 'info');
  });
  return { live, notice, tell, say };
}
