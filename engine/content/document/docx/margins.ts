import type { XmlAttributes } from '../../../io/xml.ts';

/** What a section says of the headers and footers of its pages. */
export interface Section {
  hasTitlePage: boolean;
  readonly references: { readonly id: string; readonly type: string }[];
}

/**
 * Ids of headers and footers that pages need not show (ECMA-376 17.10): those of first pages where no section has any,
 * and the usual ones where every section begins with a page that has others, since there may be no second page.
 */
export function findUncertainMargins(sections: readonly Section[]): ReadonlySet<string> {
  const withTitlePage = sections.filter(({ hasTitlePage }) => hasTitlePage).length;
  const uncertain = new Set(['even']);
  if (withTitlePage === 0) uncertain.add('first');
  else if (withTitlePage === sections.length) uncertain.add('default');
  const references = sections.flatMap((section) => section.references);
  return new Set(references.filter(({ type }) => uncertain.has(type)).map(({ id }) => id));
}

/** Takes what the properties of a section say of its headers and footers. */
export function openInSection(name: string, attributes: XmlAttributes, sections: Section[]): void {
  const section = sections.at(-1);
  if (name === 'sectPr') sections.push({ hasTitlePage: false, references: [] });
  else if (name === 'titlePg' && section) section.hasTitlePage = !isOff(attributes.get('val'));
  else if ((name === 'headerReference' || name === 'footerReference') && section) {
    section.references.push({ id: attributes.get('id') ?? '', type: typeOf(attributes.get('type')) });
  }
}

/** A type that does not exist, such as `odd`, is the usual one. */
function typeOf(written: string | undefined): string {
  return written === 'first' || written === 'even' ? written : 'default';
}

/** How OOXML writes a switched-off property (ECMA-376 22.9.2.7). */
export function isOff(value: string | undefined): boolean {
  return value === '0' || value === 'false' || value === 'off';
}
