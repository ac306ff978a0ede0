import type { Artifact } from '../../contract/artifact.ts';
import type { CreateRunner, InspectRequest, RunContext, Step } from '../../contract/codec.ts';
import type { Facts } from '../../contract/facts.ts';
import { factsOfDrawnSource } from '../../content/drawing/drawn-source.ts';
import { factsOfPlacedDrawing } from '../../content/listing/facts.ts';
import { writeListing } from '../../content/listing/write.ts';
import { meshFacts } from '../../content/mesh/facts.ts';
import { writeScene } from '../../content/mesh/write.ts';
import type { WritableListing } from '../../formats/lists.ts';
import { outputNameOf } from '../../formats/output-name.ts';
import { utf8Bytes } from '../../io/bytes.ts';
import { readDocument, type DxfDocument } from './document.ts';
import { drawModel, type Drawn } from './drawing.ts';
import { mapOfDrawing } from './features.ts';
import { tellLeftOut, tellSimplified } from './left-out.ts';
import { modelOf } from './scene.ts';
import { svgOf } from './svg.ts';

/** Lines of text that readers of drawings take: those that are level or upright. */
const QUARTER = Math.PI / 2;
const TEXTS = ['TEXT', 'MTEXT', 'ATTRIB'] as const;

const createRunner: CreateRunner = () => ({
  async convert([input], step, context) {
    const document = readDocument(context.bytes(input!), context);
    if (step.edge === 'model') return [modelFile(document, input!.name, step, context)];
    const drawn = drawModel(document, context);
    tellLeftOut(document, drawn, 'are not drawn', context);
    const bytes = step.edge === 'features' ? await mapBytes(drawn, step, context) : utf8Bytes(svgOf(drawn.marks));
    return [{ name: outputNameOf(input!.name, step.to), format: step.to, bytes }];
  },
  inspect(artifact, request, context) {
    const document = readDocument(context.bytes(artifact), context);
    return request.asModel
      ? factsInSpace(document, artifact, context)
      : factsFromAbove(document, artifact, request, context);
  },
});

export default createRunner;

function modelFile(document: DxfDocument, name: string, step: Step, context: RunContext): Artifact {
  const model = modelOf(document, context);
  tellLeftOut(document, model, 'have no shape in space', context);
  tellSimplified(document, model.simplified, context);
  return writeScene(model.scene, name, step, context);
}

async function mapBytes(drawn: Drawn, { to, options }: Step, context: RunContext): Promise<Uint8Array> {
  const listing = mapOfDrawing(drawn, options.sourceCrs ?? '', context);
  return writeListing(listing, to as WritableListing, { context });
}

async function factsFromAbove(
  document: DxfDocument,
  artifact: Artifact,
  request: InspectRequest,
  context: RunContext,
): Promise<Facts> {
  const drawn = drawModel(document, context);
  const { marks } = drawn;
  const text = marks.flatMap((mark) => (mark.kind === 'label' && isLevel(mark.label.angle) ? mark.label.lines : []));
  const facts = factsOfDrawnSource(artifact, 'dxf', { text: text.join('\n').trim() }, context);
  if (request.sourceCrs === undefined) return facts;
  // What is left out is told once, by who converts it.
  const listing = mapOfDrawing(drawn, request.sourceCrs, { ...context, warn: () => undefined });
  return factsOfPlacedDrawing(facts, listing, { request, context });
}

/** What it has in space, and whether there are texts, which have no shape there. */
function factsInSpace(document: DxfDocument, artifact: Artifact, context: RunContext): Facts {
  const { scene, dropped } = modelOf(document, context);
  const sizeBytes = context.bytes(artifact).byteLength;
  const facts = meshFacts(scene, { format: artifact.format, sizeBytes, reader: 'dxf' });
  return TEXTS.some((type) => dropped.has(type)) ? { ...facts, features: [...facts.features, 'text'] } : facts;
}

function isLevel(angle: number): boolean {
  const quarters = angle / QUARTER;
  return Math.abs(quarters - Math.round(quarters)) < 0.01;
}
