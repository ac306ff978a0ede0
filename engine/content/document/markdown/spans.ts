import type { Delimiter, MarkdownIt, StateInline } from 'markdown-it';

/** Markers of runs of one and of two tildes, which pair only with runs of their own length. */
const TILDES = [undefined, 0x7e01, 0x7e02] as const;
/** A superscript holds no white space, but a letter or a digit. */
const SUPERSCRIPT = /\^((?:[^\s^\\]|\\[!-/:-@[-`{-~])+)\^(?!\^)/y;

/** Strikethrough between one or two tildes, as GFM has it, and superscripts as pandoc has them. */
export function addSpans(parser: MarkdownIt): void {
  parser.disable('strikethrough');
  parser.inline.ruler.after('emphasis', 'tildes', readTildes);
  parser.inline.ruler2.after('balance_pairs', 'tildes', (state) => {
    for (const delimiters of [state.delimiters, ...state.tokens_meta.map((meta) => meta?.delimiters ?? [])])
      strikeBetween(state, delimiters);
  });
  parser.inline.ruler.after('tildes', 'superscript', readSuperscript);
}

function readTildes(state: StateInline, isSilent: boolean): boolean {
  if (isSilent || state.src[state.pos] !== '~') return false;
  const { can_open: open, can_close: close, length } = state.scanDelims(state.pos, true);
  const token = state.push('text', '', 0);
  token.content = '~'.repeat(length);
  const marker = TILDES[length];
  if (marker !== undefined)
    state.delimiters.push({ marker, length: 0, token: state.tokens.length - 1, end: -1, open, close });
  state.pos += length;
  return true;
}

function strikeBetween({ tokens }: StateInline, delimiters: readonly Delimiter[]): void {
  for (const { marker, end, token } of delimiters) {
    if (end < 0 || (marker !== TILDES[1] && marker !== TILDES[2])) continue;
    Object.assign(tokens[token]!, { type: 's_open', nesting: 1, content: '' });
    Object.assign(tokens[delimiters[end]!.token]!, { type: 's_close', nesting: -1, content: '' });
  }
}

function readSuperscript(state: StateInline, isSilent: boolean): boolean {
  const { src, pos, posMax } = state;
  SUPERSCRIPT.lastIndex = pos;
  const match = src[pos] === '^' && src[pos - 1] !== '^' ? SUPERSCRIPT.exec(src) : null;
  const end = SUPERSCRIPT.lastIndex;
  if (!match || end > posMax || !/[\p{L}\p{N}]/u.test(match[1]!)) return false;
  if (!isSilent) {
    state.push('sup_open', '', 1);
    state.pos = pos + 1;
    state.posMax = end - 1;
    state.md.inline.tokenize(state);
    state.push('sup_close', '', -1);
    state.posMax = posMax;
  }
  state.pos = end;
  return true;
}
