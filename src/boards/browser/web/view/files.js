// The dialogs that bring games in and out: open a file or text; save, download, copy, picture.

import { attribute, el, replace } from './dom.js';
import { dialogView, field } from './dialog.js';
import { icon, iconButton } from './icons.js';
import { rememberedSearch, rememberSearch } from '../app/saved.js';
import { mainLength } from '../io/game_json.js';
import { endOfGame } from '../model/annotated.js';
import { pathTo, ROOT, stonesAt } from '../model/tree.js';
import { playerName, resultText } from '../text/facts.js';
import { allOf, t } from '../text/text.js';

/** @typedef {import('../engine/engine.js').Message} Message */

/** Fewer saved games are seen at once. */
const LEAST_TO_SEARCH = 5;
/** Letters of a name. */
const MOST_NAME = 100;

/** Facts in one line, or in two: none is broken. @param {(string | false | undefined)[]} facts */
const joined = (facts) => facts.filter(Boolean).flatMap((fact, index) => [index ? ' · ' : null, el('span', { class: 'fact' }, fact)]);

/**
 * @param {object} events
 * @param {(text: string) => Promise<import('../app/exchange.js').Reading>} events.read  reads the games of a text
 * @param {(bytes: Uint8Array, name: string) => Promise<import('../app/exchange.js').Reading>} events.readBytes  reads those of a file
 * @param {() => void} events.abandon  ends the reading of a file
 * @param {(game: Message) => string | null} events.choose  shows one of several; returns what is wrong, or null
 * @param {() => (import('../app/saved.js').Studied & {saved: any})[]} events.kept  games that others replaced
 * @param {() => number} events.damaged  how many of them cannot be read
 * @param {(entry: import('../app/saved.js').Studied & {saved: any}) => void} events.bring
 * @param {() => Promise<{games: Message[], wrong?: string}>} events.list  the saved games
 * @param {(game: import('../app/state.js').Game) => Promise<{winner: string, reason: string} | null>} events.resultOf  how a kept game ended
 * @param {() => string[]} events.extensions  those of the files that the engine reads, without a dot
 * @param {boolean} events.hasLibrary
 * @param {(number: number) => void} events.load
 * @param {(numbers: number[]) => Promise<string | null>} events.remove  deletes saved games; what is wrong, or null
 */
