import { SaxesParser } from 'saxes';
import { escapeXml, escapeXmlAttribute } from '../../../engine/io/xml.ts';

const COMPATIBILITY = 'http://schemas.openxmlformats.org/markup-compatibility/2006';

export interface KnownXml {
  readonly xml: string;
  /** Of the root: its namespace, and its attributes by their full names. */
  readonly namespace: string;
  readonly attributes: ReadonlyMap<string, string>;
}

/**
 * A document as a program reads it that knows some namespaces alone: without elements and attributes of others that it
 * may ignore, and with the last of several forms (ECMA-376 part 3; OpenDocument 1.3 part 3, 3.17). Throws an error where
 * it is not well formed.
 */
export function knownXml(source: string, mayIgnore: (namespace: string) => boolean): KnownXml {
  const parser = new SaxesParser({ xmlns: true });
  const written: string[] = ['<?xml version="1.0" encoding="UTF-8"?>\n'];
  const ignorable = new Set<string>();
  let root: Omit<KnownXml, 'xml'> | undefined;
  /** Open elements: those of which nothing is written, those of which the content alone is, and those that are written. */
  const open: ('nothing' | 'content' | 'all')[] = [];
  const isForeign = (namespace: string): boolean => ignorable.has(namespace) || mayIgnore(namespace);
  const sharesOf = (uri: string, local: string): (typeof open)[number] => {
    if (open.at(-1) === 'nothing') return 'nothing';
    if (uri === COMPATIBILITY) return local === 'Choice' ? 'nothing' : 'content';
    return isForeign(uri) ? 'nothing' : 'all';
  };
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, uri, local, attributes }) => {
    const all = Object.values(attributes);
    root ??= { namespace: uri, attributes: new Map(all.map((one) => [one.name, one.value])) };
    for (const one of all)
      if (one.uri === COMPATIBILITY && one.local === 'Ignorable')
        for (const prefix of one.value.split(/\s+/)) ignorable.add(parser.resolve(prefix) ?? '');
    const share = sharesOf(uri, local);
    open.push(share);
    if (share !== 'all') return;
    const kept = all.filter((one) => one.prefix === 'xmlns' || (one.uri !== COMPATIBILITY && !isForeign(one.uri)));
    written.push(`<${name}${kept.map((one) => ` ${one.name}="${escapeXmlAttribute(one.value)}"`).join('')}>`);
  });
  parser.on('closetag', ({ name }) => {
    if (open.pop() === 'all') written.push(`</${name}>`);
  });
  const text = (value: string): void => {
    if (open.length > 0 && open.at(-1) !== 'nothing') written.push(escapeXml(value));
  };
  parser.on('text', text);
  parser.on('cdata', text);
  parser.write(source).close();
  return { xml: written.join(''), ...root! };
}
