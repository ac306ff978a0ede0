import Parser from 'markdown-it';
import type { Env, MarkdownIt, Token } from 'markdown-it';
import { addAttributes } from './attributes.ts';
import { addFormulas } from './formulas.ts';
import { addNotes } from './notes.ts';
import { rulesOf, type Dialect } from './dialect.ts';
import { addSpans } from './spans.ts';

/** What follows `www.` in an address: a name with another dot, and a path. */
const BEHIND_WWW = /^[\w-]+(?:\.[\w-]+)+(?:[/?#:][^\s<]*)?/;
/** What ends a sentence and no address: punctuation, and what looks like a reference to a character. */
const BEHIND_ADDRESS = /(?:[?!.,:;*_~'"\]}]|&[a-z\d]+;)$/i;
const MAX_ADDRESS_CHARS = 2000;

/** Addresses that are in the text as they are (GFM, 6.9): with a scheme, with `www.`, and those of mail. */
function addBareLinks(parser: MarkdownIt): void {
  parser.linkify
    .set({ fuzzyLink: false, fuzzyEmail: true })
    .add('//', null)
    .add('www.', {
      validate: (text, position) => {
        const [address = ''] = BEHIND_WWW.exec(text.slice(position, position + MAX_ADDRESS_CHARS)) ?? [];
        return addressOf(address).length;
      },
      normalize: (match) => {
        match.url = `http://${match.url}`;
      },
    });
}

/** Without the punctuation behind it, among it parentheses that are not opened in it (GFM, 6.9). */
function addressOf(text: string): string {
  let end = text.length;
  let unopened = countOf(text, ')') - countOf(text, '(');
  for (;;) {
    const isUnopened = text[end - 1] === ')' && unopened > 0;
    if (isUnopened) unopened--;
    const ending = isUnopened ? ')' : BEHIND_ADDRESS.exec(text.slice(0, end))?.[0];
    if (ending === undefined) return text.slice(0, end);
    end -= ending.length;
  }
}

function countOf(text: string, character: string): number {
  return text.split(character).length - 1;
}

/** Levels of containers within each other (an item has two, its list's and its own); further in, their marks are text. */
const MAX_LEVEL = 64;

/**
 * CommonMark with the tables, strikethrough and bare links of GFM, and with the notes, formulas, superscripts and
 * attributes of pandoc. Front matter and task lists are read before and after.
 */
const PARSER = createParser([]);
const PARSERS = new Map<Dialect | undefined, MarkdownIt>();

/** The parser of the dialect that `env` names. */
function parserOf({ dialect }: Env): MarkdownIt {
  const known = PARSERS.get(dialect as Dialect | undefined);
  if (known) return known;
  const { lacks } = rulesOf(dialect as Dialect | undefined);
  const parser = lacks.length === 0 ? PARSER : createParser(lacks);
  PARSERS.set(dialect as Dialect | undefined, parser);
  return parser;
}

function createParser(lacks: readonly string[]): MarkdownIt {
  const parser = new Parser({ html: true, linkify: true });
  // Addresses stay as the author wrote them: to refuse or to encode some is for those who follow them.
  parser.validateLink = () => true;
  parser.normalizeLink = (address) => address;
  parser.normalizeLinkText = (address) => address;
  // Blocks and the inlines in them are read apart, so that only the inlines of one block are in memory.
  parser.core.ruler.disable(['normalize', 'block', 'strip_references', 'replacements', 'smartquotes']);
  addDepthLimit(parser);
  for (const add of [addAttributes, addBareLinks, addFormulas, addNotes, addSpans]) add(parser);
  parser.disable([...lacks]);
  return parser;
}

function addDepthLimit(parser: MarkdownIt): void {
  parser.block.ruler.before('table', 'depth-limit', (state, line, end) => {
    if (state.level < MAX_LEVEL) return false;
    const token = state.push('inline', '', 0);
    token.content = state.getLines(line, end, state.blkIndent, false).trim();
    state.line = end;
    return true;
  });
}

/** The blocks of a text; `env` gets what the text defines for its inlines. */
export function parseBlocks(text: string, env: Env): Token[] {
  const tokens: Token[] = [];
  const parser = parserOf(env);
  parser.block.parse(text.replace(/\r\n?/g, '\n').replaceAll('\0', '\ufffd'), parser, env, tokens);
  return tokens;
}

/** The inlines of one block, after all blocks were parsed. */
export function parseInlines(content: string, env: Env): readonly Token[] {
  const parser = parserOf(env);
  const state = new parser.core.State('', parser, env);
  const token = new state.Token('inline', '', 0);
  token.content = content;
  token.children = [];
  state.tokens.push(token);
  parser.core.process(state);
  return token.children;
}

/** Without the backslashes and references that Markdown resolves. */
export function unescapeMarkdown(text: string): string {
  return PARSER.utils.unescapeAll(text);
}
