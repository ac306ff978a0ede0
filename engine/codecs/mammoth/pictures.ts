import { createHash } from 'node:crypto';
import type { RunContext } from '../../codec.ts';
import { MiB } from '../../limits.ts';

/** The part of mammoth's picture that is used. */
interface WordPicture {
  readonly contentType: string;
  readAsBuffer(): Promise<Uint8Array>;
}

export interface Pictures {
  /** The attributes of the `<img>` for one use of a picture. */
  convert(picture: WordPicture): Promise<{ src: string }>;
  /** Data URIs by the name that `reference` pictures have as their `src`, in order of first use. */
  readonly references: ReadonlyMap<string, string>;
}

/** What browsers show; other types stay in the file with a warning, drawings of Windows are left out. */
const SHOWN_TYPES = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/svg+xml',
  'image/bmp',
  'image/avif',
]);
const WINDOWS_DRAWING = /^image\/(?:x-)?(?:emf|wmf)$/i;
/** Inlined again and again, one logo in every section would make a page of many megabytes: from here on it is left out. */
const MAX_REPEATED_BYTES = 16 * MiB;
/** A picture that cannot be shown: mammoth must get some address, and this one is taken out of the result again. */
export const NO_PICTURE = 'about:blank#no-picture';

/**
 * Keeps a document's pictures in one file: `inline` writes each use as a data URI, `reference` gives each distinct
 * picture a name and writes its data once.
 */
export function createPictures(mode: 'inline' | 'reference', context: RunContext): Pictures {
  const references = new Map<string, string>();
  const namesByHash = new Map<string, string>();
  let repeatedBytes = 0;

  const warnDropped = (message: string, type: string): { src: string } => {
    context.warn({ code: 'picture_dropped', message, details: { type } });
    return { src: NO_PICTURE };
  };

  return {
    references,
    async convert(picture) {
      context.signal.throwIfAborted();
      const type = /^image\/[\w.+-]+$/i.test(picture.contentType ?? '') ? picture.contentType.toLowerCase() : '';
      if (type === '') return warnDropped('A picture of unknown type was left out.', String(picture.contentType));
      if (WINDOWS_DRAWING.test(type))
        return warnDropped('A Windows drawing was left out: browsers cannot show it.', type);
      if (!SHOWN_TYPES.has(type)) {
        context.warn({
          code: 'picture_dropped',
          message: `Most browsers cannot show pictures of type ${type}.`,
          details: { type },
        });
      }
      const bytes = await picture.readAsBuffer();
      const hash = createHash('sha256').update(bytes).digest('hex');
      const known = namesByHash.get(hash);
      if (mode === 'reference' && known !== undefined) return { src: known };
      if (known !== undefined && (repeatedBytes += bytes.byteLength) > MAX_REPEATED_BYTES) {
        return warnDropped('A picture that is repeated very often was left out after its first uses.', type);
      }
      const name = known ?? `picture-${namesByHash.size + 1}`;
      namesByHash.set(hash, name);
      const uri = `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;
      if (mode === 'inline') return { src: uri };
      references.set(name, uri);
      return { src: name };
    },
  };
}
