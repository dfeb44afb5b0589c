// The panel of facts about a position: threats, forbidden points with their reasons, proved wins with
// a walk through every defence, defences, a move explained in words, and what the book knows.

import { el, replace, setText, whenChanged } from './dom.js';
import { iconButton } from './icons.js';
import { bookBlock } from './book_block.js';
import { lit as litBy, switchRow } from './parts.js';
import { currentVerdict, gameResult, mover, openingPhase, positionKey } from '../app/state.js';
import { attackerOf, lastMove, proofTree, walkReplies } from '../app/proofs.js';
import { pointsOf } from '../model/position.js';
import { other, pointName } from '../model/points.js';
import { language, t } from '../text/text.js';
import { forbiddenText, LINE_SHOWN, lineText, movesOf, proofText, restText, SIGNS, threatName } from '../text/facts.js';
import { explanationText } from '../text/reason_words.js';

/** @typedef {import('../app/state.js').State} State */
/** @typedef {import('../app/state.js').Options} Options */
/** @typedef {import('../app/state.js').Threat} Threat */
/** @typedef {import('../model/points.js').Point} Point */
/** @typedef {import('../model/points.js').Color} Color */

/** The kinds of threats, the strongest first. */
const KINDS = ['five', 'open-four', 'double-four', 'four-three', 'four', 'double-three', 'open-three'];

/** Where nearly every move wins, all of them would fill the panel. */
const SHOWN_MOVES = 20;
/** Of undecided moves. */
const MOST_UNDECIDED = 60;

/**
 * @typedef {object} InsightEvents
 * @property {(change: Partial<Options>) => void} option
 * @property {(light: {stones: Point[], targets: Point[]} | null) => void} spotlight
 * @property {(points: Point[] | null, color?: Color) => void} preview
 * @property {(goal: import('../app/proofs.js').Goal) => void} solve
 * @property {() => void} stopSolve
 * @property {() => void} closeSolve
 * @property {() => void} walk
 * @property {(point: Point) => void} reply
 * @property {() => void} walkBack
 * @property {() => void} walkEnd
 * @property {(which: 'best' | 'last') => void} explain
 * @property {(point: Point, byTouch: boolean) => void} play
 */