export function openDialog({ read, readBytes, abandon, choose, kept, damaged, bring, resultOf, list, extensions, hasLibrary, load, remove }) {
  const dialog = dialogView('open-game');
  const area = el('textarea', { id: 'open-text', rows: 6, spellcheck: 'false' });
  const file = el('input', { type: 'file', id: 'open-file' });
  const wrong = el('p', { class: 'wrong', role: 'alert' });
  const saved = el('div', { class: 'saved-games library-games' });
  const search = el('input', { type: 'search', id: 'open-search' });
  search.addEventListener('input', () => {
    rememberSearch(search.value);
    filter();
  });
  const say = (/** @type {string | null | undefined} */ problem) => {
    wrong.textContent = problem ?? '';
    if (!problem) dialog.close();
  };
  // Which text was asked for last: the answer about an earlier one comes too late.
  let asked = 0;
  async function take(/** @type {() => Promise<import('../app/exchange.js').Reading>} */ reading) {
    asked += 1;
    const mine = asked;
    const { wrong: problem, games, note } = await reading();
    if (mine !== asked) return;
    if (games) showChoices(games, note);
    else say(problem);
  }
  // A file that is being read when the dialog is closed is not wanted any more.
  dialog.root.addEventListener('close', () => {
    asked += 1;
    abandon();
  });
  file.addEventListener('change', async () => {
    const [chosen] = file.files ?? [];
    if (chosen) take(async () => readBytes(new Uint8Array(await chosen.arrayBuffer()), chosen.name));
    file.value = '';
  });

  /** @param {string | undefined} result @param {string} [reason] */
  const ended = (result, reason = '') => (['black', 'white', 'draw'].includes(result ?? '') ? resultText({ winner: result ?? '', reason }) : '');

  /** A game in a list. @param {Message} game  its head @param {number} count @param {() => void} act */
  const row = (game, count, act) => el('li', {}, el('button', { type: 'button', class: 'saved-game', onclick: act },
    el('span', { class: 'saved-who' }, `${playerName(game.black ?? 'black')} – ${playerName(game.white ?? 'white')}`),
    el('span', { class: 'hint' }, joined([
      t(`rule.${game.rule}`), `${game.width ?? game.size}×${game.height ?? game.size}`, game.setup && !count && game.stones ? t('open.stones', { n: game.stones }) : t('open.moves', { n: count }),
      ended(game.result, game.reason), game.copies?.length && t('open.copies', { numbers: game.copies.join(', ') }),
      String(game.date ?? '').slice(0, 16),
    ]))));

  /** The games of a file, of which one is to be chosen. @param {Message[]} games @param {import('../app/exchange.js').Note} [note] */
  function showChoices(games, note) {
    wrong.textContent = '';
    dialog.open(t('open.choose'), [
      note?.text ? el('p', { class: note.isSerious ? 'warning' : 'hint' }, note.text) : null,
      el('div', { class: 'saved-games file-games' }, el('ul', {}, games.map((game) => row(game, mainLength(game), () => say(choose(game)))))),
      wrong,
      el('div', { class: 'dialog-actions' }, el('button', { type: 'button', class: 'button', onclick: open }, t('proof.back'))),
    ]);
  }

  async function showSaved() {
    replace(saved, [el('p', { class: 'hint' }, t('open.loading'))]);
    const { games, wrong: problem } = await list();
    search.parentElement?.toggleAttribute('hidden', games.length < LEAST_TO_SEARCH);
    if (!games.length) return replace(saved, [el('p', { class: 'hint' }, problem ?? t('open.noSaved'))]);
    replace(saved, [el('ul', {}, once(games).map((game) => {
      const item = row(game, game.moves, () => {
        dialog.close();
        load(game.number);
      });
      item.append(remover(game.number, game.copies));
      return item;
    }))]);
    filter();
  }

  /** Each game once, the newest of those that are the same, with the numbers of the others. @param {Message[]} games @returns {Message[]} */
  function once(games) {
    const first = games.filter(({ number, same_as: newer }) => newer === undefined || !games.some((other) => other.number === newer && other.number !== number));
    return first.map((game) => ({ ...game, copies: games.filter(({ same_as: newer }) => newer === game.number).map(({ number }) => number) }));
  }

  /** A button that deletes a saved game at the second press, with those that are the same. @param {number} number @param {number[]} copies */
  function remover(number, copies) {
    let isAsked = false;
    const name = t('open.delete', { number });
    const question = copies.length ? t('open.reallyDeleteAll', { numbers: allOf([number, ...copies].map(String)) }) : t('open.reallyDelete');
    const button = el('button', { type: 'button', class: 'button bare delete', 'data-key': `delete-${number}` });
    const draw = () => {
      button.replaceChildren(isAsked ? question : icon('trash'));
      button.classList.toggle('asked', isAsked);
      attribute(button, 'aria-label', isAsked ? null : name);
      attribute(button, 'title', isAsked ? null : name);
    };
    const ask = (/** @type {boolean} */ is) => {
      isAsked = is;
      draw();
    };
    button.addEventListener('blur', () => ask(false));
    button.addEventListener('click', async () => {
      if (!isAsked) return ask(true);
      wrong.textContent = (await remove([number, ...copies])) ?? '';
      // The numbers of the games after it are others now.
      await showSaved();
    });
    draw();
    return button;
  }

  /** Shows the games that have all words of the search. */
  function filter() {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const item of /** @type {NodeListOf<HTMLElement>} */ (saved.querySelectorAll('li'))) {
      const text = item.textContent?.toLowerCase() ?? '';
      item.hidden = !words.every((word) => text.includes(word));
    }
  }

  /** The games that others replaced. */
  function keptRows() {
    return kept().map((entry) => {
      const { tree, names, since } = entry.game;
      const end = endOfGame(tree, entry.game.result?.node);
      const result = entry.game.result?.node === end ? entry.game.result : null;
      // A link or a plain text has no date: then it is told when it was opened.
      const head = { ...names, date: names.date || since, rule: tree.rule, width: tree.size.width, height: tree.size.height, result: result?.winner, reason: result?.reason };
      const who = (/** @type {'black' | 'white'} */ color) => names[color] || (entry.game.seats[color] === 'engine' ? 'tengen' : 'person');
      const item = row({ ...head, setup: tree.setup, stones: stonesAt(tree, ROOT).size, black: who('black'), white: who('white') }, pathTo(tree, end).length, () => {
        dialog.close();
        bring(entry);
      });
      if (!result) {
        resultOf(entry.game).then((found) => {
          if (found) item.querySelector('.hint')?.append(' · ', el('span', { class: 'fact' }, ended(found.winner, found.reason)));
        });
      }
      return item;
    });
  }

  function open() {
    if (hasLibrary) showSaved();
    asked += 1;
    wrong.textContent = '';
    area.value = '';
    search.value = rememberedSearch();
    search.placeholder = t('open.search');
    // A position as JSON is the page's own.
    file.accept = [...[...extensions(), 'json'].map((extension) => `.${extension}`), 'text/plain'].join(',');
    const before = keptRows();
    const lost = damaged();
    dialog.open(t('open.title'), [
      ...(hasLibrary ? [el('h3', {}, t('open.saved')), el('label', { class: 'field', hidden: true }, el('span', { class: 'hidden' }, t('open.search')), search), saved] : []),
      ...(before.length || lost ? [el('h3', {}, t('open.kept'))] : []),
      ...(lost ? [el('p', { class: 'wrong' }, t('open.damaged', { n: lost }))] : []),
      ...(before.length ? [el('div', { class: 'saved-games kept-games' }, el('ul', {}, before))] : []),
      el('h3', {}, t('open.other')), el('p', { class: 'hint' }, t('open.hint')),
      el('label', { for: 'open-file', class: 'field-label' }, t('open.file')), file,
      el('label', { for: 'open-text', class: 'field-label' }, t('open.text')), area, wrong,
      el('div', { class: 'dialog-actions' },
        el('button', { type: 'button', class: 'button', onclick: dialog.close }, t('action.cancel')),
        el('button', { type: 'button', class: 'button primary', onclick: () => take(() => read(area.value)) }, t('open.read'))),
    ]);
  }

  return { root: dialog.root, open, choose: showChoices };
}

