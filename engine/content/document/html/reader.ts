import { Parser } from 'htmlparser2';
import { Hiding, type Sight, type StyledElement } from '../css/hiding.ts';
import { texSymbols } from '../tex-symbols.ts';
import type { Block, Document, DocumentProperties, Field, Link, TextStyle, Unshown } from '../model.ts';
import { BlockBuilder } from './block-builder.ts';
import {
  BLOCK_ELEMENTS,
  classesOf,
  ELEMENT_STYLES,
  FALLBACK_ELEMENTS,
  noteRoleOf,
  PREFORMATTED_ELEMENTS,
  SILENT_ELEMENTS,
  type Attributes,
} from './elements.ts';
import { labelOf } from './list-labels.ts';
import { isSinglePixel, imageOf } from './images.ts';

export interface HtmlOptions {
  /** Elements may end in their own tag, as in XHTML. */
  readonly isXhtml?: boolean;
  /** Nothing is known of elements but their names. */
  readonly isXml?: boolean;
  /** Another vocabulary: the element of HTML that one of it stands for. */
  readonly translate?: Translate;
  /** The bytes at an address that is no data URI, where they are known. */
  readonly read?: (address: string) => Uint8Array | undefined;
  /** What `read` does not know is somewhere else, not missing. */
  readonly mayLack?: boolean;
}

/** Gives the name and the attributes of HTML for an element; `outer` are the elements that it is in, untranslated. */
export type Translate = (
  name: string,
  attributes: Attributes,
  outer: readonly StyledElement[],
) => readonly [name: string, attributes: Attributes];

/** Characters that are parsed before the blocks in them are given away. */
const PIECE_CHARS = 65_536;
/** Elements within each other: no page that a person wrote has as many, and each costs time at every step. */
const MAX_DEPTH = 2000;
/** Quotes, cells and notes within each other: what is further in belongs to the innermost of these. */
const MAX_CONTAINERS = 60;

/** Reads a page of HTML, or the body of one, block by block. */
export function readHtml(source: string, options: HtmlOptions = {}): Document {
  const reader = new HtmlReader(source, options);
  while (reader.isBeforeBody && reader.parseNext());
  return { properties: reader.properties, blocks: reader.blocks() };
}

/** What holds for the text within an element. */
interface Scope {
  readonly style?: TextStyle;
  readonly sight?: Sight;
  readonly link?: Link;
  readonly field?: Field;
  readonly unshown?: Unshown;
  readonly keepsSpace?: true;
  /** Notes are here: each item of a list is one. */
  readonly isNotes?: true | undefined;
  /** Takes the text instead of the page; nothing inside begins a block. */
  readonly collect?: (text: string) => void;
  /** The scope of an element within one whose text is collected. */
  readonly inner?: (name: string, attributes: Attributes) => Scope | undefined;
}

interface OpenElement extends StyledElement {
  readonly scope: Scope;
  readonly close: (() => void) | undefined;
}

const NOWHERE: Scope = { collect: () => {} };
const SHEET = /<style\b([^>]*)>([\s\S]*?)<\/style/gi;
const MAX_SHEET_CHARS = 1_000_000;
const TEX_CLASSES = new Set(['math', 'latex', 'katex-mathml']);
const RUBY: Field = { field: 'ruby', isComputed: false };
const CELL_LIMIT = 1000;

class HtmlReader {
  properties: DocumentProperties = {};
  readonly #source: string;
  readonly #options: HtmlOptions;
  readonly #parser: Parser;
  readonly #builder = new BlockBuilder();
  readonly #hiding: Hiding;
  readonly #open: OpenElement[] = [];
  readonly #untranslated: StyledElement[] = [];
  #scope: Scope = {};
  #position = 0;
  #isBeforeBody = true;
  /** Those that have no name of their own. */
  #inlineNotes = 0;

