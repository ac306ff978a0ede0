import { hashHex } from '../../../io/hash.ts';
import { bytesOfBase64 } from '../../../io/bytes.ts';
import { ConversionError } from '../../../contract/errors.ts';
import type { Limits } from '../../../contract/limits.ts';
import { expandedBytes } from '../../drawing/source.ts';
import { cleanSvg } from './clean-svg.ts';
import { cleanXhtml, LINK_MARK } from './clean-xhtml.ts';
import {
  BookLosses,
  chapterAnchor,
  type Book,
  type BookMetadata,
  type BookImage,
  type Chapter,
  type ContentsEntry,
} from './book.ts';
import { imageExtension, imageTypeOf } from './image-type.ts';
import { SimpleStyles } from './simple-styles.ts';

/** Where a file of a book finds what it refers to: each is a name within the package. */
export interface ChapterSource {
  /** Its own name in the package; other chapters link to it by that. */
  readonly name: string;
  readonly html: string;
  /** Name in the package that an address within this chapter means, without its fragment. */
  readonly resolve: (address: string) => string;
  /** Style sheets that it uses, beside those in it. */
  readonly styleSheets?: readonly string[];
}

/** An entry of the contents by what the package calls its place: `name` or `name#id`. */
export interface PlacedEntry {
  readonly title: string;
  readonly place?: string;
  readonly children: readonly PlacedEntry[];
}

/** Gathers chapters and images into a book whose identifiers are unique and whose links lead somewhere. */
export class BookBuilder {
  readonly losses = new BookLosses();
  readonly #limits: Limits;
  readonly #readImage: (name: string) => Uint8Array | undefined;
  readonly #chapters: Chapter[] = [];
  /** Anchors by `name#id`, and those of chapters by `name`. */
  readonly #anchors = new Map<string, string>();
  readonly #images = new Map<string, BookImage>();
  readonly #drawings = new Set<string>();
  readonly #namesBySource = new Map<string, string | undefined>();
  readonly #namesByHash = new Map<string, string>();

  constructor(readImage: (name: string) => Uint8Array | undefined, limits: Limits) {
    this.#readImage = readImage;
    this.#limits = limits;
  }

  addChapter({ name, html, resolve, styleSheets = [] }: ChapterSource): void {
    const number = this.#chapters.length + 1;
    const { body, title, ids } = cleanXhtml(html, {
      prefix: `${chapterAnchor(number)}-`,
      maxDepth: this.#limits.nesting,
      styles: new SimpleStyles(styleSheets),
      placeOf: (address) => placeOf(address, name, resolve),
      imageOf: (address) => this.#imageOf(address, resolve),
      drawingOf: (svg, words) => this.#addDrawing(svg, words),
    });
    if (!this.#anchors.has(name)) this.#anchors.set(name, chapterAnchor(number));
    for (const [id, anchor] of ids) this.#anchors.set(`${name}#${id}`, anchor);
    this.#chapters.push({ body, ...(title === undefined ? {} : { title }) });
  }

  /** Adds an image by its bytes; returns the name that it has in the book. The same bytes are held once. */
  addImage(found: Uint8Array): string | undefined {
    const bytes = this.#expanded(found);
    const type = imageTypeOf(bytes);
    if (type === undefined) return undefined;
    const content = type === 'image/svg+xml' ? cleanSvg(bytes) : bytes;
    const hash = hashHex('sha256', content);
    const known = this.#namesByHash.get(hash);
    if (known !== undefined) return known;
    const name = `picture-${this.#images.size + 1}.${imageExtension(type)}`;
    this.#namesByHash.set(hash, name);
    this.#images.set(name, { bytes: content, type });
    return name;
  }

  /** A drawing that is packed by gzip (SVGZ) as it is unpacked; one that is damaged is no image. */
  #expanded(bytes: Uint8Array): Uint8Array {
    if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
    try {
      return expandedBytes(bytes, this.#limits);
    } catch (error) {
      if (!(error instanceof ConversionError)) throw error;
      return bytes;
    }
  }

  #addDrawing(svg: string, words: string): string | undefined {
    const name = this.addImage(new TextEncoder().encode(svg));
    if (name !== undefined && words !== '') this.#drawings.add(name);
    return name;
  }

