import { scanXml } from '../../../io/xml.ts';

/** Names of the automatic styles that hide a slide (`presentation:visibility`, ODF 1.3 part 3, 20.406). */
export function hiddenPageStyles(source: string, maxDepth: number): ReadonlySet<string> {
  const hidden = new Set<string>();
  // Most documents have none, and a look for the word is much faster than a look at every element.
  if (!source.includes('presentation:visibility')) return hidden;
  let current = '';
  scanXml(
    source,
    {
      open(name, attributes) {
        if (name === 'style') current = attributes.get('name') ?? '';
        if (name === 'drawing-page-properties' && attributes.get('visibility') === 'hidden') hidden.add(current);
      },
      close() {},
      text() {},
    },
    maxDepth,
    { doctype: 'skip' },
  );
  return hidden;
}
