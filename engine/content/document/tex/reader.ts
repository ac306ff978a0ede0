import { codeHtml, escapeHtml, formulaHtml, headingHtml, plainOf } from '../light/html.ts';
import { documentOfPage, type LightPage, type ReadFile } from '../light/page.ts';
import type { Document } from '../model.ts';
import { readCommand } from './commands.ts';
import { COMMAND, PARAGRAPH, TexCursor, type Call, type Shared } from './cursor.ts';
import { ACCENTS, BEFORE_TEXT, DECLARATIONS, FORMULAS, LETTERS, LEVELS, LIGATURES, SILENT, STYLES } from './letters.ts';
import { expanded, expandedFormula, isDefinition, type Macro } from './macros.ts';
import { numberedBy, optionOf } from './options.ts';
import { COMMENTS, LISTS, VERBATIM, type Environment } from './structure.ts';
import { rowsOf, tableOf } from './tables.ts';

/** Groups and environments within each other; what is further in is text. */
const MAX_DEPTH = 60;
/** Characters that macros may add to a text. */
const MAX_EXPANDED = 500_000;

const SPECIAL = /[\\{}$%~&\n`'?!,-]/g;
const LIGATURE = /-{2,3}|``|''|[?!]`|,,|[`']/y;
const ACCENTED = /\s*(?:\{\s*(\\?\p{L})\s*\}|(\\?\p{L}))/uy;
const TABLES = new Set('tabular longtable tabularx tabulary tabu longtabu supertabular xtabular'.split(' '));
const FLOATS = /^(?:figure|wrapfigure|SCfigure|table|wraptable|sidewaystable|placefigure|placetable)$/;

/** Reads a text in LaTeX or ConTeXt as the HTML that it means. */
export function readTex(source: string, read?: ReadFile): Document {
  return documentOfPage(texPage(source), read);
}

/** The HTML that a text in LaTeX or ConTeXt means. */
export function texPage(source: string): LightPage {
  const plain = source.replaceAll('\0', '\ufffd').replace(/\r\n?/g, '\n');
  const begin = /\\begin\s*\{document\}|\\starttext\b/.exec(plain);
  const isContext = /\\start(?:text|section|chapter|itemize|typing)/.test(plain);
  const body = begin ? plain.slice(begin.index + begin[0].length) : plain;
  const lowest = /\\(?:start)?part\b/.test(body) ? -1 : /\\(?:start)?chapter\b/.test(body) ? 0 : 1;
  const shared: Shared = {
    notes: [],
    macros: new Map(),
    about: { title: undefined, subtitle: undefined, author: undefined, date: undefined },
    urls: new Map(),
    raise: 1 - lowest,
    isContext,
    waiting: [],
    expandedChars: 0,
    captions: undefined,
    sections: 0,
  };
  if (begin) new TexReader(plain.slice(0, begin.index), shared).all();
  shared.notes.length = 0;
  const html = new TexReader(body.replace(/\\end\s*\{document\}[^]*|\\stoptext\b[^]*/, ''), shared).all();
  return { about: shared.about, html, notes: shared.notes };
}

export class TexReader extends TexCursor {
  readonly shared: Shared;
  #isCode = false;

  constructor(source: string, shared: Shared) {
    super(source);
    this.shared = shared;
  }

  all(): string {
    return this.read(0, this.source.length, 0);
  }

  /** A part of the text as HTML. */
  read(start: number, end: number, depth: number): string {
    const { source } = this;
    if (depth > MAX_DEPTH) return escapeHtml(source.slice(start, end));
    const pieces: string[] = [];
    const closers: string[] = [];
    let at = start;
    while (at < end) {
      SPECIAL.lastIndex = at;
      const next = Math.min(SPECIAL.exec(source)?.index ?? end, end);
      pieces.push(escapeHtml(source.slice(at, next)));
      if (next >= end) break;
      at = this.#special(next, { name: '', at: next, end, depth, closers }, pieces);
    }
    return pieces.join('') + closers.toReversed().join('');
  }

  /** What stands for more than itself; returns where to go on. */
  #special(at: number, call: Call, pieces: string[]): number {
    const { source } = this;
    switch (source[at]) {
      case '\\':
        pieces.push(this.#command(call));
        return call.at;
      case '{': {
        const close = this.structure.closeOf(at);
        if (close === undefined || close >= call.end) return at + 1;
        pieces.push(this.read(at + 1, close, call.depth + 1));
        return close + 1;
      }
      case '}':
        return at + 1;
      case '%': {
        if (this.#isCode) break;
        const line = /%[^\n]*(?:\n[ \t]*(?![ \t\n]))?/y;
        line.lastIndex = at;
        return at + line.exec(source)![0].length;
      }
      case '$':
        return this.#isCode ? this.#literal(at, pieces) : this.#dollars(at, call.end, pieces);
      case '~':
      case '&':
        if (this.#isCode) break;
        pieces.push(source[at] === '~' ? '\u00a0' : ' ');
        return at + 1;
      case '\n': {
        const blank = /\n[ \t]*\n\s*/y;
        blank.lastIndex = at;
        const end = this.#isCode || !blank.test(source) ? at + 1 : blank.lastIndex;
        pieces.push(end > at + 1 ? PARAGRAPH : '\n');
        return end;
      }
      default: {
        LIGATURE.lastIndex = at;
        const signs = this.#isCode ? undefined : LIGATURE.exec(source)?.[0];
        if (signs === undefined) break;
        pieces.push(LIGATURES[signs] ?? signs);
        return at + signs.length;
      }
    }
    return this.#literal(at, pieces);
  }

  #literal(at: number, pieces: string[]): number {
    pieces.push(escapeHtml(this.source[at]!));
    return at + 1;
  }

  /** Formulas between dollar signs, which no blank line is in. */
  #dollars(at: number, end: number, pieces: string[]): number {
    const { source } = this;
    const isDisplay = source.startsWith('$$', at);
    const start = at + (isDisplay ? 2 : 1);
    const blank = this.find('\n\n', start);
    const limit = Math.min(end, blank < 0 ? end : blank);
    let close = start;
    while (close < limit && source[close] !== '$') close += source[close] === '\\' ? 2 : 1;
    if (close >= limit) return this.#literal(at, pieces);
    pieces.push(this.formula(source.slice(start, close), isDisplay));
    return close + (source.startsWith('$$', close) && isDisplay ? 2 : 1);
  }

  formula(tex: string, isDisplay: boolean): string {
    if (tex.trim() === '') return '';
    const plain = tex.replace(/(?<!\\)%[^\n]*\n?/g, '').replace(/\\(?:label|ref|eqref|hypertarget)\s*\{[^{}]*\}/g, '');
    return formulaHtml(expandedFormula(plain, this.shared.macros), isDisplay);
  }

  /** A piece of text that stands somewhere else, as HTML. */
  readText(text: string, depth: number): string {
    if (depth > MAX_DEPTH) return escapeHtml(text);
    const reader = new TexReader(text, this.shared);
    reader.#isCode = this.#isCode;
    return reader.read(0, text.length, depth + 1);
  }

  /** The next argument as HTML. */
  inner(call: Call): string {
    const range = this.argument(call);
    return range ? this.read(...range, call.depth + 1) : '';
  }

  #command(outer: Call): string {
    COMMAND.lastIndex = outer.at;
    const name = COMMAND.exec(this.source)?.[1];
    if (name === undefined) {
      outer.at++;
      return '';
    }
    const begin = outer.at;
    outer.at += name.length + 1;
    const call = Object.assign(outer, { name: name.replace(/\*$/, '') });
    const accent = this.#accent(call);
    if (accent !== undefined) return accent;
    if (!/^[a-zA-Z@]/.test(name)) return this.#sign(name, call);
    const [, start] = /^start([a-z]+)$/.exec(name) ?? [];
    const environment = name === 'begin' || start !== undefined ? this.structure.environmentAt(begin) : undefined;
    if (environment && environment.end >= 0 && environment.after <= call.end) {
      call.at = environment.after;
      return this.#environment(environment, call.depth + 1);
    }
    if (name === 'begin' || name === 'end') {
      this.written(call);
      return PARAGRAPH;
    }
    return this.#word(call);
  }

  #accent(call: Call): string | undefined {
    const { name } = call;
    if (!Object.hasOwn(ACCENTS, name)) return undefined;
    ACCENTED.lastIndex = call.at;
    const letter = ACCENTED.exec(this.source);
    if (!letter || (/[a-zA-Z]/.test(name) && !/[\s{]/.test(this.source[call.at] ?? ''))) return undefined;
    call.at = ACCENTED.lastIndex;
    const plain = letter[1] ?? letter[2]!;
    return ((/^\\?[ij]$/.test(plain) ? plain.replace('\\', '') : plain.replace('\\', '')) + ACCENTS[name]!).normalize(
      'NFC',
    );
  }

  #sign(name: string, call: Call): string {
    switch (name) {
      case '\\':
        if (this.source[call.at] === '*') call.at++;
        if (/^\[-?[\d.]/.test(this.source.slice(call.at, call.at + 3))) this.options(call);
        return '<br>';
      case '(':
      case '[': {
        const close = this.find(name === '(' ? '\\)' : '\\]', call.at);
        if (close < 0 || close > call.end) return name;
        const formula = this.formula(this.source.slice(call.at, close), name === '[');
        call.at = close + 2;
        return formula;
      }
      case '-':
      case '/':
      case '!':
      case ')':
      case ']':
        return '';
      case ',':
      case ';':
      case ':':
      case ' ':
      case '\n':
        return ' ';
      default:
        return Object.hasOwn(ACCENTS, name) ? '' : escapeHtml(name);
    }
  }

  #word(call: Call): string {
    const { name } = call;
    const { about, macros } = this.shared;
    if (Object.hasOwn(LETTERS, name)) {
      call.at = this.source.startsWith('{}', call.at) ? call.at + 2 : call.at + (this.source[call.at] === ' ' ? 1 : 0);
      return escapeHtml(LETTERS[name]!);
    }
    if (isDefinition(this, call, macros)) return '';
    const title = name.replace(/^start/, '');
    if (Object.hasOwn(LEVELS, title) && !(name === 'title' && !this.shared.isContext))
      return this.#heading(call, title);
    if (Object.hasOwn(STYLES, name)) return this.#styled(STYLES[name]!, call);
    if (Object.hasOwn(DECLARATIONS, name)) {
      call.at = this.behindSpace(call.at);
      call.closers.push(`</${DECLARATIONS[name]}>`);
      return `<${DECLARATIONS[name]}>`;
    }
    if (name === 'title' || name === 'subtitle' || name === 'author' || name === 'date') {
      this.options(call);
      const said = plainOf(
        this.inner(call)
          .replace(/<a role="doc-noteref"[^>]*>[^<]*<\/a>/g, '')
          .replaceAll(/<br>|<p>/g, ' '),
      );
      about[name] = name === 'author' && about.author !== undefined ? `${about.author}, ${said}` : said;
      return '';
    }
    const special = readCommand(this, call);
    if (special !== undefined) return special;
    const macro = macros.get(name);
    if (macro) return this.#expand(macro, call);
    return this.#unknown(call);
  }

  #styled(tag: string, call: Call): string {
    const wasCode = this.#isCode;
    this.#isCode ||= tag === 'code';
    const content = this.inner(call);
    this.#isCode = wasCode;
    return tag === 'span' ? content : `<${tag}>${content}</${tag}>`;
  }

  #heading(call: Call, name: string): string {
    const level = Math.min(6, LEVELS[name]! + this.shared.raise);
    const options = this.options(call);
    if (this.shared.isContext && options !== undefined) {
      const titled = optionOf(options, 'title');
      if (titled !== undefined) return headingHtml(level, this.readText(titled, call.depth));
    }
    return headingHtml(level, this.inner(call));
  }

  #unknown(call: Call): string {
    const { name } = call;
    if (SILENT.has(name)) {
      for (let count = 0; count < 9 && (this.source[call.at] === '[' || this.source[call.at] === '{'); count++) {
        if (this.source[call.at] === '[' ? this.options(call) === undefined : !this.argument(call)) break;
      }
      return '';
    }
    this.options(call);
    for (let count = BEFORE_TEXT[name] ?? 0; count > 0; count--) {
      this.argument(call);
      this.options(call);
    }
    if (this.source[call.at] !== '{') {
      call.at = this.behindSpace(call.at);
      return '';
    }
    return this.inner(call);
  }

  #expand({ parameters, fallback, body }: Macro, call: Call): string {
    const values: string[] = [];
    if (fallback !== undefined) values.push(this.options(call) ?? fallback);
    while (values.length < parameters) {
      const range = this.argument(call, false);
      if (!range) break;
      values.push(this.source.slice(...range));
    }
    if (parameters === 0) call.at = this.behindCommand(call.at);
    return this.#readExpanded(expanded(body, values), call.depth + 1);
  }

  #readExpanded(text: string, depth: number): string {
    this.shared.expandedChars += text.length;
    return this.shared.expandedChars > MAX_EXPANDED ? '' : this.readText(text, depth + 2);
  }

  #environment(environment: Environment, depth: number): string {
    const name = environment.name.replace(/\*$/, '');
    const { end } = environment;
    const call: Call = { name, at: environment.start, end, depth, closers: [] };
    const content = (): string => this.read(call.at, end, depth + 1);
    if (VERBATIM.has(name) || name === 'Highlighting') return this.#code(call);
    if (COMMENTS.has(name)) return '';
    if (FORMULAS.has(name)) {
      this.options(call);
      if (name === 'alignat') this.written(call);
      return this.formula(this.source.slice(call.at, end), name !== 'math');
    }
    if (Object.hasOwn(LISTS, name)) return this.#list(environment, LISTS[name]!, call);
    if (TABLES.has(name)) return this.#table(call, environment.name);
    if (FLOATS.test(name)) return this.#float(call);
    const macro = this.shared.macros.get(`\\${name}`) ?? this.shared.macros.get(name);
    if (macro?.after !== undefined) return this.#expandEnvironment(macro, call);
    const level = this.#contextSection(name, call);
    if (level !== undefined) return level;
    switch (name) {
      case 'quote':
      case 'quotation':
      case 'verse':
      case 'blockquote':
        return `<blockquote>${content()}</blockquote>`;
      case 'minipage':
        this.options(call);
        this.argument(call);
        return `<div>${content()}</div>`;
      case 'multicols':
      case 'thebibliography':
      case 'spacing':
        this.argument(call);
        return `<div>${content()}</div>`;
      case 'xtable':
        this.options(call);
        return `<table>${content()}</table>`;
      case 'xrow':
        this.options(call);
        return `<tr>${content()}</tr>`;
      case 'xcell': {
        const options = this.options(call) ?? '';
        return `<td colspan="${optionOf(options, 'nx') ?? 1}" rowspan="${optionOf(options, 'ny') ?? 1}">${content()}</td>`;
      }
      case 'tikzpicture':
      case 'pspicture':
        return '';
      default:
        this.options(call);
        return `<div>${content()}</div>`;
    }
  }

  #contextSection(name: string, call: Call): string | undefined {
    if (!this.shared.isContext) return undefined;
    const options = name === 'sectionlevel' || Object.hasOwn(LEVELS, name) ? (this.options(call) ?? '') : undefined;
    if (options === undefined) {
      if (name !== 'description') return undefined;
      const term = this.inner(call);
      return `<dl><dt>${term}</dt><dd>${this.read(call.at, call.end, call.depth + 1)}</dd></dl>`;
    }
    this.shared.sections++;
    const level = name === 'sectionlevel' ? this.shared.sections : LEVELS[name]! + this.shared.raise;
    const heading = headingHtml(level, this.readText(optionOf(options, 'title') ?? '', call.depth));
    const content = this.read(call.at, call.end, call.depth + 1);
    this.shared.sections--;
    return heading + content;
  }

  #expandEnvironment({ parameters, fallback, body, after = '' }: Macro, call: Call): string {
    const values: string[] = [];
    if (fallback !== undefined) values.push(this.options(call) ?? fallback);
    while (values.length < parameters) values.push(this.written(call));
    const content = this.source.slice(call.at, call.end);
    return `<div>${this.#readExpanded(`${expanded(body, values)} ${content}${expanded(after, values)}`, call.depth)}</div>`;
  }

  #code(call: Call): string {
    const options = this.options(call) ?? '';
    const language = call.name === 'minted' ? this.written(call) : (optionOf(options, 'language') ?? '');
    if (call.name !== 'Highlighting') return codeHtml(this.source.slice(call.at, call.end), language);
    const wasCode = this.#isCode;
    this.#isCode = true;
    const content = this.read(call.at, call.end, call.depth);
    this.#isCode = wasCode;
    return `<pre>${content.replace(/^\n|\n$/g, '')}</pre>`;
  }

  #float(call: Call): string {
    const outer = this.shared.captions;
    const captions: string[] = [];
    this.shared.captions = captions;
    const options = [this.options(call), this.options(call)].map((each) => each ?? '');
    for (const each of options) {
      const title = optionOf(each, 'title');
      if (title !== undefined) captions.push(this.readText(title, call.depth));
    }
    if (call.name.startsWith('wrap')) for (let count = 0; count < 2; count++) this.argument(call);
    const content = this.read(call.at, call.end, call.depth + 1);
    this.shared.captions = outer;
    const shown = captions.map((caption) => `<p>${caption}</p>`).join('');
    return `<div>${/table/.test(call.name) ? shown + content : content + shown}</div>`;
  }

  #list({ items, start, end }: Environment, tag: string, call: Call): string {
    const { depth } = call;
    const options = this.options(call) ?? '';
    const first = items[0];
    if (first === undefined) return `<div>${this.read(call.at, end, depth + 1)}</div>`;
    const before = `${options} ${this.source.slice(start, first)}`;
    const isOrdered = tag === 'ol' || (this.shared.isContext && /^\s*(?:n|[aAgrR](?![a-z])|\{)/.test(options));
    const shown = items.map((at, index) => {
      const item = { at: at + '\\item'.length, end: items[index + 1] ?? end };
      const label = this.options(item);
      const content = this.read(item.at, item.end, depth + 1);
      const named = label === undefined ? '' : this.readText(label, depth);
      if (tag === 'dl') return `<dt>${named}</dt><dd>${content}</dd>`;
      return `<li>${named}${named === '' ? '' : ' '}${content}</li>`;
    });
    if (tag === 'dl') return `<dl>${shown.join('\n')}</dl>`;
    if (!isOrdered) return `<ul>${shown.join('\n')}</ul>`;
    const { numbering, number } = numberedBy(before);
    return `<ol type="${numbering}" start="${number}">${shown.join('\n')}</ol>`;
  }

  #table(call: Call, name: string): string {
    this.options(call);
    const outer = this.shared.captions;
    this.shared.captions = [];
    if (/^tabular[xy]$|\*$/.test(name)) this.argument(call);
    if (this.source.startsWith('to', call.at)) call.at = this.source.indexOf('{', call.at);
    this.options(call);
    this.argument(call);
    const html = tableOf(rowsOf(this, call), (start, end) => this.read(start, end, call.depth + 1), this);
    const captions = this.shared.captions.map((caption) => `<p>${caption}</p>`).join('');
    this.shared.captions = outer;
    return captions + html;
  }
}
