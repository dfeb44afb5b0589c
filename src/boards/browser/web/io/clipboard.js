// Texts into the clipboard.

/** Whether the text is in the clipboard now. @param {string} text */
export async function toClipboard(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return selected(text);
  }
}

/** Without `https` browsers have only the old command, which copies what is selected. @param {string} text */
function selected(text) {
  const field = document.createElement('textarea');
  const { activeElement } = document;
  field.value = text;
  // A dialog that is open takes the focus from everything outside.
  (document.querySelector('dialog[open]') ?? document.body).append(field);
  field.select();
  const isCopied = document.execCommand('copy');
  field.remove();
  if (activeElement instanceof HTMLElement) activeElement.focus();
  return isCopied;
}
