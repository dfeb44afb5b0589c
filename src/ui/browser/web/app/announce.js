// Messages: short notices on the page, and a polite live region that reads moves, results and answers
// aloud.

import { gameResult, mover, openingPhase, positionKey } from './state.js';
import { nodeOf } from '../model/tree.js';
import { pointName } from '../model/points.js';
import { t } from '../text/text.js';
import { proofText, resultText, reviewText } from '../text/facts.js';
import { el } from '../view/dom.js';

const SHOWN_MS = 4500;

/** @param {import('./store.js').Store} store */
export function startMessages(store) {
  const live = el('div', { class: 'hidden', role: 'status', 'aria-live': 'polite', id: 'live' });
  // A popover lies above an open dialog, too.
  const notice = el('div', { class: 'notice', popover: 'manual' });
  /** @type {string[]} */
  let queue = [];
  /** @type {number | undefined} */
  let timer;
  let number = 0;
  /** The number of the notice that is shown. @type {number | undefined} */
  let drawn;

  /** Reads a text aloud; texts of the same moment in one. @param {string} text */
  function say(text) {
    if (!queue.length) {
      queueMicrotask(() => {
        // Outside of an open dialog nothing is read: each has a live region of its own.
        const region = document.querySelector('dialog[open] .live') ?? live;
        region.textContent = queue.join(' ');
        queue = [];
      });
    }
    queue.push(/[.?!。？！…]$/.test(text) ? text : `${text}.`);
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
    if (now.pending && now.pending !== before.pending) {
      say(t('confirm.question', { color: t(mover(game)), point: pointName(now.pending, game.tree.size) }));
    }
    const { solve, explained, review, walk } = now;
    if (solve && solve !== before.solve && solve.key === positionKey(game)) {
      if (solve.isRunning) say(t('proof.searching'));
      else if (solve.answer) say(proofText(solve.goal, solve.answer, mover(game)));
    }
    if (walk && walk !== before.walk) say(walk.moves.slice(before.walk ? -2 : 0).map((point) => pointName(point, game.tree.size)).join(' '));
    if (explained?.text && explained.text !== before.explained?.text) say(explained.text);
    if (review && before.review?.isRunning && !review.isRunning) say(reviewText(review));
    if (now.connection !== before.connection) {
      if (now.connection === 'closed') say(t('status.offline'));
      else if (before.connection === 'closed' && now.connection === 'open') tell(t('connection.back'));
    }
  });
  store.show(({ notice: shown }) => {
    if (shown?.number === drawn) return;
    drawn = shown?.number;
    if (notice.isConnected && notice.matches(':popover-open')) notice.hidePopover();
    if (!shown || !notice.isConnected) return;
    notice.textContent = shown.text;
    notice.setAttribute('data-kind', shown.kind);
    // Shown anew, it comes above a dialog that was opened in the meantime.
    notice.showPopover();
  });
  return { live, notice, tell, say };
}
