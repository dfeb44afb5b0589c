// Messages: short notices on the page, and a polite live region that reads moves and results aloud.

import { gameResult, openingPhase } from './state.js';
import { nodeOf } from '../model/tree.js';
import { pointName } from '../model/points.js';
import { t } from '../text/text.js';
import { resultText } from '../text/facts.js';
import { el, whenChanged } from '../view/dom.js';

const SHOWN_MS = 4500;
/** A notice with a button stays longer: one has to read it and to reach the button. */
const OFFERED_MS = 15_000;

/** @param {import('./store.js').Store} store */
export function startMessages(store) {
  const live = el('div', { class: 'hidden', role: 'status', 'aria-live': 'polite', id: 'live' });
  // The live region reads what it says.
  const notice = el('div', { class: 'notice', role: 'status', 'aria-live': 'off', hidden: true });
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

  /** @type {import('./state.js').Tell} */
  function tell(text, kind = 'info', action = null) {
    number += 1;
    store.set({ notice: { text, kind, number, action } });
    say(text);
    close(action ? OFFERED_MS : SHOWN_MS);
  }

  /** Takes the notice away, but not while its button has the focus. @param {number} afterMs */
  function close(afterMs) {
    clearTimeout(timer);
    timer = setTimeout(() => (notice.contains(document.activeElement) ? close(afterMs) : store.set({ notice: null })), afterMs);
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
  const ifShown = whenChanged();
  store.show(({ notice: shown }) => ifShown([shown], () => {
    notice.hidden = !shown;
    notice.setAttribute('data-kind', shown?.kind ?? 'info');
    const action = shown?.action;
    notice.replaceChildren(...(shown ? [shown.text] : []), ...(action ? [el('button', {
      type: 'button', class: 'notice-action',
      onclick: () => {
        store.set({ notice: null });
        action.act();
      },
    }, action.text)] : []));
  }));
  return { live, notice, tell, say };
}
