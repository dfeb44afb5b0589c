// Both players with their clocks, and below what is going on: whose turn, the step of an opening,
// the result.

import { attribute, el, replace, setText, whenChanged } from './dom.js';
import { iconButton } from './icons.js';
import { clockText } from '../app/clock.js';
import { decider, gameResult, mover, openingPhase } from '../app/state.js';
import { isEngineTurn } from '../app/play.js';
import { pathTo } from '../model/tree.js';
import { language, t } from '../text/text.js';
import { engineChoiceText } from '../text/opening_words.js';
import { summaryText, taskText } from '../text/puzzle_words.js';
import { decidedText, isColorName, loadedText, offlineText, percent, resultText, shortCount } from '../text/facts.js';

/** @typedef {import('../app/state.js').State} State */
/** @typedef {import('../model/points.js').Color} Color */

/** What is little time; of a short limit a quarter. */
const LOW_MS = 10_000;

/** @param {Color} color */
const stoneSign = (color) => el('span', { class: `disc ${color}`, 'aria-hidden': 'true' });

/** @param {State} state @param {Color} color */
export function seatName({ game }, color) {
  if (game.names[color]) return game.names[color];
  if (game.seats[color] === 'engine') return 'Tengen';
  // Two people who may exchange, or have exchanged, the colors in an opening are named as its rule does.
  const phase = game.seats.black === game.seats.white ? openingPhase(game) ?? game.opening?.phase : null;
  return t(phase ? `opening.${phase.colors[color]}` : 'seat.person');
}

/**
 * @param {import('../app/clock.js').Clock} clock
 * @param {{choose: (choice: string) => void, resume: () => void, again: () => void, review: () => void,
 *   engineMoves: () => void, swap: () => void, against: () => void, level: (level: number) => void}} events
 */
