import type { Env, MarkdownIt, StateBlock, StateInline } from 'markdown-it';

const DEFINITION = /\[\^([^[\]\s]+)\]:[ \t]*/y;
const MARK = /\[\^([^[\]\s]+)\]/y;
/** Columns by which further blocks of a note are indented. */
const INDENT = 4;

/** Footnotes, as GFM and pandoc have them: `[^label]`, and somewhere `[^label]: text`. */
export function addNotes(parser: MarkdownIt): void {
  parser.block.ruler.before('reference', 'note', readDefinition, { alt: ['paragraph', 'reference'] });
  parser.inline.ruler.after('image', 'note', readMark);
}

/** A mark, or the label of a definition: with a colon, at the begin of a line or of a container in it. */
const OCCURRENCE = /\[\^([^[\]\s]+)\](:?)/g;
const BEFORE_DEFINITION = /(?:^|\n)[ \t>*+-]*$/;
/** Characters of a line that may be before a definition. */
const MAX_CONTAINERS = 64;

/** The labels that some mark in a text has: what is defined without a mark is not shown (GFM). */
export function markedLabels(text: string): ReadonlySet<string> {
  const labels = new Set<string>();
  for (const { index, 1: label, 2: colon } of text.matchAll(OCCURRENCE)) {
    const before = text.slice(Math.max(0, index - MAX_CONTAINERS), index);
    if (colon === '' || !BEFORE_DEFINITION.test(before)) labels.add(normaliseLabel(label!));
  }
  return labels;
}

/** Labels are the same whatever their case. */
function normaliseLabel(label: string): string {
  return label.toLowerCase().toUpperCase();
}

function labelsOf(env: Env): Set<string> {
  return (env['notes'] ??= new Set<string>()) as Set<string>;
}

/** What is behind the label is read as the content of a container that is indented. */
function readDefinition(state: StateBlock, line: number, end: number, isSilent: boolean): boolean {
  const start = state.bMarks[line]! + state.tShift[line]!;
  DEFINITION.lastIndex = start;
  const match = state.sCount[line]! - state.blkIndent < INDENT ? DEFINITION.exec(state.src) : null;
  if (!match || DEFINITION.lastIndex > state.eMarks[line]!) return false;
  if (isSilent) return true;
  const label = normaliseLabel(match[1]!);
  labelsOf(state.env).add(label);
  const before = { mark: state.bMarks[line]!, shift: state.tShift[line]!, columns: state.sCount[line]! };
  state.push('note_open', '', 1).meta = { label };
  const { parentType } = state;
  state.parentType = 'note';
  state.blkIndent += INDENT;
  state.bMarks[line] = DEFINITION.lastIndex;
  state.tShift[line] = 0;
  state.sCount[line] = state.blkIndent;
  state.md.block.tokenize(state, line, end);
  state.blkIndent -= INDENT;
  state.parentType = parentType;
  [state.bMarks[line], state.tShift[line], state.sCount[line]] = [before.mark, before.shift, before.columns];
  state.push('note_close', '', -1);
  return true;
}

function readMark(state: StateInline, isSilent: boolean): boolean {
  MARK.lastIndex = state.pos;
  const match = MARK.exec(state.src);
  const label = match && MARK.lastIndex <= state.posMax ? normaliseLabel(match[1]!) : undefined;
  if (label === undefined || !labelsOf(state.env).has(label)) return false;
  if (!isSilent) state.push('note', '', 0).meta = { label };
  state.pos += match![0].length;
  return true;
}
