const LINKED_PICTURE =
  /(<(?:image|feImage)\b[^>]*?)\s(?:xlink:)?href\s*=\s*(?:"(?!data:|#)[^"]*"|'(?!data:|#)[^']*')/gi;

/** A drawing without the pictures that it only refers to: they are not here, and would be an error of Typst. */
export function withoutLinkedPictures(drawing: string): string {
  return drawing.replace(LINKED_PICTURE, '$1');
}
