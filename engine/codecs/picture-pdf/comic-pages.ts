import type { RunContext } from '../../contract/codec.ts';
import { ConversionError } from '../../contract/errors.ts';
import { formatOf } from '../../formats/index.ts';
import type { BytesArtifact } from '../../contract/artifact.ts';
import { openZip } from '../../io/zip.ts';
import { inPageOrder, isPage, imageFormatOf } from '../../content/archive/comic.ts';
import { safeContents } from '../../content/archive/contents.ts';
import { emptyArchive } from '../../content/archive/errors.ts';
import { readTar } from '../../content/archive/tar/reader.ts';
import { readZip } from '../../content/archive/zip/reader.ts';
import { notForPages } from './errors.ts';

/** The images of a comic in the order in which readers show them, as what their content says they are. */
export function* comicPages(bytes: Uint8Array, format: 'cbz' | 'cbt', context: RunContext): Generator<BytesArtifact> {
  const raw = format === 'cbz' ? readZip(openZip(bytes, context.limits)) : readTar(bytes);
  if (!raw) throw notForPages('a tar with sparse files');
  const pages = inPageOrder(safeContents(raw, bytes.byteLength, context)).filter(isPage);
  if (pages.length === 0) throw emptyArchive();
  for (const { path, content } of pages) {
    const page = content();
    yield { name: path, format: formatOfPage(page, path), bytes: page };
  }
}

/** Pages are often called what they once were. */
function formatOfPage(bytes: Uint8Array, path: string): 'jpg' | 'png' | 'tiff' {
  const head = Buffer.from(bytes.subarray(0, 8)).toString('latin1');
  if (head.startsWith('\xff\xd8\xff')) return 'jpg';
  if (head.startsWith('\x89PNG')) return 'png';
  if (head.startsWith('II*\0') || head.startsWith('MM\0*')) return 'tiff';
  const { name } = formatOf(imageFormatOf(path)!);
  throw new ConversionError({
    code: 'unsupported_conversion',
    message: `Pages of this comic are ${name} images, which go into a PDF only when they are converted before: join its pages into a PDF (merge), or send a comic of JPEG and PNG pages.`,
    details: { entry: path },
  });
}
