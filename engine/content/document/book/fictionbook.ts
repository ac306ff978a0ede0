import { bytesOfBase64, latin1Of } from '../../../io/bytes.ts';
import { decodeText } from '../../../io/text-encoding.ts';
import { childAt, childrenNamed, descendants, TEXT_NODE, type XmlNode } from '../../../io/xml-tree.ts';
import type { BookMetadata } from './book.ts';

const DECLARED_ENCODING = /^\s*<\?xml[^>]+encoding\s*=\s*["']([\w-]+)/;
const BINARY = /<(?:\w+:)?binary\b([^>]*)>([\s\S]*?)<\/(?:\w+:)?binary\s*>/g;

/** The text of a FictionBook in the encoding that it declares, unless the caller knows better. */
export function decodeFictionBook(bytes: Uint8Array, encoding?: string): string {
  const head = latin1Of(bytes.subarray(0, 256));
  return decodeText(bytes, encoding ?? DECLARED_ENCODING.exec(head)?.[1]).text;
}

/** Images are in the file as text, which can be longer than everything else. */
export function takeBinaries(text: string): { rest: string; binaries: Map<string, Uint8Array> } {
  const binaries = new Map<string, Uint8Array>();
  const rest = text.replace(BINARY, (_, attributes: string, content: string) => {
    const id = /\bid\s*=\s*["']([^"']*)["']/.exec(attributes)?.[1];
    if (id !== undefined) binaries.set(id, bytesOfBase64(content));
    return '';
  });
  return { rest, binaries };
}

/** What a FictionBook says of itself; its tree holds text as nodes. */
export function readFictionMetadata(root: XmlNode): BookMetadata {
  const info = childAt(root, 'description', 'title-info');
  const all = (node: XmlNode | undefined, name: string): string[] =>
    childrenNamed(node, name)
      .map((child) => textOf(child))
      .filter((text) => text !== '');
  const publishing = childAt(root, 'description', 'publish-info');
  const document = childAt(root, 'description', 'document-info');
  const annotation = childAt(info, 'annotation');
  const single = {
    title: all(info, 'book-title')[0],
    language: all(info, 'lang')[0],
    identifier: all(publishing, 'isbn')[0] ?? all(document, 'id')[0],
    publisher: all(publishing, 'publisher')[0],
    date: all(info, 'date')[0] ?? all(publishing, 'year')[0],
    description: annotation && textOf(annotation),
  };
  const present = Object.fromEntries(Object.entries(single).filter(([, value]) => value !== undefined));
  const authors = childrenNamed(info, 'author')
    .map(nameOfPerson)
    .filter((name) => name !== '');
  const subjects = all(info, 'keywords')
    .flatMap((text) => text.split(/\s*[,;]\s*/))
    .filter((text) => text !== '');
  return { ...present, authors, subjects };
}

function nameOfPerson(author: XmlNode): string {
  const parts = ['first-name', 'middle-name', 'last-name'].flatMap((name) => childrenNamed(author, name).map(textOf));
  const name = parts.filter((part) => part !== '').join(' ');
  return name === '' ? childrenNamed(author, 'nickname').map(textOf).join(' ') : name;
}

function textOf(node: XmlNode): string {
  return [...descendants(node, TEXT_NODE)]
    .map(({ text }) => text)
    .join('')
    .replace(/\s+/g, ' ')
    .trim();
}
