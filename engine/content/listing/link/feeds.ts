import type { Limits } from '../../../contract/limits.ts';
import { childAt, childrenNamed, type XmlNode } from '../../../io/xml-tree.ts';
import { decodeReferences } from '../../../io/xml.ts';
import { corrupt } from '../failures.ts';
import { entryOf, textIn, type Entry, type Listing } from '../model.ts';
import {
  childText,
  DECLARATION,
  element,
  isObject,
  jsonOf,
  lines,
  listIn,
  rootOf,
  stringIn,
  textElement,
  type JsonObject,
} from '../text.ts';
import { timeOfText } from './folders.ts';
import { plainText } from '../translation/xliff.ts';

/** RSS 2.0 and its forerunners, 1.0 (RDF) among them. */
export function readRss(bytes: Uint8Array, limits: Limits): Listing {
  const root = rootOf(bytes, limits);
  const channel = childAt(root, 'channel');
  if (!/^(rss|RDF)$/.test(root.name) || !channel) throw corrupt('it is no feed');
  const title = childText(channel, 'title');
  const items = [...childrenNamed(channel, 'item'), ...(root.name === 'RDF' ? childrenNamed(root, 'item') : [])];
  return { ...(title && { title }), entries: items.map(itemOf) };
}

function itemOf(item: XmlNode): Entry {
  const guid = childrenNamed(item, 'guid')[0];
  const id = guid?.text.trim();
  return entryOf({
    title: childText(item, 'title'),
    url: childText(item, 'link') ?? (guid?.attributes.get('isPermaLink') === 'false' ? undefined : id),
    added: timeOfText(childText(item, 'pubDate') ?? childText(item, 'date')),
    author: childText(item, 'creator') ?? childText(item, 'author'),
    description: childText(item, 'description'),
    content: childText(item, 'encoded'),
    tags: childrenNamed(item, 'category')
      .map(({ text }) => text.trim())
      .join(', '),
    id,
    enclosure: childrenNamed(item, 'enclosure')[0]?.attributes.get('url'),
  });
}

export function writeRss({ title, entries }: Listing): string {
  const items = entries.map((entry) => {
    const [id, enclosure, added] = [textIn(entry, 'id'), textIn(entry, 'enclosure'), textIn(entry, 'added')];
    return element(
      'item',
      {},
      `\n${lines(
        textElement('title', textIn(entry, 'title')),
        textElement('link', textIn(entry, 'url')),
        textElement('description', textIn(entry, 'description')),
        textElement('content:encoded', textIn(entry, 'content')),
        textElement('dc:creator', textIn(entry, 'author')),
        ...tagsOf(entry).map((tag) => textElement('category', tag)),
        textElement('guid', id, { isPermaLink: String(id === textIn(entry, 'url')) }),
        enclosure !== undefined &&
          element('enclosure', { url: enclosure, length: '0', type: 'application/octet-stream' }),
        added !== undefined && textElement('pubDate', mailDateOf(added)),
      )}`,
    );
  });
  const head = lines(
    textElement('title', title ?? 'Links'),
    textElement('link', textIn(entries[0] ?? new Map(), 'url') ?? ''),
    textElement('description', title ?? 'Links'),
  );
  const attributes = {
    version: '2.0',
    'xmlns:content': 'http://purl.org/rss/1.0/modules/content/',
    'xmlns:dc': 'http://purl.org/dc/elements/1.1/',
  };
  return `${DECLARATION}${element('rss', attributes, `\n${element('channel', {}, `\n${head}${lines(...items)}`)}\n`)}\n`;
}

function mailDateOf(text: string): string {
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? text : date.toUTCString();
}

function tagsOf(entry: Entry): string[] {
  return textIn(entry, 'tags')?.split(/,\s*/) ?? [];
}

/** Atom (RFC 4287). */
export function readAtom(bytes: Uint8Array, limits: Limits): Listing {
  const root = rootOf(bytes, limits, { mixed: true });
  if (root.name !== 'feed') throw corrupt('it is no feed');
  const title = plainOf(root, 'title');
  return { ...(title && { title }), entries: childrenNamed(root, 'entry').map(entryOfAtom) };
}

function plainOf(node: XmlNode, name: string): string | undefined {
  const child = childrenNamed(node, name)[0];
  return child && plainText(child).trim();
}

/** A title in HTML is shown without its tags. */
function titleOf(node: XmlNode): string | undefined {
  const title = plainOf(node, 'title');
  const isHtml = childrenNamed(node, 'title')[0]?.attributes.get('type') === 'html';
  return isHtml ? decodeReferences(title!.replaceAll(/<[^>]*>/g, '')) : title;
}

