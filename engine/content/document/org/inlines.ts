import { escapeHtml, formulaHtml, imageHtml, linkHtml, noteMarkHtml } from '../light/html.ts';
import { BARE_ADDRESS, between, InlineReader, isWordCharacter, matching, type InlineRule } from '../light/inlines.ts';
import { rawHtml } from '../markup-text/raw-blocks.ts';

const IMAGE = /\.(?:png|jpe?g|gif|svg|webp|bmp|tiff?|pdf|eps|emf|wmf)$/i;
const NAMED_FILE = /^(?:file\+?\w*:|attachment:)/;

/** Adds a note that is where it is referred to; gives its id. */
type AddNote = (label: string, content: string) => string;

/** Reads the lines of a block in Org mode (Org Syntax, "Objects"). */
export function createInlineReader(addNote: AddNote): InlineReader {
  const link = between('[[', ']]', (content, scanned) => {
    const [address = '', ...rest] = content.split('][');
    const shown = rest.join('][');
    if (address === '' || address.includes('\n\n')) return undefined;
    const plain = address.replace(NAMED_FILE, '');
    const isImage = (text: string): boolean => IMAGE.test(text) || text.startsWith('data:image/');
    if (rest.length === 0) {
      return isImage(plain) ? imageHtml(plain) : linkHtml(targetOf(plain), escapeHtml(plain));
    }
    const inner = shown.replace(NAMED_FILE, '');
    const isShownImage = IMAGE.test(shown) && /^(?:file:|https?:|\.{0,2}\/)/.test(shown) && !/\s/.test(shown);
    return linkHtml(targetOf(plain), isShownImage ? imageHtml(inner) : scanned.inner(shown));
  });
  const rules: readonly InlineRule[] = [
    link,
    between('[cite', ']', (content) => (/^(?:\/[\w/-]*)?:/.test(content) ? '' : undefined)),
    between('[fn:', ']', (content, scanned) => {
      const [, label = '', text] = /^([\w-]*)(?::([^]*))?$/.exec(content) ?? [];
      if (text === undefined) return label === '' ? undefined : noteMarkHtml(label);
      return noteMarkHtml(addNote(label, scanned.inner(text)));
    }),
    between('<<<', '>>>', (content, scanned) => scanned.inner(content)),
    between('<<', '>>', (content) => (content.includes('\n') ? undefined : '')),
    matching('<', /<((?:https?|ftp|mailto|file|news):[^\s<>]{1,2000})>/y, ([, address]) =>
      linkHtml(address!, escapeHtml(address!)),
    ),
    between('@@', '@@', (content) => {
      const [, language, raw] = /^([\w-]+):([^]*)$/.exec(content) ?? [];
      return language === undefined ? undefined : rawHtml(language, raw!);
    }),
    between('{{{', '}}}', () => ''),
    between('\\(', '\\)', (tex) => formulaHtml(tex)),
    between('\\[', '\\]', (tex) => formulaHtml(tex, true)),
    between('$$', '$$', (tex) => formulaHtml(tex, true)),
    dollars,
    matching('\\', /\\\\[ \t]*(?=\n|$)/y, () => '<br>'),
    matching('\\', /\\(?:[a-zA-Z]+(?:\{\}|(?![a-zA-Z]))|_ +)/y, ([entity]) => entityHtml(entity)),
    matching(
      's',
      /src_[\w-]+(?:\[[^\]\n]{0,300}\])?\{([^{}\n]{0,1000})\}/y,
      ([, code]) => `<code>${escapeHtml(code!)}</code>`,
    ),
    emphasis('*', 'strong'),
    emphasis('/', 'em'),
    emphasis('_', 'u'),
    emphasis('+', 'del'),
    emphasis('=', 'code', true),
    emphasis('~', 'code', true),
    script('^', 'sup'),
    script('_', 'sub'),
    BARE_ADDRESS,
  ];
  return new InlineReader(rules);
}

/** Links within the text lead to its headlines and targets. */
function targetOf(address: string): string {
  return /^(?:[a-z][\w+.-]*:|[./#])/i.test(address) ? address : `#${address}`;
}

/** Between single dollar signs, which touch the formula. */
const dollars: InlineRule = {
  starts: '$',
  read(scanned, at) {
    const { text } = scanned;
    if (/[\s$]/.test(text[at + 1] ?? ' ') || text[at - 1] === '$') return undefined;
    const end = scanned.search(/(?<=[^\s$,.;])\$(?![\p{L}\p{N}$"])/gu, at + 2);
    if (end < 0 || end - at > 1000) return undefined;
    const tex = text.slice(at + 1, end);
    return tex.split('\n').length > 3 || tex.includes('$') ? undefined : { html: formulaHtml(tex), end: end + 1 };
  },
};

/** Marks touch the text between them, and stand beside blanks or punctuation. */
function emphasis(mark: string, tag: string, isVerbatim = false): InlineRule {
  const closing = new RegExp(`(?<=\\S)\\${mark}(?=[-\\s.,:;!?'")}\\]\\[|\\\\<]|$)`, 'g');
  return {
    starts: mark,
    read(scanned, at) {
      const { text } = scanned;
      if (at > 0 && !/[-\s('"{[|>\u2014\u2013]/.test(text[at - 1]!)) return undefined;
      if (/\s/.test(text[at + 1] ?? ' ')) return undefined;
      const end = scanned.search(closing, at + 2);
      if (end < 0) return undefined;
      const content = text.slice(at + 1, end);
      if (content.split('\n', 4).length > 3) return undefined;
      return { html: `<${tag}>${isVerbatim ? escapeHtml(content) : scanned.inner(content)}</${tag}>`, end: end + 1 };
    },
  };
}

/** A superscript or subscript of a word. */
function script(mark: string, tag: string): InlineRule {
  const simple = /[+-]?[\p{L}\p{N}]{1,40}(?![\p{L}\p{N}])/uy;
  return {
    starts: mark,
    read(scanned, at) {
      const { text } = scanned;
      if (at === 0 || /\s/.test(text[at - 1]!)) return undefined;
      const braced = text[at + 1] === '{' ? scanned.between(at + 1, '{', '}') : undefined;
      if (braced) return { html: `<${tag}>${scanned.inner(braced.content)}</${tag}>`, end: braced.end };
      simple.lastIndex = at + 1;
      const word = simple.exec(text)?.[0];
      if (word === undefined || !isWordCharacter(text[at - 1])) return undefined;
      return { html: `<${tag}>${escapeHtml(word)}</${tag}>`, end: at + 1 + word.length };
    },
  };
}

const NAMES: Readonly<Record<string, string>> = { auml: 'auml', nbsp: 'nbsp', amp: 'amp', lt: 'lt', gt: 'gt' };

/** Entities go by names of HTML or TeX. */
function entityHtml(entity: string): string {
  const name = entity.slice(1).replace('{}', '');
  if (name.startsWith('_')) return ' ';
  return NAMES[name] === undefined && !/^[A-Za-z]{2,8}$/.test(name) ? escapeHtml(entity) : `&${name};`;
}
