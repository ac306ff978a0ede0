import type { Archive } from './archive.ts';
import type { Message } from './message.ts';
import type { Content, Place } from '../text-content.ts';

/** Numbers of the kinds of objects that are looked at. */
const TEXT = 2001;
const LINK = 2032;
const TABLE = 6000;
const TABLE_MODEL = 6001;
const STRINGS = 6005;
const IMAGE = 3005;
const HEADERS = 10143;
const PAGES_DOCUMENT = 10000;
const SLIDE = 5;
const SLIDE_NODE = 4;
const NOTES = 15;
/** Fields in which texts say what belongs to them: attachments, links, notes. */
const NOTE_TABLE = 16;
const REFERENCES = { body: 4, boxText: 2, notes: 1 } as const;
const MAX_DEPTH = 24;
/** Marks for objects, notes, and ends of pages, columns and sections. */
// oxlint-disable-next-line no-control-regex -- the program writes these marks into its texts
const MARKS = /[\ufffc\u000e]/g;
// oxlint-disable-next-line no-control-regex -- the program writes these marks into its texts
const ENDS = /[\u2028\u2029\u0004\u0005\u000c]/g;

/**
 * Gathers the text of documents since 2013 by following references from the first object on, whatever the objects mean
 * that hold them: what a converter that knows them must have found as well.
 */
export class ArchiveText {
  readonly #archive: Archive;
  readonly #content: Content;
  readonly #seen = new Set<number>();

  constructor(archive: Archive, content: Content) {
    this.#archive = archive;
    this.#content = content;
  }

  /** The body in order, then what it holds, its headers and boxes. */
  readPages(): void {
    const document = this.#archive.message(1, PAGES_DOCUMENT);
    const body = document?.reference(REFERENCES.body);
    this.#readText(body, 'body', 0);
    for (const { message } of this.#archive.ofType(HEADERS)) {
      for (const id of [...message.references(1), ...message.references(2)]) this.#readText(id, 'margin', 0);
    }
    for (const group of this.#archive.message(document?.reference(3), 10010)?.messages(1) ?? []) {
      for (const field of [2, 3, 4]) {
        for (const entry of group.messages(field)) this.#follow(entry.uint(1) ?? entry.reference(1), 'aside', 0);
      }
    }
  }

  /** Slide by slide, in the order of the outline. */
  readSlides(): void {
    const show = this.#archive.message(this.#archive.get(1)?.message.reference(2), 2);
    const roots = [...(show?.message(3)?.references(1) ?? []), ...(show?.message(3)?.references(2) ?? [])];
    for (const root of roots) this.#readNode(root, 0);
  }

  #readNode(id: number, depth: number): void {
    const node = this.#archive.message(id, SLIDE_NODE);
    if (!node || depth > MAX_DEPTH || this.#seen.has(id)) return;
    this.#seen.add(id);
    const slide = this.#archive.message(node.reference(2), SLIDE);
    const isHidden = node.flag(4) ?? false;
    if (slide) {
      if (!isHidden) this.#content.startPage();
      const place = isHidden ? 'unshown' : 'body';
      for (const field of [5, 6, 30]) this.#follow(slide.reference(field), place, 0);
      for (const drawable of slide.references(7)) this.#follow(drawable, place, 0);
      this.#readText(this.#archive.message(slide.reference(27), NOTES)?.reference(REFERENCES.notes), 'unshown', 0);
    }
    for (const child of node.references(1)) this.#readNode(child, depth + 1);
  }

  #readText(id: number | undefined, place: Place, depth: number): void {
    const text = this.#archive.message(id, TEXT);
    if (!text || this.#seen.has(id!)) return;
    this.#seen.add(id!);
    const string = text.texts(3).join('');
    this.#content.append(`${string.replaceAll(MARKS, '').replaceAll(ENDS, '\n')}\n`, place);
    for (const entry of text.message(11)?.messages(1) ?? []) {
      const link = this.#archive.message(entry.reference(2), LINK);
      if (/^(?:https?|mailto|ftp):/i.test(link?.text(2) ?? '')) this.#content.links++;
    }
    for (const field of [9, NOTE_TABLE]) {
      for (const entry of text.message(field)?.messages(1) ?? []) this.#follow(entry.reference(2), 'aside', depth + 1);
    }
  }

  /** Reads whatever an object leads to, but not what it belongs to or what it looks like. */
  #follow(id: number | undefined, place: Place, depth: number): void {
    const object = this.#archive.get(id);
    if (!object || depth > MAX_DEPTH || this.#seen.has(object.id)) return;
    const { type, message } = object;
    if (type === TEXT) return this.#readText(object.id, place, depth);
    this.#seen.add(object.id);
    if (type === TABLE) return this.#readTable(message.reference(2), place, depth);
    if (type === IMAGE) {
      this.#content.figures++;
      return;
    }
    // Notes, boxes, placeholders, attachments and groups name their text or their members in one of their first fields.
    for (const child of [...message.references(1), ...message.references(2)]) this.#follow(child, place, depth + 1);
    const inner = message.message(1);
    if (isMessage(inner)) this.#follow(inner.reference(2), place, depth + 1);
  }

  #readTable(id: number | undefined, place: Place, depth: number): void {
    const store = this.#archive.message(id, TABLE_MODEL)?.message(4);
    if (!store) return;
    this.#content.tables++;
    for (const entry of this.#archive.message(store.reference(4), STRINGS)?.messages(3) ?? []) {
      this.#content.append(`${entry.text(3) ?? ''}\n`, place === 'body' ? 'body' : 'aside');
    }
    for (const entry of this.#archive.message(store.reference(17), STRINGS)?.messages(3) ?? []) {
      const text = this.#archive.get(entry.reference(9));
      this.#readText(text?.type === TEXT ? text.id : text?.message.reference(1), place, depth + 1);
    }
  }
}

function isMessage(message: Message | undefined): message is Message {
  return message !== undefined;
}
