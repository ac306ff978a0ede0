import type { Limits } from '../../../contract/limits.ts';
import { resolvePart } from '../ooxml/package.ts';
import type { Book as EpubParts } from './epub-parts.ts';
import { childAt, childrenNamed, descendants, parseXmlTree, TEXT_NODE, type XmlNode } from '../../../io/xml-tree.ts';
import type { BookMetadata } from './book.ts';
import type { PlacedEntry } from './book-builder.ts';

const CONTENTS_TYPE = 'application/x-dtbncx+xml';

/** What a package document (OPF) says of its book. */
export function readPackageMetadata(source: string, limits: Limits): BookMetadata {
  const root = parseXmlTree(source, limits).children.find(({ name }) => name === 'package');
  const declared = childAt(root, 'metadata');
  // OPF 1 has its elements in groups.
  const groups = declared
    ? [declared, ...childrenNamed(declared, 'dc-metadata'), ...childrenNamed(declared, 'x-metadata')]
    : [];
  const texts = (name: string): string[] =>
    groups
      .flatMap(({ children }) => children.filter((child) => child.name.toLowerCase() === name))
      .map(({ text }) => text.replace(/\s+/g, ' ').trim())
      .filter((text) => text !== '');
  const identifierId = root?.attributes.get('unique-identifier');
  const identifiers = groups.flatMap((group) => childrenNamed(group, 'identifier'));
  const identifier = (
    identifiers.find(({ attributes }) => attributes.get('id') === identifierId) ?? identifiers[0]
  )?.text.trim();
  const single = {
    title: texts('title')[0],
    language: texts('language')[0],
    identifier: identifier === '' ? undefined : identifier,
    publisher: texts('publisher')[0],
    date: texts('date')[0],
    description: texts('description')[0],
    rights: texts('rights')[0],
  };
  const present = Object.fromEntries(Object.entries(single).filter(([, value]) => value !== undefined));
  return { ...present, authors: texts('creator'), subjects: texts('subject') };
}

/** Entry name of the cover's image: of EPUB 3 by its property, of EPUB 2 by its `meta`, else by its name. */
export function coverNameOf({ manifest, packageSource }: EpubParts): string | undefined {
  const id = /<(?:\w+:)?meta\b(?=[^>]*\bname\s*=\s*["']cover["'])[^>]*\bcontent\s*=\s*["']([^"']+)["']/.exec(
    packageSource,
  )?.[1];
  const item =
    manifest.find(({ properties }) => /\bcover-image\b/.test(properties)) ??
    manifest.find((candidate) => candidate.id === id && candidate.type.startsWith('image/')) ??
    manifest.find((candidate) => candidate.type.startsWith('image/') && /cover/i.test(candidate.id));
  return item?.name;
}

/** The contents of an EPUB: its navigation document, else its NCX. */
export function readEpubContents(parts: EpubParts, limits: Limits): PlacedEntry[] {
  return listsOfContents(parts, limits).find((listed) => listed.length > 0) ?? [];
}

/** The contents of version 3, and those of version 2 for older programs, as far as a book has them. */
export function listsOfContents(parts: EpubParts, limits: Limits): PlacedEntry[][] {
  const navigation = parts.manifest.find(({ properties }) => /\bnav\b/.test(properties));
  const source = navigation && parts.readXml(navigation.name);
  const ncx = parts.manifest.find(({ type, name }) => type === CONTENTS_TYPE || name.endsWith('.ncx'));
  const contents = ncx && parts.readXml(ncx.name);
  return [
    ...(source === undefined ? [] : [readNavigation(source, navigation!.name, limits)]),
    ...(contents === undefined ? [] : [readNcx(contents, ncx!.name, limits)]),
  ];
}

function readNavigation(source: string, name: string, limits: Limits): PlacedEntry[] {
  const root = parseXmlTree(source, limits, { mixed: true });
  const lists = [...descendants(root, 'nav')];
  const list = lists.find(({ attributes }) => attributes.get('type') === 'toc') ?? lists[0];
  return list ? itemsOf(childAt(list, 'ol'), name) : [];
}

function itemsOf(list: XmlNode | undefined, name: string): PlacedEntry[] {
  return childrenNamed(list, 'li').map((item) => {
    const label = childAt(item, 'a') ?? childAt(item, 'span');
    const address = label?.attributes.get('href');
    return {
      title: label ? textWithin(label) : '',
      ...(address === undefined ? {} : { place: placeIn(address, name) }),
      children: itemsOf(childAt(item, 'ol'), name),
    };
  });
}

function readNcx(source: string, name: string, limits: Limits): PlacedEntry[] {
  const root = parseXmlTree(source, limits);
  const pointsOf = (node: XmlNode | undefined): PlacedEntry[] =>
    childrenNamed(node, 'navPoint').map((point) => {
      const address = childAt(point, 'content')?.attributes.get('src');
      return {
        title: childAt(point, 'navLabel', 'text')?.text ?? '',
        ...(address === undefined ? {} : { place: placeIn(address, name) }),
        children: pointsOf(point),
      };
    });
  return pointsOf(childAt(root, 'ncx', 'navMap'));
}

function textWithin(node: XmlNode): string {
  if (node.name === TEXT_NODE) return node.text;
  if (node.name === 'img') return node.attributes.get('alt') ?? '';
  return node.children.map(textWithin).join('');
}

/** `name#id` in the package. */
function placeIn(address: string, part: string): string {
  const [path = '', fragment] = decodeAddress(address).split('#', 2);
  const name = path === '' ? part : resolvePart(path, part);
  return fragment ? `${name}#${fragment}` : name;
}

export function decodeAddress(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch (error) {
    if (!(error instanceof URIError)) throw error;
    return address;
  }
}
