const QUOTE = 0x22;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const BACKSLASH = 0x5c;

/** Rows of delimited text, the header included, blank lines not: line ends outside quotes are counted. */
export function countDelimitedRows(text: string): number {
  let rows = 0;
  for (let position = 0; position < text.length;) {
    const end = endOfRow(text, position);
    if (end > position) rows++;
    position = Math.max(end, position) + 1;
  }
  return rows;
}

/** The beginning of delimited text with so many rows. */
export function cutAfterRows(text: string, count: number): string {
  let position = 0;
  for (let rows = 0; rows < count && position < text.length;) {
    const end = endOfRow(text, position);
    if (end > position) rows++;
    position = Math.max(end, position) + 1;
  }
  return text.slice(0, position);
}

/** Position of the line end of the row that begins at `start`. */
function endOfRow(text: string, start: number): number {
  for (let position = start; position < text.length; position++) {
    const code = text.charCodeAt(position);
    if (code === LINE_FEED || code === CARRIAGE_RETURN) return position;
    if (code !== QUOTE) continue;
    const closing = text.indexOf('"', position + 1);
    if (closing < 0) return text.length;
    position = closing;
  }
  return text.length;
}

export interface ElementCount {
  readonly count: number;
  /** Position behind the last of the first elements that were asked for. */
  readonly cut: number;
}

/** Elements of a top-level JSON array, counted by their commas, and where the first `head` of them end. */
export function countJsonElements(text: string, head: number): ElementCount {
  let depth = 0;
  let commas = 0;
  let cut = 0;
  let hasElement = false;
  for (let position = 0; position < text.length; position++) {
    const code = text.charCodeAt(position);
    if (code === QUOTE) {
      position = endOfJsonString(text, position);
      hasElement = true;
    } else if (code === 0x5b || code === 0x7b) {
      hasElement ||= depth > 0;
      depth++;
    } else if (code === 0x5d || code === 0x7d) {
      depth--;
    } else if (code === 0x2c && depth === 1) {
      commas++;
      if (commas === head) cut = position;
    } else if (code > 0x20) {
      hasElement = true;
    }
  }
  return { count: hasElement ? commas + 1 : 0, cut };
}

/** Whether JSON text ends before its lists, objects and strings do. */
export function endsInside(text: string): boolean {
  let depth = 0;
  for (let position = 0; position < text.length; position++) {
    const code = text.charCodeAt(position);
    if (code === 0x5b || code === 0x7b) depth++;
    if (code === 0x5d || code === 0x7d) depth--;
    if (code !== QUOTE) continue;
    position = endOfJsonString(text, position);
    if (position === text.length) return true;
  }
  return depth > 0;
}

function endOfJsonString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === BACKSLASH) backslashes++;
    if (backslashes % 2 === 0) return end;
  }
  return text.length;
}
