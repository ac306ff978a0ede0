import { Parser } from 'htmlparser2';
import type { Limits } from '../../../contract/limits.ts';
import { createValueBudget } from '../failures.ts';
import { entryOf, textIn, type Entry, type Listing } from '../model.ts';
import { textOfFile, xmlText } from '../text.ts';
import { escapeXmlAttribute } from '../../../io/xml.ts';
import { folderOf, inFolders, isFolder, secondsOf, timeOfSeconds, type Folder } from './folders.ts';

/** Bookmarks as all browsers export them: lists of definitions whose terms are links, or the names of lists that follow. */
export function readNetscapeBookmarks(bytes: Uint8Array, limits: Limits): Listing {
  const reader = new BookmarkReader(limits);
  const parser = new Parser(
    {
      onopentag: (name, attributes) => reader.open(name, attributes),
      ontext: (text) => reader.text(text),
      onclosetag: (name) => reader.close(name),
    },
    { decodeEntities: true },
  );
  parser.end(textOfFile(bytes));
  reader.endEntry();
  return { ...(reader.title && { title: reader.title.trim() }), entries: reader.entries };
}

class BookmarkReader {
  readonly entries: Entry[] = [];
  title = '';
  readonly #budget;
  readonly #limits: Limits;
  readonly #folders: string[] = [];
  #heading: string | undefined;
  #current:
    | { url: string; added?: string | undefined; tags?: string | undefined; title: string; note: string }
    | undefined;
  #into: 'title' | 'heading' | 'link' | 'note' | undefined;

  constructor(limits: Limits) {
    this.#limits = limits;
    this.#budget = createValueBudget(limits);
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === 'title') this.#into = 'title';
    else if (name === 'h3' || name === 'dt' || name === 'dl') this.#openPart(name);
    else if (name === 'dd') this.#into = this.#current ? 'note' : undefined;
    else if (name === 'a' && this.#into !== 'note') {
      this.endEntry();
      this.#budget.take(1);
      const added = timeOfSeconds(Number(attributes['add_date']));
      this.#current = { url: attributes['href'] ?? '', added, tags: attributes['tags'], title: '', note: '' };
      this.#into = 'link';
    }
  }

  #openPart(name: string): void {
    this.endEntry();
    if (name === 'h3') [this.#heading, this.#into] = ['', 'heading'];
    else if (name === 'dl' && this.#folders.length < this.#limits.nesting) {
      this.#folders.push(this.#heading ?? '');
      this.#heading = undefined;
    }
  }

  text(text: string): void {
    if (this.#into === 'title') this.title += text;
    else if (this.#into === 'heading') this.#heading += text;
    else if (this.#current && this.#into === 'link') this.#current.title += text;
    else if (this.#current && this.#into === 'note') this.#current.note += text;
  }

  close(name: string): void {
    if (name === 'dl') {
      this.endEntry();
      this.#folders.pop();
    } else if (['a', 'h3', 'title', 'dd'].includes(name)) this.#into = undefined;
  }

  endEntry(): void {
    const entry = this.#current;
    [this.#current, this.#into] = [undefined, undefined];
    if (!entry) return;
    const folder = folderOf(this.#folders.filter((name) => name !== ''));
    const { url, added, tags, title, note } = entry;
    this.entries.push(entryOf({ title: title.trim(), url, folder, added, description: note.trim(), tags }));
  }
}

export function writeNetscapeBookmarks({ title = 'Bookmarks', entries }: Listing): string {
  return [
    '<!DOCTYPE NETSCAPE-Bookmark-file-1>',
    '<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">',
    `<TITLE>${xmlText(title)}</TITLE>`,
    `<H1>${xmlText(title)}</H1>`,
    ...listOf(inFolders(entries), ''),
    '',
  ].join('\n');
}

function listOf(folder: Folder, indent: string): string[] {
  const inner = `${indent}    `;
  return [
    `${indent}<DL><p>`,
    ...folder.inside.flatMap((item) =>
      isFolder(item)
        ? [`${inner}<DT><H3>${xmlText(item.name)}</H3>`, ...listOf(item, inner)]
        : linesOfLink(item, inner),
    ),
    `${indent}</DL><p>`,
  ];
}

function linesOfLink(entry: Entry, indent: string): string[] {
  const added = secondsOf(entry, 'added');
  const tags = textIn(entry, 'tags');
  const attributes = [
    ` HREF="${escapeXmlAttribute(textIn(entry, 'url') ?? '')}"`,
    added === undefined ? '' : ` ADD_DATE="${added}"`,
    tags === undefined ? '' : ` TAGS="${escapeXmlAttribute(tags)}"`,
  ].join('');
  const note = textIn(entry, 'description');
  return [
    `${indent}<DT><A${attributes}>${xmlText(textIn(entry, 'title') ?? '')}</A>`,
    ...(note === undefined ? [] : [`${indent}<DD>${xmlText(note)}`]),
  ];
}
