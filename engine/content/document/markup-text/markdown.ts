import { withoutCitationKeys } from '../citation-keys.ts';
import { startCounting, type Counts, type MarkupContent } from './content.ts';
import { withoutFormulas } from './formulas.ts';
import { readHtml } from './html.ts';
import { shortLines } from './lines.ts';

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const MATH_FENCE = /^ {0,3}(?:`{3,}|~{3,})[ \t]*math\b/;
const ATX_HEADING = /^ {0,3}#{1,6}(?:[ \t]+|$)/;
const SETEXT_UNDERLINE = /^ {0,3}(?:=+|-+)[ \t]*$/;
const TABLE_DELIMITER = /^ {0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;
const FRONT_MATTER = /^---\r?\n[\s\S]*?\r?\n(?:---|\.\.\.)\r?\n/;
/** The rule of a table whose columns are only aligned, as pandoc writes them. */
const ALIGNED_TABLE = /^ {0,3}-{2,}(?: +-{2,})+ *$/;
/** The rule of a table whose cells stand between rules. */
const GRID_RULE = /^ {0,3}\+(?:[:=-]+\+)+[ \t]*$/;
const REFERENCE_DEFINITION = /^ {0,3}\[(?!\^)[^\]]+\]:[ \t]*\S+.*$/;
/** `![alternative](target "title")`: the target may hold one level of parentheses or stand in angle brackets. */
const IMAGE =
  /!\[((?:[^[\]\\]|\\.)*)\](?:\((?:<[^>\n]*>|[^()\s]*(?:\([^()\s]*\)[^()\s]*)*)(?:[ \t]+"[^"]*")?\s*\)|\[[^\]]*\])/g;
const LINK =
  /\[((?:[^[\]\\]|\\.|\[[^[\]]*\])*)\](?:\((?:<[^>\n]*>|[^()\s]*(?:\([^()\s]*\)[^()\s]*)*)(?:[ \t]+"[^"]*")?\s*\)|\[[^\]]*\])/g;
/** The end of a link whose label began a line before. */
const LINK_END = /\]\((?:<[^>\n]*>|[^()\s]+(?:\([^()\s]*\)[^()\s]*)*)(?:[ \t]+"[^"]*")?\)/g;
const AUTOLINK = /<((?:https?|ftp|mailto):[^\s<>]+|[^\s<>@]+@[^\s<>@]+)>/g;
const ESCAPE = /\\([!-/:-@[-`{-~])/g;

