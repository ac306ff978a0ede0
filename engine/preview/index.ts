/**
 * What a page shows of an office file: the engine's readers, without anything of Node that browsers cannot replace. The
 * website builds them for a thread of the browser.
 */
export { readShownDocument } from './read-document.ts';
export { readShownWorkbook } from './read-workbook.ts';
export type { Shown, ShownBlock, ShownCell, ShownSheet, ShownText, ShownValue } from './shown.ts';