function entryOfAtom(node: XmlNode): Entry {
  const links = childrenNamed(node, 'link');
  const hrefOf = (rel: string): string | undefined =>
    links.find(({ attributes }) => (attributes.get('rel') ?? 'alternate') === rel)?.attributes.get('href');
  const authors = childrenNamed(node, 'author').flatMap((author) => plainOf(author, 'name') ?? []);
  return entryOf({
    title: titleOf(node),
    url: hrefOf('alternate'),
    added: timeOfText(plainOf(node, 'published')),
    modified: timeOfText(plainOf(node, 'updated')),
    author: authors.join(', '),
    description: plainOf(node, 'summary'),
    content: plainOf(node, 'content'),
    tags: childrenNamed(node, 'category')
      .flatMap(({ attributes }) => attributes.get('term') ?? [])
      .join(', '),
    id: plainOf(node, 'id'),
    enclosure: hrefOf('enclosure'),
  });
}

export function writeAtom({ title, entries }: Listing): string {
  const written = entries.map((entry) => {
    const [url, enclosure, author, content] = ['url', 'enclosure', 'author', 'content'].map((name) =>
      textIn(entry, name),
    );
    const added = textIn(entry, 'added');
    return element(
      'entry',
      {},
      `\n${lines(
        textElement('title', textIn(entry, 'title') ?? ''),
        textElement('id', textIn(entry, 'id') ?? url ?? ''),
        url !== undefined && element('link', { rel: 'alternate', href: url }),
        enclosure !== undefined && element('link', { rel: 'enclosure', href: enclosure }),
        textElement('updated', textIn(entry, 'modified') ?? added ?? NEVER),
        textElement('published', added),
        author !== undefined && element('author', {}, textElement('name', author)),
        textElement('summary', textIn(entry, 'description')),
        textElement('content', content, { type: content !== undefined && /<\w/.test(content) ? 'html' : 'text' }),
        ...tagsOf(entry).map((term) => element('category', { term })),
      )}`,
    );
  });
  const head = lines(
    textElement('title', title ?? 'Links'),
    textElement('id', 'urn:links'),
    textElement('updated', newest(entries)),
  );
  return `${DECLARATION}${element('feed', { xmlns: 'http://www.w3.org/2005/Atom' }, `\n${head}${lines(...written)}`)}\n`;
}

/** Atom asks for a time where there is none. */
export const NEVER = '1970-01-01T00:00:00Z';

function newest(entries: readonly Entry[]): string {
  return entries.reduce((last, entry) => {
    const time = textIn(entry, 'modified') ?? textIn(entry, 'added') ?? '';
    return time > last ? time : last;
  }, NEVER);
}

/** JSON Feed 1.1. */
export function readJsonFeed(bytes: Uint8Array): Listing {
  const root = jsonOf(bytes);
  if (!isObject(root) || !Array.isArray(root['items'])) throw corrupt('it is no feed');
  const title = stringIn(root['title']);
  return { ...(title && { title }), entries: root['items'].filter(isObject).map(itemOfJson) };
}

function itemOfJson(item: JsonObject): Entry {
  const authors = [...listIn(item['authors']), item['author']].flatMap((author) =>
    isObject(author) ? (stringIn(author['name']) ?? []) : [],
  );
  const attachment = listIn(item['attachments'])[0];
  return entryOf({
    title: stringIn(item['title']),
    url: stringIn(item['url']),
    added: timeOfText(stringIn(item['date_published'])),
    modified: timeOfText(stringIn(item['date_modified'])),
    author: authors.join(', '),
    description: stringIn(item['summary']),
    content: stringIn(item['content_html']) ?? stringIn(item['content_text']),
    tags: listIn(item['tags']).join(', '),
    id: item['id'] === undefined ? undefined : String(item['id']),
    enclosure: isObject(attachment) ? stringIn(attachment['url']) : undefined,
  });
}

export function writeJsonFeed({ title, entries }: Listing): string {
  const items = entries.map((entry) => {
    const [url, content, author, enclosure, tags] = ['url', 'content', 'author', 'enclosure', 'tags'].map((name) =>
      textIn(entry, name),
    );
    return {
      id: textIn(entry, 'id') ?? url ?? '',
      url,
      title: textIn(entry, 'title'),
      summary: textIn(entry, 'description'),
      [content !== undefined && /<\w/.test(content) ? 'content_html' : 'content_text']: content ?? '',
      date_published: textIn(entry, 'added'),
      date_modified: textIn(entry, 'modified'),
      ...(author !== undefined && { authors: [{ name: author }] }),
      ...(tags !== undefined && { tags: tagsOf(entry) }),
      ...(enclosure !== undefined && { attachments: [{ url: enclosure, mime_type: 'application/octet-stream' }] }),
    };
  });
  return `${JSON.stringify({ version: 'https://jsonfeed.org/version/1.1', title: title ?? 'Links', items }, null, 2)}\n`;
}
