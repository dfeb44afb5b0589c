// Texts in the reader's language. A table maps a key to a text with `{name}` for parameters, and with
// `{name:ply|plies}` for the word that goes with a number: its forms for one, few, and many, as the
// language has them. What a table lacks is English.

import english from './en.js';

/** @typedef {Record<string, string>} Table */

/** The languages by their own names. @type {Record<string, string>} */
export const LANGUAGES = {
  en: 'English', zh: '中文', ja: '日本語', ko: '한국어', ru: 'Русский', de: 'Deutsch', cs: 'Čeština',
};

/** @type {Table} */
let table = english;
let current = 'en';

/** The language that `auto` means here. */
export const browserLanguage = () =>
  navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase()).find((code) => code in LANGUAGES) ?? 'en';

/** @param {string} code  one of {@link LANGUAGES}, or `auto` */
export async function loadLanguage(code) {
  const wanted = code in LANGUAGES ? code : browserLanguage();
  table = wanted === 'en' ? english : (await import(`./${wanted}.js`)).default;
  current = wanted;
  document.documentElement.lang = wanted;
}

export const language = () => current;

/** @param {string} key @param {Record<string, string | number>} [values] */
export function t(key, values = {}) {
  const text = table[key] ?? english[/** @type {keyof typeof english} */ (key)] ?? key;
  return text.replace(/\{(\w+)(?::([^}]*))?\}/g, (whole, name, forms) => String((forms ? formFor(current, Number(values[name]), forms.split('|')) : values[name]) ?? whole));
}

/** `f8, g8 or h8`. @param {string[]} items */
export const anyOf = (items) => listed(items, 'disjunction');

/** `f8, g8 and h8`. @param {string[]} items */
export const allOf = (items) => listed(items, 'conjunction');

/** @param {string[]} items @param {'disjunction' | 'conjunction'} type */
const listed = (items, type) => new Intl.ListFormat(current, { type }).format(items);

/** Sentences as a text. @param {string[]} said */
export const sentences = (said) => said.map((sentence) => sentence.replace(/…[.。]$/, '…')).join(['zh', 'ja'].includes(current) ? '' : ' ');

/** The form of a word that goes with a number. @param {string} code  the language @param {number} count @param {string[]} forms  for one, few, many; those that are missing are like the last */
export function formFor(code, count, forms) {
  const rank = ['one', 'few'].indexOf(new Intl.PluralRules(code).select(count));
  return forms[rank < 0 ? forms.length - 1 : Math.min(rank, forms.length - 1)];
}
