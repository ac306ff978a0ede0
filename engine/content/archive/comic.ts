import type { RunContext } from '../../contract/codec.ts';
import type { Artifact } from '../../contract/artifact.ts';
import { formatOf, formatOfFileName, type FormatId } from '../../formats/index.ts';
import { NATURAL_ORDER } from './entry-names.ts';
import type { ArchiveEntry } from './model.ts';

const COMICS = ['cbz', 'cbt', 'cb7', 'cbr'] as const satisfies FormatId[];

/** What macOS and Windows put beside the files. */
export const HIDDEN = /^__MACOSX\/|(^|\/)(\.[^/]*|Thumbs\.db|desktop\.ini)$/i;

const IMAGES: readonly FormatId[] = ['jpg', 'png', 'webp', 'gif', 'avif', 'jxl', 'bmp', 'tiff', 'heic'];

export function isComic(format: FormatId): boolean {
  return (COMICS as readonly FormatId[]).includes(format);
}

/** Whether readers of comics show it. */
export function isPage({ path, kind }: Pick<ArchiveEntry, 'path' | 'kind'>): boolean {
  const format = imageFormatOf(path);
  return kind === 'file' && format !== undefined && !HIDDEN.test(path);
}

export function imageFormatOf(path: string): FormatId | undefined {
  const format = formatOfFileName(path);
  return format && IMAGES.includes(format) ? format : undefined;
}

/** Readers show pages in the order of their names, numbers as numbers; some show them as they lie in the file. */
export function inPageOrder(entries: readonly ArchiveEntry[]): ArchiveEntry[] {
  return [...entries].sort((a, b) => NATURAL_ORDER.compare(a.path, b.path));
}

/** Images as the pages of a comic, byte for byte, named after their place. */
export function boundPages(images: readonly Artifact[], context: Pick<RunContext, 'bytes'>): ArchiveEntry[] {
  const digits = Math.max(3, String(images.length).length);
  return images.map((image, index) => {
    const bytes = context.bytes(image);
    const path = `${String(index + 1).padStart(digits, '0')}.${formatOf(image.format).extensions[0]}`;
    return { path, kind: 'file', sizeBytes: bytes.byteLength, content: () => bytes };
  });
}
