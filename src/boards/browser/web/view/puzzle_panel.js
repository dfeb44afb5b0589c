// The panel of the puzzles: where they come from; and while one is on the board, what is to be done, what
// the engine says about the moves, hints, and the way to the next one.

import { el, replace, setText, whenChanged } from './dom.js';
import { iconButton } from './icons.js';
import { clockText } from '../app/clock.js';
import { HINTS, isAtEnd, isResting, notAlone, RACE_MS, raceLeftMs } from '../app/puzzles.js';
import { recordCounts } from '../app/puzzle_record.js';
import { ownSide } from '../app/own_side.js';
import { ownGame } from '../app/state.js';
import { nodeOf, ROOT } from '../model/tree.js';
import { isColorName } from '../text/facts.js';
import { language, t } from '../text/text.js';
import { countsOf, recordText, taskText } from '../text/puzzle_words.js';
import { hintText } from '../text/reason_words.js';

/** @typedef {import('../app/state.js').State} State */
/** @typedef {import('../app/puzzles.js').PuzzleRun} PuzzleRun */
/** @typedef {import('../app/puzzles.js').Source} Source */

/** How often the time of a race is drawn, in milliseconds. */
const TICK_MS = 200;

/** @param {import('../app/puzzles.js').PuzzleActions} actions @param {{side: (side: import('../model/points.js').Color | 'all') => void}} events */
export function puzzlePanel(actions, events) {
  const root = el('div', { class: 'panel puzzles' });
  const time = el('span', { class: 'time', role: 'timer' });
  const ifChanged = whenChanged();
  /** The run whose time is drawn. @type {PuzzleRun | null} */
  let timed = null;
  /** How many hints and questions were drawn. */
  let shown = [0, 0];
  setInterval(() => drawTime(), TICK_MS);

  function drawTime() {
    const left = timed && raceLeftMs(timed);
    if (left !== null) setText(time, clockText(left));
  }

  /** @param {State} state */
  function render(state) {
    const { puzzles, fetching, connection, asksSide } = state;
    const { game } = ownGame(state);
    timed = puzzles && puzzles.stage !== 'over' ? puzzles : null;
    ifChanged([puzzles, fetching, fetching && state.review, connection, game.tree, game.seats, game.own, asksSide, state.game.at, language()], () => {
      replace(root, puzzles ? runElements(state, puzzles) : startElements(state));
      // What has come below the button that asked for it.
      const now = [puzzles?.hints.length ?? 0, asksSide ? 1 : 0];
      const added = now[0] > shown[0] ? root.querySelector('.puzzle-hints li:last-child') : now[1] > shown[1] ? root.querySelector('.own-side') : null;
      shown = now;
      added?.scrollIntoView({ block: 'nearest' });
    });
  }

  /** @param {State} state */
  function startElements(state) {
    const { fetching, connection } = state;
    const { game } = ownGame(state);
    const counts = recordCounts();
    const { tried, best } = counts;
    const hasGame = nodeOf(game.tree, ROOT).children.length > 0 || !!game.tree.setup;
    const block = (/** @type {Source} */ source, /** @type {string} */ icon, /** @type {() => void} */ act, /** @type {boolean} */ isPossible, /** @type {string} */ hint, /** @type {HTMLElement | null} */ more = null) => {
      const button = iconButton(icon, t(`puzzle.${source}`), act, { class: source === 'daily' ? 'primary' : '', key: `puzzle-${source}` });
      button.disabled = !isPossible || connection !== 'open' || !!fetching;
      return el('section', { class: 'block' }, el('p', { class: 'hint' }, hint), el('div', { class: 'choices' }, button,
        fetching === source ? el('span', { class: 'line' }, el('span', { class: 'spinner', 'aria-hidden': 'true' }), fetchingText(state),
          iconButton('close', t('action.cancel'), actions.abandon, { isBare: true, key: 'abandon' })) : null), more);
    };
    return [
      block('daily', 'hint', actions.daily, true, t('puzzle.dailyHint')),
      block('mistakes', 'check', () => actions.mistakes(ownSide(game)), hasGame, t('puzzle.mistakesHint'), sideElements(state, game)),
      block('race', 'play', actions.race, true, [t('puzzle.raceHint', { n: RACE_MS / 60_000 }), best ? t('puzzle.best', { n: best }) : ''].filter(Boolean).join(' ')),
      tried ? el('p', { class: 'hint' }, recordText(counts)) : null,
    ];
  }

  /** Which side the person played: the question, or of a game that does not say it the answer. @param {State} state @param {import('../app/state.js').Game} game */
  function sideElements({ asksSide, fetching }, game) {
    const name = (/** @type {'black' | 'white'} */ color) => {
      const player = game.names[color];
      return player && !isColorName(player, color) ? `${t(color)} (${player})` : t(color);
    };
    if (asksSide) {
      const answer = (/** @type {'black' | 'white' | 'all'} */ side) => el('button', { type: 'button', class: 'button', 'data-key': `side-${side}`, onclick: () => events.side(side) },
        ...(side === 'all' ? [t('puzzle.bothSides')] : [el('span', { class: `disc small ${side}`, 'aria-hidden': 'true' }), name(side)]));
      return el('div', { class: 'own-side', role: 'group', 'aria-labelledby': 'own-side-title' }, el('p', { id: 'own-side-title' }, t('puzzle.whichSide')),
        el('div', { class: 'choices' }, answer('black'), answer('white'), answer('all')));
    }
    if (!game.own) return null;
    const button = el('button', { type: 'button', class: 'chip', 'data-key': 'own-side', onclick: () => actions.mistakes(null) },
      t('puzzle.ownSide', { side: game.own === 'all' ? t('puzzle.bothSides') : name(game.own) }));
    button.disabled = !!fetching;
    return el('div', {}, button);
  }

  /** @param {State} state @param {PuzzleRun} run */
  function runElements(state, run) {
    const { source, list, index, stage, message, hints, endsAt: end, solved } = run;
    const isRace = source === 'race';
    const isDone = stage === 'done';
    const button = (/** @type {string} */ icon, /** @type {string} */ text, /** @type {() => void} */ act, /** @type {string} */ key, isMain = false, isOff = false) => {
      const made = iconButton(icon, t(text), act, { class: isMain ? 'primary' : '', key });
      made.disabled = isOff;
      return made;
    };
    const isWaiting = stage === 'asked' || state.connection !== 'open';
    const isEnd = isAtEnd(run);
    const onward = index + 1 < list.length ? 'puzzle.next' : 'puzzle.toEnd';
    const left = isEnd ? notAlone(run).length : 0;
    return [
      el('div', { class: 'puzzle-head' }, el('p', { class: 'kicker' }, t('puzzle.of', { title: t(`puzzle.${source}`), n: index + 1, total: list.length })),
        end === null ? null : el('p', { class: 'puzzle-score' }, t('puzzle.score', { n: solved }), time)),
      stage === 'over' ? null : el('p', { class: 'puzzle-task' }, ...taskElements(run)),
      // The same element says that the engine thinks: the buttons below do not jump.
      el('p', { class: `puzzle-message ${message?.kind ?? ''}` }, stage === 'asked' ? t('puzzle.asking') : message?.text ?? t(isEnd ? 'puzzle.finished' : 'puzzle.place')),
      hints.length ? el('ol', { class: 'puzzle-hints' }, hints.map((hint) => el('li', {}, hintText(hint)))) : null,
      isEnd ? summary(run) : null,
      isRace ? (isResting(run) ? button('forward', onward, actions.next, 'puzzle-next', true) : null) : el('div', { class: 'choices puzzle-actions' },
        stage === 'over' ? null : isDone ? button('back', 'puzzle.again', actions.again, 'puzzle-again')
          : button('hint', 'action.hint', actions.hint, 'puzzle-hint', false, isWaiting || hints.length >= HINTS),
        isDone || stage === 'over' ? null : button('explain', 'puzzle.show', actions.solution, 'puzzle-solution', false, isWaiting),
        isEnd || list.length < 2 ? null : button('forward', onward, actions.next, 'puzzle-next', isDone),
        left ? iconButton('undo', t('puzzle.repeat', { n: left }), actions.repeat, { class: 'primary', key: 'puzzle-repeat' }) : null),
      button('close', 'puzzle.end', actions.end, 'puzzle-end', stage === 'over' && !left),
    ];
  }

  /** How many puzzles of a run ended how. @param {PuzzleRun} run */
  const summary = (run) => el('dl', { class: 'puzzle-summary' },
    countsOf(run).map(({ outcome, name, n }) => el('div', { class: outcome }, el('dt', {}, name), el('dd', {}, n))));

  return { root, render };
}

/** What takes the time. @param {State} state */
const fetchingText = ({ review }) => (review?.isRunning ? t('puzzle.reviewing', review.again ?? review) : t('puzzle.fetching'));

/** What is to be done, and by which rule: what wins by one is nothing by another, and sets have puzzles of several. @param {PuzzleRun} run */
function taskElements({ list, index }) {
  const { tree } = list[index];
  const color = tree.setup?.toMove ?? 'black';
  return [el('span', { class: `disc ${color}`, 'aria-hidden': 'true' }), `${t(`rule.${tree.rule}`)} · ${taskText(list[index])}`];
}
