import type { CreateRunner, InspectRequest, RunContext } from '../../codec.ts';
import type { Artifact } from '../../io/artifact.ts';
import { harfbuzzBytes } from '../../models/font/harfbuzz.ts';
import { requireFont } from '../../models/font/requirements.ts';
import { unpackFonts, type PackedFormat } from '../../models/font/unpack.ts';
import type { Facts } from '../../verify/facts.ts';
import { fontFacts } from '../../verify/observe/fonts.ts';

const createRunner: CreateRunner = () => ({ inspect: inspectFonts, heapBytes: harfbuzzBytes });

export default createRunner;

async function inspectFonts(artifact: Artifact, request: InspectRequest, context: RunContext): Promise<Facts> {
  const bytes = context.bytes(artifact);
  const packed = await unpackFonts(bytes, artifact.format as PackedFormat, context);
  const isDrawn = request.effort !== 'probe';
  const fonts = packed.map((sfnt) => {
    context.signal.throwIfAborted();
    requireFont(sfnt);
    return fontFacts(sfnt, isDrawn);
  });
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
