/** Longer lines are cut: patterns look back and forth within a line. */
const LINE_CHARS = 4000;
/** The content of images, which is no text however long it is. */
const DATA = /\bdata:[\w/+.-]{1,80};base64,(?=[A-Za-z0-9+/=]{16})/g;
const BEHIND_DATA = /[^A-Za-z0-9+/=]/g;
const CUT = new RegExp(`[^]{1,${LINE_CHARS}}(?=\\s)|[^]{1,${LINE_CHARS}}`, 'g');

/** A text without the content of the images in it. */
function withoutData(text: string): string {
  const pieces: string[] = [];
  let position = 0;
  for (const match of text.matchAll(DATA)) {
    const start = match.index + match[0].length;
    if (match.index < position) continue;
    pieces.push(text.slice(position, start));
    // One pattern for the whole of it would run out of stack where it is long.
    BEHIND_DATA.lastIndex = start;
    position = BEHIND_DATA.exec(text)?.index ?? text.length;
  }
  return pieces.length === 0 ? text : pieces.join('') + text.slice(position);
}

/** The lines of a text, none of them longer than patterns can be tried on in time. */
export function shortLines(text: string): string[] {
  return withoutData(text)
    .split(/\r\n?|\n/)
    .flatMap((line) => (line.length > LINE_CHARS ? (line.match(CUT) ?? []) : [line]));
}
