import { escapeXmlAttribute } from '../../../io/xml.ts';
import type { OptionValues } from '../../../formats/options.ts';

/** What a caller may ask for of the headings of a page. */
export type Outline = Pick<OptionValues, 'toc' | 'numberSections'>;

const HEADING = /<h([1-6])\b([^>]*)>([\s\S]*?)<\/h\1>/g;
const ID = /\sid="([^"]*)"/;
/** What lists of contents leave out: links within links, and what is no text. */
const TAGS = /<[^>]*>/g;

interface Entry {
  readonly level: number;
  readonly id: string;
  readonly html: string;
}

/** The body of a page whose headings are numbered, and before which its contents are listed, as far as is asked for. */
export function withOutline(body: string, { toc = false, numberSections = false }: Outline): string {
  if (!toc && !numberSections) return body;
  const top = Math.min(...Array.from(body.matchAll(HEADING), ([, level]) => Number(level)));
  const counts: number[] = [];
  const entries: Entry[] = [];
  const ids = new Set(Array.from(body.matchAll(/\sid="([^"]*)"/g), ([, id]) => id!));
  const written = body.replace(HEADING, (_, digit: string, attributes: string, content: string) => {
    const level = Number(digit) - top;
    counts.length = level + 1;
    for (let at = 0; at <= level; at++) counts[at] ??= 0;
    counts[level]!++;
    const number = numberSections ? `<span class="number">${counts.join('.')}</span> ` : '';
    const own = ID.exec(attributes)?.[1];
    const id = own ?? newId(entries.length + 1, ids);
    entries.push({ level, id, html: number + content.replace(TAGS, '') });
    const named = own === undefined && toc ? `${attributes} id="${escapeXmlAttribute(id)}"` : attributes;
    return `<h${digit}${named}>${number}${content}</h${digit}>`;
  });
  return toc && entries.length > 0 ? `${contentsOf(entries)}\n${written}` : written;
}

function newId(count: number, ids: ReadonlySet<string>): string {
  for (let suffix = ''; ; suffix += '-') if (!ids.has(`section-${count}${suffix}`)) return `section-${count}${suffix}`;
}

/** A list of links, each level within the entry before it. */
function contentsOf(entries: readonly Entry[]): string {
  const pieces = ['<nav role="doc-toc">\n'];
  const open: number[] = [];
  for (const { level, id, html } of entries) {
    while (open.length > 0 && open.at(-1)! > level) {
      pieces.push('</li>\n</ul>\n');
      open.pop();
    }
    if (open.at(-1) === level) pieces.push('</li>\n');
    else {
      open.push(level);
      pieces.push('<ul>\n');
    }
    pieces.push(`<li><a href="#${escapeXmlAttribute(id)}">${html}</a>`);
  }
  pieces.push('</li>\n</ul>\n'.repeat(open.length), '</nav>');
  return pieces.join('');
}
