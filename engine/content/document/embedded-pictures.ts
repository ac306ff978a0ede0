import { hashHex } from '../../io/hash.ts';
import { base64Of } from '../../io/bytes.ts';
import type { RunContext } from '../../contract/codec.ts';
import { MiB } from '../../contract/limits.ts';

/** What is needed of a picture of a document. */
export interface EmbeddedPicture {
  readonly mimeType: string;
  readonly read?: () => Promise<Uint8Array> | Uint8Array;
}

export interface Pictures {
  /** The attributes of the `<img>` for one use of a picture. */
  convert(picture: EmbeddedPicture): Promise<{ src: string }>;
  /** Data URIs by the name that `reference` pictures have as their `src`, in order of first use. */
  readonly references: ReadonlyMap<string, string>;
  /** Tells the caller which pictures were left out or may not be shown. */
  report(): void;
}

/** A picture that is left out: mammoth must get some address, and this one is taken out of the result again. */
export const NO_PICTURE = 'about:blank#no-picture';

/** What browsers show; pictures of other types stay in the file with a warning. */
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
/** Bytes of repeated pictures that are inlined again: one logo in every section would make a page of many megabytes. */
const MAX_REPEATED_BYTES = 16 * MiB;

const TROUBLES = {
  unknown: 'Pictures of unknown type were left out.',
  drawing: 'Windows drawings were left out: browsers cannot show them.',
  unshown: 'Some pictures are of a type that most browsers cannot show.',
  repeated: 'A picture that is repeated very often was left out after its first uses.',
} as const;

type Trouble = keyof typeof TROUBLES;

/**
 * Keeps a document's pictures in one file: `inline` writes each use as a data URI, `reference` gives each distinct
 * picture a name and writes its data once.
 */
export function createPictures(mode: 'inline' | 'reference', context: RunContext): Pictures {
  const references = new Map<string, string>();
  const namesByHash = new Map<string, string>();
  const troubles = new Map<Trouble, number>();
  let repeatedBytes = 0;
  let pictures = 0;

  const note = (trouble: Trouble): { src: string } => {
    troubles.set(trouble, (troubles.get(trouble) ?? 0) + 1);
    return { src: NO_PICTURE };
  };

  return {
    references,
    async convert({ mimeType, read }) {
      context.signal.throwIfAborted();
      const type = mimeType.toLowerCase();
      if (!MIME_TYPE.test(type) || read === undefined) {
        pictures++;
        return note('unknown');
      }
      if (WINDOWS_DRAWING.test(type)) return note('drawing');
      pictures++;
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
        // What is left of the pictures is no longer what the document had.
        const lost = trouble === 'unknown' && count * 2 > pictures ? { lost: ['figures'] as const } : {};
        context.warn({ code: 'picture_dropped', message: TROUBLES[trouble], ...lost, details: { count } });
      }
    },
  };
}