  /** The image of the package that is called so. */
  imageNamed(name: string): string | undefined {
    if (this.#namesBySource.has(name)) return this.#namesBySource.get(name);
    const bytes = this.#readImage(name);
    const added = bytes && this.addImage(bytes);
    this.#namesBySource.set(name, added);
    return added;
  }

  finish(metadata: BookMetadata, contents: readonly PlacedEntry[], cover: string | undefined): Book {
    const chapters = this.#chapters.map(({ body, ...rest }) => ({ ...rest, body: this.#resolveLinks(body) }));
    const hasContent =
      this.#images.size > 0 || chapters.some(({ body }) => /[^\s<>]/.test(body.replace(/<[^>]*>/g, '')));
    if (!hasContent) {
      throw new ConversionError({ code: 'input_corrupt', message: 'The book has neither text nor images.' });
    }
    const entries = this.#resolveEntries(contents);
    return {
      metadata,
      chapters,
      contents: entries.length > 0 ? entries : contentsOfTitles(chapters),
      images: this.#images,
      drawings: this.#drawings,
      ...(cover === undefined ? {} : { cover }),
    };
  }

  #imageOf(address: string, resolve: (address: string) => string): string | undefined {
    const data = /^data:image\/[\w.+-]+;base64,(.*)$/is.exec(address.trim());
    const isElsewhere = !data && /^[a-z][a-z\d+.-]*:/i.test(address) && !address.startsWith('kindle:');
    const name = data
      ? this.addImage(bytesOfBase64(data[1]!))
      : isElsewhere
        ? undefined
        : this.imageNamed(resolve(address));
    if (name === undefined) this.losses.add('picture_dropped');
    return name;
  }

  /** A place that is not there is the beginning of its chapter; where there is no such chapter, the link is none. */
  #anchorAt(place: string): string | undefined {
    return this.#anchors.get(place) ?? this.#anchors.get(place.replace(/#.*$/s, ''));
  }

  #resolveLinks(body: string): string {
    return body.replace(LINK_MARK, (_, place: string) => {
      const anchor = this.#anchorAt(decodeMark(place));
      if (anchor === undefined) this.losses.add('link_dropped');
      return anchor === undefined ? '' : ` href="#${anchor}"`;
    });
  }

  #resolveEntries(entries: readonly PlacedEntry[]): ContentsEntry[] {
    return entries.flatMap(({ title, place, children }) => {
      const target = place === undefined ? undefined : this.#anchorAt(place);
      const inner = this.#resolveEntries(children);
      const text = title.replace(/\s+/g, ' ').trim();
      if (target === undefined || text === '')
        return inner.length === 0 || text === '' ? inner : [{ title: text, children: inner }];
      return [{ title: text, target, children: inner }];
    });
  }
}

function placeOf(address: string, name: string, resolve: (address: string) => string): string {
  const hash = address.indexOf('#');
  const path = hash < 0 ? address : address.slice(0, hash);
  const fragment = hash < 0 ? '' : address.slice(hash);
  return (path === '' ? name : resolve(path)) + decodeFragment(fragment);
}

function decodeFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch (error) {
    if (!(error instanceof URIError)) throw error;
    return fragment;
  }
}

function decodeMark(place: string): string {
  return place.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}

/** A book without a list of contents is listed by the titles of its chapters. */
function contentsOfTitles(chapters: readonly Chapter[]): ContentsEntry[] {
  return chapters.flatMap(({ title }, index) =>
    title === undefined ? [] : [{ title, target: chapterAnchor(index + 1), children: [] }],
  );
}