export function playersView(clock, events) {
  const root = el('section', { class: 'players', 'aria-labelledby': 'players-title' });
  const status = el('section', { class: 'status', 'aria-labelledby': 'status-title' });
  const tools = el('div', { class: 'seat-tools' });
  const ifTools = whenChanged();
  const ifPlayers = whenChanged();
  const ifStatus = whenChanged();
  /** @type {Record<Color, HTMLElement | null>} */
  const times = { black: null, white: null };
  /** Below this the time is shown as short. */
  let lowMs = 0;

  const tick = () => {
    for (const color of /** @type {Color[]} */ (['black', 'white'])) {
      const time = times[color];
      if (!time) continue;
      const left = clock.leftMs(color);
      setText(time, clockText(left));
      attribute(time, 'data-low', left < lowMs ? 'true' : null);
    }
  };
  setInterval(tick, 100);

  /** @param {number} level */
  const levelSelect = (level) => el('select', {
    class: 'level', 'aria-label': t('new.level'), title: t('new.level'), 'data-key': 'level-now',
    onchange: (/** @type {Event} */ { target }) => events.level(Number(/** @type {HTMLSelectElement} */ (target).value)),
  }, Array.from({ length: 10 }, (_, index) => el('option', { value: index + 1, selected: index + 1 === level }, t('seat.level', { level: index + 1 }))));

  /** @param {State} state */
  function render(state) {
    const { game, thinking } = state;
    const result = gameResult(state);
    const phase = openingPhase(game);
    const turn = result ? null : decider(game);
    const isChoice = !!phase?.chooser && !!phase.step && !['place', 'offer'].includes(phase.step.kind);
    ifPlayers([game.seats, phase?.colors, game.names, game.level, game.clock, turn, isChoice, result?.winner, language()], () => {
      replace(root, [el('h2', { class: 'hidden', id: 'players-title' }, t('players.title')),
        ...(/** @type {Color[]} */ (['black', 'white'])).map((color) => {
          const hasClock = game.clock.turnMs !== null || game.clock.gameMs !== null;
          times[color] = hasClock ? el('span', { class: 'time' }) : null;
          const isWinner = result?.winner === color;
          // Of two engines with the same level one shows it.
          const hasLevel = game.seats[color] === 'engine' && !game.names[color] && (color === 'black' || game.seats.black !== 'engine');
          return el('div', { class: `player ${turn === color ? 'active' : ''} ${isWinner ? 'winner' : ''}` },
            stoneSign(color),
            el('span', { class: 'who' }, el('span', { class: 'name', title: seatName(state, color) }, seatName(state, color)),
              el('span', { class: 'below' }, hasLevel && !isWinner && levelSelect(game.level), el('span', { class: hasLevel && !isWinner ? 'hidden' : 'seat-side' }, isWinner ? t('player.won') : turn === color ? t(isChoice ? 'player.chooses' : 'player.turn') : isColorName(seatName(state, color), color) ? '' : t(color)),
                times[color])));
        })]);
      lowMs = Math.min(LOW_MS, (game.clock.gameMs ?? game.clock.turnMs ?? 0) / 4);
      tick();
    });
    const hasEngine = game.seats.black === 'engine' || game.seats.white === 'engine';
    ifTools([hasEngine, game.isPaused, !!state.puzzles, language()], () => replace(tools, state.puzzles ? [] : [
      iconButton('engine', t('help.key.engine'), events.engineMoves, { isBare: true, shortcut: 'g', short: 'engine' }),
      hasEngine ? iconButton('swap', t('help.key.swap'), events.swap, { isBare: true, shortcut: 'x', short: 'swap' })
        : iconButton('swap', t('action.against'), events.against, { isBare: true, key: 'against', short: 'against' }),
      hasEngine && iconButton(game.isPaused ? 'play' : 'pause', t(game.isPaused ? 'action.resume' : 'help.key.pause'), events.resume, { isBare: true, key: 'pause', shortcut: 'p', short: game.isPaused ? 'resume' : 'pause' }),
    ]));
    const report = thinking?.report;
    ifStatus([game, result?.winner, result?.reason, thinking, state.connection, state.loading, state.editor, state.asking, state.puzzles, !!state.puzzles && state.tab, language()], () => {
      replace(status, [el('h2', { class: 'hidden', id: 'status-title' }, t('status.title')), ...statusParts(state, result, report)]);
      const kind = state.connection === 'closed' ? 'offline' : result ? 'over' : openingPhase(game) ? 'opening' : 'plain';
      attribute(status, 'data-kind', kind);
    });
  }

  /** @param {State} state @param {ReturnType<typeof gameResult>} result @param {import('../app/state.js').Report | null | undefined} report */
  function statusParts(state, result, report) {
    const { game } = state;
    if (state.connection === 'closed') {
      const canReload = state.failure && !['unsupported', 'blocked'].includes(state.failure);
      return [el('p', { class: 'line' }, offlineText(state)),
        canReload && el('div', { class: 'choices' }, el('button', { type: 'button', class: 'button', 'data-key': 'reload', onclick: () => location.reload() }, t('action.reload')))];
    }
    if (state.connection === 'connecting' && state.isLocal) {
      return [el('p', { class: 'line' }, el('span', { class: 'spinner', 'aria-hidden': 'true' }), t('status.loading'), state.loading && ` ${loadedText(state.loading)}`)];
    }
    if (state.editor) return [el('p', { class: 'line' }, t('status.editor'))];
    if (state.puzzles) return state.tab === 'puzzles' ? [el('p', { class: 'line' }, t('puzzle.waits'))] : puzzleParts(state.puzzles);
    if (result) {
      return [el('p', { class: 'line strong' }, resultText(result)), el('div', { class: 'choices' },
        iconButton('plus', t('action.again'), events.again, { key: 'again' }),
        iconButton('check', t('review.start'), events.review, { key: 'start-review' }))];
    }
    const phase = openingPhase(game);
    if (phase) return openingParts(state, phase);
    return [chosenLine(game), ...turnParts(state, report)];
  }

  /** What the engine has chosen in the opening. @param {import('../app/state.js').Game} game */
  function chosenLine(game) {
    const chosen = engineChoiceText(game);
    return chosen && el('p', { class: 'line' }, chosen);
  }

  /** Whose turn it is. @param {State} state @param {import('../app/state.js').Report | null | undefined} report */
  function turnParts(state, report) {
    const { game } = state;
    if (game.isPaused) return [el('p', { class: 'line' }, t('status.paused')), el('div', { class: 'choices' }, iconButton('play', t('action.resume'), events.resume, { key: 'resume' }))];
    if (isEngineTurn(state) || state.asking) {
      const line = report?.lines[0];
      return [el('p', { class: 'line' }, el('span', { class: 'spinner', 'aria-hidden': 'true' }), t('status.thinking')),
        line && report ? el('p', { class: 'detail' }, decidedText(report, mover(game)) ?? t('status.search', { depth: report.depth, nodes: shortCount(report.nodes), chance: percent(line.win_chance) })) : null];
    }
    const number = pathTo(game.tree, game.at).length + 1;
    return [el('p', { class: 'line' }, t('status.turn', { color: t(mover(game)), n: number }))];
  }

  /** The puzzle on the board while its panel is not open: that says the same. @param {import('../app/puzzles.js').PuzzleRun} run */
  function puzzleParts(run) {
    const { source, list, index, stage, message } = run;
    if (stage === 'over' && source !== 'race') return [el('p', { class: 'line' }, summaryText(run))];
    return [el('p', { class: 'line strong' }, taskText(list[index])),
      stage === 'asked' ? el('p', { class: 'line' }, el('span', { class: 'spinner', 'aria-hidden': 'true' }), t('puzzle.asking'))
        : message && el('p', { class: `puzzle-message ${message.kind}` }, message.text)];
  }

  /** @param {State} state @param {import('../model/opening.js').Phase} phase */
  function openingParts({ game }, phase) {
    const { step, chooser } = phase;
    const title = el('p', { class: 'kicker' }, t('opening.title', { name: t(`opening.rule.${phase.rule}`) }));
    const chosen = chosenLine(game);
    const waiting = (/** @type {string} */ text) => [title, chosen, el('p', { class: 'line' }, el('span', { class: 'spinner', 'aria-hidden': 'true' }), text)];
    if (!step || !chooser) return waiting('');
    if (game.opening?.seats[chooser] === 'engine') return waiting(t('opening.engine'));
    const both = game.opening?.seats.first === game.opening?.seats.second;
    const name = both ? t(`opening.${chooser}`) : t('opening.you');
    const area = step.inside === 1 ? t('opening.where.center') : step.inside ? t('opening.where.inside', { n: step.inside })
      : step.outside ? t('opening.where.outside', { n: step.outside }) : t('opening.where.anywhere');
    const text = t(`opening.step.${step.kind}`, { who: name, stone: t(`opening.stone.${phase.toMove}`), area, n: step.left ?? phase.count });
    const choices = ['place', 'offer', 'pick'].includes(step.kind) ? [] : phase.possible;
    const button = (/** @type {string} */ choice) => el('button', {
      type: 'button', class: 'button', 'data-key': `choose-${choice}`, onclick: () => events.choose(choice),
    }, choice === 'black' || choice === 'white' ? stoneSign(choice) : null, /\d/.test(choice) ? choice : t(`opening.choose.${choice}`));
    // Who chooses a color is to know what was declared before.
    const declared = step.kind === 'color' && phase.count > 1 ? el('p', { class: 'line' }, t('opening.declared', { n: phase.count })) : null;
    return [title, chosen, declared, el('p', { class: 'line' }, text), choices.length ? el('div', { class: 'choices' }, choices.map(button)) : null];
  }

  return { root, status: el('div', { class: 'status-row' }, status, tools), render };
}
