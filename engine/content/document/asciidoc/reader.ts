import { BlockReader, type ReadBlock } from '../light/block-reader.ts';
import {
  codeHtml,
  formulaHtml,
  headingHtml,
  imageHtml,
  listsHtml,
  noteHtml,
  plainOf,
  type ItemHtml,
} from '../light/html.ts';
import type { InlineReader } from '../light/inlines.ts';
import { dedented, isBlank, linesOf } from '../light/lines.ts';
import { documentOfPage, type LightPage, type ReadFile } from '../light/page.ts';
import type { Document } from '../model.ts';
import { createInlineReader, firstOf } from './inlines.ts';
import { readTable } from './tables.ts';

const SECTION = /^(={1,6}|#{1,6}) +(\S.*?)(?: +\1)?$/;
const ATTRIBUTE = /^:(!?[\w-]+!?):(?: +(.*))?$/;
const DELIMITER = /^(?:-{4,}|={4,}|\*{4,}|_{4,}|\+{4,}|\.{4,}|\/{4,}|--|`{3}.*|[|!,:]={3,}|"")$/;
const ATTRIBUTES = /^\[(?!\[)([^\]]*(?:\][^\]]*)*)\]$/;
const ANCHOR = /^\[\[[^\]]+\]\]$/;
const ITEM = /^ *(?:(\*{1,6}|-|\.{1,6})|(\d{1,9}|[a-zA-Z])[.)]|(?:([ivxlc]{1,6}|[IVXLC]{1,6})\)))(?: +)(\S.*)$/;
const CALLOUT = /^<(?:\d{1,3}|\.)> +(.*)$/;
const TERM = /^ *(\S.*?)(:{2,4}|;;)(?: +(.*))?$/;
const ADMONITION = /^(NOTE|TIP|IMPORTANT|WARNING|CAUTION): +(.*)$/;
const MACRO = /^(image|video|audio|toc|include|ifdef|ifndef|ifeval|endif)::([^[\n]*)\[(.*)\]$/;
const TITLE = /^\.(?![.\s])(.+)$/;

/** What attributes stand for without being set. */
const CHARACTERS: Readonly<Record<string, string>> = {
  ...{ nbsp: '\u00a0', zwsp: '\u200b', sp: ' ', empty: '', blank: '', apos: "'", quot: '"', plus: '+', vbar: '|' },
  ...{ lt: '<', gt: '>', amp: '&', asterisk: '*', tilde: '~', caret: '^', backtick: '`', startsb: '[', endsb: ']' },
  ...{
    lsquo: '\u2018',
    rsquo: '\u2019',
    ldquo: '\u201c',
    rdquo: '\u201d',
    deg: '\u00b0',
    'two-colons': '::',
    cpp: 'C++',
  },
};

/** Attributes of one block that are read. */
const MAX_ATTRIBUTES = 100;

interface About {
  readonly list: readonly string[];
  readonly text: string;
}

/** Reads a text in AsciiDoc (AsciiDoc Language Documentation). */
export function readAsciiDoc(source: string, read?: ReadFile): Document {
  return documentOfPage(new AsciiDocReader(linesOf(source)).page(), read);
}

class AsciiDocReader extends BlockReader {
  readonly #lines: readonly string[];
  readonly #inlines: InlineReader;
  readonly #attributes = new Map<string, string>();
  readonly #notes = new Map<string, string>();
  #about: { title?: string; author?: string; date?: string; lang?: string; keywords?: string } = {};
  #pending: About = { list: [], text: '' };

  constructor(lines: readonly string[]) {
    super();
    this.#lines = lines;
    this.#inlines = createInlineReader({
      addNote: (id, content) => {
        const name = id === '' ? `note-${this.#notes.size + 1}` : id;
        this.#notes.set(name, noteHtml(name, `<p>${content}</p>`));
        return name;
      },
      attributeOf: (name) => this.#attributes.get(name) ?? CHARACTERS[name],
    });
  }

  page(): LightPage {
    const html = this.blocks(this.#withoutHeader(), 0);
    return { about: this.#about, html, notes: [...this.#notes.values()] };
  }

  /** The title of the text, who wrote it and when, and its settings. */
  #withoutHeader(): readonly string[] {
    const lines = this.#lines;
    let at = 0;
    while (at < lines.length && (isBlank(lines[at]) || this.#isSetting(lines[at]!))) at++;
    const [, marks, title] = SECTION.exec(lines[at] ?? '') ?? [];
    if (marks?.length !== 1) return lines.slice(at);
    this.#about.title = plainOf(this.#inlines.read(title!));
    at++;
    for (let line = 0; at < lines.length && !isBlank(lines[at]); at++) {
      if (this.#isSetting(lines[at]!)) continue;
      if (line === 0 && /^[\p{L}]/u.test(lines[at]!)) this.#about.author = authorsOf(lines[at]!);
      else if (line === 1 && /\d/.test(lines[at]!))
        this.#about.date = /^v?[\d.]+, *([^:]*)/.exec(lines[at]!)?.[1] ?? lines[at]!.replace(/:.*$/, '');
      else break;
      line++;
    }
    return lines.slice(at);
  }

  /** A comment, or an attribute, which is set. */
  #isSetting(line: string): boolean {
    if (/^\/\/(?!\/)/.test(line)) return true;
    const [, name, value = ''] = ATTRIBUTE.exec(line) ?? [];
    if (name === undefined) return false;
    if (name.includes('!')) this.#attributes.delete(name.replaceAll('!', ''));
    else this.#attributes.set(name, value.replace(/ \\$/, ''));
    if (name === 'author') this.#about.author = value;
    if (name === 'revdate') this.#about.date = value;
    if (name === 'lang') this.#about.lang = value;
    if (name === 'keywords') this.#about.keywords = value;
    return true;
  }

  protected block(lines: readonly string[], at: number, depth: number): ReadBlock {
    const line = lines[at]!;
    const about = this.#pending;
    const before = this.#before(line);
    if (before !== undefined) return { html: before, end: at + 1 };
    this.#pending = { list: [], text: '' };
    const [, marks, title] = SECTION.exec(line) ?? [];
    if (marks !== undefined)
      return { html: headingHtml(Math.max(1, marks.length - 1), this.#inlines.read(title!)), end: at + 1 };
    return (
      this.#delimited(lines, at, depth, about) ??
      this.#list(lines, at, depth) ??
      this.#terms(lines, at, depth) ??
      this.#paragraph(lines, at, about)
    );
  }

  /** Lines that say something of what follows, or are no text. */
  #before(line: string): string | undefined {
    const [, title] = TITLE.exec(line) ?? [];
    if (title !== undefined && !DELIMITER.test(line)) return `<p>${this.#inlines.read(title)}</p>`;
    const [, attributes] = ATTRIBUTES.exec(line) ?? [];
    if (attributes !== undefined) {
      const list = attributes.split(',').map((each) => each.trim());
      const { list: known, text } = this.#pending;
      if (known.length < MAX_ATTRIBUTES) this.#pending = { list: [...known, ...list], text: `${text},${attributes}` };
      return '';
    }
    if (ANCHOR.test(line) || this.#isSetting(line)) return '';
    if (line === "'''" || line === '---' || line === '***') return '<hr>';
    if (line === '<<<' || line === '+') return '';
    const [, name, target, content] = MACRO.exec(line) ?? [];
    if (name === 'image') return `<p>${imageHtml(target!, firstOf(content!))}</p>`;
    return name === undefined ? undefined : '';
  }

  #delimited(lines: readonly string[], at: number, depth: number, about: About): ReadBlock | undefined {
    const mark = lines[at]!;
    if (!DELIMITER.test(mark)) return undefined;
    const closing = mark.startsWith('```') ? '```' : mark;
    let end = at + 1;
    while (end < lines.length && lines[end] !== closing) end++;
    const content = lines.slice(at + 1, end);
    const style = about.list[0]?.replace(/[%#.].*$/, '') ?? '';
    return { html: this.#content(mark, content, { style, about, depth }), end: end + 1 };
  }

  #content(
    mark: string,
    lines: readonly string[],
    { style, about, depth }: { readonly style: string; readonly about: About; readonly depth: number },
  ): string {
    if (/^[|!,:]=/.test(mark)) return this.#table(mark, lines, about, depth);
    if (style === 'stem' || style === 'latexmath' || style === 'asciimath')
      return `<p>${formulaHtml(lines.join('\n').replace(/^\\\[|\\\]$/g, ''), true)}</p>`;
    if (style === 'verse') return `<p>${lines.map((line) => this.#inlines.read(line)).join('<br>')}</p>`;
    const quoted = style === 'quote' || style === 'verse' ? about.list.slice(1).join(', ') : '';
    switch (mark[0]) {
      case '/':
        return '';
      case '+':
        return lines.join('\n');
      case '`':
      case '.':
      case '-':
        if (mark !== '--') {
          const language = mark.startsWith('```')
            ? mark.slice(3).trim()
            : style === 'source'
              ? (about.list[1] ?? '')
              : '';
          return codeHtml(lines.map((line) => line.replace(/ *<(?:\d+|\.)>(?= *(?:<|$))/g, '')).join('\n'), language);
        }
        return this.blocks(lines, depth + 1);
      case '_':
        return `<blockquote>${this.blocks(lines, depth + 1)}${quoted === '' ? '' : `<p>${this.#inlines.read(quoted)}</p>`}</blockquote>`;
      default:
        return `<div>${this.blocks(lines, depth + 1)}</div>`;
    }
  }

  #table(mark: string, lines: readonly string[], { list, text }: About, depth: number): string {
    const columns = /\bcols *= *(?:"([^"]*)"|'([^']*)'|([^,\]]+))/.exec(text);
    const specified = columns && columnsOf(columns[1] ?? columns[2] ?? columns[3]!);
    const options = /\b(?:options|opts) *= *(?:"([^"]*)"|([^,\]]+))/.exec(text);
    const short = list.join(',');
    const isCsv = mark.startsWith(',') || mark.startsWith(':');
    const separator = /\bseparator *= *"?([^",\]])/.exec(text)?.[1] ?? mark[0]!;
    const named = `${options?.[1] ?? options?.[2] ?? ''} ${short}`;
    const cells = isCsv ? lines.filter((line) => line.trim() !== '').map((line) => separator + line) : lines;
    return readTable(
      cells,
      {
        separator,
        columns: specified?.length,
        styles: specified ?? [],
        hasHeader: /\bheader\b/.test(named) && !/noheader/.test(named),
        isHeadless: /noheader/.test(named),
        caption: '',
      },
      {
        blocks: (cell) => this.blocks(dedented(cell.split('\n')), depth + 1),
        paragraphs: (cell) =>
          cell
            .trim()
            .split(/\n{2,}/)
            .map((part) => (part === '' ? '' : `<p>${this.#inlines.read(part)}</p>`))
            .join(''),
      },
    );
  }

  #list(lines: readonly string[], start: number, depth: number): ReadBlock | undefined {
    if (!ITEM.test(lines[start]!) && !CALLOUT.test(lines[start]!)) return undefined;
    const marks: string[] = [];
    const items: ItemHtml[] = [];
    let at = start;
    while (at < lines.length) {
      const [, bullet, number, roman, text] = ITEM.exec(lines[at]!) ?? [];
      const callout = CALLOUT.exec(lines[at]!)?.[1];
      if (text === undefined && callout === undefined) break;
      const mark =
        callout !== undefined
          ? '<'
          : (bullet ?? (number === undefined ? `${roman!.length}i` : /\d/.test(number) ? '1' : 'a'));
      const known = marks.indexOf(mark);
      if (known < 0) marks.push(mark);
      else marks.splice(known + 1);
      const { html, end } = this.#item(lines, at, callout ?? text!, depth);
      items.push({ depth: marks.length, isOrdered: !/^[*-]/.test(mark), html });
      at = end;
      let next = at;
      while (next < lines.length && isBlank(lines[next])) next++;
      if (ITEM.test(lines[next] ?? '') || CALLOUT.test(lines[next] ?? '')) at = next;
      else break;
    }
    return { html: listsHtml(items), end: at };
  }

  /** The text of an item, and the blocks that lines with a plus sign join to it. */
  #item(lines: readonly string[], at: number, first: string, depth: number): ReadBlock {
    let end = at + 1;
    while (end < lines.length && !isBlank(lines[end]) && !this.#beginsBlock(lines[end]!) && !TERM.test(lines[end]!))
      end++;
    const [, tick, shown = first] = /^\[([ *x])\] +(.*)$/.exec(first) ?? [];
    const box = tick === undefined ? '' : `<input type="checkbox"${tick === ' ' ? '' : ' checked'}> `;
    const pieces = [
      `<p>${box}${this.#inlines.read([shown, ...lines.slice(at + 1, end).map((line) => line.trim())].join('\n'))}</p>`,
    ];
    return this.#joined(lines, end, pieces, depth);
  }

  #joined(lines: readonly string[], from: number, pieces: string[], depth: number): ReadBlock {
    let end = from;
    while (end < lines.length) {
      let next = end;
      while (next < lines.length && isBlank(lines[next])) next++;
      if (lines[next] !== '+') break;
      next++;
      // What says something of the block comes before it.
      for (let isAbout = true; isAbout && next < lines.length;) {
        if (isBlank(lines[next])) break;
        isAbout = /^\[.*\]$|^\.(?![.\s])\S/.test(lines[next]!);
        const { html, end: behind } = this.block(lines, next, depth + 1);
        pieces.push(html);
        next = Math.max(behind, next + 1);
      }
      end = next;
    }
    return { html: pieces.join(''), end };
  }

  #terms(lines: readonly string[], start: number, depth: number): ReadBlock | undefined {
    const items: string[] = [];
    let at = start;
    while (at < lines.length) {
      const [, term, , text = ''] = TERM.exec(lines[at]!) ?? [];
      if (term === undefined) break;
      let end = text === '' ? nextLine(lines, at + 1) : at + 1;
      const content: string[] = text === '' ? [] : [text];
      const first = end;
      while (end < lines.length && !isBlank(lines[end]) && !this.#beginsBlock(lines[end]!) && !TERM.test(lines[end]!))
        content.push(lines[end++]!.trim());
      const pieces = content.length === 0 ? [] : [`<p>${this.#inlines.read(content.join('\n'))}</p>`];
      if (first === end && !TERM.test(lines[end] ?? '') && text === '') end = at + 1;
      // A list below a term belongs to it.
      let next = end;
      while (next < lines.length && isBlank(lines[next])) next++;
      const list = next < lines.length && ITEM.test(lines[next]!) ? this.#list(lines, next, depth + 1) : undefined;
      if (list) pieces.push(list.html);
      const joined = this.#joined(lines, list?.end ?? end, pieces, depth);
      items.push(`<dt>${this.#inlines.read(term)}</dt><dd>${joined.html}</dd>`);
      at = joined.end;
      next = at;
      while (next < lines.length && isBlank(lines[next])) next++;
      if (!TERM.test(lines[next] ?? '') || this.#beginsBlock(lines[next]!)) break;
      at = next;
    }
    return items.length === 0 ? undefined : { html: `<dl>${items.join('\n')}</dl>`, end: at };
  }

  #paragraph(lines: readonly string[], start: number, about: About): ReadBlock {
    let end = start + 1;
    while (end < lines.length && !isBlank(lines[end]) && !DELIMITER.test(lines[end]!) && !ATTRIBUTES.test(lines[end]!))
      end++;
    const own = lines.slice(start, end).filter((line) => !/^\/\/(?!\/)/.test(line));
    const [style = ''] = about.list;
    if (/^(?:source|listing|literal)\b/.test(style)) return { html: codeHtml(own.join('\n'), about.list[1]), end };
    if (lines[start]!.startsWith(' ') && style === '') return { html: codeHtml(dedented(own).join('\n')), end };
    if (/^(?:stem|latexmath|asciimath)$/.test(style))
      return { html: `<p>${formulaHtml(own.join('\n'), true)}</p>`, end };
    const [, , admonished] = ADMONITION.exec(own[0] ?? '') ?? [];
    const text = admonished === undefined ? own : [admonished, ...own.slice(1)];
    const html = `<p>${this.#inlines.read(text.map((line) => line.trimStart()).join('\n'))}</p>`;
    if (style !== 'quote' && style !== 'verse') return { html, end };
    const by = about.list.slice(1).join(', ');
    return { html: `<blockquote>${html}${by === '' ? '' : `<p>${this.#inlines.read(by)}</p>`}</blockquote>`, end };
  }

  #beginsBlock(line: string): boolean {
    return (
      line === '+' ||
      DELIMITER.test(line) ||
      ITEM.test(line) ||
      CALLOUT.test(line) ||
      ATTRIBUTES.test(line) ||
      /^\/\/(?!\/)/.test(line)
    );
  }
}

/** The next line that is not blank. */
function nextLine(lines: readonly string[], from: number): number {
  let at = from;
  while (at < lines.length && isBlank(lines[at])) at++;
  return at;
}

function authorsOf(line: string): string {
  return line
    .replace(/<[^>]*>/g, '')
    .replace(/ *; */g, ', ')
    .replaceAll('_', ' ')
    .trim();
}

/** How the cells of each column are read; a column may be said several times at once. */
function columnsOf(specified: string): string[] {
  if (/^\d+$/.test(specified.trim())) return Array.from({ length: Math.min(Number(specified), 1000) }, () => '');
  return specified.split(/[,;]/).flatMap((column) => {
    const [, count = '1'] = /^\s*(\d{1,3})\*/.exec(column) ?? [];
    const style = /([adehlmsv])\s*$/.exec(column)?.[1] ?? '';
    return Array.from({ length: Number(count) }, () => style);
  });
}
