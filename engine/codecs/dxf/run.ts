import type { Artifact } from '../../contract/artifact.ts';
import type { CreateRunner, RunContext, Step } from '../../contract/codec.ts';
import { factsOfDrawnSource } from '../../content/drawing/drawn-source.ts';
import { factsOfListing } from '../../content/listing/facts.ts';
import { writeListing } from '../../content/listing/write.ts';
import type { WritableListing } from '../../formats/lists.ts';
import { outputNameOf } from '../../formats/output-name.ts';
import { utf8Bytes } from '../../io/bytes.ts';
import { readDocument, type DxfDocument } from './document.ts';
import { drawModel, type Drawn } from './drawing.ts';
import { mapOfDrawing } from './features.ts';
import { svgOf } from './svg.ts';

/** Lines of text that readers of drawings take: those that are level or upright. */
const QUARTER = Math.PI / 2;
/** Types that a message lists. */
const MOST_NAMED = 8;

const createRunner: CreateRunner = () => ({
  async convert([input], step, context) {
    const document = readDocument(context.bytes(input!), context);
    const drawn = drawModel(document, context);
    tellDropped(document, drawn, context);
    const bytes = step.edge === 'features' ? await mapBytes(drawn, step, context) : utf8Bytes(svgOf(drawn.marks));
    return [{ name: outputNameOf(input!.name, step.to), format: step.to, bytes }];
  },
  async inspect(artifact: Artifact, request, context) {
    const drawn = drawModel(readDocument(context.bytes(artifact), context), context);
    const { marks } = drawn;
    const text = marks.flatMap((mark) => (mark.kind === 'label' && isLevel(mark.label.angle) ? mark.label.lines : []));
    const facts = factsOfDrawnSource(artifact, 'dxf', { text: text.join('\n').trim() }, context);
    if (request.sourceCrs === undefined) return facts;
    // What is left out is told once, by who converts it.
    const listing = mapOfDrawing(drawn, request.sourceCrs, { ...context, warn: () => undefined });
    const { listing: entries, records } = await factsOfListing(listing, 'map', facts, { request, context });
    return { ...facts, ...(entries && { listing: entries }), ...(records && { records }) };
  },
});

export default createRunner;

async function mapBytes(drawn: Drawn, { to, options }: Step, context: RunContext): Promise<Uint8Array> {
  const listing = mapOfDrawing(drawn, options.sourceCrs ?? '', context);
  return writeListing(listing, to as WritableListing, { context });
}

function isLevel(angle: number): boolean {
  const quarters = angle / QUARTER;
  return Math.abs(quarters - Math.round(quarters)) < 0.01;
}

function tellDropped({ onPaper }: DxfDocument, { dropped, hidden }: Drawn, context: RunContext): void {
  if (dropped.size > 0) {
    const named = [...dropped].slice(0, MOST_NAMED).map(([type, count]) => `${count} of ${type.slice(0, 40)}`);
    context.warn({
      code: 'feature_dropped',
      message: `Parts of the drawing are not drawn: ${named.join(', ')}${dropped.size > MOST_NAMED ? ', …' : ''}.`,
      details: Object.fromEntries([...dropped].slice(0, MOST_NAMED)),
    });
  }
  if (hidden > 0)
    context.warn({
      code: 'feature_dropped',
      message: `${hidden} parts of the drawing are hidden, or lie on layers that are off or frozen, and are left out.`,
      details: { entities: hidden },
    });
  if (onPaper > 0)
    context.warn({
      code: 'feature_dropped',
      message: `${onPaper} parts of sheets of paper are left out: the model is drawn.`,
      details: { entities: onPaper },
    });
}
