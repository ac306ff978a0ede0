/**
 * The markup with an anchor at each of the positions, which count bytes; one within a tag moves before it. Names are the
 * positions themselves: `p123`.
 */
export function withAnchors(markup: string, positions: Iterable<number>, start = 0): string {
  const wanted = [...new Set(positions)].filter((position) => position >= start && position < start + markup.length);
  if (wanted.length === 0) return markup;
  wanted.sort((a, b) => a - b);
  const pieces: string[] = [];
  let copied = 0;
  let tagStart = -1;
  let tagEnd = -1;
  for (const position of wanted) {
    const at = position - start;
    while (tagEnd < at) {
      const next = markup.indexOf('<', tagEnd < 0 ? 0 : tagEnd);
      if (next < 0 || next >= at) break;
      tagStart = next;
      const end = markup.indexOf('>', next);
      tagEnd = end < 0 ? markup.length : end + 1;
    }
    const place = tagStart >= 0 && at > tagStart && at < tagEnd ? tagStart : at;
    if (place > copied) {
      pieces.push(markup.slice(copied, place));
      copied = place;
    }
    pieces.push(`<a id="${nameOfPosition(position)}"></a>`);
  }
  return pieces.join('') + markup.slice(copied);
}

export function nameOfPosition(position: number): string {
  return `p${position}`;
}
