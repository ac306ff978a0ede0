import type { MarkdownIt, StateInline } from 'markdown-it';

const ATTRIBUTES = /\{(?:[#.]|[\w-]+=)[^{}\n]*\}/y;
/** What attributes may be behind: a link or an image, code, emphasis, an element. */
const CARRIERS = new Set(')]`*_~>');
const OF_HEADING = /[ \t]*\{([#.][^{}\n]*)\}[ \t]*$/;

/** Attributes in braces, as pandoc has them: they are for programs, and no text. */
export function addAttributes(parser: MarkdownIt): void {
  parser.inline.ruler.after('image', 'attributes', readAttributes);
}

function readAttributes(state: StateInline): boolean {
  const { src, pos, posMax } = state;
  if (src[pos] !== '{' || !CARRIERS.has(src[pos - 1] ?? '')) return false;
  ATTRIBUTES.lastIndex = pos;
  if (!ATTRIBUTES.test(src) || ATTRIBUTES.lastIndex > posMax) return false;
  state.pos = ATTRIBUTES.lastIndex;
  return true;
}

/** Takes the attributes at its end off the text of a heading. */
export function splitHeading(content: string): { readonly text: string; readonly id?: string } {
  const match = OF_HEADING.exec(content);
  if (!match) return { text: content };
  const id = /#([^\s#.]+)/.exec(match[1]!)?.[1];
  return { text: content.slice(0, match.index), ...(id !== undefined && { id }) };
}
