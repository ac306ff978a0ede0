import type { CreateRunner, Step, RunContext } from '../../contract/codec.ts';
import type { Artifact } from '../../contract/artifact.ts';
import { comicPages } from './comic-pages.ts';
import { mergedNameOf } from '../../formats/output-name.ts';
import { selectedPages } from '../../content/pages/page-selection.ts';
import { ImagePdf, type ImagePage } from '../../content/pages/image-pdf.ts';
import { readTiffDirectories } from '../../content/raster/tiff/directories.ts';
import { errorOfReading, notForPages, type Reading } from './errors.ts';
import { jpegPage } from './jpeg-page.ts';
import { pngPage } from './png-page.ts';
import { tiffPage } from './tiff-page.ts';

const createRunner: CreateRunner = () => ({
  async convert(inputs, step, context) {
    const output = context.create(mergedNameOf(inputs, 'pdf'), 'pdf');
    const { pageSize, dpi, background } = step.options;
    const paper = pageSize === 'picture' ? undefined : pageSize;
    const pdf = new ImagePdf((bytes) => output.write(bytes, output.size), { paper, dpi, background });
    for (const [index, input] of inputs.entries()) {
      try {
        for await (const page of pagesOf(input, step, context)) pdf.add(page);
      } catch (error) {
        throw errorOfReading(error, input.name);
      }
      context.progress((index + 1) / inputs.length);
    }
    pdf.finish();
    return [output.finish()];
  },
});

export default createRunner;

async function* pagesOf(input: Artifact, step: Step, context: RunContext): AsyncGenerator<ImagePage> {
  const { options } = step;
  const bytes = context.bytes(input);
  const { limits, signal } = context;
  const reading: Reading = { limits, signal };
  signal.throwIfAborted();
  switch (input.format) {
    case 'jpg':
      yield jpegPage(bytes, reading, options);
      return;
    case 'png':
      yield await pngPage(bytes, reading);
      return;
    case 'cbz':
    case 'cbt':
      for (const page of comicPages(bytes, input.format, context)) yield* pagesOf(page, step, context);
      return;
    default: {
      const directories = readTiffDirectories(bytes);
      if (directories.length === 0) throw notForPages('a TIFF of more than 4 GiB by its structure (BigTIFF)');
      for (const page of selectedPages(options.pages, directories.length)) {
        signal.throwIfAborted();
        yield await tiffPage(bytes, directories[page]!, reading);
      }
    }
  }
}
