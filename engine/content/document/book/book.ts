import type { RunContext } from '../../../contract/codec.ts';

/** A book between its formats: chapters as clean XHTML, what it says of itself, its contents and its images. */
export interface Book {
  readonly metadata: BookMetadata;
  /** In reading order; at least one. */
  readonly chapters: readonly Chapter[];
  readonly contents: readonly ContentsEntry[];
  /** By the name that chapters use as `src`, in the order of their first use. */
  readonly images: ReadonlyMap<string, BookImage>;
  /** Name of the image that is its cover. */
  readonly cover?: string;
  /** Names of the drawings with words in them, which stood in the text: their words are their alternative text. */
  readonly drawings: ReadonlySet<string>;
}

export interface BookMetadata {
  readonly title?: string;
  readonly authors: readonly string[];
  /** BCP 47. */
  readonly language?: string;
  readonly identifier?: string;
  readonly publisher?: string;
  /** As the book writes it. */
  readonly date?: string;
  readonly description?: string;
  readonly subjects: readonly string[];
  readonly rights?: string;
}

export interface Chapter {
  readonly title?: string;
  /**
   * The content of a `body`: well-formed XHTML of known elements. Identifiers are unique in the whole book and lead with
   * `c<number of the chapter>-`; inner links are `#<identifier>`, or `#c<number>` for the beginning of a chapter.
   */
  readonly body: string;
}

export interface ContentsEntry {
  readonly title: string;
  /** Identifier of its place, as in inner links without `#`; absent for a mere group. */
  readonly target?: string;
  readonly children: readonly ContentsEntry[];
}

export interface BookImage {
  readonly bytes: Uint8Array;
  /** MIME type. */
  readonly type: string;
}

/** Anchor of the beginning of a chapter, which are counted from 1. */
export function chapterAnchor(number: number): string {
  return `c${number}`;
}

/** Number of the chapter that an identifier is in. */
export function chapterOfAnchor(anchor: string): number {
  return Number(/^c(\d+)/.exec(anchor)?.[1] ?? 0);
}

/** The chapters' content with drawings that have words back in the text, for formats whose readers show SVG there. */
export function withDrawings(body: string, { drawings, images }: Book): string {
  if (drawings.size === 0) return body;
  return body.replace(/<img src="([^"]+)"[^>]*\/>/g, (tag, name: string) =>
    drawings.has(name) ? new TextDecoder().decode(images.get(name)!.bytes) : tag,
  );
}

/** Whether one of the first pages of a book shows its cover. */
export function isCoverShown({ cover, chapters }: Book): boolean {
  return chapters.slice(0, 3).some(({ body }) => body.includes(`<img src="${cover}"`));
}

/** Every entry with its depth from 0, parents before their children. */
export function* flatContents(
  entries: readonly ContentsEntry[],
  depth = 0,
): Generator<{ readonly entry: ContentsEntry; readonly depth: number }> {
  for (const entry of entries) {
    yield { entry, depth };
    yield* flatContents(entry.children, depth + 1);
  }
}

/** Tells the caller what of a book its reader had to leave out. */
export class BookLosses {
  readonly #counts = new Map<'picture_dropped' | 'link_dropped', number>();

  add(code: 'picture_dropped' | 'link_dropped'): void {
    this.#counts.set(code, (this.#counts.get(code) ?? 0) + 1);
  }

  /** `shown` is the number of images that are there. */
  report({ warn }: Pick<RunContext, 'warn'>, shown: number): void {
    for (const [code, count] of this.#counts) {
      const isMost = code === 'picture_dropped' && count > shown;
      warn({ code, message: LOSS_MESSAGES[code], details: { count }, ...(isMost && { lost: ['figures'] }) });
    }
  }
}

export const LOSS_MESSAGES = {
  picture_dropped: 'Images that are not in the file, or of a type that books do not have, were left out.',
  link_dropped: 'Links to places that are not in the book were removed; their text is still there.',
} as const;
