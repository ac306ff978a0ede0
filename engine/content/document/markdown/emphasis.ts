/** A piece of a text on its way to HTML: finished, or a run of marks that may begin or end emphasis. */
export interface Piece {
  html: string;
  readonly delimiter?: {
    readonly mark: '*' | '_' | '~';
    count: number;
    readonly length: number;
    readonly canOpen: boolean;
    readonly canClose: boolean;
  };
}

const TAGS = { '*': ['em', 'strong'], _: ['em', 'strong'], '~': ['del', 'del'] } as const;

/**
 * Pairs the marks of emphasis from `from` on and writes everything (CommonMark 0.31, appendix "An algorithm for parsing
 * nested emphasis and links"). Marks without a partner are text.
 */
export function joinEmphasis(pieces: readonly Piece[], from: number): string {
  const work = pieces.slice(from);
  const openers: number[] = [];
  for (let index = 0; index < work.length; index++) {
    const closer = work[index]!.delimiter;
    if (!closer) continue;
    if (closer.canClose) {
      while (closer.count > 0) {
        const at = openers.findLastIndex((opener) => matches(work[opener]!, work[index]!));
        if (at < 0) break;
        const opener = openers[at]!;
        pair(work[opener]!, work[index]!);
        // Marks between the two stay text.
        openers.splice(at + (work[opener]!.delimiter!.count > 0 ? 1 : 0));
      }
    }
    if (closer.canOpen && closer.count > 0) openers.push(index);
  }
  return work.map(({ html, delimiter }) => (delimiter ? delimitedHtml(html, delimiter) : html)).join('');
}

function matches({ delimiter: opener }: Piece, { delimiter: closer }: Piece): boolean {
  if (!opener || !closer || opener.mark !== closer.mark || opener.count === 0) return false;
  if (opener.mark === '~') return opener.length === closer.length;
  // "Rule of three": a run that can do both pairs only if the lengths fit.
  const isBoth = opener.canClose || closer.canOpen;
  return !isBoth || (opener.length + closer.length) % 3 !== 0 || (opener.length % 3 === 0 && closer.length % 3 === 0);
}

/** Marks that are used become tags behind the opener's text and before the closer's. */
function pair(opener: Piece, closer: Piece): void {
  const mark = opener.delimiter!.mark;
  const used = mark === '~' ? opener.delimiter!.count : Math.min(2, opener.delimiter!.count, closer.delimiter!.count);
  const tag = TAGS[mark][used === 2 ? 1 : 0];
  opener.delimiter!.count -= used;
  closer.delimiter!.count -= used;
  opener.html = `<${tag}>${tagsOf(opener.html)}`;
  closer.html = `${tagsOf(closer.html)}</${tag}>`;
}

/** What of a run is tags already. */
function tagsOf(html: string): string {
  return html.replace(/^[*_~]+$/, '');
}

/** Marks that are left stand outside the tags: before those of an opener, behind those of a closer. */
function delimitedHtml(html: string, { mark, count, length }: NonNullable<Piece['delimiter']>): string {
  if (count === length) return html;
  const rest = mark.repeat(count);
  const closing = html.match(/^(?:<\/\w+>)*/)![0];
  return closing + rest + html.slice(closing.length);
}
