import type { RunContext } from '../../contract/codec.ts';
import { ConversionError } from '../../contract/errors.ts';
import type { Typesetter, TypstDocument } from './compiler.ts';
import { fontsFor } from './fonts.ts';
import { stringOf } from './markup.ts';

/** One transparent pixel. */
const BLANK = new Uint8Array(
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
    'base64',
  ),
);

const BLANK_NAME = 'no-picture.png';

/** Sets a text with its images: those that are damaged or not there leave an empty place, as browsers do it. */
export async function typesetWithImages(
  typesetter: Typesetter,
  document: TypstDocument,
  context: RunContext,
): Promise<Uint8Array> {
  const fonts = fontsFor(document.source, context);
  const companions = new Map([...document.companions, [BLANK_NAME, BLANK]]);
  let { source } = document;
  const dropped = new Set<string>();
  for (;;) {
    context.signal.throwIfAborted();
    try {
      const pdf = await typesetter.typeset({ ...document, source, companions }, fonts);
      if (dropped.size > 0) warnOf(dropped.size, context);
      return pdf;
    } catch (error) {
      const damaged = imagesOf(error).filter((name) => !dropped.has(name));
      if (damaged.length === 0) throw error;
      for (const name of damaged) {
        dropped.add(name);
        companions.set(name, BLANK);
        // The compiler goes by the extension: the blank one is no JPEG.
        source = source.replaceAll(`image(${stringOf(name)}`, `image(${stringOf(BLANK_NAME)}`);
      }
    }
  }
}

function imagesOf(error: unknown): readonly string[] {
  const images = error instanceof ConversionError ? error.details['pictures'] : undefined;
  return Array.isArray(images) ? images : [];
}

function warnOf(count: number, { warn }: RunContext): void {
  warn({
    code: 'picture_dropped',
    message: `${count} images are damaged or not there, and are not in the result.`,
    lost: ['figures'],
    details: { pictures: count },
  });
}
