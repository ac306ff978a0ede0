import { inlinesOf, textOf, type Block, type DocumentProperties } from '../model.ts';

/** Where the properties are, at most this far from the first of them. */
const INFO = /\{\\info\b.{0,20000}/s;
const PROPERTY = /\{\\(title|author|subject|keywords|doccomm) ([^{}]*)\}/g;
const NAMES = { title: 'title', author: 'author', subject: 'subject', keywords: 'keywords', doccomm: 'description' };

/** What a document says of itself; `read` reads a document with nothing but the value of a property in it. */
export function readProperties(source: string, read: (document: string) => Iterable<Block>): DocumentProperties {
  const [codePage = ''] = /\\ansicpg\d+/.exec(source.slice(0, 1000)) ?? [];
  const found = [...(INFO.exec(source)?.[0] ?? '').matchAll(PROPERTY)].flatMap(([, name, value]) => {
    const text = [...read(`{\\rtf1${codePage} ${value}}`)].map((block) => textOf(inlinesOf(block)).trim()).join(' ');
    return text === '' ? [] : [[NAMES[name as keyof typeof NAMES], text] as const];
  });
  return Object.fromEntries(found);
}
