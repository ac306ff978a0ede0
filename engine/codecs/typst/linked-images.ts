const LINKED_IMAGE = /(<(?:image|feImage)\b[^>]*?)\s(?:xlink:)?href\s*=\s*(?:"(?!data:|#)[^"]*"|'(?!data:|#)[^']*')/gi;

/** A drawing without the images that it only refers to: they are not here, and would be an error of Typst. */
export function withoutLinkedImages(drawing: string): string {
  return drawing.replace(LINKED_IMAGE, '$1');
}
