import { found, type Finding } from '../finding.ts';

const TOML_TABLE = /^\[\[?\s*("[^"]*"|'[^']*'|[\w-]+)(\s*\.\s*("[^"]*"|'[^']*'|[\w-]+))*\s*\]\]?\s*(#.*)?$/;
const TOML_PAIR = /^("[^"]*"|'[^']*'|[\w-]+)(\s*\.\s*("[^"]*"|'[^']*'|[\w-]+))*\s*=\s*(?<value>\S.*)$/;
const TOML_VALUE = /^("|'|\[|\{|true\b|false\b|[+-]?(\d|inf|nan))/;
const INI_SECTION = /^\[[^\]\r\n]+\]\s*([;#].*)?$/;
const INI_PAIR = /^[^=:\s[][^=\r\n]*=.*$/;
const YAML_KEY = /^\s*(- +)*("[^"]*"|'[^']*'|[^\s#:,[\]{}"'`%@&*!|>-][^:#]*?|-[\w-]+)\s*:(\s+\S.*|\s*)$/;
const YAML_ITEM = /^\s*-(\s+.*|\s*)$/;
/** Two keys on one line, which only quotation marks or brackets would allow: prose that is full of colons. */
const YAML_TWICE = /^\s*[^\s#:,[\]{}"'`%@&*!|>-][^:#"'[\]{}]*: +[^\s#"'[\]{}&*!|>][^#"'[\]{}]*: +\S/;
const YAML_OTHER = /^(---|\.\.\.|%YAML.*|\s*#.*)(\s.*)?$/;
const BLOCK_SCALAR = /[|>][+-]?\d?\s*(#.*)?$/;
/** Keys are names, not sentences. */
const LONGEST_KEY_WORDS = 4;
const LINES = 400;
/** Patterns take quadratic time on a hostile line: the beginning of a setting tells as much. */
const LINE_CHARS = 500;

/** TOML, INI or YAML: text whose every line has the form of a setting. */
export function detectSettings(text: string, isWhole: boolean): Finding | undefined {
  if (/^%YAML[ \t]/.test(text)) return found('yaml', 0.98);
  const lines = text.split(/\r?\n/);
  if (!isWhole) lines.pop();
  const used = lines.slice(0, LINES).map((line) => line.slice(0, LINE_CHARS));
  return detectToml(used) ?? detectIni(used) ?? detectYaml(used);
}

function detectToml(lines: readonly string[]): Finding | undefined {
  let settings = 0;
  let openedBy: string | undefined;
  for (const raw of lines) {
    const line = raw.trim();
    if (openedBy !== undefined) {
      if (closes(line, openedBy)) openedBy = undefined;
      continue;
    }
    if (line === '' || line.startsWith('#')) continue;
    if (TOML_TABLE.test(line)) {
      settings++;
      continue;
    }
    const value = TOML_PAIR.exec(line)?.groups?.['value'];
    if (value === undefined || !TOML_VALUE.test(value)) return undefined;
    settings++;
    openedBy = opener(value);
  }
  return settings >= 2 ? found('toml', 0.85, ['ini', 'properties']) : undefined;
}

/** What a value that goes on in the next line must be closed with. */
function opener(value: string): string | undefined {
  for (const quotes of ['"""', "'''"]) if (value.startsWith(quotes) && value.indexOf(quotes, 3) < 0) return quotes;
  return value.startsWith('[') && !/\]\s*(#.*)?$/.test(value) ? ']' : undefined;
}

function closes(line: string, openedBy: string): boolean {
  return openedBy === ']' ? /^[^#"']*\]\s*(#.*)?$/.test(line) || /\]\s*$/.test(line) : line.includes(openedBy);
}

function detectIni(lines: readonly string[]): Finding | undefined {
  const used = lines.map((line) => line.trim()).filter((line) => line !== '' && !/^[;#]/.test(line));
  const sections = used.filter((line) => INI_SECTION.test(line)).length;
  const pairs = used.filter((line) => INI_PAIR.test(line)).length;
  return sections >= 1 && pairs >= 1 && sections + pairs === used.length ? found('ini', 0.8, ['toml']) : undefined;
}

function detectYaml(lines: readonly string[]): Finding | undefined {
  const first = lines.findIndex((line) => line.trim() !== '' && !line.startsWith('#'));
  const isMarked = /^---(\s|$)/.test(lines[first] ?? '');
  if (isMarked && isFrontMatter(lines.slice(first + 1))) return undefined;
  const shape = yamlShape(lines);
  if (!shape) return undefined;
  const { keys, items, isNested } = shape;
  if (isMarked && keys + items >= 1) return found('yaml', 0.85);
  if (keys >= 2 && isNested) return found('yaml', 0.8, ['md']);
  return keys >= 2 && items === 0 ? found('yaml', 0.65, ['properties', 'ini']) : undefined;
}

/** Settings before a text that has none: what is above a page in Markdown. */
function isFrontMatter(lines: readonly string[]): boolean {
  const end = lines.findIndex((line) => /^(---|\.\.\.)\s*$/.test(line));
  if (end < 0) return false;
  const below = lines.slice(end + 1);
  const hasText = below.some((line) => line.trim() !== '');
  return hasText && (yamlShape(lines.slice(0, end))?.keys ?? 0) > 0 && (yamlShape(below)?.keys ?? 0) === 0;
}

interface YamlShape {
  readonly keys: number;
  readonly items: number;
  readonly isNested: boolean;
}

/** Counts what block YAML is made of; a line that is nothing of it makes the text no YAML. */
function yamlShape(lines: readonly string[]): YamlShape | undefined {
  let keys = 0;
  let items = 0;
  let isNested = false;
  let blockIndent: number | undefined;
  for (const line of lines) {
    if (line.trim() === '') continue;
    const indent = line.length - line.trimStart().length;
    if (blockIndent !== undefined && indent > blockIndent) continue;
    blockIndent = undefined;
    if (line.startsWith('\t')) return undefined;
    if (YAML_OTHER.test(line)) continue;
    if (YAML_TWICE.test(line)) return undefined;
    const key = YAML_KEY.exec(line)?.[2]?.trim();
    if (key !== undefined && key.split(/\s+/).length <= LONGEST_KEY_WORDS) keys++;
    else if (YAML_ITEM.test(line)) items++;
    else if (indent === 0 || keys + items === 0) return undefined;
    isNested ||= indent > 0;
    if (BLOCK_SCALAR.test(line)) blockIndent = indent;
  }
  return { keys, items, isNested };
}
