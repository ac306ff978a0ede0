import { escapeHtml, formulaHtml, imageHtml, linkHtml, noteMarkHtml } from '../light/html.ts';
import {
  between,
  InlineReader,
  isWordCharacter,
  matching,
  span,
  type InlineRule,
  type InlineText,
} from '../light/inlines.ts';

/** What the reader of blocks gives to that of lines. */
export interface AsciiDocContext {
  /** Adds a note where it is referred to; gives its id. */
  readonly addNote: (id: string, content: string) => string;
  readonly attributeOf: (name: string) => string | undefined;
}

/** Characters that brackets hold at most; those within them are in pairs. */
const MAX_BRACKET_CHARS = 4000;

/** What is in brackets, in which further brackets are in pairs and a bracket may be escaped. */
function bracketed(scanned: InlineText, at: number): { readonly content: string; readonly end: number } | undefined {
  const { text } = scanned;
  if (scanned.find(']', at) < 0) return undefined;
  let depth = 0;
  for (let end = at; end < Math.min(text.length, at + MAX_BRACKET_CHARS); end++) {
    const character = text[end];
    if (character === '\\') end++;
    else if (character === '[') depth++;
    else if (character === ']' && --depth === 0) {
      return { content: text.slice(at + 1, end).replaceAll('\\]', ']'), end: end + 1 };
    }
  }
  return undefined;
}

/** A macro: its name and target, then what is in brackets. */
function macro(
  starts: string,
  pattern: RegExp,
  html: (target: string, content: string, scanned: InlineText) => string | undefined,
): InlineRule {
  return {
    starts,
    read(scanned, at) {
      if (isWordCharacter(scanned.text[at - 1])) return undefined;
      pattern.lastIndex = at;
      const match = pattern.exec(scanned.text);
      const found = match && bracketed(scanned, at + match[0].length);
      const read = match && found ? html(match[1] ?? '', found.content, scanned) : undefined;
      return read === undefined ? undefined : { html: read, end: found!.end };
    },
  };
}

/** The first thing in a list of attributes, where it has no name. */
export function firstOf(attributes: string): string {
  const named = /^(?:alt|text) *= *(.*)$/.exec(attributes)?.[1] ?? attributes;
  const quoted = /^"((?:[^"\\]|\\.)*)"/.exec(named)?.[1];
  if (quoted !== undefined) return quoted.replaceAll('\\"', '"');
  const [first = ''] = named.split(/,(?= *[\w-]+ *=|\d|,|$)/);
  return /^[\w-]+ *=/.test(first) ? '' : first.trim();
}

/** The text of a link, without its attributes. */
function labelOf(content: string): string {
  if (content.startsWith('"')) return firstOf(content);
  return content.replace(/,? *\b(?:window|role|opts|options|id|title|rel) *=.*$/, '').replace(/\^$/, '');
}

