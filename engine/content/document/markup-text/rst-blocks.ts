import { gridAt } from '../markdown/pandoc-tables.ts';
import { readRaw } from './raw-blocks.ts';

/** Explicit markup: a directive, a target, a note, a substitution, or a comment, which is all that is none of these. */
const EXPLICIT = /^([ \t]*)\.\.(?:[ \t]+(.*))?$/;
const DIRECTIVE = /^(?:\|[^|\n]+\|[ \t]+)?([\w-]+(?:[:+.][\w-]+)*)[ \t]?::(?:[ \t]+(.*))?$/;
const NO_COMMENT = /^(?:\[[^\]\n]+\]|_[^:\n]*:|__|\|[^|\n]+\|)/;
const ROLE = /^([\w-]+)[ \t]*(?:\([ \t]*([\w-]+)[ \t]*\))?$/;
/** Text between single backticks that no role and no link follows. */
const INTERPRETED = /(?<![`:\w\\])`([^`\n]+)`(?![`:_\w])/g;

/** What the roles of a text mean that it defines itself. */
interface Roles {
  readonly raw: Set<string>;
  default: string | undefined;
}

/**
 * A text in reStructuredText without its comments and definitions of roles, whose raw blocks are paragraphs of what they
 * say and whose formulas are single lines (reStructuredText Markup Specification, "Explicit Markup Blocks").
 */
export function withReadDirectives(source: string): string {
  const lines = source.split(/\r?\n/);
  const roles: Roles = { raw: new Set(), default: undefined };
  const kept: string[] = [];
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index]!;
    const table = gridAt(lines, index);
    if (table) {
      const cells = [...table.head, ...table.body].flat().map((cell) => withRoles(cell.replace(/\s+/g, ' '), roles));
      kept.push(line, ...cells.map((cell) => (cell === '' ? '\\ ' : cell)), '');
      index = table.end - 1;
      continue;
    }
    const [, margin, content = ''] = EXPLICIT.exec(line) ?? [];
    if (margin === undefined) {
      kept.push(withRoles(line, roles));
      continue;
    }
    const end = endOfBlock(lines, index, margin.length);
    const read = readExplicit(content, lines.slice(index + 1, end), roles);
    if (read === undefined) {
      kept.push(withRoles(line, roles));
      continue;
    }
    kept.push(`${margin}${read}`, '');
    index = end - 1;
  }
  return kept.join('\n');
}

/** The line behind the lines that are indented more. A comment without text ends at once where a blank line follows. */
function endOfBlock(lines: readonly string[], start: number, margin: number): number {
  if (/^[ \t]*\.\.[ \t]*$/.test(lines[start]!) && (lines[start + 1] ?? '').trim() === '') return start + 1;
  let end = start + 1;
  for (let index = end; index < lines.length; index++) {
    const line = lines[index]!;
    if (line.trim() === '') continue;
    if (/^[ \t]*/.exec(line)![0].length <= margin) break;
    end = index + 1;
  }
  return end;
}

/** What is in the place of a block; nothing for one that is read line by line. */
function readExplicit(content: string, block: readonly string[], roles: Roles): string | undefined {
  const [, name, argument = ''] = DIRECTIVE.exec(content) ?? [];
  if (name === undefined) return NO_COMMENT.test(content) ? undefined : '';
  switch (name) {
    case 'raw':
      return readRaw(argument.trim(), block.join('\n')).replaceAll('\n', ' ');
    case 'math':
      return '.. math::';
    case 'default-role':
      roles.default = argument.trim() === '' ? undefined : argument.trim();
      return '';
    case 'role': {
      const [, role, base] = ROLE.exec(argument.trim()) ?? [];
      if (role !== undefined && base === 'raw') roles.raw.add(role);
      return '';
    }
    default:
      return undefined;
  }
}

function withRoles(line: string, { raw, default: role }: Roles): string {
  let read = role === 'math' ? line.replace(INTERPRETED, ':math:`$1`') : line;
  for (const name of raw)
    read = read.replaceAll(new RegExp(`:${name}:\`([^\`\n]*)\``, 'g'), (_, html: string) => readRaw('html', html));
  return read;
}
