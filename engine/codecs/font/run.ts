import type { CreateRunner, Step, RunContext } from '../../contract/codec.ts';
import { ConversionError } from '../../contract/errors.ts';
import type { Artifact, BytesArtifact } from '../../contract/artifact.ts';
import { parseCharacterSet } from '../../content/font/character-set.ts';
import { packEot } from '../../content/font/eot.ts';
import { requireFont } from '../../content/font/requirements.ts';
import { readSfnt, writeSfnt, type Sfnt } from '../../content/font/sfnt.ts';
import { writeSvgFont } from '../../content/font/svg-font.ts';
import { subsetTo } from '../../content/font/subset.ts';
import { writeTtx } from '../../content/font/ttx/write.ts';
import { unpackFonts, type PackedFormat } from '../../content/font/unpack.ts';
import { hasWoffExtras, writeWoff } from '../../content/font/woff.ts';
import { packWoff2 } from '../../content/font/woff2.ts';
import { outputNameOf } from '../../formats/output-name.ts';
import { selectedPages } from '../../content/pages/page-selection.ts';
import { withOutlinesFor } from './outlines.ts';

const createRunner: CreateRunner = ({ modules }) => ({
  async convert([input], step, context) {
    const fonts = await chosenFonts(input!, step, context);
    const outputs: BytesArtifact[] = [];
    for (const [index, font] of fonts.entries()) {
      context.signal.throwIfAborted();
      const bytes = await convertFont(font, step, modules['subset']!, context);
      const name = outputNameOf(input!.name, step.to, fonts.length > 1 ? index + 1 : undefined);
      outputs.push({ name, format: step.to, bytes });
    }
    return outputs;
  },
});

export default createRunner;

async function chosenFonts(input: Artifact, { edge, from, options }: Step, context: RunContext): Promise<Sfnt[]> {
  const bytes = context.bytes(input);
  const repaired = new Set<string>();
  const fonts = await unpackFonts(bytes, from as PackedFormat, {
    signal: context.signal,
    warn: (warning) => context.warn(warning),
    onWrongChecksums: (tags) => tags.forEach((tag) => repaired.add(tag)),
  });
  if (repaired.size > 0) {
    context.warn({
      code: 'input_repaired',
      message: `The checksums of ${repaired.size} of the font's tables were wrong; they were computed again. If it came over a network, compare it with its source.`,
      details: { tables: [...repaired] },
    });
  }
  if (from === 'woff' && hasWoffExtras(bytes)) {
    const message =
      "The text about the font that stood beside it in the WOFF file, or its vendor's own data, was left out.";
    context.warn({ code: 'tags_dropped', message });
  }
  if (edge !== 'split' && fonts.length > 1) throw severalFonts(fonts.length);
  return selectedPages(options.pages, fonts.length).map((index) => fonts[index]!);
}

/** WOFF 2 can hold a collection, which hardly anybody writes. */
function severalFonts(count: number): ConversionError {
  return new ConversionError({
    code: 'unsupported_conversion',
    message: `The file holds ${count} fonts at once. Send them as a TrueType collection (TTC), of which each can be taken.`,
    details: { fonts: count },
  });
}

async function convertFont(
  font: Sfnt,
  { to, options }: Step,
  subsetter: WebAssembly.Module,
  context: RunContext,
): Promise<Uint8Array> {
  requireFont(font);
  const part =
    options.subset === undefined
      ? font
      : readSfnt(subsetTo(parseCharacterSet(options.subset), writeSfnt(font), subsetter));
  if (to !== 'svgfont') return pack(withOutlinesFor(to, part, context), to, context);
  if (['GSUB', 'GPOS', 'kern'].some((tag) => part.tables.has(tag))) {
    const message = 'Kerning, ligatures and joined forms were left out: an SVG font has one shape for each character.';
    context.warn({ code: 'feature_dropped', message, details: { dropped: 'layout' } });
  }
  return new TextEncoder().encode(writeSvgFont(writeSfnt(part), context.signal));
}

function pack(font: Sfnt, to: Step['to'], context: RunContext): Uint8Array | Promise<Uint8Array> {
  switch (to) {
    case 'woff':
      return writeWoff(font);
    case 'woff2':
      return packWoff2(writeSfnt(font));
    case 'eot':
      return packEot(font);
    case 'ttx':
      return writeTtx(font, context);
    default:
      return writeSfnt(font);
  }
}
