// Analysis: the engine follows the board and reports its best lines until it is stopped.

import { gameResult, mover, openingPhase, positionKey, threadsOf } from './state.js';
import { isEngineTurn } from './play.js';
import { positionSpec } from '../model/position.js';
import { t } from '../text/text.js';
import { lostText } from '../text/facts.js';

/** @typedef {import('./state.js').State} State */
/** @typedef {import('./state.js').Report} Report */
/** @typedef {import('../engine/engine.js').Request} Request */

/**
 * @param {import('./store.js').Store} store
 * @param {import('../engine/engine.js').Engine} engine
 * @param {(text: string, kind?: 'info' | 'error') => void} tell
 */
export function startAnalysis(store, engine, tell) {
  /** @type {{wish: string, request: Request} | null} */
  let running = null;

  /** What should be analyzed now, as text; null for nothing. @param {State} state */
  function wish(state) {
    const { analysis, connection, game, options, walk, editor, puzzles } = state;
    if (!analysis.isOn || connection !== 'open' || walk || editor || puzzles || openingPhase(game)) return null;
    if (isEngineTurn(state) || gameResult(state)) return null;
    return `${positionKey(game)} ${options.lines} ${threadsOf(state)} ${options.limit}`;
  }

  function update() {
    const state = store.get();
    const wanted = wish(state);
    if (running && running.wish !== wanted) end();
    if (wanted && !running) begin(wanted, state);
  }

  function end() {
    const before = running;
    running = null;
    before?.request.stop();
    if (store.get().analysis.isRunning) store.set(({ analysis }) => ({ analysis: { ...analysis, isRunning: false } }));
  }

  /** @param {string} wanted @param {State} state */
  function begin(wanted, state) {
    const { game, options } = state;
    const key = positionKey(game);
    const message = {
      request: 'analyze', position: positionSpec(game.tree, game.at), limits: limitsOf(options.limit), multipv: options.lines,
      threads: threadsOf(state), points: 'names',
    };
    const request = engine.send(message, (event) => {
      if (running?.request !== request || event.event !== 'depth') return;
      const found = /** @type {Report} */ (/** @type {unknown} */ (event));
      report(key, found);
      if (isSettled(found, options)) request.stop();
    });
    running = { wish: wanted, request };
    store.set({ analysis: { isOn: true, isRunning: true, key, report: null } });
    request.done.then(() => {
      if (running?.request !== request) return;
      store.set(({ analysis }) => ({ analysis: { ...analysis, isRunning: false } }));
    }, (error) => {
      if (running?.request !== request) return;
      running = null;
      store.set(({ analysis }) => ({ analysis: { ...analysis, isOn: error.code === 'lost' && analysis.isOn, isRunning: false } }));
      if (error.code !== 'lost' && error.code !== 'canceled') tell(t('engine.failed', { error: error.message }), 'error');
    });
  }

  /** @param {string} key @param {Report} found */
  function report(key, found) {
    const { game, chances } = store.get();
    if (positionKey(game) !== key) return;
    const chance = found.lines[0]?.win_chance;
    const black = chance === undefined ? undefined : mover(game) === 'black' ? chance : 1 - chance;
    store.set(({ analysis }) => ({
      analysis: { ...analysis, key, report: found },
      chances: black === undefined ? chances : new Map(chances).set(game.at, black),
    }));
  }

  store.listen((now, before) => {
    const parts = /** @type {const} */ (['game', 'verdict', 'connection', 'engine', 'walk', 'editor', 'options', 'puzzles']);
    if (parts.some((part) => now[part] !== before[part]) || now.analysis.isOn !== before.analysis.isOn) update();
  });

  return {
    toggle() {
      const { analysis: { isOn }, connection, puzzles } = store.get();
      if (puzzles) return tell(t('puzzle.noHelp'), 'error');
      if (!isOn && connection === 'closed') return tell(lostText(store.get()), 'error');
      store.set(({ analysis }) => ({ analysis: { ...analysis, isOn: !analysis.isOn } }));
    },
  };
}

/** The limits of a request for an analysis. @param {string} limit  as in the options */
export function limitsOf(limit) {
  const [kind, text] = limit.split(' ');
  const most = Math.round(Number(text));
  if (!(most > 0)) return { infinite: true };
  return { time: { time_ms: most * 1000 }, depth: { depth: most }, nodes: { nodes: most } }[kind] ?? { infinite: true };
}

/** Whether nothing is left to search: the one line that was asked for is a proved win. @param {Report} report @param {import('./state.js').Options} options */
export const isSettled = ({ lines }, options) => options.lines === 1 && !!lines[0]?.proved && (lines[0].mate ?? 0) > 0;

/** The report about the position on the board: of the analysis, or of the engine that plays. @param {State} state */
export function shownReport({ analysis, thinking, game }) {
  const key = positionKey(game);
  if (thinking && thinking.key === key && thinking.report) return thinking.report;
  return analysis.key === key ? analysis.report : null;
}
