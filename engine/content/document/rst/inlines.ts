import { between, BARE_ADDRESS, InlineReader, matching, span, type InlineRule } from '../light/inlines.ts';
import { escapeHtml, formulaHtml, imageHtml, linkHtml, noteMarkHtml } from '../light/html.ts';
import { rawHtml } from '../markup-text/raw-blocks.ts';
import { keyOf, type Definitions, type Directive } from './definitions.ts';

/** Elements that roles stand for; text in the others looks as usual. */
const ELEMENTS: Readonly<Record<string, string>> = {
  emphasis: 'em',
  strong: 'strong',
  literal: 'code',
  code: 'code',
  sub: 'sub',
  subscript: 'sub',
  sup: 'sup',
  superscript: 'sup',
  'title-reference': 'cite',
  title: 'cite',
  t: 'cite',
};
const MATH = new Set(['math', 'm']);
/** They cite a source, whose name stands for its key. */
const CITATION = /^cite(?::\w+)?$/;
/** They are for indexes alone. */
const SILENT = new Set(['index', 'raw']);

const STARTS_TEXT = /[\s'"([{<\-/:\u2018\u201c\u00ab\u2019\u00a1\u00bf\u2010-\u2015]/;
const SIMPLE_NAME = /[\p{L}\p{N}]+(?:[-_.:+][\p{L}\p{N}]+)*$/u;
/** Characters of the longest name that is looked for before its sign. */
const NAME_CHARS = 100;

/** What lines refer to beside what is defined: notes in the order of their marks, links without a name in theirs. */
export class References {
  readonly defined: Definitions;
  #anonymous = 0;
  #numbered = 0;
  #symbols = 0;

  constructor(defined: Definitions) {
    this.defined = defined;
  }

  nextAnonymous(): string | undefined {
    return this.defined.anonymous[this.#anonymous++];
  }

  /** The id of the note that a label refers to; notes without a name are taken one after the other. */
  noteOf(label: string): string {
    if (label === '#') return `#${++this.#numbered}`;
    if (label === '*') return `*${++this.#symbols}`;
    return label;
  }

  /** Where a name leads, which may stand for another name. */
  addressOf(name: string): string | undefined {
    let address = this.defined.targets.get(keyOf(name));
    for (let hops = 0; address?.endsWith('_') && hops < 8; hops++) {
      const next = this.defined.targets.get(keyOf(address.slice(0, -1).replace(/^`|`$/g, '')));
      if (next === undefined) return address;
      address = next;
    }
    return address;
  }
}

/** Reads the lines of a block in reStructuredText ("Inline markup", reStructuredText Markup Specification). */
export function createInlineReader(references: References): InlineReader {
  const { defined } = references;
  const interpreted = (role: string, text: string, inner: (text: string) => string): string => {
    const { base = '', format = '' } = defined.roles.get(role) ?? {};
    const name = base === '' ? role : base;
    if (MATH.has(name)) return formulaHtml(text);
    if (base === 'raw') return rawHtml(format, text);
    if (CITATION.test(name) || SILENT.has(name)) return '';
    const shown = /^(.*?)\s*<[^<>]*>$/s.exec(text)?.[1] ?? text;
    const tag = ELEMENTS[name];
    const content = tag === 'code' ? escapeHtml(shown) : inner(shown);
    return tag === undefined ? content : `<${tag}>${content}</${tag}>`;
  };
  const link = (text: string, inner: (text: string) => string, isAnonymous: boolean): string => {
    const [, label = '', embedded] = /^([^]*?)\s*<([^<>]+)>$/.exec(text) ?? [];
    if (embedded !== undefined) {
      const plain = embedded.replace(/\s+/g, '').replace(/\\(.)/g, '$1');
      const named = plain.endsWith('_') ? references.addressOf(plain.slice(0, -1).replace(/^`|`$/g, '')) : undefined;
      return linkHtml(named ?? plain, label === '' ? escapeHtml(plain) : inner(label));
    }
    const address = isAnonymous ? references.nextAnonymous() : references.addressOf(text);
    return linkHtml(address ?? `#${keyOf(text)}`, inner(text));
  };
  const rules: readonly InlineRule[] = [
    // What is escaped is only itself; white space that is escaped is nothing.
    matching('\\', /\\(?:\s|(.))?/suy, ([, character]) => escapeHtml(character ?? '')),
    constrained(span('``', 'code', { isVerbatim: true })),
    {
      starts: ':',
      read(scanned, at) {
        if (!startsText(scanned.text, at)) return undefined;
        ROLE.lastIndex = at;
        const [before, role] = ROLE.exec(scanned.text) ?? [];
        const found = before === undefined ? undefined : backticked(scanned.text, at + before.length, scanned);
        if (!found) return undefined;
        return { html: interpreted(role!.toLowerCase(), found.content, (text) => scanned.inner(text)), end: found.end };
      },
    },
    {
      starts: '`',
      read(scanned, at) {
        const { text } = scanned;
        if (!startsText(text, at) || text[at + 1] === '`') return undefined;
        const found = backticked(text, at, scanned);
        if (!found) return undefined;
        const inner = (content: string): string => scanned.inner(content);
        if (text[found.end] === '_') {
          const isAnonymous = text[found.end + 1] === '_';
          return { html: link(found.content, inner, isAnonymous), end: found.end + (isAnonymous ? 2 : 1) };
        }
        SUFFIX.lastIndex = found.end;
        const [behind = '', role = defined.defaultRole] = SUFFIX.exec(text) ?? [];
        const html = interpreted(role === '' ? 'title' : role.toLowerCase(), found.content, inner);
        return { html, end: found.end + behind.length };
      },
    },
    constrained(span('**', 'strong')),
    constrained(span('*', 'em')),
    between('[', ']_', (label) => {
      if (!/^(?:\d+|[#*]|#?[\w.:+-]+)$/.test(label)) return undefined;
      const isNote = /^(?:\d+|[#*].*)$/.test(label);
      return isNote ? noteMarkHtml(references.noteOf(label)) : escapeHtml(label);
    }),
    constrained({
      starts: '|',
      read(scanned, at) {
        const found = scanned.between(at, '|', '|');
        if (!found || !/^\S(?:.*\S)?$/s.test(found.content)) return undefined;
        const stands = defined.substitutions.get(keyOf(found.content));
        if (!stands) return undefined;
        const sign = /^_{0,2}/.exec(scanned.text.slice(found.end, found.end + 2))![0].length;
        const html = substituted(stands, (text) => scanned.inner(text));
        const address = sign > 0 ? references.addressOf(found.content) : undefined;
        return { html: address === undefined ? html : linkHtml(address, html), end: found.end + sign };
      },
    }),
    {
      starts: '_',
      read(scanned, at) {
        const { text, from } = scanned;
        if (text[at + 1] === '`' && startsText(text, at)) {
          const found = backticked(text, at + 1, scanned);
          return found && { html: scanned.inner(found.content), end: found.end };
        }
        if (/[\p{L}\p{N}]/u.test(text[at + (text[at + 1] === '_' ? 2 : 1)] ?? ' ')) return undefined;
        const [name] = SIMPLE_NAME.exec(text.slice(Math.max(from, at - NAME_CHARS), at)) ?? [];
        if (name === undefined) return undefined;
        const isAnonymous = text[at + 1] === '_';
        const address = isAnonymous ? references.nextAnonymous() : references.addressOf(name);
        const html = linkHtml(address ?? `#${keyOf(name)}`, escapeHtml(name));
        return { html, start: at - name.length, end: at + (isAnonymous ? 2 : 1) };
      },
    },
    BARE_ADDRESS,
  ];
  return new InlineReader(rules);
}

const ROLE = /:([A-Za-z][\w.+-]*(?::[A-Za-z][\w.+-]*)*):(?=`)/y;
const SUFFIX = /:([A-Za-z][\w.+-]*(?::[A-Za-z][\w.+-]*)*):/y;

function startsText(text: string, at: number): boolean {
  return at === 0 || STARTS_TEXT.test(text[at - 1]!);
}

/** Marks begin text only behind white space and what opens something. */
function constrained(rule: InlineRule): InlineRule {
  return { ...rule, read: (scanned, at) => (startsText(scanned.text, at) ? rule.read(scanned, at) : undefined) };
}

/** What is between backticks, of which one may be escaped. */
function backticked(
  text: string,
  at: number,
  scanned: Parameters<InlineRule['read']>[0],
): { readonly content: string; readonly end: number } | undefined {
  if (text[at] !== '`' || /\s/.test(text[at + 1] ?? ' ')) return undefined;
  const end = scanned.search(/(?<=[^\s\\])`(?!`)/g, at + 2);
  return end < 0 || end - at > 4000 ? undefined : { content: text.slice(at + 1, end), end: end + 1 };
}

/** What stands for a name: an image, text, or characters by their numbers. */
function substituted({ name, argument, options, content }: Directive, inner: (text: string) => string): string {
  const whole = [argument, ...content].join('\n');
  if (name === 'image') return imageHtml(argument.replace(/\s+/g, ''), options.get('alt') ?? '');
  if (name === 'replace') return inner(whole);
  if (name !== 'unicode') return '';
  const characters = whole
    .replace(/\s\.\. .*$/s, '')
    .replace(/(?:0x|\\?[xuU]\+?|&#x)([0-9A-Fa-f]{2,6});?/g, (code, digits: string) => {
      const number = Number.parseInt(digits, 16);
      return number <= 0x10ffff ? String.fromCodePoint(number) : code;
    });
  return escapeHtml(characters.replace(/\s+/g, ''));
}
