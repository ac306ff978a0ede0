/** Longer lines are cut: patterns look back and forth within a line. */
const LINE_CHARS = 4000;
/** The content of pictures, which is no text however long it is. */
const DATA = /(\bdata:[\w/+.-]{1,80};base64,)[A-Za-z0-9+/=]{16,}/g;
const CUT = new RegExp(`[^]{1,${LINE_CHARS}}(?=\\s)|[^]{1,${LINE_CHARS}}`, 'g');

/** The lines of a text, none of them longer than patterns can be tried on in time. */
export function shortLines(text: string): string[] {
  return text
    .replace(DATA, '$1')
    .split(/\r\n?|\n/)
    .flatMap((line) => (line.length > LINE_CHARS ? (line.match(CUT) ?? []) : [line]));
}