  constructor(source: string, options: HtmlOptions) {
    this.#source = source;
    this.#options = options;
    this.#hiding = new Hiding(
      Array.from(source.matchAll(SHEET), ([, , sheet = '']) => sheet.slice(0, MAX_SHEET_CHARS)),
    );
    const { isXhtml = false, isXml = false } = options;
    this.#parser = new Parser(
      {
        onopentag: (name, attributes) => this.#translated(localName(name), attributes),
        ontext: (text) => this.#text(text),
        onclosetag: () => this.#end(),
      },
      { xmlMode: isXml, recognizeSelfClosing: isXhtml, recognizeCDATA: isXhtml },
    );
  }

  get isBeforeBody(): boolean {
    return this.#isBeforeBody && this.#builder.isEmpty;
  }

  /** Returns whether there is more. */
  parseNext(): boolean {
    if (this.#position >= this.#source.length) return false;
    this.#parser.write(this.#source.slice(this.#position, (this.#position += PIECE_CHARS)));
    if (this.#position < this.#source.length) return true;
    this.#parser.end();
    this.#builder.end();
    return false;
  }

  *blocks(): Generator<Block> {
    do yield* this.#builder.take();
    while (this.parseNext());
    yield* this.#builder.take();
  }

  #translated(name: string, attributes: Attributes): void {
    const { translate } = this.#options;
    if (!translate) return this.#begin(name, attributes);
    this.#begin(...translate(name, attributes, this.#untranslated));
    this.#untranslated.push({ name, attributes });
  }

  #begin(name: string, attributes: Attributes): void {
    const parent = this.#scope;
    if (this.#open.length >= MAX_DEPTH) this.#position = this.#source.length;
    const { id } = attributes;
    if (parent.collect) {
      if (id && parent !== NOWHERE) this.#builder.addInline({ kind: 'anchor', id });
      return this.#push(name, attributes, parent.inner?.(name, attributes) ?? parent);
    }
    if (name === 'body') this.#isBeforeBody = false;
    const textState = this.#textStateOf(name, attributes, parent);
    const endLine = this.#lineEndOf(name);
    endLine?.();
    if (id !== undefined && id !== '') this.#builder.addInline({ kind: 'anchor', id });
    const { scope = textState, close } = this.#element(name, attributes, textState) ?? {};
    this.#push(name, attributes, scope, close ?? endLine);
  }

  /** What an element does to the line that it is in; a heading may be built of boxes. */
  #lineEndOf(name: string): (() => void) | undefined {
    if (!BLOCK_ELEMENTS.has(name)) return undefined;
    const builder = this.#builder;
    return name === 'div' && builder.line.kind === 'heading' ? () => this.#text(' ') : () => builder.endLine();
  }

  #push(name: string, attributes: Attributes, scope: Scope, close?: () => void): void {
    this.#open.push({ name, attributes, scope, close });
    this.#scope = scope;
  }

  #end(): void {
    this.#untranslated.pop();
    const closed = this.#open.pop();
    closed?.close?.();
    this.#scope = this.#open.at(-1)?.scope ?? {};
  }

  #text(text: string): void {
    const { collect, style, link, field, unshown, keepsSpace = false } = this.#scope;
    if (collect) return collect(text);
    const textState = {
      ...(style && { style }),
      ...(link && { link }),
      ...(field && { field }),
      ...(unshown && { unshown }),
    };
    this.#builder.addText(text, textState, keepsSpace);
  }

  /** The style of the text within an element, and whether it is shown. */
  #textStateOf(name: string, attributes: Attributes, parent: Scope): Scope {
    const seen = this.#hiding.sightOf({ name, attributes }, this.#open);
    const sight = seen ? { ...parent.sight, ...seen } : parent.sight;
    const isFaint = sight?.isTiny === true || (sight?.isWhite === true && sight.isOnColour !== true);
    const style =
      isFaint === (parent.style?.isFaint ?? false) ? ELEMENT_STYLES[name] : { ...ELEMENT_STYLES[name], isFaint };
    const isHidden = parent.unshown === undefined && ('hidden' in attributes || seen?.isHidden === true);
    return {
      ...parent,
      ...(style && { style: parent.style ? { ...parent.style, ...style } : style }),
      ...(sight && { sight }),
      ...(PREFORMATTED_ELEMENTS.has(name) && { keepsSpace: true }),
      ...(isHidden && { unshown: 'hidden' }),
      ...(FALLBACK_ELEMENTS.has(name) && { unshown: 'alternative' }),
    };
  }

  /** Elements that are more than styled text. */
  #element(
    name: string,
    attributes: Attributes,
    scope: Scope,
  ): { readonly scope?: Scope; readonly close?: () => void } | undefined {
    const builder = this.#builder;
    const role = noteRoleOf(name, attributes);
    if (role === 'mark' && !scope.isNotes) return this.#noteMark(attributes, scope);
    if (role === 'back') return this.#link(attributes, { ...scope, unshown: 'alternative' });
    if (role === 'notes') return { scope: { ...scope, isNotes: true } };
    if (role === 'note' || name === 'athanor-footnote') return this.#note(attributes, scope);
    if (name === 'athanor-inline-note') return this.#inlineNote(attributes, scope);
    if (SILENT_ELEMENTS.has(name)) return this.#silent(name, attributes);
    switch (name) {
      case 'html':
        this.#tell('language', attributes['lang']);
        return undefined;
      case 'title':
        return this.#title();
      case 'br':
        builder.addBreak();
        return undefined;
      case 'hr':
        if (!scope.isNotes) builder.addBlock({ kind: 'rule', ...(scope.unshown && { unshown: scope.unshown }) });
        return undefined;
      case 'h1':
      case 'h2':
      case 'h3':
      case 'h4':
      case 'h5':
      case 'h6':
        return this.#heading(Number(name[1]), scope);
      case 'pre':
      case 'listing':
      case 'xmp':
        return this.#line({ kind: 'code', ...languageOf(attributes) });
      case 'code':
        if (builder.line.kind === 'code' && !builder.line.language)
          builder.line = { ...builder.line, ...languageOf(attributes) };
        return undefined;
      case 'ul':
      case 'ol':
      case 'menu':
      case 'dir':
        return { close: builder.openList(listOf(name, attributes)) };
      case 'li':
        if (scope.isNotes && builder.lists.length === 1) return this.#note(attributes, scope);
        return { close: builder.openItem(integerOf(attributes['value']), labelOf) };
      case 'input':
        if (attributes['type'] === 'checkbox' && builder.isInItem) builder.tick('checked' in attributes);
        return undefined;
      case 'athanor-box':
        return this.#container((blocks) => builder.addBlock({ kind: 'box', blocks }));
      case 'blockquote':
        return this.#container((blocks) => builder.addBlock({ kind: 'quote', blocks }));
      case 'table':
        if (builder.depth >= MAX_CONTAINERS) return undefined;
        return {
          close: builder.openTable({
            ...(/^(?:presentation|none)$/.test(attributes['role'] ?? '') && { isLayout: true }),
            ...(scope.unshown && { unshown: scope.unshown }),
          }),
        };
      case 'thead':
        return { close: builder.openHead() };
      case 'tr':
        builder.openRow();
        return { close: () => builder.endRow() };
      case 'td':
      case 'th':
        return { close: builder.openCell(spansOf(attributes), name === 'th') };
      case 'a':
        return this.#link(attributes, scope);
      case 'img':
      case 'image':
        this.#image(attributes, scope);
        return undefined;
      case 'rt':
        return { scope: { ...scope, field: RUBY } };
      case 'math':
      case 'athanor-math':
        return this.#formula(name, attributes, scope);
      case 'span':
        return classesOf(attributes).some((each) => TEX_CLASSES.has(each.toLowerCase()))
          ? this.#formula(name, attributes, scope)
          : undefined;
      case 'svg':
        return this.#drawing(scope);
      default:
        return undefined;
    }
  }

  #container(add: (blocks: Block[]) => void): { close: () => void } {
    const builder = this.#builder;
    if (builder.depth >= MAX_CONTAINERS) return { close: () => builder.endLine() };
    const close = builder.openContainer();
    return { close: () => add(close()) };
  }

  /** What is over notes is each format's own where it has notes. */
  #heading(level: number, scope: Scope): { scope: Scope; close: () => void } {
    const { close } = this.#line({ kind: 'heading', level });
    return { scope: scope.isNotes ? { ...scope, unshown: 'uncertain' } : scope, close };
  }

  #line(line: BlockBuilder['line']): { close: () => void } {
    const builder = this.#builder;
    const outer = builder.line;
    builder.line = line;
    return {
      close: () => {
        builder.endLine();
        builder.line = outer;
      },
    };
  }

  #silent(name: string, attributes: Attributes): { scope: Scope } {
    const { content } = attributes;
    const about = attributes['name']?.toLowerCase();
    if (name === 'meta' && (about === 'author' || about === 'description' || about === 'keywords'))
      this.#tell(about, content);
    const isFormula = name === 'script' && attributes['type']?.startsWith('math/tex');
    if (!isFormula && name !== 'head') return { scope: NOWHERE };
    if (name === 'head') return { scope: { ...NOWHERE, inner: (child, own) => this.#inHead(child, own) } };
    return this.#formula(name, attributes, this.#scope);
  }

  #inHead(name: string, attributes: Attributes): Scope | undefined {
    if (name === 'title') return this.#title().scope;
    if (name === 'meta') this.#silent(name, attributes);
    return undefined;
  }

  #title(): { scope: Scope } {
    return {
      scope: {
        collect: (text) =>
          this.#tell('title', `${this.properties.title ?? ''}${text}`.replace(/\s+/g, ' ').trimStart()),
      },
    };
  }

  #tell(name: keyof DocumentProperties, value: string | undefined): void {
    if (value !== undefined && value.trim() !== '') this.properties = Object.assign(this.properties, { [name]: value });
  }

  #noteMark(attributes: Attributes, scope: Scope): { scope: Scope; close: () => void } {
    let label = '';
    const { href = '' } = attributes;
    return {
      scope: { collect: (text) => void (label += text) },
      close: () =>
        this.#builder.addInline({
          kind: 'note-mark',
          note: 'footnote',
          id: href.slice(href.indexOf('#') + 1),
          ...(href !== '' && { link: { href } }),
          label: label.trim(),
          ...(scope.unshown && { unshown: scope.unshown }),
        }),
    };
  }

  #note(attributes: Attributes, outer: Scope): { scope: Scope; close: () => void } {
    const id = attributes['id'] ?? '';
    const { close } = this.#container((blocks) =>
      this.#builder.addBlock({ kind: 'note', note: 'footnote', id, blocks }),
    );
    return { scope: { ...outer, isNotes: undefined }, close };
  }

  /** A note that is written where its mark stands. */
  #inlineNote({ id: named = '' }: Attributes, scope: Scope): { scope: Scope; close: () => void } {
    const id = named === '' ? `athanor-note-${++this.#inlineNotes}` : named;
    const { unshown } = scope;
    this.#builder.addInline({ kind: 'note-mark', note: 'footnote', id, ...(unshown && { unshown }) });
    if (this.#builder.depth >= MAX_CONTAINERS) return this.#note({ id }, scope);
    return { scope: { ...scope, isNotes: undefined }, close: this.#builder.openNote({ note: 'footnote', id }) };
  }

  #link(attributes: Attributes, scope: Scope): { scope: Scope } {
    const { href, name, title } = attributes;
    if (name !== undefined && name !== '') this.#builder.addInline({ kind: 'anchor', id: name });
    // Links that nobody sees lead from a heading to itself.
    const isLink = href !== undefined && href.trim() !== '' && attributes['aria-hidden'] !== 'true';
    const link = isLink ? { href: href.trim(), ...(title && { title }) } : undefined;
    return { scope: link ? { ...scope, link } : scope };
  }

  #image(attributes: Attributes, scope: Scope): void {
    const source = attributes['src'] ?? attributes['href'] ?? attributes['xlink:href'];
    if (source === undefined || source.trim() === '') return;
    const image = imageOf(source.trim(), attributes, this.#options);
    const unshown = scope.unshown ?? (isSinglePixel(attributes, source) ? 'uncertain' : undefined);
    this.#builder.addInline({
      ...image,
      ...(scope.link && { link: scope.link }),
      ...(unshown && { unshown }),
    });
  }

  #formula(name: string, attributes: Attributes, scope: Scope): { scope: Scope; close: () => void } {
    let text = '';
    let tex = name === 'math' ? undefined : '';
    const takesTex = { collect: (value: string) => void (tex = (tex ?? '') + value) };
    const takesText: Scope = {
      collect: (value) => void (text += value.trim()),
      inner: (child, own) => {
        if (child === 'annotation' && /tex/i.test(own['encoding'] ?? '')) return takesTex;
        return child.startsWith('annotation') ? NOWHERE : undefined;
      },
    };
    const isDisplay = attributes['display'] === 'block' || /\bdisplay\b/.test(attributes['class'] ?? '');
    return {
      scope: name === 'math' ? takesText : takesTex,
      close: () => {
        const source = tex?.trim().replace(/^(\\\(|\\\[|\${1,2})([\s\S]*?)(\\\)|\\\]|\${1,2})$/, '$2');
        this.#builder.addInline({
          kind: 'formula',
          text: name === 'math' ? text : texSymbols(source ?? ''),
          ...(source !== undefined && { source, notation: 'tex' }),
          ...(isDisplay && { isDisplay }),
          ...(scope.unshown && { unshown: scope.unshown }),
        });
      },
    };
  }

  /** The words of a drawing in a page may be drawn as outlines, or be text; a drawing may be the page itself. */
  #drawing(scope: Scope): { scope: Scope; close: () => void } {
    const words: string[] = [];
    const textState = this.#open.length === 0 ? {} : { unshown: 'uncertain' as const };
    return {
      scope: {
        collect: (text) => void words.push(text),
        inner: (child, own) => {
          if (!/^(?:tspan|a|b|i|em|strong|span)$/.test(child)) words.push('\n');
          if (child === 'image') this.#image(own, scope);
          return /^(?:title|desc|metadata|style|script)$/.test(child) ? NOWHERE : undefined;
        },
      },
      close: () => {
        const text = words
          .join('')
          .replace(/\s*\n\s*/g, '\n')
          .trim();
        const inlines = text === '' ? [] : [{ kind: 'text' as const, text, ...textState }];
        this.#builder.addBox({
          kind: 'box',
          drawing: 'shape',
          blocks: [{ kind: 'paragraph', inlines }],
          ...(scope.unshown && { unshown: scope.unshown }),
        });
      },
    };
  }
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function integerOf(value: string | undefined): number | undefined {
  const number = Number.parseInt(value ?? '', 10);
  return Number.isFinite(number) ? number : undefined;
}

