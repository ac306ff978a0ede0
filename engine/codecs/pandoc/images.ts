import { extname } from 'node:path';
import type { FormatId } from '../../formats/index.ts';
import { IMAGES_PREFIX, type ImageMode } from './filter.ts';

/** Images that a text refers to, by the name that it has for them. */
type Images = ReadonlyMap<string, Uint8Array>;

/** What becomes of the images of a document. */
interface ImageTreatment {
  /** Absent when the target has no images. */
  readonly mode?: ImageMode;
  /** The result with its images in it, or beside it. */
  place(output: Uint8Array, files: ReadonlyMap<string, Uint8Array>): Placed;
}

interface Placed {
  readonly bytes: Uint8Array;
  readonly companions?: Images;
}

/** Targets that pandoc writes with the images inside. */
const PACKED: ReadonlySet<FormatId> = new Set(['docx', 'odt', 'epub', 'rtf', 'fb2', 'ipynb', 'pptx']);
/** Targets without images. */
const WORDS: ReadonlySet<FormatId> = new Set(['txt', 'man', 'ms', 'opml']);
/** Targets whose images are data in the text. */
const INLINE: ReadonlySet<FormatId> = new Set(['html', 'icml']);

export function imagesOf(to: FormatId, stem: string): ImageTreatment {
  if (WORDS.has(to)) return { place: (bytes) => ({ bytes }) };
  if (PACKED.has(to)) return { mode: 'packed', place: (bytes) => ({ bytes }) };
  if (INLINE.has(to)) return { mode: 'data', place: (bytes) => ({ bytes }) };
  return {
    mode: { prefix: prefixOf(stem) },
    place(bytes, files) {
      const images = imagesIn(files);
      if (to !== 'md') return { bytes, companions: images };
      if (images.size === 0) return { bytes };
      return { bytes: new TextEncoder().encode(embedInMarkdown(new TextDecoder().decode(bytes), images)) };
    },
  };
}

/** Every markup takes letters, digits and hyphens in names. */
function prefixOf(stem: string): string {
  const plain = stem
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60);
  return plain === '' ? 'picture-' : `${plain}-picture-`;
}

function imagesIn(files: ReadonlyMap<string, Uint8Array>): Images {
  return new Map(
    [...files]
      .filter(([name]) => name.startsWith(IMAGES_PREFIX))
      .map(([name, bytes]) => [name.slice(IMAGES_PREFIX.length), bytes]),
  );
}

const MIME_TYPES: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.gif': 'image/gif',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
  '.bmp': 'image/bmp',
  '.tiff': 'image/tiff',
};

function dataUri(name: string, bytes: Uint8Array): string {
  const type = MIME_TYPES[extname(name)] ?? 'application/octet-stream';
  return `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;
}

/** Puts images into the HTML that is in a text. */
function embedInHtml(html: string, images: Images): string {
  return html.replace(/(?<=\bsrc=")[\w-]+\.\w+(?=")/g, (name) => {
    const bytes = images.get(name);
    return bytes ? dataUri(name, bytes) : name;
  });
}

/** Puts images at the end of a Markdown text, and names them where they are shown. */
function embedInMarkdown(text: string, images: Images): string {
  const used = new Set<string>();
  const shown = text.replace(/\]\(([\w-]+\.\w+)(?: "[^"]*")?\)/g, (whole, name: string) => {
    if (!images.has(name)) return whole;
    used.add(name);
    return `][${name}]`;
  });
  const definitions = [...used].map((name) => `[${name}]: ${dataUri(name, images.get(name)!)}\n`);
  const body = embedInHtml(shown, images).trimEnd();
  return definitions.length > 0 ? `${body}\n\n${definitions.join('')}` : `${body}\n`;
}
