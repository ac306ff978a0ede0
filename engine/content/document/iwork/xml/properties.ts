import { childAt, type XmlNode } from '../../../../io/xml-tree.ts';
import type { DocumentProperties } from '../../opendocument/document.ts';

/** What a document says of itself. */
export function propertiesOf(metadata: XmlNode | undefined): DocumentProperties {
  const value = (name: string): string | undefined => {
    const holder = childAt(metadata, name);
    const first = holder?.children.find((child) => child.attributes.get('string') !== undefined);
    const text = (first ?? holder)?.attributes.get('string')?.trim();
    return text === '' ? undefined : text;
  };
  const [title, author, keywords, comment] = ['title', 'authors', 'keywords', 'comment'].map(value);
  return {
    ...(title === undefined ? {} : { title }),
    ...(author === undefined ? {} : { author }),
    ...(keywords === undefined ? {} : { keywords }),
    ...(comment === undefined ? {} : { comment }),
  };
}
