import { Buffer as Run, shape } from 'harfbuzzjs';
import type { CreateRunner, InspectRequest, RunContext } from '../../contract/codec.ts';
import type { Artifact } from '../../contract/artifact.ts';
import { requireFont } from '../../content/font/requirements.ts';
import { damaged } from '../../content/font/sfnt.ts';
import { readSvgFont } from '../../content/font/svg-font.ts';
import { unpackFonts, type PackedFormat } from '../../content/font/unpack.ts';
import type { Facts } from '../../contract/facts.ts';
import type { FontFacts } from '../../contract/font-facts.ts';
import { fontFacts, svgFontFacts, type MeasureText } from '../../content/font/inspect.ts';

const createRunner: CreateRunner = () => ({ inspect: inspectFonts });

export default createRunner;

async function inspectFonts(artifact: Artifact, request: InspectRequest, context: RunContext): Promise<Facts> {
  const bytes = context.bytes(artifact);
  const isDrawn = request.effort !== 'probe';
  const fonts =
    artifact.format === 'svgfont' ? [svgFontFacts(readSvgFont(bytes))] : await inspect(artifact, isDrawn, context);
  return {
    format: artifact.format,
    sizeBytes: bytes.byteLength,
    reader: 'font-reader',
    depth: isDrawn ? 'content' : 'structure',
    features: [
      'glyphs',
      ...(fonts.length > 1 ? (['pages'] as const) : []),
      ...(fonts.some(({ names }) => names.length > 0) ? (['metadata'] as const) : []),
    ],
    fonts,
  };
}

async function inspect(artifact: Artifact, isDrawn: boolean, context: RunContext): Promise<FontFacts[]> {
  // What is left out is told by who converts the font.
  const { signal } = context;
  const packed = await unpackFonts(context.bytes(artifact), artifact.format as PackedFormat, { signal });
  return packed.map((sfnt) => {
    signal.throwIfAborted();
    requireFont(sfnt);
    try {
      return fontFacts(sfnt, isDrawn ? measureText : undefined);
    } catch (error) {
      if (error instanceof RangeError) throw damaged('its tables end within what they list');
      throw error;
    }
  });
}

const measureText: MeasureText = ({ font }, text) => {
  const run = new Run();
  run.addText(text);
  run.guessSegmentProperties();
  shape(font, run);
  return run.getGlyphInfosAndPositions().reduce((sum, { xAdvance = 0 }) => sum + xAdvance, 0);
};
