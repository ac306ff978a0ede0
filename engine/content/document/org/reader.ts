import { BlockReader, type ReadBlock } from '../light/block-reader.ts';
import { codeHtml, formulaHtml, headingHtml, noteHtml, numberingOf, plainOf, tableHtml } from '../light/html.ts';
import type { InlineReader } from '../light/inlines.ts';
import { dedented, endOfIndented, isBlank, linesOf } from '../light/lines.ts';
import { documentOfPage, type LightPage, type ReadFile } from '../light/page.ts';
import { withExportedTrees } from './trees.ts';
import { rawHtml } from '../markup-text/raw-blocks.ts';
import type { Document } from '../model.ts';
import { FORMULAS } from '../tex/letters.ts';
import { texPage } from '../tex/reader.ts';
import { createInlineReader } from './inlines.ts';

const HEADLINE = /^(\*+) +(.*)$/;
const ITEM = /^( *)([-+]|(?<= )\*|(?:\d+|[A-Za-z])[.)])(?: +|$)(?:\[@(\w+)\] *)?(?:\[([ Xx-])\](?: +|$))?/;
const TERM = /^(.*?\S) +::(?: +|$)/;
const BEGIN = /^ *#\+begin_(\S+) *(.*)$/i;
const KEYWORD = /^ *#\+(\w[\w-]*)(?:\[[^\]\n]*\])?: *(.*)$/;
const RESULTS = /^ *#\+results(?:\[[^\]\n]*\])?:/i;
const NOTE = /^\[fn:([\w-]+)\] */;
const TABLE = /^ *\|/;
const TABLE_RULE = /^ *\|[-+:|]*-[-+:|]*$/;
const DRAWER = /^ *:[\w-]+: *$/;
const PLANNING = /^ *(?:SCHEDULED|DEADLINE|CLOSED|CLOCK):/;
const FIXED = /^ *:(?: |$)/;
const RULE = /^ *-{5,}$/;
const ENVIRONMENT = /^ *\\begin\{([\w*]+)\}/;
const MAX_RESULT_LINES = 5000;
const END = /^ *(#\+end_\S+|\\end\{[\w*]+\}|:end:)/i;
/** Headlines that are sections; those below are items, unless the text says otherwise. */
const DEFAULT_LEVELS = 3;

/** Reads a text in Org mode (Org Syntax): what it exports of itself. */
export function readOrg(source: string, read?: ReadFile): Document {
  const lines = linesOf(withExportedTrees(source));
  const reader = new OrgReader(lines);
  return documentOfPage(reader.page(), read);
}

class OrgReader extends BlockReader {
  readonly #lines: readonly string[];
  readonly #inlines: InlineReader;
  readonly #notes: string[] = [];
  readonly #about: {
    title?: string;
    subtitle?: string;
    author?: string;
    date?: string;
    lang?: string;
    keywords?: string;
  } = {};
  #levels = DEFAULT_LEVELS;
  /** Headlines show what is to be done. */
  #hasStates = true;
  #unnamed = 0;
  /** Where blocks end, by the marks that end them. */
  readonly #ends = new WeakMap<readonly string[], Map<string | undefined, number[]>>();

  constructor(lines: readonly string[]) {
    super();
    this.#lines = lines;
    this.#inlines = createInlineReader((label, content) => {
      const id = label === '' ? `inline-${++this.#unnamed}` : label;
      this.#notes.push(noteHtml(id, `<p>${content}</p>`));
      return id;
    });
  }

  page(): LightPage {
    const html = this.blocks(this.#lines, 0);
    return { about: this.#about, html, notes: this.#notes };
  }

  protected block(lines: readonly string[], at: number, depth: number): ReadBlock {
    return (
      this.#headline(lines, at, depth) ??
      this.#delimited(lines, at, depth) ??
      this.#keyword(lines, at) ??
      this.#hidden(lines, at) ??
      this.#note(lines, at, depth) ??
      this.#table(lines, at) ??
      this.#fixed(lines, at) ??
      this.#list(lines, at, depth) ??
      this.#paragraph(lines, at)
    );
  }

  #headline(lines: readonly string[], at: number, depth: number): ReadBlock | undefined {
    const [, stars, title] = HEADLINE.exec(lines[at]!) ?? [];
    if (stars === undefined) return undefined;
    if (stars.length > this.#levels) return this.#items(lines, at, depth);
    return { html: headingHtml(stars.length, this.#title(title!)), end: at + 1 };
  }

  #title(title: string): string {
    return this.#inlines.read(this.#hasStates ? title : title.replace(/^(?:TODO|DONE) /, ''));
  }

  /** Headlines below those that are sections are items of a numbered list (Org manual, "Export Settings"). */
  #items(lines: readonly string[], start: number, depth: number): ReadBlock {
    const levelOf = (line: string): number => HEADLINE.exec(line)?.[1]!.length ?? Infinity;
    const level = levelOf(lines[start]!);
    const items: string[] = [];
    let at = start;
    while (at < lines.length && levelOf(lines[at]!) === level) {
      let end = at + 1;
      while (end < lines.length && levelOf(lines[end]!) > level) end++;
      const title = this.#title(HEADLINE.exec(lines[at]!)![2]!);
      items.push(`<li><p>${title}</p>${this.blocks(lines.slice(at + 1, end), depth + 1)}</li>`);
      at = end;
    }
    return { html: `<ol>${items.join('\n')}</ol>`, end: at };
  }

  #delimited(lines: readonly string[], at: number, depth: number): ReadBlock | undefined {
    const [, environment] = ENVIRONMENT.exec(lines[at]!) ?? [];
    if (environment !== undefined) {
      const end = this.#endOf(lines, at, `\\end{${environment}}`);
      if (end === undefined) return undefined;
      const tex = lines.slice(at, end + 1).join('\n');
      const isFormula = FORMULAS.has(environment.replace(/\*$/, ''));
      return { html: isFormula ? `<p>${formulaHtml(tex, true)}</p>` : texPage(tex).html, end: end + 1 };
    }
    const [, name, about = ''] = BEGIN.exec(lines[at]!) ?? [];
    const end = name === undefined ? undefined : this.#endOf(lines, at, `#+end_${name.toLowerCase()}`);
    if (end === undefined) return undefined;
    const { html, isResultHidden } = this.#content(name!.toLowerCase(), about, lines.slice(at + 1, end), depth);
    return { html, end: isResultHidden ? endOfResult(lines, end + 1) : end + 1 };
  }

  /** The next line that ends a block by its mark. */
  #endOf(lines: readonly string[], at: number, mark: string): number | undefined {
    let ends = this.#ends.get(lines);
    if (!ends) {
      ends = Map.groupBy(lines.keys(), (index) => END.exec(lines[index]!)?.[1]!.toLowerCase());
      this.#ends.set(lines, ends);
    }
    const own = ends.get(mark.toLowerCase()) ?? [];
    while (own.length > 0 && own[0]! <= at) own.shift();
    return own[0];
  }

  #content(
    name: string,
    about: string,
    lines: readonly string[],
    depth: number,
  ): { readonly html: string; readonly isResultHidden?: boolean } {
    const listing = dedented(lines).map((line) => line.replace(/^( *),(?=[*,]|#\+)/, '$1'));
    switch (name) {
      case 'src': {
        const exports = /:exports +(\w+)/.exec(about)?.[1] ?? 'code';
        const isShown = exports === 'code' || exports === 'both';
        const language = /^[^\s:]+/.exec(about)?.[0] ?? '';
        const isResultHidden = exports === 'code' || exports === 'none';
        return { html: isShown ? codeHtml(listing.join('\n'), language) : '', isResultHidden };
      }
      case 'example':
        return { html: codeHtml(listing.join('\n')) };
      case 'export':
        return { html: rawHtml(about.trim(), lines.join('\n')) };
      case 'html':
        return { html: lines.join('\n') };
      case 'latex':
        return { html: rawHtml('latex', lines.join('\n')) };
      case 'comment':
        return { html: '' };
      case 'verse':
        return { html: `<p>${listing.map((line) => this.#inlines.read(line.trim())).join('<br>')}</p>` };
      case 'quote':
        return { html: `<blockquote>${this.blocks(dedented(lines), depth + 1)}</blockquote>` };
      default:
        return { html: `<div>${this.blocks(dedented(lines), depth + 1)}</div>` };
    }
  }

  /** Settings are for programs; some say what the text is. */
  #keyword(lines: readonly string[], at: number): ReadBlock | undefined {
    const line = lines[at]!;
    if (/^ *#(?: |$)/.test(line)) return { html: '', end: at + 1 };
    const [, name = '', value = ''] = KEYWORD.exec(line) ?? [];
    const about = this.#about;
    switch (name.toLowerCase()) {
      case 'title':
      case 'subtitle':
      case 'date':
      case 'author': {
        const key = name.toLowerCase() as 'title';
        const text = plainOf(this.#inlines.read(value));
        if (text !== '') about[key] = about[key] === undefined ? text : `${about[key]} ${text}`;
        break;
      }
      case 'keywords':
        about.keywords = value;
        break;
      case 'language':
        about.lang = value;
        break;
      case 'options':
        this.#hasStates = !/\btodo:(?:nil|")/.test(value);
        this.#levels = Number(/\bH:(\d)/.exec(value)?.[1] ?? this.#levels);
        break;
      case 'caption':
        return { html: `<p>${this.#inlines.read(value)}</p>`, end: at + 1 };
      case 'html':
        return { html: value, end: at + 1 };
    }
    return /^ *#\+\w/.test(line) ? { html: '', end: at + 1 } : undefined;
  }

  /** Drawers, and when something is to be done. */
  #hidden(lines: readonly string[], at: number): ReadBlock | undefined {
    const line = lines[at]!;
    if (PLANNING.test(line)) return { html: '', end: at + 1 };
    if (RULE.test(line)) return { html: '<hr>', end: at + 1 };
    if (!DRAWER.test(line)) return undefined;
    const end = this.#endOf(lines, at, ':end:');
    if (end === undefined) return undefined;
    const isShown = !/^ *:(?:properties|logbook):/i.test(line);
    return { html: isShown ? `<div>${this.blocks(lines.slice(at + 1, end), 1)}</div>` : '', end: end + 1 };
  }

  /** A note ends with two blank lines, and before the next one and the next headline. */
  #note(lines: readonly string[], at: number, depth: number): ReadBlock | undefined {
    const [mark, label] = NOTE.exec(lines[at]!) ?? [];
    if (label === undefined) return undefined;
    let end = at + 1;
    const isEnd = (line: string): boolean => NOTE.test(line) || HEADLINE.test(line);
    while (end < lines.length && !isEnd(lines[end]!) && !(isBlank(lines[end]) && isBlank(lines[end + 1]))) end++;
    const content = [lines[at]!.slice(mark!.length), ...lines.slice(at + 1, end)];
    this.#notes.push(noteHtml(label, this.blocks(content, depth + 1)));
    return { html: '', end };
  }

  #table(lines: readonly string[], start: number): ReadBlock | undefined {
    if (!TABLE.test(lines[start]!)) return undefined;
    let end = start;
    while (end < lines.length && TABLE.test(lines[end]!)) end++;
    const table = lines.slice(start, end);
    const rule = table.findIndex((line) => TABLE_RULE.test(line));
    const isHead = rule > 0 && rule < table.length - 1;
    const rows = table.flatMap((line, y) => {
      if (TABLE_RULE.test(line)) return [];
      const cells = line
        .trim()
        .replace(/^\||\|$/g, '')
        .split('|');
      if (cells.every((cell) => /^\s*(?:<[lrc]?\d*>)?\s*$/.test(cell)) && cells.some((cell) => cell.includes('<')))
        return [];
      return [cells.map((cell) => ({ html: this.#inlines.read(cell.trim()), isHeader: isHead && y < rule }))];
    });
    while (/^ *#\+tblfm:/i.test(lines[end] ?? '')) end++;
    return { html: tableHtml(rows), end };
  }

  #fixed(lines: readonly string[], start: number): ReadBlock | undefined {
    let end = start;
    while (end < lines.length && FIXED.test(lines[end]!)) end++;
    if (end === start) return undefined;
    return {
      html: codeHtml(
        lines
          .slice(start, end)
          .map((line) => line.trimStart().slice(2))
          .join('\n'),
      ),
      end,
    };
  }

  #list(lines: readonly string[], start: number, depth: number): ReadBlock | undefined {
    const [, margin = '', bullet] = ITEM.exec(lines[start]!) ?? [];
    if (bullet === undefined) return undefined;
    const isOrdered = /\w/.test(bullet);
    const isTerms = TERM.test(lines[start]!.slice(ITEM.exec(lines[start]!)![0].length));
    const items: string[] = [];
    let at = start;
    while (at < lines.length) {
      const [mark, indent = '', label, counter, tick] = ITEM.exec(lines[at]!) ?? [];
      if (mark === undefined || indent.length !== margin.length || /\w/.test(label!) !== isOrdered) break;
      const end = endOfIndented(lines, at + 1, margin.length + 1);
      const first = lines[at]!.slice(mark.length);
      const [whole, term] = isTerms ? (TERM.exec(first) ?? []) : [];
      const rest = dedented(lines.slice(at + 1, end));
      const content = this.blocks([whole === undefined ? first : first.slice(whole.length), ...rest], depth + 1);
      const value = counter === undefined ? '' : ` value="${numberingOf(counter).number ?? 1}"`;
      const box = tick === undefined ? '' : `<input type="checkbox"${/x/i.test(tick) ? ' checked' : ''}> `;
      items.push(
        term === undefined
          ? `<li${value}>${box}${content}</li>`
          : `<dt>${this.#inlines.read(term)}</dt><dd>${content}</dd>`,
      );
      at = end;
      let next = at;
      while (next < lines.length && next - at < 2 && isBlank(lines[next])) next++;
      if (!ITEM.test(lines[next] ?? '')) break;
      at = next;
    }
    const tag = isTerms ? 'dl' : isOrdered ? 'ol' : 'ul';
    return { html: `<${tag}>${items.join('\n')}</${tag}>`, end: at };
  }

  #paragraph(lines: readonly string[], start: number): ReadBlock {
    let end = start + 1;
    while (end < lines.length && !isBlank(lines[end]) && !this.#beginsBlock(lines[end]!)) end++;
    return {
      html: `<p>${this.#inlines.read(
        lines
          .slice(start, end)
          .map((line) => line.trim())
          .join('\n'),
      )}</p>`,
      end,
    };
  }

  #beginsBlock(line: string): boolean {
    return (
      HEADLINE.test(line) ||
      /^ *#(?:\+\w| |$)/.test(line) ||
      (ITEM.test(line) && !/^ *[A-Za-z][.)]/.test(line)) ||
      TABLE.test(line) ||
      FIXED.test(line) ||
      NOTE.test(line) ||
      RULE.test(line) ||
      DRAWER.test(line) ||
      ENVIRONMENT.test(line)
    );
  }
}

/** Where the results of a listing end, which come behind it; blank lines before them are none of theirs. */
function endOfResult(lines: readonly string[], from: number): number {
  let at = from;
  while (at < lines.length && isBlank(lines[at])) at++;
  if (!RESULTS.test(lines[at] ?? '')) return from;
  at++;
  const [, name] = BEGIN.exec(lines[at] ?? '') ?? [];
  if (name !== undefined) {
    const mark = `#+end_${name.toLowerCase()}`;
    for (let end = at + 1; end < Math.min(lines.length, at + MAX_RESULT_LINES); end++)
      if (lines[end]!.trimStart().toLowerCase().startsWith(mark)) return end + 1;
  }
  while (at < lines.length && !isBlank(lines[at]) && !HEADLINE.test(lines[at]!)) at++;
  return at;
}
