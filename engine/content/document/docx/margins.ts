const SECTION = /<w:sectPr\b[^>]*(?<!\/)>(.*?)<\/w:sectPr>/gs;
const MARGIN = /<w:(?:header|footer)Reference\b[^>]*>/g;
const TITLE_PAGE = /<w:titlePg(?:\s*\/?>|\s+w:val="(?:1|true|on)")/;

/**
 * Ids of headers and footers that pages need not show (ECMA-376 17.10): those of first pages where no section has any,
 * and the usual ones where every section begins with a page that has others, since there may be no second page.
 */
export function findUncertainMargins(document: string): ReadonlySet<string> {
  const sections = [...document.matchAll(SECTION)].map(([, properties]) => properties!);
  const withTitlePage = sections.filter((properties) => TITLE_PAGE.test(properties)).length;
  const uncertain = new Set<string | undefined>(['even']);
  if (withTitlePage === 0) uncertain.add('first');
  else if (withTitlePage === sections.length) uncertain.add('default');
  const references = sections.flatMap((properties) => properties.match(MARGIN) ?? []);
  return new Set(
    references
      .filter((reference) => uncertain.has(/\bw:type="(\w+)"/.exec(reference)?.[1]))
      .flatMap((reference) => /\br:id="([^"]*)"/.exec(reference)?.[1] ?? []),
  );
}
