import type { Step, InspectRequest, RunContext, Runner } from '../../contract/codec.ts';
import type { Artifact } from '../../contract/artifact.ts';
import { factsOfData } from './inspect-source.ts';
import { hasTypedColumns, writableData } from './formats.ts';
import { convertDirectly } from './direct.ts';
import { readData, type ReadRequest } from './read.ts';
import { tellMadeNames } from './table-columns.ts';
import { writeData } from './write.ts';

/** The runner of a codec that goes by way of the common model of data, and inspects what it reads. */
export function createDataRunner(reader: string, modules: ReadRequest['modules'] = {}): Runner {
  return {
    convert: ([input], step, context) => convertData(input!, step, { context, modules }),
    inspect: (artifact, request, context) => inspectData(artifact, request, { context, modules, reader }),
  };
}

async function convertData(input: Artifact, step: Step, request: ReadRequest): Promise<Artifact[]> {
  const direct = convertDirectly(input, step, request.context);
  if (direct) return direct;
  const { from, to, options } = step;
  const typing = hasTypedColumns(writableData(to)) ? 'columns' : 'values';
  const source = await readData(request.context.bytes(input), from, { ...request, typing });
  if (source.header && to !== 'csv' && to !== 'tsv') tellMadeNames(source.header, request.context);
  return writeData(source, { ...request, name: input.name, to, options });
}

async function inspectData(
  artifact: Artifact,
  inspection: InspectRequest,
  { reader, ...request }: ReadRequest & { readonly context: RunContext; readonly reader: string },
): ReturnType<typeof factsOfData> {
  const bytes = request.context.bytes(artifact);
  const basics = { format: artifact.format, sizeBytes: bytes.byteLength, reader };
  // What a file holds beside its data is told once, by who converts it.
  const quiet = { ...request, context: { ...request.context, warn: () => undefined } };
  return factsOfData(basics, inspection, request.context, () => readData(bytes, artifact.format, quiet));
}
