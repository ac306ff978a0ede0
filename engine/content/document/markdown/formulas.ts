import type { MarkdownIt, StateBlock, StateInline } from 'markdown-it';

/** `$$` begins the line; its text may end there or in a later line. */
const BLOCK_END = /\$\$\s*$/;
/** GitHub's `` $`a`$ ``, `$$a$$`, and pandoc's rule for single signs: they touch the formula, and no digit follows. */
const INLINE = /\$`([^`\n]+)`\$|\$\$([^$]+)\$\$|\$(?!\s)((?:[^$\\\n]|\\.)+)(?<!\s)\$(?!\d)/y;
const CODE_INDENT = 4;

/** Formulas in TeX between dollar signs. */
export function addFormulas(parser: MarkdownIt): void {
  parser.block.ruler.before('paragraph', 'formula', readBlock);
  parser.inline.ruler.before('link', 'formula', readInline);
}

function readBlock(state: StateBlock, start: number, end: number, isSilent: boolean): boolean {
  const text = state.getLines(start, start + 1, state.blkIndent, false);
  if (isSilent || state.sCount[start]! - state.blkIndent >= CODE_INDENT || !text.trimStart().startsWith('$$'))
    return false;
  const first = text.trimStart().slice(2);
  let last = start;
  if (BLOCK_END.test(first)) {
    if (/^\s*\$\$/.test(first) || first.split('$$').length > 2) return false;
  } else {
    if (first.includes('$$')) return false;
    do last++;
    while (last < end && isInside(state, last) && !BLOCK_END.test(lineOf(state, last)));
    if (last >= end || !isInside(state, last)) return false;
  }
  const token = state.push('formula', '', 0);
  token.content = state
    .getLines(start, last + 1, state.blkIndent, false)
    .replace(/^\s*\$\$/, '')
    .replace(BLOCK_END, '');
  state.line = last + 1;
  return true;
}

function isInside(state: StateBlock, line: number): boolean {
  return !state.isEmpty(line) && state.sCount[line]! >= state.blkIndent;
}

function lineOf(state: StateBlock, line: number): string {
  return state.src.slice(state.bMarks[line], state.eMarks[line]);
}

function readInline(state: StateInline, isSilent: boolean): boolean {
  if (state.src[state.pos] !== '$') return false;
  INLINE.lastIndex = state.pos;
  const match = INLINE.exec(state.src);
  if (!match || INLINE.lastIndex > state.posMax) return false;
  if (!isSilent) {
    const token = state.push('formula', '', 0);
    token.content = match[1] ?? match[2] ?? match[3]!;
    token.meta = { isDisplay: match[2] !== undefined };
  }
  state.pos = INLINE.lastIndex;
  return true;
}
