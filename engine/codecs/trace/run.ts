import startTracer from 'vtracer-wasm';
import type { CreateRunner } from '../../contract/codec.ts';
import type { BytesArtifact } from '../../contract/artifact.ts';
import { outputNameOf } from '../../formats/output-name.ts';
import { startResvg } from '../../content/drawing/resvg.ts';
import { explainFailure } from './failure.ts';
import { traceImage } from './trace.ts';

const createRunner: CreateRunner = async ({ modules }) => {
  await startResvg(modules['resvg']!);
  const { memory } = await startTracer({ module_or_path: modules['tracer']! });
  return {
    convert: (inputs, { to, options }, context) =>
      inputs.map((input): BytesArtifact => {
        try {
          const svg = traceImage(context.bytes(input), options, context);
          return { name: outputNameOf(input.name, to), format: to, bytes: new TextEncoder().encode(svg) };
        } catch (error) {
          throw explainFailure(error);
        }
      }),
    heapBytes: () => memory.buffer.byteLength,
  };
};

export default createRunner;
