import { hashHex } from '../../io/hash.ts';
import { base64Of } from '../../io/bytes.ts';
import type { RunContext } from '../../contract/codec.ts';
import { MiB } from '../../contract/limits.ts';

/** What is needed of an image of a document. */
export interface EmbeddedImage {
  readonly mimeType: string;
  readonly read?: () => Promise<Uint8Array> | Uint8Array;
}

export interface Images {
  /** The attributes of the `<img>` for one use of an image. */
  convert(image: EmbeddedImage): Promise<{ src: string }>;
  /** Data URIs by the name that `reference` images have as their `src`, in order of first use. */
  readonly references: ReadonlyMap<string, string>;
  /** Tells the caller which images were left out or may not be shown. */
  report(): void;
}

/** An image that is left out: mammoth must get some address, and this one is taken out of the result again. */
export const NO_IMAGE = 'about:blank#no-picture';

/** What browsers show; images of other types stay in the file with a warning. */
const SHOWN_TYPES = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/svg+xml',
  'image/bmp',
  'image/avif',
]);
const MIME_TYPE = /^image\/[\w.+-]+$/;
/** Drawing instructions of Windows: nothing on the web shows them, so they are left out. */
const WINDOWS_DRAWING = /^image\/(?:x-)?(?:emf|wmf)$/;
/** Bytes of repeated images that are inlined again: one logo in every section would make a page of many megabytes. */
const MAX_REPEATED_BYTES = 16 * MiB;

const TROUBLES = {
  unknown: 'Images of unknown type were left out.',
  drawing: 'Windows drawings were left out: browsers cannot show them.',
  unshown: 'Some images are of a type that most browsers cannot show.',
  repeated: 'An image that is repeated very often was left out after its first uses.',
} as const;

type Trouble = keyof typeof TROUBLES;

/**
 * Keeps a document's images in one file: `inline` writes each use as a data URI, `reference` gives each distinct
 * image a name and writes its data once.
 */
export function createImages(mode: 'inline' | 'reference', context: RunContext): Images {
  const references = new Map<string, string>();
  const namesByHash = new Map<string, string>();
  const troubles = new Map<Trouble, number>();
  let repeatedBytes = 0;
  let images = 0;

  const note = (trouble: Trouble): { src: string } => {
    troubles.set(trouble, (troubles.get(trouble) ?? 0) + 1);
    return { src: NO_IMAGE };
  };

  return {
    references,
    async convert({ mimeType, read }) {
      context.signal.throwIfAborted();
      const type = mimeType.toLowerCase();
      if (!MIME_TYPE.test(type) || read === undefined) {
        images++;
        return note('unknown');
      }
      if (WINDOWS_DRAWING.test(type)) return note('drawing');
      images++;
      if (!SHOWN_TYPES.has(type)) note('unshown');
      const bytes = await read();
      const hash = hashHex('sha256', bytes);
      const known = namesByHash.get(hash);
      if (mode === 'reference' && known !== undefined) return { src: known };
      if (known !== undefined) repeatedBytes += bytes.byteLength;
      if (repeatedBytes > MAX_REPEATED_BYTES && known !== undefined) return note('repeated');
      const name = known ?? `picture-${namesByHash.size + 1}`;
      namesByHash.set(hash, name);
      const uri = `data:${type};base64,${base64Of(bytes)}`;
      if (mode === 'inline') return { src: uri };
      references.set(name, uri);
      return { src: name };
    },
    report() {
      for (const [trouble, count] of troubles) {
        // What is left of the images is no longer what the document had.
        const lost = trouble === 'unknown' && count * 2 > images ? { lost: ['figures'] as const } : {};
        context.warn({ code: 'picture_dropped', message: TROUBLES[trouble], ...lost, details: { count } });
      }
    },
  };
}
