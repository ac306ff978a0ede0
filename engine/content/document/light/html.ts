import { escapeXmlAttribute as escapeHtml } from '../../../io/xml.ts';
import { romanNumber } from '../list-numerals.ts';

export { escapeHtml };

/** The number of a note, or its name, where it is referred to. */
export function noteMarkHtml(id: string): string {
  return `<a role="doc-noteref" href="#${escapeHtml(id)}">${escapeHtml(id)}</a>`;
}

/** A note, which comes behind the text. */
export function noteHtml(id: string, content: string): string {
  return `<aside role="doc-footnote" id="${escapeHtml(id)}">${content}</aside>`;
}

export function formulaHtml(tex: string, isDisplay = false): string {
  return `<athanor-math${isDisplay ? ' display="block"' : ''}>${escapeHtml(tex.trim())}</athanor-math>`;
}

export function codeHtml(text: string, language = ''): string {
  const about = language === '' ? '' : ` class="language-${escapeHtml(language)}"`;
  return `<pre><code${about}>${escapeHtml(text.replace(/^\n+|\s+$/g, ''))}\n</code></pre>`;
}

export function imageHtml(source: string, description = ''): string {
  return `<img src="${escapeHtml(source.trim())}" alt="${escapeHtml(description.trim())}">`;
}

/** `content` is HTML. */
export function linkHtml(address: string, content: string): string {
  return `<a href="${escapeHtml(address.trim())}">${content}</a>`;
}

/** A cell of a table; its content is HTML. */
export interface CellHtml {
  readonly html: string;
  readonly isHeader?: boolean;
  readonly columns?: number;
  readonly rows?: number;
}

export function tableHtml(rows: readonly (readonly CellHtml[])[], caption = ''): string {
  const cell = ({ html, isHeader = false, columns = 1, rows: below = 1 }: CellHtml): string => {
    const tag = isHeader ? 'th' : 'td';
    const spans = `${columns > 1 ? ` colspan="${columns}"` : ''}${below > 1 ? ` rowspan="${below}"` : ''}`;
    return `<${tag}${spans}>${html}</${tag}>`;
  };
  const about = caption === '' ? '' : `<caption>${caption}</caption>`;
  return `<table>${about}${rows.map((row) => `<tr>${row.map(cell).join('')}</tr>`).join('\n')}</table>`;
}

/** An item of a list whose depth its mark says. */
export interface ItemHtml {
  /** From 1. */
  readonly depth: number;
  readonly isOrdered: boolean;
  /** What it is counted as, where its mark says it. */
  readonly number?: number;
  /** How its list is numbered: the `type` of a list in HTML. */
  readonly numbering?: string;
  /** Its text, and what further blocks belong to it. */
  readonly html: string;
}

/** Lists within each other; deeper items are in the innermost of these. */
const MAX_DEPTH = 30;

/** Items one after the other as lists within each other. */
export function listsHtml(items: readonly ItemHtml[]): string {
  const open: { readonly tag: string; readonly depth: number }[] = [];
  const pieces: string[] = [];
  const close = (): void => void pieces.push(`</li></${open.pop()!.tag}>`);
  for (const { depth: wanted, isOrdered, number, numbering, html } of items) {
    const depth = Math.min(wanted, MAX_DEPTH);
    const tag = isOrdered ? 'ol' : 'ul';
    while (open.length > 0 && open.at(-1)!.depth > depth) close();
    if (open.at(-1)?.depth === depth && open.at(-1)!.tag !== tag) close();
    if (open.at(-1)?.depth === depth) pieces.push('</li>');
    else {
      open.push({ tag, depth });
      const about = `${numbering === undefined ? '' : ` type="${numbering}"`}${number === undefined ? '' : ` start="${number}"`}`;
      pieces.push(`<${tag}${about}>`);
    }
    pieces.push('<li>', html);
  }
  while (open.length > 0) close();
  return pieces.join('');
}

/** A title within the text, at its level. */
export function headingHtml(level: number, content: string): string {
  const tag = `h${Math.max(1, Math.min(level, 6))}`;
  return `<${tag}>${content}</${tag}>`;
}

const ROMAN = /^[ivxlcdm]+$/i;

/** How a mark such as `iv` numbers its list, and what it counts its item as. */
export function numberingOf(mark: string): { readonly numbering: string; readonly number?: number } {
  if (mark === '#') return { numbering: '1' };
  if (/^\d+$/.test(mark)) return { numbering: '1', number: Number(mark) };
  const isUpper = mark !== mark.toLowerCase();
  const isRoman = ROMAN.test(mark) && (mark.length > 1 || /^i$/i.test(mark));
  if (isRoman) return { numbering: isUpper ? 'I' : 'i', number: romanNumber(mark.toLowerCase()) };
  return { numbering: isUpper ? 'A' : 'a', number: mark.toLowerCase().charCodeAt(0) - 96 };
}

/** HTML without its tags. */
export function plainOf(html: string): string {
  return html
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
    .trim();
}
