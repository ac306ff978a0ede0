import {
  codeHtml,
  escapeHtml,
  formulaHtml,
  headingHtml,
  imageHtml,
  linkHtml,
  noteHtml,
  noteMarkHtml,
  plainOf,
  tableHtml,
  type CellHtml,
} from '../light/html.ts';
import { BARE_ADDRESS, matching, span } from '../light/inlines.ts';
import { dedented } from '../light/lines.ts';
import { documentOfPage, type ReadFile } from '../light/page.ts';
import type { Document } from '../model.ts';
import { itemBy } from '../wiki/prose.ts';
import { wikiHtml, type WikiLanguage } from '../wiki/reader.ts';
import { behindFormula, behindString, bracketsOf, rawAt } from './brackets.ts';

/** Contents within each other; what is further in is left out. */
const MAX_DEPTH = 20;
/** Stand for pieces of HTML in the markup around them. */
const [OPEN, CLOSE] = ['\uE000', '\uE001'];

const STATEMENT = /#(let|set|show|import|include)\b/y;
const NAME = /[\p{L}_][\p{L}\p{N}_-]*(?:\.[\p{L}_][\p{L}\p{N}_-]*)*/uy;
const LABEL = /<[\p{L}_][\p{L}\p{N}_:.-]*>/uy;
/** A label or a key of the bibliography: Typst shows a number or a citation for it. */
const REFERENCE = /@[\p{L}\p{N}_](?:[\p{L}\p{N}_:.-]*[\p{L}\p{N}_])?/uy;
/** The text says itself what its headings look like: they are none any more for whoever follows that. */
const SHOWN_HEADINGS = /^[ \t]*#show heading\b[^:\n]*:(?! *set\b)|^[ \t]*#show heading\b[\s\S]{0,200}?\): *it\b/m;
const TEMPLATE = /(?:conf|template|article)(?:\.with)?\(/g;

const STYLES: Readonly<Record<string, string>> = {
  ...{ emph: 'em', strong: 'strong', strike: 'del', underline: 'u', super: 'sup', sub: 'sub' },
};
/** Functions that show nothing of what they are given. */
const SILENT = new Set(
  'v h pagebreak colbreak cite ref bibliography outline counter state label metadata lorem locate query numbering hide'.split(
    ' ',
  ),
);

interface Argument {
  readonly name: string | undefined;
  readonly start: number;
  readonly end: number;
}

/** Reads a text in Typst as the HTML that it means: its markup, and what its calls have in them. */
export function readTypst(source: string, read?: ReadFile): Document {
  const plain = source
    .replace(/\r\n?/g, '\n')
    .replace(/[\0\uE000\uE001]/g, ' ')
    .replace(/(?<![:"'\\])\/\/.*$/gm, '');
  const reader = new TypstReader(withoutComments(plain));
  const html = reader.page();
  const page = documentOfPage({ about: reader.about, html, notes: reader.notes }, read);
  return { ...page, properties: { ...reader.properties, ...page.properties } };
}

function withoutComments(source: string): string {
  return source.includes('*/') ? source.replace(/\/\*(?:(?!\*\/)[^])*\*\//g, '') : source;
}

class TypstReader {
  readonly about: Record<string, string> = {};
  readonly notes: string[] = [];
  properties: { readonly title?: string } = {};
  readonly #source: string;
  readonly #closes: ReadonlyMap<number, number>;
  readonly #pieces: string[] = [];
  readonly #language: WikiLanguage;
  /** Contents and strings by their names. */
  readonly #named = new Map<string, string>();

  constructor(source: string) {
    this.#source = source;
    this.#closes = bracketsOf(source);
    const hasHeadings = !SHOWN_HEADINGS.test(source);
    const item = itemBy(/^ *- +/, /^ *(?:\+|(\d{1,9})\.) +/);
    this.#language = {
      headingOf: (line) => {
        const [mark, signs] = /^ *(={1,6}) +/.exec(line) ?? [];
        return mark === undefined || !hasHeadings ? undefined : { level: signs!.length, text: line.slice(mark.length) };
      },
      itemOf: (line) => {
        const [mark, term] = /^ *\/ +(.{1,500}?): */.exec(line) ?? [];
        return mark === undefined
          ? item(line)
          : { depth: 1, isOrdered: false, term: term!, text: line.slice(mark.length) };
      },
      itemsAreBlocks: true,
      inlines: () => [
        matching(OPEN!, /\uE000(\d{1,9})\uE001/y, ([, index]) => this.#pieces[Number(index)] ?? ''),
        matching('\\', /\\u\{([0-9a-fA-F]{1,6})\}/y, ([, code]) => `&#x${code};`),
        matching('\\', /\\(?=\s|$)/y, () => '<br>'),
        matching('\\', /\\([^])/y, ([, character]) => escapeHtml(character!)),
        matching('~', /~/y, () => '\u00a0'),
        matching('-', /-{2,3}/y, ([dash]) => (dash.length === 3 ? '—' : '–')),
        matching('.', /\.\.\./y, () => '…'),
        span('*', 'strong'),
        span('_', 'em'),
        BARE_ADDRESS,
      ],
    };
  }

  page(): string {
    return this.#content(0, this.#source.length, 0);
  }

  /** Markup as HTML: blocks, or the inlines of a single one. */
  #content(start: number, end: number, depth: number): string {
    if (depth > MAX_DEPTH) return '';
    const text = this.#marked(start, end, depth);
    const html = wikiHtml(dedented(text.split('\n')).join('\n'), this.#language);
    const [, single] = /^<p>([^]*)<\/p>$/.exec(html) ?? [];
    return depth > 0 && single !== undefined && !/<p>|<(?:h\d|ul|ol|dl|table|pre|blockquote)\b/.test(single)
      ? single
      : html;
  }

  #piece(html: string): string {
    if (html === '') return '';
    this.#pieces.push(html);
    return `${OPEN}${this.#pieces.length - 1}${CLOSE}`;
  }

  /** Markup with signs in place of what is no markup: code, formulas, raw text. */
  #marked(start: number, end: number, depth: number): string {
    const source = this.#source;
    const pieces: string[] = [];
    let from = start;
    let at = start;
    const replace = (behind: number, text: string): void => {
      pieces.push(source.slice(from, at), text);
      at = from = Math.max(at + 1, Math.min(behind, end));
    };
    while (at < end) {
      switch (source[at]) {
        case '\\':
          at += 2;
          break;
        case '`': {
          const raw = rawAt(source, at);
          replace(raw.end, this.#piece(rawHtml(raw)));
          break;
        }
        case '$': {
          const behind = behindFormula(source, at);
          replace(behind, this.#piece(this.#formula(at, Math.min(behind, end))));
          break;
        }
        case '<':
          LABEL.lastIndex = at;
          if (LABEL.test(source)) replace(LABEL.lastIndex, '');
          else at++;
          break;
        case '@':
          REFERENCE.lastIndex = at;
          if (!/[\p{L}\p{N}]/u.test(source[at - 1] ?? ' ') && REFERENCE.test(source)) replace(REFERENCE.lastIndex, '');
          else at++;
          break;
        case '#': {
          const read = this.#code(at, end, depth);
          if (read) replace(read.end, this.#piece(read.html));
          else at++;
          break;
        }
        default:
          at++;
      }
    }
    return pieces.join('') + source.slice(Math.min(from, end), end);
  }

  #formula(at: number, end: number): string {
    const formula = this.#source.slice(at + 1, end - 1).replace(CODE_POINT, (_, code: string) => characterOf(code));
    return formulaHtml(formula, /^\s[^]*\s$/.test(formula));
  }

  /** What is behind a number sign. */
  #code(at: number, end: number, depth: number): { readonly html: string; readonly end: number } | undefined {
    const source = this.#source;
    STATEMENT.lastIndex = at;
    const statement = STATEMENT.exec(source)?.[1];
    if (statement !== undefined) return { html: '', end: this.#statement(statement, STATEMENT.lastIndex, end, depth) };
    if (source[at + 1] === '"') {
      const behind = behindString(source, at + 1);
      return { html: escapeHtml(stringOf(source.slice(at + 2, behind - 1))), end: behind };
    }
    if (/[([{]/.test(source[at + 1] ?? '')) {
      const close = this.#closes.get(at + 1);
      return close === undefined ? undefined : { html: this.#value(at + 1, close + 1, depth), end: close + 1 };
    }
    const conditional = /#(?:if|for|while|else|context)\b[^[{\n]*/y;
    conditional.lastIndex = at;
    if (conditional.test(source)) {
      let behind = conditional.lastIndex;
      let html = '';
      for (;;) {
        const close = this.#closes.get(behind);
        if (close === undefined || close >= end) break;
        html += this.#value(behind, close + 1, depth);
        behind = close + 1;
        const [otherwise] = /^\s*else\b[^[{\n]*/.exec(source.slice(behind, behind + 200)) ?? [];
        if (otherwise === undefined) break;
        behind += otherwise.length;
      }
      return { html, end: behind };
    }
    NAME.lastIndex = at + 1;
    return NAME.test(source) ? this.#call(at + 1, end, depth) : undefined;
  }

  /** Statements end with their line, unless brackets are open; returns where. */
  #statement(kind: string, start: number, end: number, depth: number): number {
    const source = this.#source;
    let at = start;
    while (at < end && source[at] !== '\n' && source[at] !== ';') {
      if (source[at] === '"') at = behindString(source, at);
      else at = (this.#closes.get(at) ?? at) + 1;
    }
    const text = source.slice(start, at);
    if (kind === 'let') {
      const [mark, name] = /^\s*([\p{L}_][\p{L}\p{N}_-]*)\s*=\s*(?=["[])/u.exec(text) ?? [];
      if (name !== undefined) this.#named.set(name, this.#value(start + mark!.length, at, depth + 1, true));
    } else if (kind === 'show') {
      for (const { index, 0: mark } of text.matchAll(TEMPLATE)) this.#told(start + index + mark.length - 1, depth);
    } else if (kind === 'set' && /^\s*document\(/.test(text)) {
      const open = source.indexOf('(', start);
      const title = this.#arguments(open).find(({ name }) => name === 'title');
      const said = title && plainOf(this.#value(title.start, title.end, depth + 1, true));
      if (said) this.properties = { title: said };
    }
    return at;
  }

  /** What a template is told of the text. */
  #told(open: number, depth: number): void {
    for (const { name = '', start, end } of this.#arguments(open)) {
      const known = /^authors?$/.test(name) ? 'author' : name;
      if (!/^(?:title|subtitle|author|date|abstract)$/.test(known)) continue;
      const said = plainOf(this.#value(start, end, depth + 1).replaceAll('</p>', ' '));
      if (said !== '') this.about[known === 'abstract' ? 'date' : known] ??= said;
    }
  }

  /** The arguments in brackets that open at a place. */
  #arguments(open: number): Argument[] {
    const source = this.#source;
    const close = this.#closes.get(open);
    if (close === undefined) return [];
    const found: Argument[] = [];
    let start = open + 1;
    const add = (end: number): void => {
      const text = source.slice(start, end);
      if (text.trim() === '') return;
      const [mark = '', name] = /^\s*([\p{L}_][\p{L}\p{N}_-]*)\s*:/u.exec(text) ?? [];
      found.push({ name, start: start + mark.length, end });
    };
    for (let at = open + 1; at < close;) {
      if (source[at] === ',') {
        add(at);
        start = at + 1;
      }
      if (source[at] === '"') at = behindString(source, at);
      else if (source[at] === '`') at = rawAt(source, at).end;
      else if (source[at] === '$') at = behindFormula(source, at);
      else at = (this.#closes.get(at) ?? at) + 1;
    }
    add(close);
    return found;
  }

  /** What an expression shows: contents, calls, and strings if they are asked for. */
  #value(start: number, end: number, depth: number, takesStrings = false): string {
    if (depth > MAX_DEPTH) return '';
    const source = this.#source;
    const pieces: string[] = [];
    for (let at = start; at < end;) {
      const close = this.#closes.get(at);
      if (source[at] === '[' && close !== undefined) pieces.push(this.#content(at + 1, close, depth + 1));
      else if (source[at] === '"') {
        const behind = behindString(source, at);
        if (takesStrings) pieces.push(escapeHtml(stringOf(source.slice(at + 1, behind - 1))));
        at = behind;
        continue;
      } else if (source[at] === '`') {
        const raw = rawAt(source, at);
        pieces.push(rawHtml(raw));
        at = raw.end;
        continue;
      } else if (source[at] === '$') {
        const behind = behindFormula(source, at);
        pieces.push(this.#formula(at, behind));
        at = behind;
        continue;
      } else if (close !== undefined) {
        if (source[at] === '(') {
          for (const argument of this.#arguments(at))
            pieces.push(this.#value(argument.start, argument.end, depth + 1, takesStrings), ' ');
        } else pieces.push(this.#value(at + 1, close, depth + 1));
      } else {
        NAME.lastIndex = at;
        if (NAME.test(source)) {
          const call = this.#call(at, end, depth);
          pieces.push(call.html);
          at = Math.max(call.end, at + 1);
          continue;
        }
      }
      at = (close ?? at) + 1;
    }
    return pieces.join('');
  }

  #call(start: number, end: number, depth: number): { readonly html: string; readonly end: number } {
    const source = this.#source;
    NAME.lastIndex = start;
    const [name] = NAME.exec(source)!;
    const { given, end: at } = this.#given(start + name.length, end);
    if (at === start + name.length) return { html: this.#named.get(name) ?? '', end: at };
    return { html: this.#called(name, given, depth + 1), end: at };
  }

  /** The arguments of a call, in round brackets and as contents behind them. */
  #given(start: number, end: number): { readonly given: readonly Argument[]; readonly end: number } {
    const given: Argument[] = [];
    let at = start;
    for (; at < end;) {
      const close = this.#closes.get(at);
      const mark = this.#source[at];
      if (close === undefined || close >= end || (mark !== '[' && (mark !== '(' || at > start))) break;
      if (mark === '(') given.push(...this.#arguments(at));
      else given.push({ name: undefined, start: at, end: close + 1 });
      at = close + 1;
    }
    return { given, end: at };
  }

  #called(name: string, given: readonly Argument[], depth: number): string {
    const placed = given.filter((each) => each.name === undefined);
    const shown = (takesStrings = false): string =>
      placed.map((each) => this.#value(each.start, each.end, depth, takesStrings)).join('');
    const named = (wanted: string): Argument | undefined => given.find((each) => each.name === wanted);
    const written = (argument: Argument | undefined): string =>
      argument === undefined ? '' : this.#source.slice(argument.start, argument.end).trim();
    const textOf = (argument: Argument | undefined): string =>
      stringOf(/^"([^]*)"$/.exec(written(argument))?.[1] ?? '');
    if (SILENT.has(name)) return '';
    if (Object.hasOwn(STYLES, name)) return `<${STYLES[name]}>${shown(true)}</${STYLES[name]}>`;
    switch (name) {
      case 'link': {
        const address = textOf(placed[0]) || `#${written(placed[0]).replace(/[<>]/g, '')}`;
        const rest = placed.slice(1).map((each) => this.#value(each.start, each.end, depth, true));
        return linkHtml(address, rest.length > 0 ? rest.join('') : escapeHtml(address.replace(/^mailto:/, '')));
      }
      case 'footnote': {
        const index = this.notes.push('');
        const id = `note-${index}`;
        this.notes[index - 1] = noteHtml(id, shown(true));
        return noteMarkHtml(id);
      }
      case 'image':
        return imageHtml(textOf(placed[0]), textOf(named('alt')));
      case 'raw': {
        const text = textOf(placed.at(-1));
        return written(named('block')) === 'true'
          ? codeHtml(text, textOf(named('lang')))
          : `<code>${escapeHtml(text)}</code>`;
      }
      case 'heading':
        return headingHtml(Number(written(named('level')) || 1), shown(true));
      case 'quote': {
        const by = named('attribution');
        const source = by === undefined ? '' : `<p>${this.#value(by.start, by.end, depth, true)}</p>`;
        const isBlock = written(named('block')) === 'true';
        return isBlock ? `<blockquote>${shown(true)}${source}</blockquote>` : `“${shown(true)}”${source}`;
      }
      case 'figure': {
        const caption = named('caption');
        const body = shown();
        const about = caption === undefined ? '' : `<p>${this.#value(caption.start, caption.end, depth, true)}</p>`;
        return body.includes('<table') ? `<div>${about}${body}</div>` : `<div>${body}${about}</div>`;
      }
      case 'linebreak':
        return '<br>';
      case 'parbreak':
        return '<p></p>';
      case 'line':
      case 'divider':
        return '<hr>';
      case 'list':
      case 'enum': {
        const items = placed.map((each) => `<li>${this.#value(each.start, each.end, depth, true)}</li>`);
        const start = written(named('start'));
        return name === 'list'
          ? `<ul>${items.join('')}</ul>`
          : `<ol start="${/^\d+$/.test(start) ? start : 1}">${items.join('')}</ol>`;
      }
      case 'table':
      case 'grid':
        return this.#table(placed, columnsIn(written(named('columns'))), depth);
      case 'par':
      case 'block':
      case 'align':
        return `<div>${shown(true)}</div>`;
      case 'text':
      case 'box':
      case 'smallcaps':
      case 'highlight':
      case 'overline':
        return shown(true);
      default:
        return this.#named.get(name) ?? placed.map((each) => this.#value(each.start, each.end, depth)).join(' ');
    }
  }

  /** Cells in the order of rows, which are as wide as the table has columns. */
  #table(given: readonly Argument[], columns: number, depth: number): string {
    const rows: CellHtml[][] = [];
    const below: number[] = Array.from({ length: columns }, () => 0);
    let column = columns;
    for (const { html, ...about } of this.#cells(given, depth, false)) {
      for (;;) {
        if (column >= columns) {
          rows.push([]);
          column = 0;
        }
        if (!below[column]) break;
        below[column++]!--;
      }
      rows.at(-1)!.push({ html, ...about });
      const { columns: across = 1, rows: down = 1 } = about;
      for (let count = 0; count < across && column < columns; count++) below[column++] = down - 1;
    }
    return tableHtml(rows);
  }

  *#cells(given: readonly Argument[], depth: number, isHeader: boolean): Generator<CellHtml> {
    for (const { start, end, name } of given) {
      if (name !== undefined) continue;
      const [mark, kind] =
        /^\s*(?:table|grid)\.(header|footer|cell|hline|vline)\b/.exec(this.#source.slice(start, end)) ?? [];
      if (kind === 'hline' || kind === 'vline') continue;
      if (kind === 'header' || kind === 'footer') {
        const inner = this.#given(start + mark!.length, end).given;
        yield* this.#cells(inner, depth + 1, kind === 'header');
        continue;
      }
      const about = kind === 'cell' ? this.#given(start + mark!.length, end).given : [];
      const spanned = (wanted: string): number => {
        const argument = about.find((each) => each.name === wanted);
        return Math.min(Number(argument ? this.#source.slice(argument.start, argument.end) : 1) || 1, 1000);
      };
      yield {
        html: this.#value(start, end, depth + 1, true),
        isHeader,
        columns: spanned('colspan'),
        rows: spanned('rowspan'),
      };
    }
  }
}

function rawHtml({ text, isBlock }: ReturnType<typeof rawAt>): string {
  if (!isBlock) return `<code>${escapeHtml(text)}</code>`;
  const [mark = '', language = ''] = /^([\w+-]*)/.exec(text) ?? [];
  const shown = text.slice(mark.length);
  return shown.includes('\n')
    ? codeHtml(dedented(shown.split('\n')).join('\n'), language)
    : `<code>${escapeHtml(shown.trim())}</code>`;
}

const CODE_POINT = /\\u\{([0-9a-fA-F]{1,5})\}/g;

function characterOf(code: string): string {
  return String.fromCodePoint(Number.parseInt(code, 16));
}

function stringOf(written: string): string {
  return written
    .replace(CODE_POINT, (_, code: string) => characterOf(code))
    .replace(/\\n/g, '\n')
    .replace(/\\(["\\])/g, '$1');
}

/** How many columns are told: as a number, as their widths, or as a width several times. */
function columnsIn(told: string): number {
  if (/^\d{1,3}$/.test(told)) return Math.max(1, Number(told));
  const [, widths, times] = /^\(([^]*)\)\s*(?:\*\s*(\d{1,3}))?$/.exec(told) ?? [];
  if (widths === undefined) return 1;
  const count = widths.split(',').filter((width) => width.trim() !== '').length;
  return Math.max(1, count * Number(times ?? 1));
}
