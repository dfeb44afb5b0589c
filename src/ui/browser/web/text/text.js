// Texts in the reader's language. A table maps a key to a text with `{name}` for parameters; what a
// table lacks is English.

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
  return text.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
}
