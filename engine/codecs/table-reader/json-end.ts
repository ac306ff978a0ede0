const QUOTE = 0x22;
const BACKSLASH = 0x5c;

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
