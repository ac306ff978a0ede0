/** Some neighbouring items of a YAML list, which are a YAML list of their own. */
export interface YamlListPart {
  readonly text: string;
  readonly items: number;
  /** Line of the whole file, counted from 1, at which the part begins. */
  readonly firstLine: number;
}

/** Characters of one part: the parser needs about twenty-five times as much memory for its tree. */
const PART_CHARS = 256 * 1024;
/** What may come before the first item: comments, blank lines and the mark of a document's beginning. */
const PREAMBLE = /^(?:[ \t]*(?:#[^\n]*)?\r?\n|---[ \t]*(?:#[^\n]*)?\r?\n)*/;
/** A line at the left edge that is neither an item, a comment nor blank: the file is more than one plain list. */
const OTHER_LINE = /^(?!-[ \t\r\n]|-$|[#\s])./m;
/** An anchor, alias, or tag: what one part defines another may use. */
const REFERENCE = /(?:^|[\s[{,:-])[&*!][^\s,\]}]/m;

/**
 * Cuts a YAML file whose root is a block list at the left edge into parts that can be parsed one after the other:
 * everything inside an item is indented, so a dash at the left edge always begins the next one (YAML 1.2.2, section
 * 8.2.1). Undefined for files of any other form.
 */
export function splitYamlList(text: string): YamlListPart[] | undefined {
  const start = PREAMBLE.exec(text)?.[0].length ?? 0;
  if (text[start] !== '-' || OTHER_LINE.test(text.slice(start)) || REFERENCE.test(text)) return undefined;
  const parts: YamlListPart[] = [];
  let partStart = start;
  let items = 0;
  let line = countLines(text, 0, start) + 1;
  const finish = (end: number): void => {
    parts.push({ text: text.slice(partStart, end), items, firstLine: line });
    line += countLines(text, partStart, end);
    partStart = end;
    items = 0;
  };
  for (let position = start; position >= 0 && position < text.length; position = nextItem(text, position)) {
    if (position - partStart >= PART_CHARS) finish(position);
    items++;
  }
  finish(text.length);
  return parts;
}

/** Position of the next dash at the left edge, or -1. */
function nextItem(text: string, position: number): number {
  const newline = text.indexOf('\n-', position);
  return newline < 0 ? -1 : newline + 1;
}

function countLines(text: string, start: number, end: number): number {
  let lines = 0;
  for (let at = text.indexOf('\n', start); at >= 0 && at < end; at = text.indexOf('\n', at + 1)) lines++;
  return lines;
}
