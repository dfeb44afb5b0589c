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

/** Where notices are shown: among the `state` of the game, or at the head of the panels, below their `tabs`. @typedef {{state: HTMLElement, tabs: HTMLElement}} NoticePlaces */
/** Where a notice is that is not in the flow of the state of the game: above a panel, or over that state. @typedef {'panel' | 'over'} Elsewhere */

/** @param {import('./store.js').Store} store */
export function startMessages(store) {
  const live = el('div', { class: 'hidden', role: 'status', 'aria-live': 'polite', id: 'live' });
  // Its place is among the state of the game; an open dialog takes it, and on a phone the panels do. The live region reads what it says.
  const notice = el('div', { class: 'notice', role: 'status', 'aria-live': 'off', hidden: true });
  const root = document.documentElement;
  /** @type {NoticePlaces | null} */
  let places = null;
  /** @type {string[]} */
  let queue = [];
  /** @type {number | undefined} */
  let timer;
  let number = 0;
  /** The number of the notice that is shown. @type {number | undefined} */
  let drawn;
  /** The panel that was open then. @type {string | undefined} */
  let drawnTab;

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
    const choices = (/** @type {import('./state.js').Game} */ { opening }) => opening?.choices.length ?? 0;
    const wentOn = game.tree.nodes.size !== before.game.tree.nodes.size || choices(game) > choices(before.game);
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
  store.show(({ notice: shown, tab }) => {
    if (shown?.number === drawn && (!shown || tab === drawnTab)) return;
    const isNew = shown?.number !== drawn;
    drawn = shown?.number;
    drawnTab = tab;
    notice.hidden = !shown;
    if (!shown || !isNew) return settle();
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
  /** Puts the notice where it is seen and covers nothing that is in use. */
  function settle() {
    if (!places || notice.hidden) return root.style.removeProperty('--notice');
    const dialog = document.querySelector('dialog[open]');
    const isPhone = root.dataset.layout === 'phone';
    if (dialog || !isPhone) moveTo(dialog ?? places.state, null);
    if (!dialog && (isPhone || !isInWindow())) placeAtPanel(places, isPhone);
    // What is scrolled into view stops below it.
    root.style.setProperty('--notice', notice.dataset.place === 'panel' ? `${notice.offsetHeight}px` : '0px');
  }

  /**
   * At the head of the panel the notice moves what follows and not the board. Where the window ends before it, it lies over the
   * state of the game, which on a phone is above the board, or is scrolled to. @param {NoticePlaces} places @param {boolean} isPhone
   */
  function placeAtPanel({ state, tabs }, isPhone) {
    if (notice.previousElementSibling !== tabs) tabs.after(notice);
    attribute(notice, 'data-place', 'panel');
    if (isInWindow()) return;
    if (isPhone && !isScrolledAway(state)) moveTo(state, 'over');
    else notice.scrollIntoView({ block: 'nearest' });
  }

  /** @param {Element} host @param {Elsewhere | null} elsewhere */
  function moveTo(host, elsewhere) {
    if (notice.parentElement !== host) host.append(notice);
    attribute(notice, 'data-place', elsewhere);
  }

  const isInWindow = () => {
    const { top, bottom } = notice.getBoundingClientRect();
    return top >= 0 && bottom <= window.innerHeight;
  };

  /** @param {Element} element */
  const isScrolledAway = (element) => element.getBoundingClientRect().bottom < 40;

  document.addEventListener('close', () => settle(), { capture: true });
  return {
    live, tell, say,
    /** @param {NoticePlaces} known */
    settleIn(known) {
      places = known;
      settle();
    },
  };
}

/** What was chosen in an opening: the engine's answer about it chooses nothing. @param {import('./state.js').Game} game */
const chosen = ({ opening }) => opening?.choices.join(' ');

/**
 * Whether the game went on or another one began: then what a notice offered would undo something else.
 * @param {import('./state.js').Game} now @param {import('./state.js').Game} before
 */
const isElsewhere = (now, before) => now.clock !== before.clock || chosen(now) !== chosen(before) || now.result !== before.result
  || now.tree.nodes.size !== before.tree.nodes.size;