const CODE_SPAN = /(`+)(?!`)([\s\S]*?[^`])\1(?!`)/g;

/** `H~2~O` and `x^2^`: with their marks they would be three words. */
const RAISED = /(?<![~^\\])([~^])([^\s~^]+)\1(?![~^])/g;
/** What stands behind headings, links and pictures in braces. */
const ATTRIBUTES = /(?<=[^\s{])[ \t]?\{[#.][^{}\n]*\}/g;
/** What of the front matter a reader sees: lists of authors stand below their key. */
const TOLD = /^(?:title|subtitle|author|date):.*(?:\n[ \t]*- .*)*/gm;
/** Sources that stand in the front matter: their keys are resolved. */
const OWN_REFERENCES = /^references:[ \t]*$/m;
const NOTE_MARK = /\[\^[^\]\n]+\]:?/g;
/** What encloses formulas: GitHub's spelling with backticks is taken before the dollar signs of all others. */
const FORMULAS = [
  ['$$', '$$'],
  ['$`', '`$'],
] as const;

/** The text of a Markdown file (CommonMark with GFM tables) without its marks; code is kept as it stands. */
export function readMarkdown(source: string): MarkupContent {
  const counts = startCounting();
  const front = FRONT_MATTER.exec(source)?.[0];
  counts.hasMetadata = front !== undefined;
  if (front) counts.notes.push(...(front.match(TOLD) ?? []).map((line) => line.replace(/^[\w-]+:/, '')));
  const written = source.replace(FRONT_MATTER, '');
  const cited = front !== undefined && OWN_REFERENCES.test(front) ? withoutCitationKeys(written) : written;
  const body = withoutFormulas(cited, { marks: FORMULAS, dollars: true }, counts);
  const { lines: running, notes } = takeNotes(shortLines(body));
  const lines = readLines(running, counts);
  counts.notes.push(...notes.map((note) => readHtml(readLines(note, counts).join('<br>')).text));
  // Line ends mean nothing in HTML but separate lines here: they pass through it as line breaks.
  const embedded = readHtml(lines.join('<br>'));
  return {
    text: embedded.text,
    notes: [...counts.notes, ...embedded.notes],
    figures: counts.figures + embedded.figures,
    vectors: embedded.vectors,
    formulas: counts.formulas + embedded.formulas,
    links: counts.links + embedded.links,
    tables: counts.tables + embedded.tables,
    headings: counts.headings + embedded.headings!,
    hasMetadata: counts.hasMetadata,
  };
}

const NOTE = /^ {0,3}\[\^[^\]\n]+\]:/;
const CONTINUED = /^(?: {2,}|\t)\S/;

/** Takes footnotes out of the lines: their definition, and what is indented below it. */
function takeNotes(all: readonly string[]): { lines: string[]; notes: string[][] } {
  const lines: string[] = [];
  const notes: string[][] = [];
  let note: string[] | undefined;
  for (const line of all) {
    if (NOTE.test(line)) notes.push((note = [line]));
    else if (note && (CONTINUED.test(line) || line.trim() === '')) note.push(line);
    else {
      note = undefined;
      lines.push(line);
    }
  }
  return { lines, notes };
}

/** The lines of the text as HTML: marks removed, code escaped, embedded HTML left for the HTML reader. */
function readLines(lines: readonly string[], counts: Counts): string[] {
  const kept: string[] = [];
  let fence: string | undefined;
  let isFormula = false;
  for (const [index, line] of lines.entries()) {
    const mark = FENCE.exec(line)?.[1];
    if (fence !== undefined) {
      if (mark?.startsWith(fence)) fence = undefined;
      else if (!isFormula) kept.push(escapeHtml(line));
    } else if (mark !== undefined) {
      fence = mark;
      if (MATH_FENCE.test(line)) counts.formulas++;
      isFormula = MATH_FENCE.test(line);
    } else if (!isStructureOnly(line, lines[index - 1] ?? '', counts)) {
      if (ATX_HEADING.test(line)) counts.headings++;
      kept.push(readInline(line, counts));
    }
  }
  return kept;
}

const PIPE_ROW = /^[ \t]*\|.*\|[ \t]*$/;

/** Tables by their rows, for languages that need no rule below the head. */
export function countPipeTables(source: string): number {
  let tables = 0;
  let inTable = false;
  let fence: string | undefined;
  for (const line of shortLines(source)) {
    const mark = FENCE.exec(line)?.[1];
    if (fence === undefined) fence = mark;
    else if (mark?.startsWith(fence)) fence = undefined;
    const isRow = fence === undefined && PIPE_ROW.test(line);
    if (isRow && !inTable) tables++;
    inTable = isRow;
  }
  return tables;
}

/** Whether the line is a table's rule, a heading's underline or a link definition: structure without text. */
function isStructureOnly(line: string, previous: string, counts: Counts): boolean {
  if (previous.includes('|') && line.includes('|') && TABLE_DELIMITER.test(line)) {
    counts.tables++;
    return true;
  }
  if (ALIGNED_TABLE.test(line)) {
    counts.tables++;
    return true;
  }
  if (GRID_RULE.test(line)) {
    if (!/^\s*[|+]/.test(previous)) counts.tables++;
    return true;
  }
  if (SETEXT_UNDERLINE.test(line) && previous.trim() !== '') {
    if (!ATX_HEADING.test(previous)) counts.headings++;
    return true;
  }
  return REFERENCE_DEFINITION.test(line);
}

/** The box of a task is a picture of a box, not a letter. */
const TASK_BOX = /^([ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+)\[[ xX]\][ \t]/;

function readInline(line: string, counts: Counts): string {
  return line
    .replace(ATX_HEADING, '')
    .replace(ATTRIBUTES, '')
    .replace(/^[ \t]*(?:>[ \t]?)+/, '')
    .replace(TASK_BOX, '$1')
    .replace(CODE_SPAN, (_, _ticks: string, code: string) => escapeHtml(code))
    .replace(IMAGE, () => {
      counts.figures++;
      return ' ';
    })
    .replace(NOTE_MARK, ' ')
    .replace(RAISED, '$2')
    .replace(LINK, (link, label: string) => {
      if (!link.endsWith('()')) counts.links++; // one that leads nowhere is text
      return label;
    })
    .replace(LINK_END, () => {
      counts.links++;
      return ' ';
    })
    .replace(AUTOLINK, (_, address: string) => {
      counts.links++;
      return address;
    })
    .replace(ESCAPE, (_, character: string) => escapeHtml(character))
    .replaceAll('|', ' ')
    .replace(/\*\*|__|~~|\*/g, '');
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
