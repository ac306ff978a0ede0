import type { Artifact } from '../../contract/artifact.ts';
import type { CreateRunner, InspectRequest, RunContext, Step } from '../../contract/codec.ts';
import type { Facts } from '../../contract/facts.ts';
import { factsOfDrawnSource } from '../../content/drawing/drawn-source.ts';
import { factsOfPlacedDrawing } from '../../content/listing/facts.ts';
import { startGdal } from '../../content/listing/map/gdal/library.ts';
import { createListingRunner } from '../../content/listing/runner.ts';
import { writeListing } from '../../content/listing/write.ts';
import { outputNameOf } from '../../formats/output-name.ts';
import { utf8Bytes } from '../../io/bytes.ts';
import { readDrawing } from './dgn.ts';
import { mapOfDrawing } from './dgn-map.ts';
import { svgOfDrawing } from './dgn-svg.ts';

const createRunner: CreateRunner = async (environment) => {
  await startGdal(environment.modules);
  const maps = await createListingRunner(environment);
  return {
    inspect: (artifact, request, context) =>
      artifact.format === 'dgn'
        ? inspectDrawing(artifact, request, context)
        : maps.inspect!(artifact, request, context),
    convert: (inputs, step, context) =>
      step.from === 'dgn' ? convertDrawing(inputs[0]!, step, context) : maps.convert!(inputs, step, context),
  };
};

export default createRunner;

async function convertDrawing(input: Artifact, { edge, to, options }: Step, context: RunContext): Promise<Artifact[]> {
  const drawing = readDrawing(context.bytes(input), context);
  const bytes =
    edge === 'draw'
      ? utf8Bytes(svgOfDrawing(drawing))
      : await writeListing(mapOfDrawing(drawing, options.sourceCrs ?? '', context), 'geojson', { context });
  return [{ name: outputNameOf(input.name, to), format: to, bytes }];
}

async function inspectDrawing(artifact: Artifact, request: InspectRequest, context: RunContext): Promise<Facts> {
  // What is left out is told once, by who converts it.
  const quiet: RunContext = { ...context, warn: () => undefined };
  const drawing = readDrawing(context.bytes(artifact), quiet);
  const labels = drawing.marks.flatMap(({ label }) => (label && label.angle % 90 === 0 ? [label.text] : []));
  const facts = factsOfDrawnSource(artifact, 'gdal', { text: labels.join('\n') }, context);
  if (request.sourceCrs === undefined) return facts;
  const listing = mapOfDrawing(drawing, request.sourceCrs, quiet);
  return factsOfPlacedDrawing(facts, listing, { request, context });
}