/** @param {InsightEvents} events */
export function insightPanel(events) {
  const book = bookBlock(events);
  const proof = el('section', { class: 'block', 'aria-labelledby': 'proof-title' });
  const explained = el('section', { class: 'block', 'aria-labelledby': 'explain-title' });
  const threats = el('section', { class: 'block', 'aria-labelledby': 'threats-title' });
  const forbidden = el('section', { class: 'block', 'aria-labelledby': 'forbidden-title' });
  const note = el('p', { class: 'hint', hidden: true });
  const root = el('div', { class: 'panel insight' }, note, book.root, threats, forbidden, proof, explained);
  const ifThreats = whenChanged();
  const ifForbidden = whenChanged();
  const ifProof = whenChanged();
  const ifExplained = whenChanged();
  /** The answers that were drawn last. @type {Pick<State, 'solve' | 'explained'>} */
  const answered = { solve: null, explained: null };
  // An answer is longer than its question: below a long list of threats it would lie out of sight.
  const show = (/** @type {HTMLElement} */ section) => section.scrollIntoView({ block: 'nearest' });

  /** @param {State} state */
  function render(state) {
    const verdict = currentVerdict(state);
    const { game, options, solve, walk } = state;
    const isPuzzle = !!state.puzzles;
    note.hidden = !isPuzzle;
    setText(note, t('puzzle.noHelp'));
    for (const section of [threats, proof, explained]) section.hidden = isPuzzle;
    const { rule } = game.tree;
    book.render(state);
    ifThreats([verdict, options.threats, language()], () => replace(threats, threatElements(state)));
    ifForbidden([verdict, options.forbidden, rule, isPuzzle, language()], () => {
      forbidden.hidden = rule !== 'renju' || isPuzzle;
      replace(forbidden, forbiddenElements(state));
    });
    ifProof([solve, walk, verdict?.winner, game, state.connection, language()], () => {
      replace(proof, proofElements(state));
      if (solve?.answer && solve !== answered.solve) show(proof);
      answered.solve = solve;
    });
    ifExplained([state.explained, positionKey(game), state.connection, !!gameResult(state), language()], () => {
      replace(explained, explainElements(state));
      if (state.explained?.answer && state.explained !== answered.explained) show(explained);
      answered.explained = state.explained;
    });
  }

  /** @param {HTMLElement} element @param {Point[]} stones @param {Point[]} targets */
  const lit = (element, stones, targets) => litBy(element, events.spotlight, stones, targets);

  /** @param {State} state */
  function threatElements(state) {
    const { options, game } = state;
    const { size } = game.tree;
    const found = currentVerdict(state)?.threats;
    const head = el('header', { class: 'block-head' }, el('h3', { id: 'threats-title' }, t('insight.threats')),
      switchRow('threats', t('insight.onBoard'), options.threats, (isOn) => events.option({ threats: isOn })));
    if (!found) return [head, el('p', { class: 'empty' }, t(currentVerdict(state) ? 'insight.noThreats' : 'insight.unknown'))];
    const column = (/** @type {Color} */ color) => {
      const rows = KINDS.flatMap((kind) => {
        const of = found[color].filter((threat) => threat.kind === kind);
        return of.length ? [el('div', { class: 'threat-row' },
          el('span', { class: `sign ${color} ${kind}`, 'aria-hidden': 'true' }, SIGNS[kind]),
          el('span', { class: 'threat-kind' }, threatName(kind)),
          el('span', { class: 'chips' }, of.map((threat) => lit(
            el('button', { type: 'button', class: 'chip', 'data-key': `threat-${color}-${threat.point}`, 'aria-label': t('cell.threatAt', { point: threat.point, kind: threatName(kind) }) }, threat.point),
            pointsOf([threat.point], size), pointsOf(threat.lines.flatMap(({ next }) => next), size)))))] : [];
      });
      return el('div', { class: 'threat-column' }, el('h4', {}, el('span', { class: `disc small ${color}`, 'aria-hidden': 'true' }), t(color)),
        rows.length ? rows : el('p', { class: 'empty' }, t('insight.none')));
    };
    return [head, el('div', { class: 'threat-columns' }, column('black'), column('white'))];
  }

  /** @param {State} state */
  function forbiddenElements(state) {
    const { options, game } = state;
    const { size } = game.tree;
    const found = currentVerdict(state)?.forbidden ?? [];
    const head = el('header', { class: 'block-head' }, el('h3', { id: 'forbidden-title' }, t('insight.forbidden')),
      switchRow('forbidden', t('insight.onBoard'), options.forbidden, (isOn) => events.option({ forbidden: isOn })));
    if (!found.length) return [head, el('p', { class: 'empty' }, t(currentVerdict(state) ? 'insight.noForbidden' : 'insight.unknown'))];
    return [head, el('ul', { class: 'reasons' }, found.map((point) => el('li', {}, lit(
      el('button', { type: 'button', class: 'reason', 'data-key': `forbidden-${point.point}` },
        el('span', { class: 'sign forbidden', 'aria-hidden': 'true' }, SIGNS[point.kind]), el('span', {}, forbiddenText(point))),
      pointsOf(point.parts.flatMap(({ stones }) => stones), size),
      pointsOf(point.parts.flatMap(({ completed_at: at }) => at), size)))))];
  }

  /** @param {State} state */
  function proofElements(state) {
    const { solve, game, walk } = state;
    const isNow = solve?.key === positionKey(game);
    const head = el('header', { class: 'block-head' }, el('h3', { id: 'proof-title' }, t('proof.title')),
      solve && isNow && !solve.isRunning && iconButton('close', t('action.close'), events.closeSolve, { isBare: true, key: 'close-proof' }));
    const color = mover(game);
    const isOver = currentVerdict(state)?.winner !== 'none' || !!openingPhase(game) || state.connection !== 'open';
    const ask = (/** @type {import('../app/proofs.js').Goal} */ goal, /** @type {string} */ text) => el('button', {
      type: 'button', class: 'button', 'data-key': `solve-${goal}`, disabled: isOver, onclick: () => events.solve(goal),
    }, text);
    const questions = el('div', { class: 'choices' },
      ask('win', t('proof.find', { color: t(color) })), ask('all-first-moves', t('proof.all')), ask('threat', t('proof.threat', { color: t(other(color)) })), ask('defend', t('proof.defend')));
    if (!solve || !isNow) return [head, el('p', { class: 'hint' }, t('proof.hint')), questions];
    if (solve.isRunning) {
      return [head, el('p', { class: 'line' }, el('span', { class: 'spinner', 'aria-hidden': 'true' }), t('proof.searching')),
        iconButton('stop', t('analysis.stop'), events.stopSolve, { key: 'stop-solve' })];
    }
    return [head, ...(walk ? walkElements(state) : answerElements(state)), walk ? null : questions];
  }

  /** @param {State} state */
  function answerElements(state) {
    const { solve, game } = state;
    const answer = solve?.answer;
    if (!solve || !answer) return [];
    const { size } = game.tree;
    const text = proofText(solve.goal, answer, mover(game));
    if (answer.result !== 'win') return [el('p', {}, text)];
    /** @type {HTMLElement[]} */
    const parts = [el('p', { class: 'proved' }, text)];
    if (solve.goal === 'win' || solve.goal === 'threat') {
      const side = attackerOf(state);
      // All of a long line would cover the board.
      const points = pointsOf(answer.line.slice(0, LINE_SHOWN), size);
      const line = el('button', { type: 'button', class: 'chip wide', 'data-key': 'proof-line' }, lineText(answer.line));
      for (const name of ['pointerenter', 'focus']) line.addEventListener(name, () => events.preview(points, side));
      for (const name of ['pointerleave', 'blur']) line.addEventListener(name, () => events.preview(null));
      parts.push(line);
      const rest = restText({ line: answer.line, plies: answer.plies }, side, solve.goal === 'threat');
      if (rest) parts.push(el('p', { class: 'hint' }, rest));
      const tree = proofTree(state);
      if (tree) {
        parts.push(el('p', { class: 'hint' }, t('proof.tree', { n: tree.nodes.length })),
          iconButton('play', t('proof.walk'), events.walk, { class: 'primary', key: 'walk' }));
      }
    } else {
      /** The shortest wins first. @type {{move: string, plies?: number}[]} */
      const moves = [...(answer.moves ?? [])].sort((a, b) => (a.plies ?? 0) - (b.plies ?? 0));
      const chips = (/** @type {typeof moves} */ some) => el('div', { class: 'chips' }, some.map(({ move, plies }) => lit(
        el('button', { type: 'button', class: 'chip', 'data-key': `first-${move}` }, plies ? t('proof.move', { move, n: movesOf(plies) }) : move), pointsOf([move], size), [])));
      const rest = moves.slice(SHOWN_MOVES);
      parts.push(chips(moves.slice(0, SHOWN_MOVES)));
      if (solve.goal === 'defend' && moves.length) parts.push(el('p', { class: 'hint' }, t('proof.defencesNote')));
      if (rest.length) parts.push(el('details', { class: 'more' }, el('summary', {}, t('proof.more', { n: rest.length })), chips(rest)));
      if (answer.unknown?.length) parts.push(undecided(answer.unknown, chips));
    }
    return parts;
  }

  /** Moves that a limit left open, folded: they are neither refuted nor confirmed. @param {string[]} moves @param {(moves: {move: string}[]) => HTMLElement} chips */
  const undecided = (moves, chips) => el('details', { class: 'more undecided' },
    el('summary', {}, t('proof.undecided', { n: moves.length })), chips(moves.slice(0, MOST_UNDECIDED).map((move) => ({ move }))));

  /** @param {State} state */
  function walkElements(state) {
    const { walk, game } = state;
    const tree = proofTree(state);
    if (!walk || !tree) return [];
    const { size } = game.tree;
    const { named, hasOther, isEnd, isComplete } = walkReplies(tree, walk, size);
    const attacker = attackerOf(state);
    const defender = other(attacker);
    const played = walk.moves.map((point, index) => el('span', { class: `walk-move ${index % 2 ? defender : attacker}` },
      el('span', { class: `disc small ${index % 2 ? defender : attacker}`, 'aria-hidden': 'true' }), pointName(point, size)));
    return [
      el('p', { class: 'walk-line' }, played),
      el('p', { class: 'line' }, isEnd ? t(isComplete ? 'proof.five' : 'proof.cut', { color: t(attacker) }) : t('proof.reply', { color: t(defender) })),
      isEnd ? null : el('div', { class: 'chips' }, named.map((point) => el('button', {
        type: 'button', class: 'chip', 'data-key': `reply-${pointName(point, size)}`, onclick: () => events.reply(point),
      }, pointName(point, size)))),
      !isEnd && hasOther ? el('p', { class: 'hint' }, t(named.length ? 'proof.other' : 'proof.any')) : null,
      el('div', { class: 'choices' }, iconButton('back', t('proof.back'), events.walkBack, { key: 'walk-back' }),
        iconButton('close', t('proof.end'), events.walkEnd, { key: 'walk-end' })),
    ];
  }

  /** @param {State} state */
  function explainElements(state) {
    const { explained: known, game, connection } = state;
    const isNow = known?.key === positionKey(game);
    const button = (/** @type {'best' | 'last'} */ which, /** @type {string} */ text, /** @type {boolean} */ isPossible) => {
      const made = iconButton('explain', text, () => events.explain(which), { key: which === 'best' ? 'explain' : 'explain-last', shortcut: which === 'best' ? 'w' : 'W' });
      made.disabled = connection !== 'open' || !isPossible;
      return made;
    };
    return [
      el('header', { class: 'block-head' }, el('h3', { id: 'explain-title' }, t('explain.title'))),
      isNow && known?.isRunning ? el('p', { class: 'line' }, el('span', { class: 'spinner', 'aria-hidden': 'true' }), t('explain.running')) : null,
      isNow && known?.answer ? el('p', { class: 'explanation' }, explanationText(known.answer, known.color)) : el('p', { class: 'hint' }, t('explain.hint')),
      el('div', { class: 'choices' }, button('best', t('insight.explain'), !gameResult(state)), button('last', t('insight.explainLast'), !!lastMove(game))),
    ];
  }

  return { root, render };
}
