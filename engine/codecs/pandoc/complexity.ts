import { ConversionError } from '../../contract/errors.ts';
import type { Limits } from '../../contract/limits.ts';
import { requireFlatPage } from '../../content/document/html/flat-page.ts';
import type { FormatId } from '../../formats/index.ts';
import { requireBoundedMacros } from './macros.ts';

/**
 * Texts on which pandoc's parsers take minutes: they try what a marker could open, and go back where it is not closed.
 * What is measured here grows with that work. With the bounds below, none of these parsers takes ten seconds for it.
 */

/** Readers whose time doubles with every marker that a paragraph leaves open, and not only grows with their square. */
const DOUBLING: ReadonlySet<FormatId> = new Set([
  ...(['org', 'textile', 'dokuwiki', 'jira', 'creole', 'twiki', 'tikiwiki', 'muse', 'vimwiki'] as const),
]);

const MARKUP_OF_PAGES: ReadonlySet<FormatId> = new Set(['html', 'epub', 'fb2', 'txt']);

/** Throws `input_too_complex` for a text that pandoc's reader of the format would not come to an end with. */
export function requireBoundedWork(text: string, format: FormatId, limits: Limits): void {
  if (MARKUP_OF_PAGES.has(format)) requireFlatPage(text, limits);
  else if (format === 'latex') requireBoundedLatex(text, limits);
  else requireClosedMarkers(text, format, limits);
}

const VERBATIM = /\\begin\{(verbatim|lstlisting|minted|comment)\*?\}[^]*?(?:\\end\{\1\*?\}|$)|\\verb\*?(\W).*?\2/g;
const GROUPING = /\\(begin|end)\s*\{|\\[^]|%.*|[{}]/g;

function requireBoundedLatex(text: string, limits: Limits): void {
  const commands = text.replaceAll(VERBATIM, '');
  requireClosedGroups(commands, limits);
  requireBoundedMacros(commands.replaceAll(COMMENT, ''), limits);
}

const COMMENT = /(?<!\\)%.*/g;

function requireClosedGroups(commands: string, { openGroups }: Limits): void {
  let open = 0;
  for (const [token, environment] of commands.matchAll(GROUPING)) {
    if (environment === 'begin') open += 2; // with the brace, which is closed in a moment
    else if (token === '{') open++;
    else if (token === '}') open--;
    open = Math.max(0, open);
  }
  if (open > openGroups)
    throw tooComplex(
      'openGroups',
      `${open} groups or environments of the text are not closed. Close them with } or \\end.`,
    );
}

/** Code, in which markers are characters as all others; what is not closed goes to the end, as every search ends there. */
const CODE =
  /^([`~]{3,})[^]*?(?:^\1|(?![^]))|\{(code|noformat)\b[^{}]*\}[^]*?(?:\{\2\}|(?![^]))|<(pre|code|nowiki|verbatim|example|src|literal|math)\b[^]*?(?:<\/\3>|(?![^]))|^[ \t]*#\+begin_(\w+)[^]*?(?:^[ \t]*#\+end_\4|(?![^]))|`[^`\n]+`|^(?: {4}|\t).*$/gim;
/** Lines that begin a text of their own: after a blank line, and items, rows, headings and cells. */
const NEW_TEXT = /^[ \t]*$|^[ \t]*(?:[-+*#|!=:;]|\d+[.)]|h\d\.)/;
/** Markers that contain the rest of their line. */
const CONTAINERS = /^[ \t]*(?:>[ \t]?|(?:[-+*]|\d{1,9}[.)])[ \t]+)+/;

function requireClosedMarkers(text: string, format: FormatId, limits: Limits): void {
  const { nesting, openMarkers, openMarkerPairs } = limits;
  let squares = 0;
  let open = new Map<string, number>();
  const finish = (): void => {
    const count = [...open.values()].reduce((sum, one) => sum + one, 0);
    squares += count ** 2;
    const isDoubling = DOUBLING.has(format) && open.size > 1 && count > openMarkers;
    if (isDoubling || squares > openMarkerPairs)
      throw tooComplex(
        isDoubling ? 'openMarkers' : 'openMarkerPairs',
        `${count} markers of one paragraph, such as ${[...open.keys()][0]}, are not closed. Close or escape them.`,
      );
    open = new Map();
  };
  const depth = Math.max(depthOfIndents(text), depthOfContainers(text));
  if (depth > nesting)
    throw tooComplex(
      'nesting',
      `Lists or quotations are more than ${nesting} deep within each other. Make them flatter.`,
    );
  for (const line of text.replaceAll(CODE, '').split('\n')) {
    if (NEW_TEXT.test(line)) finish();
    countMarkers(line, open);
  }
  finish();
}

function depthOfContainers(text: string): number {
  return text.split('\n').reduce((depth, line) => {
    const containers = CONTAINERS.exec(line)?.[0] ?? '';
    return Math.max(depth, containers.match(/[->+*]|\d+/g)?.length ?? 0);
  }, 0);
}

/** Lines of which each is indented further than the one that contains it. */
function depthOfIndents(text: string): number {
  let depth = 0;
  const indents: number[] = [];
  for (const line of text.split('\n')) {
    const indent = line.search(/\S/);
    if (indent < 0) continue;
    while (indents.length > 0 && indents.at(-1)! >= indent) indents.pop();
    depth = Math.max(depth, indents.push(indent));
  }
  return depth;
}

const MARKER = /([*_~^+@?]|\/\/|''|--)\1*|[[({]+|[\])}]+/g;
const WORD = /[\p{L}\p{N}\p{S}\p{P}]/u;
const CLOSED_BY: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

/** Opens and closes what the markers of a line open and close: one opens before a word and closes behind it. */
function countMarkers(line: string, open: Map<string, number>): void {
  for (const { 0: marker, index } of line.matchAll(MARKER)) {
    const [before, after] = [line[index - 1] ?? ' ', line[index + marker.length] ?? ' '];
    const first = marker[0]!;
    const opener = CLOSED_BY[first];
    if (opener !== undefined) change(open, opener, -marker.length);
    else if ('[({'.includes(first)) change(open, first, marker.length);
    else if (/[\s(]/.test(before) && WORD.test(after)) change(open, first, 1);
    else if ((open.get(first) ?? 0) > 0 && WORD.test(before)) change(open, first, -1);
    else if (WORD.test(after)) change(open, first, 1);
  }
}

function change(open: Map<string, number>, marker: string, by: number): void {
  const count = (open.get(marker) ?? 0) + by;
  if (count > 0) open.set(marker, count);
  else open.delete(marker);
}

function tooComplex(limit: keyof Limits, message: string): ConversionError {
  return new ConversionError({ code: 'input_too_complex', message, details: { limit } });
}
