/** Pieces of XML divided between tags instead of anywhere, so that patterns find each tag as a whole. */
export function* wholeTags(pieces: Iterable<string>): Generator<string> {
  let rest = '';
  for (const piece of pieces) {
    const end = piece.lastIndexOf('>') + 1;
    if (end === 0) {
      rest += piece;
      continue;
    }
    yield rest + piece.slice(0, end);
    rest = piece.slice(end);
  }
  if (rest !== '') yield rest;
}
