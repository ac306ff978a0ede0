const ALTERNATIVES =
  /<mc:AlternateContent\b[^>]*>\s*<mc:Choice\b[^>]*>((?:(?!<\/mc:Choice>).)*)<\/mc:Choice>(?:(?!<\/mc:AlternateContent>).)*<\/mc:AlternateContent>/gs;
const PICTURE = 'http://schemas.openxmlformats.org/drawingml/2006/picture';

/**
 * The source of a Word document's part with pictures in the first of their forms: where there are several, pandoc takes
 * the last, which LibreOffice writes without the picture (ECMA-376 part 3, 10.2.1).
 */
export function withFirstPictures(source: string): string {
  return source.replace(ALTERNATIVES, (whole, first: string) =>
    first.includes(PICTURE) && !first.includes('<mc:AlternateContent') ? first : whole,
  );
}
