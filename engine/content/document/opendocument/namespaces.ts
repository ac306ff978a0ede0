const SPACES = {
  office: 'urn:oasis:names:tc:opendocument:xmlns:office:1.0',
  style: 'urn:oasis:names:tc:opendocument:xmlns:style:1.0',
  text: 'urn:oasis:names:tc:opendocument:xmlns:text:1.0',
  table: 'urn:oasis:names:tc:opendocument:xmlns:table:1.0',
  draw: 'urn:oasis:names:tc:opendocument:xmlns:drawing:1.0',
  presentation: 'urn:oasis:names:tc:opendocument:xmlns:presentation:1.0',
  fo: 'urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0',
  svg: 'urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0',
  meta: 'urn:oasis:names:tc:opendocument:xmlns:meta:1.0',
  dc: 'http://purl.org/dc/elements/1.1/',
  xlink: 'http://www.w3.org/1999/xlink',
  loext: 'urn:org:documentfoundation:names:experimental:office:xmlns:loext:1.0',
} as const;

/** The attributes of a part's root. */
export const ROOT_ATTRIBUTES = `${Object.entries(SPACES)
  .map(([prefix, uri]) => ` xmlns:${prefix}="${uri}"`)
  .join('')} office:version="1.3"`;

/** A length in points, with no more digits than can be seen. */
export function points(value: number): string {
  return `${Math.round(value * 100) / 100}pt`;
}