/** Reads the lines of a block in AsciiDoc (AsciiDoc Language Documentation, "Text" and "Macros"). */
export function createInlineReader({ addNote, attributeOf }: AsciiDocContext): InlineReader {
  const link = (address: string, content: string, scanned: InlineText): string => {
    const label = labelOf(content);
    return linkHtml(address, label === '' ? escapeHtml(address.replace(/^mailto:/, '')) : scanned.inner(label));
  };
  const formula = (_: string, content: string): string => formulaHtml(content.replace(/^\$(.*)\$$/s, '$1'));
  const rules: readonly InlineRule[] = [
    matching('\\', /\\([*_`#^~<{[(]|(?:https?|link|image|footnote|xref|pass):)/y, ([, character]) =>
      escapeHtml(character!),
    ),
    between('+++', '+++', (content) => content),
    between('$$', '$$', (content) => escapeHtml(content)),
    between('++', '++', (content) => escapeHtml(content)),
    macro('p', /pass:[a-z,]*(?=\[)/y, (_, content) => escapeHtml(content)),
    macro('f', /footnote(?:ref)?:([\w-]*)(?=\[)/y, (id, content, scanned) =>
      noteMarkHtml(content === '' && id !== '' ? id : addNote(id, scanned.inner(content))),
    ),
    macro('i', /image:(?!:)([^\s[\]]{1,200000})(?=\[)/y, (target, content) => imageHtml(target, firstOf(content))),
    macro('l', /link:([^\s[\]]{1,2000})(?=\[)/y, link),
    macro('m', /(mailto:[^\s[\]]{1,2000})(?=\[)/y, link),
    macro('hfi', /((?:https?|ftp|irc):\/\/[^\s[\]<>]{1,2000})(?=\[)/y, link),
    macro('x', /xref:([^\s[\]]{1,500})(?=\[)/y, (target, content, scanned) =>
      linkHtml(`#${target}`, content === '' ? escapeHtml(target) : scanned.inner(labelOf(content))),
    ),
    macro('sla', /(?:stem|latexmath|asciimath):(?=\[)/y, formula),
    macro('kb', /(?:kbd|btn):(?=\[)/y, (_, content) => escapeHtml(content)),
    macro('m', /menu:([^\s[\]]{1,100})(?=\[)/y, (target, content) => escapeHtml(`${target} ${content}`)),
    macro('ia', /(?:icon|indexterm2?|anchor):([^\s[\]]{0,200})(?=\[)/y, () => ''),
    {
      starts: 'hf',
      read(scanned, at) {
        if (isWordCharacter(scanned.text[at - 1])) return undefined;
        ADDRESS.lastIndex = at;
        const address = ADDRESS.exec(scanned.text)?.[0].replace(/[.,;:!?)'*_]+$/, '');
        return address === undefined
          ? undefined
          : { html: linkHtml(address, escapeHtml(address)), end: at + address.length };
      },
    },
    between('<<', '>>', (content, scanned) => {
      const [, target, label] = /^([^,]+)(?:,([^]*))?$/.exec(content) ?? [];
      if (target === undefined || content.includes('\n\n')) return undefined;
      return linkHtml(
        target.startsWith('#') ? target : `#${target}`,
        label === undefined ? '' : scanned.inner(label.trim()),
      );
    }),
    matching('<', /<((?:https?|ftp|mailto):[^\s<>]{1,2000})>/y, ([, address]) =>
      linkHtml(address!, escapeHtml(address!)),
    ),
    between('[[', ']]', (content) => (/^[\p{L}_:][^\s\]]*(?:,[^\]]*)?$/u.test(content) ? '' : undefined)),
    between('(((', ')))', () => ''),
    between('((', '))', (content, scanned) => (content.startsWith('(') ? undefined : scanned.inner(content))),
    // Attributes before marked text.
    matching('[', /\[[^[\]\n]{0,200}\](?=[#*_`])/y, () => ''),
    matching('{', /\{([\w-]{1,60})(?::[^{}\n]{0,200})?\}/y, ([whole, name], scanned) => {
      const value = attributeOf(name!);
      return value === undefined ? escapeHtml(whole) : scanned.inner(value);
    }),
    matching(' ', / \+(?=\n|$)/y, () => '<br>'),
    matching('&', /&(?:\w{1,12}|#\d{1,7}|#x[0-9a-f]{1,6});/iy, ([entity]) => entity),
    matching('"', /"`/y, () => '\u201c'),
    matching('`', /`"/y, () => '\u201d'),
    matching('`', /(?<=[\p{L}\p{N}])`'/uy, () => '\u2019'),
    span('``', 'code', { isLoose: true }),
    span('`', 'code'),
    span('+', 'span', { isVerbatim: true }),
    span('**', 'strong', { isLoose: true }),
    span('*', 'strong'),
    span('__', 'em', { isLoose: true }),
    span('_', 'em'),
    span('##', 'mark', { isLoose: true }),
    span('#', 'mark'),
    script('^', 'sup'),
    script('~', 'sub'),
  ];
  return new InlineReader(rules);
}

const ADDRESS = /(?:https?|ftp):\/\/[^\s<>[\]"`]{1,2000}/y;

/** Text without blanks between two signs. */
function script(mark: string, tag: string): InlineRule {
  return matching(
    mark,
    new RegExp(`\\${mark}([^\\s${mark === '^' ? '\\^' : mark}]{1,200})\\${mark}`, 'y'),
    ([, content], scanned) => `<${tag}>${scanned.inner(content!)}</${tag}>`,
  );
}
