// Messages: short notices on the page, and a polite live region that reads moves, results and answers
// aloud.

import { gameResult, mover, openingPhase, positionKey } from './state.js';
import { isSettled } from './analysis.js';
import { nodeOf } from '../model/tree.js';
import { moveName, pointName } from '../model/points.js';
import { t } from '../text/text.js';
import { offlineText, proofText, resultText, reviewText } from '../text/facts.js';
import { el } from '../view/dom.js';

const SHOWN_MS = 4500;
/** A notice with a button stays longer: one has to read it and to reach the button. */
const OFFERED_MS = 15_000;

/** @param {import('./store.js').Store} store */
export function startMessages(store) {
  const live = el('div', { class: 'hidden', role: 'status', 'aria-live': 'polite', id: 'live' });
  // A popover lies above an open dialog, too. The live region reads what it says.
  const notice = el('div', { class: 'notice', role: 'status', 'aria-live': 'off', popover: 'manual' });
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
    if (now.notice?.action && isElsewhere(game, before.game)) store.set({ notice: null });
    if (game.at !== before.game.at || game.tree !== before.game.tree) {
      const node = nodeOf(game.tree, game.at);
      const isNew = game.at !== before.game.at && node.parent !== null;
      if (isNew) say(`${t(node.color)} ${moveName(node.point, game.tree.size)}`);
      else if (game.at !== before.game.at) say(t('say.start'));
      if (!openingPhase(game) && openingPhase(before.game)) say(t('say.openingOver'));
    }
    const result = gameResult(now);
    const earlier = gameResult(before);
    if (result && (result.winner !== earlier?.winner || result.reason !== earlier?.reason)) say(resultText(result));
    if (now.pending && now.pending !== before.pending) {
      say(t('confirm.question', { color: t(mover(game)), point: pointName(now.pending, game.tree.size) }));
    }
    const { solve, explained, review, walk, analysis } = now;
    if (before.analysis.isRunning && !analysis.isRunning && analysis.isOn && analysis.report && isSettled(analysis.report, now.options)) say(t('analysis.settled'));
    if (solve && solve !== before.solve && solve.key === positionKey(game)) {
      if (solve.isRunning) say(t('proof.searching'));
      else if (solve.answer) say(proofText(solve.goal, solve.answer, mover(game)));
    }
    if (walk && walk !== before.walk) say(walk.moves.slice(before.walk ? -2 : 0).map((point) => pointName(point, game.tree.size)).join(' '));
    if (explained?.text && explained.text !== before.explained?.text) say(explained.text);
    if (review && before.review?.isRunning && !review.isRunning) say(reviewText(review));
    if (now.connection !== before.connection) {
      if (now.connection === 'closed') say(offlineText(now));
      else if (before.connection === 'closed' && now.connection === 'open') tell(t('connection.back'));
    }
  });
  store.show(({ notice: shown }) => {
    if (shown?.number === drawn) return;
    drawn = shown?.number;
    if (notice.isConnected && notice.matches(':popover-open')) notice.hidePopover();
    if (!shown || !notice.isConnected) return;
    const { action } = shown;
    const hide = () => store.set({ notice: null });
    const offer = () => {
      hide();
      action?.act();
    };
    notice.replaceChildren(shown.text, ...(action ? [
      el('button', { type: 'button', class: 'notice-action', onclick: offer }, action.text),
      el('button', { type: 'button', class: 'notice-close', 'aria-label': t('action.close'), onclick: hide }, '×'),
    ] : []));
    notice.setAttribute('data-kind', shown.kind);
    // Shown anew, it comes above a dialog that was opened in the meantime.
    notice.showPopover();
  });
  return { live, notice, tell, say };
}

/**
 * Whether the game went on or another one began: then what a notice offered would undo something else.
 * @param {import('./state.js').Game} now @param {import('./state.js').Game} before
 */
const isElsewhere = (now, before) => now.clock !== before.clock || now.opening !== before.opening || now.result !== before.result
  || now.tree.nodes.size !== before.tree.nodes.size;
