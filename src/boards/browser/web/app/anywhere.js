// A file dropped anywhere, or a game pasted where no field has the focus, is opened.

/** Elements that take pasted text themselves. */
const FIELDS = 'input, textarea, select, [contenteditable]';

/**
 * @param {object} parts
 * @param {(text: string) => Promise<import('./exchange.js').Reading>} parts.read
 * @param {(bytes: Uint8Array, name: string) => Promise<import('./exchange.js').Reading>} parts.readBytes
 * @param {(reading: import('./exchange.js').Reading) => void} parts.taken  shows the games among which to choose, or what is wrong
 */
export function takeAnywhere({ read, readBytes, taken }) {
  const { documentElement: page } = document;
  const hasFile = (/** @type {DragEvent} */ { dataTransfer }) => !!dataTransfer && [...dataTransfer.types].some((type) => type === 'Files' || type === 'text/plain');
  document.addEventListener('dragover', (event) => {
    if (!hasFile(event)) return;
    event.preventDefault();
    page.dataset.drop = 'true';
  });
  const leave = () => { delete page.dataset.drop; };
  document.addEventListener('dragleave', (event) => event.relatedTarget === null && leave());
  document.addEventListener('drop', async (event) => {
    leave();
    const { dataTransfer, target } = event;
    const [file] = dataTransfer?.files ?? [];
    // A field takes a text itself; a file the browser would show in place of the page.
    if (!dataTransfer || (!file && target instanceof Element && target.closest(FIELDS))) return;
    event.preventDefault();
    const text = dataTransfer.getData('text/plain');
    if (file) taken(await readBytes(new Uint8Array(await file.arrayBuffer()), file.name));
    else if (text.trim()) taken(await read(text));
  });
  document.addEventListener('paste', async ({ target, clipboardData }) => {
    if (!clipboardData || (target instanceof Element && (target.closest(FIELDS) || target.closest('dialog')))) return;
    const [file] = clipboardData.files;
    const text = clipboardData.getData('text/plain');
    if (text.trim()) taken(await read(text));
    else if (file) taken(await readBytes(new Uint8Array(await file.arrayBuffer()), file.name));
  });
}