function listOf(name: string, attributes: Attributes): Parameters<BlockBuilder['openList']>[0] {
  const isReversed = 'reversed' in attributes;
  const style = /list-style(?:-type)?\s*:\s*([\w-]+)/i.exec(attributes['style'] ?? '')?.[1]?.toLowerCase();
  return {
    isOrdered: name === 'ol',
    numbering: style ?? attributes['type'] ?? '1',
    next: integerOf(attributes['start']) ?? (isReversed ? undefined : 1),
    step: isReversed ? -1 : 1,
  };
}

function spansOf(attributes: Attributes): { columns?: number; rows?: number } {
  const span = (name: string): number => Math.min(integerOf(attributes[name]) ?? 1, CELL_LIMIT);
  const [columns, rows] = [span('colspan'), span('rowspan')];
  return { ...(columns > 1 && { columns }), ...(rows > 1 && { rows }) };
}

/** Writers name the language of code in its class: `language-js`, `lang-js`, `sourceCode js`. */
function languageOf(attributes: Attributes): { language?: string } {
  const classes = classesOf(attributes);
  const named = classes.find((each) => /^lang(?:uage)?-./.test(each))?.replace(/^lang(?:uage)?-/, '');
  const language = named ?? (classes[0] === 'sourceCode' ? classes[1] : undefined);
  return language === undefined ? {} : { language };
}
