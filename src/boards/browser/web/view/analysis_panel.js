// The panel of the analysis: start and stop, lines with their values, depth and speed, limits.

import { attribute, el, replace, setText, whenChanged } from './dom.js';
import { iconButton } from './icons.js';
import { switchRow } from './parts.js';
import { gameResult, mover, positionKey } from '../app/state.js';
import { isSettled, shownReport } from '../app/analysis.js';
import { pointsOf } from '../model/position.js';
import { language, t } from '../text/text.js';
import { decidedText, lineWorth, shortCount } from '../text/facts.js';

/** @typedef {import('../app/state.js').State} State */
/** @typedef {import('../app/state.js').Options} Options */
/** @typedef {import('../model/points.js').Point} Point */

/** What an engine with one thread does before it analyzes: the key of a text. @param {State} state */
const otherWork = ({ isLocal, review, solve }) => (!isLocal ? null : solve?.isRunning ? 'proof.title' : review?.isRunning ? 'tab.review' : null);

/**
 * @param {{toggle: () => void, option: (change: Partial<Options>) => void,
 *   preview: (points: Point[] | null) => void, play: (points: Point[], byTouch: boolean) => void, explain: () => void}} events
 */
export function analysisPanel(events) {
  const toggle = iconButton('play', '', events.toggle, { class: 'primary toggle', key: 'analyze' });
  const facts = el('dl', { class: 'facts' });
  const lines = el('ol', { class: 'lines' });
  const settings = el('div', { class: 'settings-row' });
  const explain = el('div', { class: 'panel-actions' });
  const likely = el('div', { class: 'likely' });
  const side = el('p', { class: 'kicker' });
  const settled = el('p', { class: 'hint', hidden: true });
  const root = el('div', { class: 'panel' }, el('div', { class: 'panel-top' }, toggle, facts), el('div', { class: 'found' }, side, lines, settled), explain, likely, settings);
  const ifLines = whenChanged();
  const ifSettings = whenChanged();
  const ifToggle = whenChanged();
  const ifFacts = whenChanged();
  const ifLikely = whenChanged();
  /** What the chances came from last: the text stays while those of the next position are asked for. @type {'policy' | 'tables' | null} */
  let source = null;
  /** @type {string[][]} */
  let shown = [];
  /** @type {State | null} */
  let state = null;

  /** @param {Event} event */
  const lineOf = ({ target }) => {
    const item = target instanceof Element ? target.closest('[data-line]') : null;
    return item && state ? pointsOf(shown[Number(item.getAttribute('data-line'))], state.game.tree.size) : null;
  };
  lines.addEventListener('pointerover', (event) => events.preview(lineOf(event)));
  lines.addEventListener('pointerleave', () => events.preview(null));
  lines.addEventListener('focusin', (event) => events.preview(lineOf(event)));
  lines.addEventListener('focusout', () => events.preview(null));
  lines.addEventListener('click', (event) => {
    const points = lineOf(event);
    if (points?.length) events.play(points.slice(0, 1), isTouch && event.detail > 0);
  });
  let isTouch = false;
  lines.addEventListener('pointerdown', (event) => { isTouch = event.pointerType === 'touch'; });

  /** @param {State} now */
  function render(now) {
    state = now;
    const { analysis, options, game } = now;
    const report = shownReport(now);
    ifToggle([analysis.isOn, analysis.isRunning, now.connection, language()], () => {
      toggle.disabled = now.connection === 'closed' && !analysis.isOn;
      const label = toggle.querySelector('span');
      if (label) setText(label, t(analysis.isOn ? 'analysis.stop' : 'analysis.start'));
      attribute(toggle, 'aria-pressed', String(analysis.isOn));
      toggle.querySelector('path')?.setAttribute('d', analysis.isOn ? 'M7 7h10v10H7z' : 'M7 5l12 7-12 7z');
      attribute(root, 'data-running', String(analysis.isRunning));
    });
    ifFacts([report, mover(game), language()], () => {
      const speed = report && report.time_ms > 20 ? `${shortCount((report.nodes / report.time_ms) * 1000)}/s` : '–';
      const fact = (/** @type {string} */ key, /** @type {string} */ value) => el('div', {}, el('dt', {}, t(key)), el('dd', {}, value));
      const decided = decidedText(report, mover(game));
      replace(facts, decided ? [fact('analysis.decided', decided)] : [
        fact('analysis.depth', report ? `${report.depth}/${report.selective_depth}` : '–'),
        fact('analysis.nodes', report ? shortCount(report.nodes) : '–'),
        fact('analysis.speed', speed),
      ]);
    });
    const busy = analysis.isRunning ? otherWork(now) : null;
    ifLines([report, options.values, options.lines, positionKey(game), language(), analysis.isRunning, !!gameResult(now), busy], () => {
      shown = (report?.lines ?? []).map(({ pv }) => pv);
      side.hidden = !shown.length;
      setText(side, t(options.values === 'chance' ? 'analysis.chanceOf' : 'analysis.valueOf', { color: t(mover(game)) }));
      const empty = gameResult(now) ? t('refused.over') : busy ? t('analysis.busy', { what: t(busy) }) : t(analysis.isRunning ? 'analysis.waiting' : 'analysis.empty');
      settled.hidden = !(report && report === analysis.report && !analysis.isRunning && isSettled(report, options));
      setText(settled, t('analysis.settled'));
      updateLines(report?.lines ?? [], options.values, mover(game), empty);
    });
    source = now.likely?.source ?? source;
    ifLikely([options.likely, source, language()], () => replace(likely, likelyElements(options.likely, source)));
    ifSettings([options, now.engine?.maxThreads, language()], () => replace(settings, settingElements(options, now.engine?.maxThreads ?? 1)));
    const canExplain = now.connection === 'open' && !gameResult(now);
    ifExplain([canExplain, language()], () => {
      const button = iconButton('explain', t('insight.explain'), events.explain, { key: 'explain-best', shortcut: 'w' });
      button.disabled = !canExplain;
      replace(explain, [button]);
    });
  }
  const ifExplain = whenChanged();

  /**
   * Keeps the elements of the lines while their content changes, so that hover and focus stay.
   * @param {import('../app/state.js').Line[]} found @param {Options['values']} form @param {string} color @param {string} empty  what is said without lines
   */
  function updateLines(found, form, color, empty) {
    if (!found.length) {
      replace(lines, [el('li', { class: 'empty' }, empty)]);
      return;
    }
    lines.querySelectorAll('.empty').forEach((item) => item.remove());
    while (lines.children.length > found.length) lines.lastElementChild?.remove();
    while (lines.children.length < found.length) {
      lines.append(el('li', {}, el('button', { type: 'button', class: 'line-button', 'data-line': lines.children.length },
        el('span', { class: 'line-move' }), el('span', { class: 'line-worth' }), el('span', { class: 'line-rest' }))));
    }
    found.forEach((line, index) => {
      const button = lines.children[index].firstElementChild;
      if (!button) return;
      const [move, worth, rest] = button.children;
      setText(move, line.move);
      setText(worth, lineWorth(line, form));
      setText(rest, line.pv.slice(1, 9).join(' '));
      attribute(button, 'data-color', color);
      attribute(button, 'data-best', index === 0 ? 'true' : null);
      attribute(button, 'data-proved', line.proved ? 'true' : null);
    });
  }

  /** @param {boolean} isOn @param {'policy' | 'tables' | null} by */
  const likelyElements = (isOn, by) => [
    switchRow('likely', t('analysis.likely'), isOn, (likely) => events.option({ likely })),
    isOn && by ? el('p', { class: 'hint' }, t(`analysis.likely.${by}`)) : null,
  ];

  /** @param {Options} options @param {number} maxThreads */
  function settingElements(options, maxThreads) {
    /** @param {string} key @param {number | string} value @param {[string | number, string][]} choices @param {(value: string) => void} change */
    const choice = (key, value, choices, change) => el('label', { class: 'setting' }, el('span', {}, t(key)),
      el('select', { 'data-key': key, onchange: (/** @type {Event} */ { target }) => change(/** @type {HTMLSelectElement} */ (target).value) },
        choices.map(([of, text]) => el('option', { value: of, selected: String(of) === String(value) }, text))));
    const numbers = (/** @type {number} */ most) => Array.from({ length: most }, (_, i) => /** @type {[number, string]} */ ([i + 1, String(i + 1)]));
    return [
      choice('analysis.lines', options.lines, numbers(10), (value) => events.option({ lines: Number(value) })),
      choice('analysis.threads', Math.min(options.threads, maxThreads), numbers(maxThreads), (value) => events.option({ threads: Number(value) })),
      choice('analysis.limit', options.limit, [
        ['', t('analysis.noLimit')],
        ['time 2', '2 s'], ['time 5', '5 s'], ['time 10', '10 s'], ['time 30', '30 s'], ['time 60', '1 min'], ['time 300', '5 min'],
        .../** @type {[string, string][]} */ ([8, 12, 16, 20, 30].map((depth) => [`depth ${depth}`, `${t('analysis.depth')} ${depth}`])),
        .../** @type {[string, string][]} */ ([1e5, 1e6, 1e7, 1e8].map((nodes) => [`nodes ${nodes}`, `${t('analysis.nodes')} ${shortCount(nodes)}`])),
      ], (limit) => events.option({ limit })),
      choice('analysis.show', options.values, [['chance', t('analysis.chance')], ['value', t('analysis.value')]],
        (value) => events.option({ values: value === 'value' ? 'value' : 'chance' })),
    ];
  }

  return { root, render };
}
