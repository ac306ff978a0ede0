const ALTERNATIVES =
  /<mc:AlternateContent\b[^>]*>\s*<mc:Choice\b[^>]*>((?:(?!<\/mc:Choice>).)*)<\/mc:Choice>(?:(?!<\/mc:AlternateContent>).)*<\/mc:AlternateContent>/gs;
const IMAGE = 'http://schemas.openxmlformats.org/drawingml/2006/picture';

/**
 * The source of a Word document's part with images in the first of their forms: where there are several, pandoc takes
 * the last, which LibreOffice writes without the image (ECMA-376 part 3, 10.2.1).
 */
export function withFirstImages(source: string): string {
  return source.replace(ALTERNATIVES, (whole, first: string) =>
    first.includes(IMAGE) && !first.includes('<mc:AlternateContent') ? first : whole,
  );
}
