import type { CreateRunner, Step, RunContext } from '../../contract/codec.ts';
import type { Artifact } from '../../contract/artifact.ts';
import { requireFont } from '../../content/font/requirements.ts';
import { writeSfnt } from '../../content/font/sfnt.ts';
import { unpackFonts, type PackedFormat } from '../../content/font/unpack.ts';
import { outputNameOf } from '../../formats/output-name.ts';
import { startResvg, withDrawing, withRendering } from '../../content/drawing/resvg.ts';
import { layOutSheet } from './sheet.ts';
import { writePdf } from './write-pdf.ts';
import { writeSvg } from './write-svg.ts';

/** Pixels of the image: small text can be read. */
const DEFAULT_WIDTH = 1240;

const createRunner: CreateRunner = async ({ modules }) => {
  await startResvg(modules['resvg']!);
  return {
    async convert([input], step, context) {
      return [{ name: outputNameOf(input!.name, step.to), format: step.to, bytes: await draw(input!, step, context) }];
    },
  };
};

export default createRunner;

async function draw(input: Artifact, { from, to, options }: Step, context: RunContext): Promise<Uint8Array> {
  const [font] = await unpackFonts(context.bytes(input), from as PackedFormat, context);
  requireFont(font!);
  const sheet = layOutSheet(writeSfnt(font!));
  if (to === 'pdf') return writePdf(sheet);
  const svg = writeSvg(sheet);
  if (to === 'svg') return new TextEncoder().encode(svg);
  const fitTo = { mode: 'width', value: options.width ?? DEFAULT_WIDTH } as const;
  return withDrawing(svg, { fitTo }, (drawing) => withRendering(drawing, (rendering) => rendering.asPng()));
}
