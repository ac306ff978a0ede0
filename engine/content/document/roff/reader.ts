import {
  escapeHtml,
  formulaHtml,
  headingHtml,
  imageHtml,
  linkHtml,
  listsHtml,
  noteHtml,
  noteMarkHtml,
  numberingOf,
  plainOf,
  tableHtml,
  type CellHtml,
  type ItemHtml,
} from '../light/html.ts';
import { documentOfPage, type ReadFile } from '../light/page.ts';
import type { Document } from '../model.ts';
import { roffInlines, type RoffState } from './escapes.ts';
import { MDOC, mdocLine } from './mdoc.ts';

/** Tables within each other; cells further in are text. */
const MAX_DEPTH = 4;
const MACRO = /^[.'][ \t]*(\\"|[A-Za-z0-9&]+|\\\}|)[ \t]*(.*)$/;
const BULLET = /^(?:•|\*|-|\+|o|·|—|–)$/;
/** What counts an item. */
const COUNTER = /^\s*\(?(\d{1,9}|[a-zA-Z]|[ivxlcIVXLC]{2,7})[.)]$/;
/** Macros that set their arguments in fonts, of which words alternate between two. */
const FONTS = /^(?:B|I|SB|SM|C|CW|BR|RB|BI|IB|IR|RI)$/;
const PARAGRAPHS = /^(?:PP|LP|P|HP|XP|QP|Pp|Lp|sp|AB|AE|bp|1C|2C)$/;

/** Reads a manual page or a manuscript in roff (man, mdoc and ms macros, tbl, eqn) as the HTML that it means. */
export function readRoff(source: string, read?: ReadFile): Document {
  const reader = new RoffReader(0);
  reader.lines(
    source
      .replaceAll('\0', '\ufffd')
      .replace(/\\\r?\n/g, '')
      .split(/\r\n?|\n/),
  );
  return documentOfPage({ about: reader.about, html: reader.html(), notes: reader.notes }, read);
}

class RoffReader {
  readonly about: Record<string, string> = {};
  readonly notes: string[];
  readonly #depth: number;
  readonly #state: RoffState;
  readonly #pieces: string[] = [];
  /** The lines of the paragraph that is open. */
  #text: string[] = [];
  #items: (ItemHtml & { html: string })[] = [];
  /** How far blocks are moved in. */
  #indent = 0;
  /** Lists of mdoc that are open. */
  readonly #lists: string[] = [];
  /** Whether lines stay as they are, and where they go. */
  #pre: string[] | undefined;
  /** Takes the next line, or all up to the next macro. */
  #waiting: ((html: string) => void) | undefined;
  #link: { readonly address: string; readonly outer: string[] } | undefined;
  #note: { readonly outer: string[]; readonly pieces: number } | undefined;
  #marks = 0;
  #name = '';

  constructor(depth: number, outer?: RoffReader) {
    this.#depth = depth;
    this.notes = outer?.notes ?? [];
    this.#state = outer
      ? { ...outer.#state, font: 'R', before: 'R' }
      : {
          font: 'R',
          before: 'R',
          strings: new Map(),
          delimiter: undefined,
          noteMark: () => noteMarkHtml(`${++this.#marks}`),
        };
  }

  html(): string {
    this.#endBlock();
    this.#endList();
    return this.#pieces.join('\n');
  }

  lines(lines: readonly string[]): void {
    for (let at = 0; at < lines.length;) {
      const line = lines[at++]!;
      const [, name, rest = ''] = MACRO.exec(line) ?? [];
      if (name === undefined) this.#line(line);
      else if (name === 'TS') at = this.#table(lines, at);
      else if (name === 'EQ') at = this.#equation(lines, at);
      else if (name === 'de' || name === 'de1' || name === 'ig' || name === 'am') {
        while (at < lines.length && !/^\.\s*\./.test(lines[at]!)) at++;
        at++;
      } else this.#macro(name, rest.replace(/\s*\\".*$/, ''));
    }
  }

  #inlines(text: string): string {
    return roffInlines(text, this.#state);
  }

  #line(line: string): void {
    if (this.#pre) this.#pre.push(this.#inlines(line));
    else if (line.trim() === '') {
      if (this.#text.length > 0) this.#endBlock();
    } else this.#add(this.#inlines(line) + (line.endsWith('\\c') ? GOES_ON : ''));
  }

  /** Adds to the paragraph, or gives to who waits for the line. */
  #add(html: string): void {
    if (html === '') return;
    if (this.#pre) this.#pre.push(html);
    else if (this.#waiting) {
      const take = this.#waiting;
      this.#waiting = undefined;
      take(html);
    } else this.#text.push(html);
  }

  #endBlock(): void {
    this.#waiting = undefined;
    const text = this.#text.splice(0);
    if (text.length === 0) return;
    this.#block(`<p>${joined(text)}</p>`);
  }

  #block(html: string): void {
    const last = this.#items.at(-1);
    if (last) last.html += html;
    else this.#pieces.push(html);
  }

  #endList(): void {
    const items = this.#items.splice(0);
    if (items.length > 0) this.#pieces.push(listsHtml(items));
  }

  #item(item: Omit<ItemHtml, 'html' | 'depth'>, depth = this.#indent + 1): void {
    this.#endBlock();
    this.#items.push({ ...item, depth, html: '' });
  }

  #heading(level: number, rest: string): void {
    this.#endBlock();
    this.#endList();
    this.#indent = 0;
    this.#state.font = 'R';
    const take = (html: string): void => void this.#pieces.push(headingHtml(level, html));
    const text = argumentsOf(rest).join(' ');
    if (text === '') this.#waiting = take;
    else take(this.#inlines(text));
  }

  #macro(name: string, rest: string): void {
    const given = argumentsOf(rest);
    const [first = ''] = given;
    if (PARAGRAPHS.test(name)) return this.#paragraph();
    if (FONTS.test(name)) return this.#add(this.#fonts(name, given));
    if (Object.hasOwn(MDOC, name)) return this.#mdoc(name, rest);
    switch (name) {
      case 'TH':
        if (first !== '') this.about['title'] = plainOf(this.#inlines(first));
        if (given.length > 1) this.about['date'] = plainOf(this.#inlines(given.slice(1).join(' ')));
        return;
      case 'TL':
      case 'AU':
        this.#endBlock();
        this.#waiting = (html) => this.#told(name === 'TL' ? 'title' : 'author', html);
        return;
      case 'SH':
      case 'SS':
      case 'NH': {
        const level = /^\d$/.test(first) ? Number(first) : name === 'SS' ? 2 : 1;
        return this.#heading(level, /^\d$/.test(rest.trim()) ? '' : rest.replace(/^\d +/, ''));
      }
      case 'IP':
        return this.#marked(given.length === 0 ? '' : this.#inlines(first));
      case 'TP':
      case 'TQ':
        this.#endBlock();
        this.#waiting = (html) => this.#marked(html);
        return;
      case 'RS':
        this.#endBlock();
        if (rest === '') this.#endList();
        this.#indent++;
        return;
      case 'RE':
        this.#endBlock();
        this.#indent = Math.max(0, this.#indent - 1);
        return;
      case 'br':
        return this.#text.length > 0 ? this.#add('<br>') : undefined;
      case 'nf':
      case 'EX':
      case 'DS':
        this.#endBlock();
        this.#pre = [];
        return;
      case 'fi':
      case 'EE':
      case 'DE':
        return this.#endPre();
      case 'UR':
      case 'MT':
        this.#link = { address: name === 'MT' ? `mailto:${first}` : this.#addressOf(first), outer: this.#text };
        this.#text = [];
        return;
      case 'UE':
      case 'ME':
        return this.#endLink(first);
      case 'pdfhref': {
        const address = given[given.indexOf('-D') + 1] ?? '';
        return this.#add(linkHtml(address, this.#inlines(given.at(-1) ?? '')));
      }
      case 'PSPIC':
      case 'PDFPIC':
      case 'IMAGE':
        return this.#add(imageHtml(given.find((each) => !each.startsWith('-')) ?? ''));
      case 'HLINE':
        return this.#block('<hr>');
      case 'FS':
        this.#note = { outer: this.#text, pieces: this.#pieces.length };
        this.#text = [];
        return;
      case 'FE':
        return this.#endNote();
      case 'ft':
        this.#state.font = first;
        return;
      case 'ds':
        if (/^\w+$/.test(first))
          this.#state.strings.set(
            first,
            rest
              .trim()
              .slice(first.length)
              .replace(/^\s*"?/, ''),
          );
        return;
      case 'SY':
      case 'OP':
      case 'MR':
      case 'AI':
        return this.#add(this.#inlines(given.join(' ')));
    }
  }

  #told(name: string, html: string): void {
    const said = plainOf(html);
    const known = this.about[name];
    this.about[name] = known === undefined ? said : `${known}, ${said}`;
  }

  #paragraph(): void {
    this.#endBlock();
    if (this.#indent === 0 && this.#lists.length === 0) this.#endList();
    this.#state.font = 'R';
  }

  /** A paragraph with a mark before it: an item of a list, or a term. */
  #marked(html: string): void {
    this.#endBlock();
    const mark = plainOf(html);
    const [, counter] = COUNTER.exec(mark) ?? [];
    if (mark === '') return;
    if (BULLET.test(mark)) this.#item({ isOrdered: false });
    else if (counter !== undefined) this.#item({ isOrdered: true, ...this.#numberOf(counter) });
    else {
      if (this.#indent === 0) this.#endList();
      this.#block(`<p>${html}</p>`);
    }
  }

  /** Lists go on counting, so that only their first item says a number. */
  #numberOf(counter: string): { readonly numbering: string; readonly number?: number } {
    return numberingOf(counter);
  }

  #endPre(): void {
    const lines = this.#pre;
    this.#pre = undefined;
    this.#state.font = 'R';
    if (lines && lines.join('').trim() !== '') this.#block(`<pre>${lines.join('\n').replace(/^\n+|\s+$/g, '')}</pre>`);
  }

  #fonts(name: string, given: readonly string[]): string {
    const words = given.length === 0 ? [] : given;
    const isAlternating = name.length === 2 && !/^(?:SB|SM|CW)$/.test(name);
    const styled = words.map((word, index) => {
      const font = isAlternating ? name[index % 2]! : name === 'SB' ? 'B' : name === 'SM' ? 'R' : name;
      const state = this.#state;
      const outer = state.font;
      state.font = font;
      const html = this.#inlines(word);
      state.font = outer;
      return html;
    });
    return styled.join(isAlternating ? '' : ' ');
  }

  #addressOf(text: string): string {
    return plainOf(this.#inlines(text));
  }

  #endLink(behind: string): void {
    const link = this.#link;
    if (!link) return;
    this.#link = undefined;
    const content = joined(this.#text);
    this.#text = link.outer;
    this.#add(
      `${linkHtml(link.address, content === '' ? escapeHtml(link.address) : content)}${this.#inlines(behind)}${behind.endsWith('\\c') ? GOES_ON : ''}`,
    );
  }

  #endNote(): void {
    const note = this.#note;
    if (!note) return;
    this.#note = undefined;
    this.#endBlock();
    const content = this.#pieces.splice(note.pieces).join('\n');
    this.notes.push(noteHtml(`${this.notes.length + 1}`, content));
    this.#text = note.outer;
  }

  #equation(lines: readonly string[], start: number): number {
    let end = start;
    while (end < lines.length && !/^[.']\s*EN\b/.test(lines[end]!)) end++;
    const content = lines.slice(start, end);
    const [, delimiter] = /^\s*delim\s+(\S)\1/.exec(content[0] ?? '') ?? [];
    if (delimiter !== undefined) this.#state.delimiter = delimiter;
    const formula = content.filter((line) => !/^\s*(?:delim|define|gsize)\b/.test(line)).join('\n');
    if (formula.trim() !== '') this.#add(formulaHtml(formula, true));
    return end + 1;
  }

  /** A table of tbl: options, the format of rows, and then the rows, whose cells may go over several lines. */
  #table(lines: readonly string[], start: number): number {
    this.#endBlock();
    let end = start;
    while (end < lines.length && !/^[.']\s*TE\b/.test(lines[end]!)) end++;
    let at = start;
    const options = lines[at]?.trimEnd().endsWith(';') ? lines[at++]! : '';
    const tab = /\btab\s*\(\s*(.)\s*\)/.exec(options)?.[1] ?? '\t';
    const formats: string[][] = [];
    for (let isLast = false; at < end && !isLast; at++) {
      isLast = /\.\s*$/.test(lines[at]!);
      for (const row of lines[at]!.replace(/\.\s*$/, '').split(','))
        formats.push(row.replace(/\([^()]*\)|\[[^\]]*\]|[wpfv]\S*/gi, '').match(/[lrcnsa^]/gi) ?? []);
    }
    const rows: CellHtml[][] = [];
    while (at < end) {
      const line = lines[at++]!;
      if (/^(?:[_=]|\.\s*T&|\.[a-zA-Z].*|)$/.test(line.trim())) continue;
      const cells: string[][] = [[]];
      let rest = line;
      for (;;) {
        const [cell = '', ...others] = rest.split(tab);
        if (cell.trimEnd() !== 'T{') {
          cells.at(-1)!.push(cell);
          if (others.length === 0) break;
          cells.push([]);
          rest = others.join(tab);
          continue;
        }
        while (at < end && !lines[at]!.startsWith('T}')) cells.at(-1)!.push(lines[at++]!);
        const behind = lines[at++]?.slice(2) ?? '';
        if (!behind.startsWith(tab)) break;
        cells.push([]);
        rest = behind.slice(tab.length);
      }
      rows.push(this.#row(cells, formats[Math.min(rows.length, formats.length - 1)] ?? []));
    }
    this.#block(tableHtml(rows));
    return end + 1;
  }

  #row(cells: readonly (readonly string[])[], format: readonly string[]): CellHtml[] {
    return cells.flatMap((lines, column) => {
      if (/^s$/i.test(format[column] ?? '')) return [];
      let columns = 1;
      while (/^s$/i.test(format[column + columns] ?? '')) columns++;
      return [{ html: this.#cell(lines), columns }];
    });
  }

  #cell(lines: readonly string[]): string {
    if (this.#depth >= MAX_DEPTH || lines.length < 2) return this.#inlines(lines.join(' ').trim());
    const reader = new RoffReader(this.#depth + 1, this);
    reader.lines(lines);
    return reader.html();
  }

  #mdoc(name: string, rest: string): void {
    switch (name) {
      case 'Sh':
      case 'Ss':
        return this.#heading(name === 'Sh' ? 1 : 2, rest);
      case 'Dt':
        this.about['title'] ??= rest;
        return;
      case 'Dd':
        this.about['date'] = rest;
        return;
      case 'Bl':
        this.#endBlock();
        this.#lists.push(/-(?:bullet|dash|hyphen|item)\b/.test(rest) ? 'ul' : /-enum\b/.test(rest) ? 'ol' : 'dl');
        return;
      case 'El':
        this.#endBlock();
        this.#lists.pop();
        if (this.#lists.length === 0) this.#endList();
        return;
      case 'It': {
        const list = this.#lists.at(-1) ?? 'ul';
        this.#endBlock();
        if (list === 'dl') this.#block(`<p>${this.#inlines(this.#words(rest))}</p>`);
        else this.#item({ isOrdered: list === 'ol' }, this.#lists.length);
        return;
      }
      case 'Bd':
        this.#endBlock();
        if (/-(?:literal|unfilled)\b/.test(rest)) this.#pre = [];
        return;
      case 'Ed':
        return this.#pre ? this.#endPre() : this.#endBlock();
      case 'Lk': {
        const [address = '', ...label] = argumentsOf(rest);
        return this.#add(linkHtml(address, this.#inlines(label.join(' ') || address)));
      }
      case 'Nm': {
        const words = this.#words(rest);
        if (words !== '') this.#name ||= words;
        return this.#add(this.#inlines(words || this.#name));
      }
      case 'Os':
      case 'Ex':
      case 'Rs':
      case 'Re':
        return;
      default:
        return this.#add(this.#inlines(mdocLine(name, argumentsOf(rest))));
    }
  }

  #words(rest: string): string {
    return mdocLine('', argumentsOf(rest));
  }
}

/** Ends lines that go on in the next without a space, which few readers heed: only punctuation follows at once. */
const GOES_ON = '\uE000';

function joined(lines: readonly string[]): string {
  return lines.join('\n').replace(/\uE000\n(?=[^\p{L}\p{N}<])|\uE000/gu, '');
}

/** The arguments of a macro, which may be in quotes. */
function argumentsOf(rest: string): string[] {
  return Array.from(rest.matchAll(/"((?:[^"]|"")*)"?|((?:[^\s\\]|\\.)+)/g), ([, quoted, plain]) =>
    quoted === undefined ? plain! : quoted.replaceAll('""', '"'),
  );
}
