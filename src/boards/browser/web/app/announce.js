// Messages: short notices in the state of the game, and a polite live region that reads moves, results and answers
// aloud.

import { gameResult, mover, openingPhase, positionKey } from './state.js';
import { isSettled } from './analysis.js';
import { isAtEnd } from './puzzles.js';
import { nodeOf } from '../model/tree.js';
import { moveName, pointName } from '../model/points.js';
import { t } from '../text/text.js';
import { offersText, offlineText, proofText, resultText, reviewText } from '../text/facts.js';
import { summaryText, taskText } from '../text/puzzle_words.js';
import { engineChoiceText } from '../text/opening_words.js';
import { explanationText, hintText } from '../text/reason_words.js';
import { attribute, el } from '../view/dom.js';

const SHOWN_MS = 8000;
/** A notice with a button stays longer: one has to read it and to reach the button. */
const OFFERED_MS = 15_000;

/** Where notices are shown: among the `state` of the game, or over the `panels`, below their `tabs`. @typedef {{state: HTMLElement, panels: HTMLElement, tabs: HTMLElement, board: HTMLElement}} NoticePlaces */
/** Over what a notice lies that is not in the flow of the page. @typedef {'panel' | 'state' | 'foot'} Afloat */

/** @param {import('./store.js').Store} store */
export function startMessages(store) {
  const live = el('div', { class: 'hidden', role: 'status', 'aria-live': 'polite', id: 'live' });
  // Its place is among the state of the game; an open dialog takes it, and on a phone what is below or above it. The live region reads what it says.
  const notice = el('div', { class: 'notice', role: 'status', 'aria-live': 'off', hidden: true });
  /** @type {NoticePlaces | null} */
  let places = null;
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
  function tell(text, kind = 'info', actions = []) {
    number += 1;
    store.set({ notice: { text, kind, number, actions } });
    say(text);
    clearTimeout(timer);
    if (kind !== 'warning') close(actions.length ? OFFERED_MS : SHOWN_MS);
  }

  /** Takes the notice away, but not while its button has the focus. @param {number} afterMs */
  function close(afterMs) {
    clearTimeout(timer);
    timer = setTimeout(() => (notice.contains(document.activeElement) ? close(afterMs) : store.set({ notice: null })), afterMs);
  }

  store.listen((now, before) => {
    const { game } = now;
    const chosen = (/** @type {import('./state.js').Game} */ { opening }) => opening?.choices.length ?? 0;
    const wentOn = game.tree.nodes.size !== before.game.tree.nodes.size || chosen(game) > chosen(before.game);
    const isRefusal = now.notice?.kind === 'error' && now.notice === before.notice && wentOn;
    const isOfGame = !!now.notice && (now.notice.actions.length > 0 || now.notice.kind === 'warning');
    if (isRefusal || (isOfGame && isElsewhere(game, before.game))) store.set({ notice: null });
    if (game.at !== before.game.at || game.tree !== before.game.tree) {
      const node = nodeOf(game.tree, game.at);
      const isNew = game.at !== before.game.at && node.parent !== null;
      if (isNew) say(`${t(node.color)} ${moveName(node.point, game.tree.size)}`);
      else if (game.at !== before.game.at) say(t('say.start'));
      // Another game on the board has not ended the opening.
      if (game.clock === before.game.clock && !openingPhase(game) && openingPhase(before.game)) say(t('say.openingOver'));
    }
    const choice = game.opening?.phase !== before.game.opening?.phase ? engineChoiceText(game) : null;
    if (choice && choice !== engineChoiceText(before.game)) say(choice);
    const phase = openingPhase(game);
    if (phase?.step?.kind === 'pick' && openingPhase(before.game)?.step?.kind !== 'pick') say(offersText(phase));
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
    if (now.asksSide && !before.asksSide) say(t('puzzle.whichSide'));
    const { puzzles } = now;
    if (puzzles && puzzles.list[puzzles.index] !== before.puzzles?.list[before.puzzles.index]) {
      say(taskText(puzzles.list[puzzles.index]));
    }
    if (puzzles?.message && puzzles.message !== before.puzzles?.message) say(puzzles.message.text);
    if (puzzles && isAtEnd(puzzles) && !(before.puzzles && isAtEnd(before.puzzles))) say(summaryText(puzzles));
    if (puzzles && puzzles.hints.length > (before.puzzles?.hints.length ?? 0)) say(hintText(puzzles.hints.at(-1) ?? null));
    if (explained?.answer && explained.answer !== before.explained?.answer) say(explanationText(explained.answer, explained.color));
    if (review && before.review?.isRunning && !review.isRunning) say(reviewText(review));
    if (now.connection !== before.connection) {
      if (now.connection === 'closed') say(offlineText(now));
      else if (before.connection === 'closed' && now.connection === 'open') tell(t('connection.back'));
    }
  });
  store.show(({ notice: shown }) => {
    if (shown?.number === drawn) return;
    drawn = shown?.number;
    notice.hidden = !shown;
    if (!shown) return;
    const hide = () => store.set({ notice: null });
    const offer = (/** @type {import('./state.js').NoticeAction} */ { act }) => {
      hide();
      act();
    };
    notice.replaceChildren(el('span', { class: 'notice-text' }, shown.text), ...shown.actions.map((action) =>
      el('button', { type: 'button', class: 'button notice-action', onclick: () => offer(action) }, action.text)),
    el('button', { type: 'button', class: 'notice-close', 'aria-label': t('action.close'), onclick: hide }, '×'));
    notice.setAttribute('data-kind', shown.kind);
    settle();
  });
  /** Puts the notice where it is seen. */
  function settle() {
    if (!places) return;
    const dialog = document.querySelector('dialog[open]');
    const isPhone = document.documentElement.dataset.layout === 'phone';
    // Over a panel it has the width that it is measured with.
    if (!dialog && isPhone) moveTo(places.panels, 'panel');
    const afloat = dialog ? null : isPhone ? phonePlace(places) : isScrolledAway(places.state) ? 'foot' : null;
    moveTo(dialog ?? (afloat === 'panel' ? places.panels : places.state), afloat);
  }

  /** @param {Element} host @param {Afloat | null} afloat */
  function moveTo(host, afloat) {
    if (notice.parentElement !== host) host.append(notice);
    attribute(notice, 'data-afloat', afloat);
  }

  /** Where it covers neither tabs nor toolbar, and the board does not move: over the panel below the tabs, or over the state of the game. @param {NoticePlaces} places @returns {Afloat} */
  function phonePlace({ state, tabs, board }) {
    const { bottom } = tabs.getBoundingClientRect();
    // While the panels scroll, the board stays at the head of the window, and the tabs go behind it.
    if (bottom <= Math.max(0, board.getBoundingClientRect().bottom)) return 'foot';
    if (bottom + notice.offsetHeight + 8 <= window.innerHeight) return 'panel';
    return isScrolledAway(state) ? 'foot' : 'state';
  }

  /** @param {Element} element */
  const isScrolledAway = (element) => element.getBoundingClientRect().bottom < 40;

  document.addEventListener('close', settle, { capture: true });
  return {
    live, tell, say,
    /** @param {NoticePlaces} known */
    settleIn(known) {
      places = known;
      settle();
    },
  };
}

/**
 * Whether the game went on or another one began: then what a notice offered would undo something else.
 * @param {import('./state.js').Game} now @param {import('./state.js').Game} before
 */
const isElsewhere = (now, before) => now.clock !== before.clock || now.opening !== before.opening || now.result !== before.result
  || now.tree.nodes.size !== before.tree.nodes.size;
