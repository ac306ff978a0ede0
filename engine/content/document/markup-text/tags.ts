/**
 * Finds the end of a tag, behind its `>`; one inside a quoted value does not count unless the quote is never closed.
 * Remembers which quote has no further closing one, so that hostile input cannot make it search to the end each time.
 */
export function tagEndFinder(source: string): (from: number) => number {
  const unclosedFrom: Record<string, number> = { '"': Infinity, "'": Infinity };
  return (from) => {
    for (let position = from; position < source.length; position++) {
      const character = source[position]!;
      if (character === '>') return position + 1;
      if (character !== '"' && character !== "'") continue;
      if (position >= unclosedFrom[character]!) continue;
      const closing = source.indexOf(character, position + 1);
      if (closing < 0) unclosedFrom[character] = position;
      else position = closing;
    }
    return source.length;
  };
}

export function behind(source: string, text: string, from: number): number {
  const index = source.indexOf(text, from);
  return index < 0 ? source.length : index + text.length;
}
