import { latin1Bytes, latin1Of } from '../../io/bytes.ts';

/** Hexadecimal digits follow it all the same, as some programs wrote images; LibreOffice drops these. */
const BINARY_WITHOUT_LENGTH = /\\bin(?![-a-z\d]) ?/g;
const BINARY = /\\bin\d/;
/** A row with its definition before it. */
const ROW = /\\trowd\b((?:(?!\\trowd\b|\\row\b)[^])*)\\row\b/g;
const CELL = /\\cell(?![a-z\d])/g;
const EDGE = /\\cellx(-?\d+)/g;
const NESTED = /\\(?:itap|nest)/;

/** An RTF file with what LibreOffice needs in order not to leave out images and cells that others show. */
export function withReadableRtf(bytes: Uint8Array): Uint8Array {
  const source = latin1Of(bytes);
  const readable = withWholeRows(withHexImages(source));
  return readable === source ? bytes : latin1Bytes(readable);
}

function withHexImages(source: string): string {
  return BINARY.test(source) ? source : source.replace(BINARY_WITHOUT_LENGTH, '');
}

/** Rows that define fewer cells than they have: all of them share the width. */
function withWholeRows(source: string): string {
  return source.replace(ROW, (row, content: string) => {
    const cells = content.match(CELL)?.length ?? 0;
    const edges = [...content.matchAll(EDGE)];
    const last = edges.at(-1);
    if (!last || edges.length >= cells || NESTED.test(content)) return row;
    const shared = Array.from(
      { length: cells },
      (_, index) => `\\cellx${Math.round((Number(last[1]) * (index + 1)) / cells)}`,
    );
    const start = row.length - content.length - '\\row'.length + last.index;
    const before = row.slice(0, start).replace(EDGE, '');
    return `${before}${shared.join('')}${row.slice(start + last[0].length)}`;
  });
}
