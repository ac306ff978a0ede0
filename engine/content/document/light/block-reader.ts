import { escapeHtml } from './html.ts';
import { isBlank } from './lines.ts';

/** Blocks within each other; what is further in is text. */
const MAX_DEPTH = 24;

export interface ReadBlock {
  readonly html: string;
  /** The line behind it. */
  readonly end: number;
}

/** Reads a text block by block, each line once: how blocks begin is each language's own. */
export abstract class BlockReader {
  /** The block that begins at a line, which is not blank. */
  protected abstract block(lines: readonly string[], at: number, depth: number): ReadBlock;

  /** Lines as HTML. */
  protected blocks(lines: readonly string[], depth: number): string {
    if (depth > MAX_DEPTH) return `<p>${escapeHtml(lines.join('\n'))}</p>`;
    const pieces: string[] = [];
    for (let at = 0; at < lines.length;) {
      if (isBlank(lines[at])) {
        at++;
        continue;
      }
      const { html, end } = this.block(lines, at, depth);
      pieces.push(html);
      at = Math.max(end, at + 1);
    }
    return pieces.join('\n');
  }
}