/** @typedef {import('../app/exchange.js').Format} Format */

/**
 * @param {{hasLibrary: boolean, isRich: () => boolean, isInOpening: () => boolean, people: () => {color: 'black' | 'white', name: string}[], rename: (color: 'black' | 'white', name: string) => void,
 *   store: () => void, download: (format: Format) => void, copy: (what: 'link' | 'moves' | 'board') => void, picture: (kind: 'svg' | 'png') => void}} events
 */
export function shareDialog(events) {
  const dialog = dialogView('share');
  const block = (/** @type {string} */ title, /** @type {string} */ hint, /** @type {HTMLElement[]} */ buttons) =>
    el('section', { class: 'block' }, el('h3', {}, title), el('p', { class: 'hint' }, hint), el('div', { class: 'choices' }, buttons));
  const button = (/** @type {string} */ text, /** @type {() => void} */ act, isMain = false) => el('button', { type: 'button', class: isMain ? 'button primary' : 'button', onclick: act }, text);
  const { hasLibrary } = events;
  /** A field for the name of a player. @param {{color: 'black' | 'white', name: string}} player */
  const nameField = ({ color, name }) => field(t('share.name', { color: t(color) }), el('input', {
    type: 'text', value: name, maxlength: MOST_NAME, placeholder: t('seat.person'), autocomplete: 'off', 'data-key': `name-${color}`,
    oninput: (/** @type {Event} */ { target }) => events.rename(color, /** @type {HTMLInputElement} */ (target).value),
  }));
  return {
    root: dialog.root,
    open() {
      // What the library would drop is saved as SGF.
      const isRich = !hasLibrary || events.isRich();
      const people = events.people();
      const store = hasLibrary && block(t('share.store'), t(isRich ? 'share.storeLine' : 'share.storeHint'), [iconButton('save', t('share.save'), events.store, { class: isRich ? '' : 'primary' })]);
      const file = block(t('share.file'), t('share.fileHint'),
        (/** @type {Format[]} */ (['sgf', 'lib', 'psq', 'csv', 'txt'])).map((format) => button(`.${format}`, () => events.download(format), isRich && format === 'sgf')));
      dialog.open(t('share.title'), [
        ...(events.isInOpening() ? [el('p', { class: 'hint' }, t('share.opening'))] : []),
        people.length > 0 && el('section', { class: 'block' }, el('div', { class: 'columns' }, people.map(nameField))),
        ...(isRich ? [file, store] : [store, file]),
        block(t('share.copy'), t(hasLibrary ? 'share.copyHintText' : 'share.copyHint'), [
          button(t(hasLibrary ? 'share.position' : 'share.link'), () => events.copy('link')), button(t('share.moves'), () => events.copy('moves')),
          button(t('share.board'), () => events.copy('board'))]),
        block(t('share.picture'), t('share.pictureHint'), [button('SVG', () => events.picture('svg')), button('PNG', () => events.picture('png'))]),
      ]);
    },
  };
}
