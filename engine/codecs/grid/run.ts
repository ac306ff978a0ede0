import type { Artifact } from '../../contract/artifact.ts';
import type { CreateRunner, InspectRequest, RunContext, Step } from '../../contract/codec.ts';
import { ConversionError } from '../../contract/errors.ts';
import type { Facts } from '../../contract/facts.ts';
import { readEsriGrid, writeEsriGrid } from '../../content/grid/esri-grid.ts';
import { factsOfCoverage } from '../../content/grid/facts.ts';
import { readGeoTiff } from '../../content/grid/geotiff/reader.ts';
import { writeGeoTiff } from '../../content/grid/geotiff/writer.ts';
import { readHeightTile } from '../../content/grid/height-tile.ts';
import type { Coverage } from '../../content/grid/model.ts';
import { drawRelief, reducedGrid } from '../../content/grid/picture.ts';
import { readSurferGrid, writeSurferGrid } from '../../content/grid/surfer-grid.ts';
import { MOST_ROWS, requireTableSize, tableOfCoverage } from '../../content/grid/table.ts';
import { encodePng } from '../../content/raster/png/encoder.ts';
import { factsOfData } from '../../content/records/inspect-source.ts';
import { writeData } from '../../content/records/write.ts';
import type { FormatId } from '../../formats/index.ts';
import { outputNameOf } from '../../formats/output-name.ts';

type Read = (bytes: Uint8Array, context: RunContext, name: string) => Coverage;

const READERS: Partial<Record<FormatId, Read>> = {
  asc: readEsriGrid,
  grd: readSurferGrid,
  hgt: readHeightTile,
  geotiff: readGeoTiff,
};
const WRITERS: Partial<Record<FormatId, (coverage: Coverage) => Uint8Array>> = {
  asc: writeEsriGrid,
  grd: writeSurferGrid,
  geotiff: writeGeoTiff,
};

const createRunner: CreateRunner = () => ({
  convert: ([input], step, context) => convert(input!, step, context),
  inspect,
});

export default createRunner;

async function convert(input: Artifact, { edge, to, options }: Step, context: RunContext): Promise<Artifact[]> {
  const coverage = read(input, context);
  context.progress(0.5);
  if (edge === 'table') {
    requireTableSize(coverage);
    tellSystem(coverage, 'A table', context);
    return writeData(tableOfCoverage(coverage, context), { context, name: input.name, to, options });
  }
  const bytes = edge === 'picture' ? drawn(coverage, options, context) : written(coverage, to, context);
  return [{ name: outputNameOf(input.name, to), format: to, bytes }];
}

function read(artifact: Artifact, context: RunContext): Coverage {
  const reader = READERS[artifact.format];
  if (!reader) throw unknownGrid(artifact.format);
  return reader(context.bytes(artifact), context, artifact.name);
}

function written(coverage: Coverage, to: FormatId, context: RunContext): Uint8Array {
  const write = WRITERS[to];
  if (!write) throw unknownGrid(to);
  if (to !== 'geotiff') tellSystem(coverage, 'A grid as text', context);
  return write(coverage);
}

function unknownGrid(format: FormatId): ConversionError {
  return new ConversionError({ code: 'internal', message: `No grid of the format ${format} is known.` });
}

function tellSystem({ system }: Coverage, what: string, context: RunContext): void {
  if (system !== undefined)
    context.warn({
      code: 'feature_dropped',
      message: `${what} does not say which reference system its coordinates are of: that they are of EPSG:${system} is left out.`,
      details: { system },
    });
}

function drawn(coverage: Coverage, { relief = 'shaded' }: Step['options'], context: RunContext): Uint8Array {
  if (coverage.values.every(Number.isNaN))
    throw new ConversionError({
      code: 'input_corrupt',
      message: 'The grid shows nothing: none of its cells has data.',
    });
  const reduced = reducedGrid(coverage);
  if (reduced.factor > 1)
    context.warn({
      code: 'feature_dropped',
      message: `The grid has ${coverage.columns} × ${coverage.rows} cells: ${reduced.factor} × ${reduced.factor} of them are one pixel of the picture.`,
      details: { factor: reduced.factor },
    });
  return encodePng({ ...drawRelief(coverage, reduced, relief), channels: 4 });
}

async function inspect(artifact: Artifact, request: InspectRequest, context: RunContext): Promise<Facts> {
  const { format } = artifact;
  const basics = { format, sizeBytes: context.bytes(artifact).byteLength, reader: 'grid' };
  if (request.effort === 'probe') return { ...basics, depth: 'signature', features: ['records', 'structure'] };
  // What is left out is told once, by who converts it.
  const coverage = read(artifact, { ...context, warn: () => undefined });
  const isTable = coverage.columns * coverage.rows <= MOST_ROWS;
  const facts = isTable
    ? await factsOfData(basics, request, context, async () => tableOfCoverage(coverage, context))
    : ({ ...basics, depth: 'content' } as const);
  return {
    ...facts,
    features: ['records', 'structure'],
    coverage: factsOfCoverage(coverage, { withPictures: request.skipPreview !== true }),
  };
}
