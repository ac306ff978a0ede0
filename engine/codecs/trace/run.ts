import startTracer from 'vtracer-wasm';
import type { CreateRunner } from '../../contract/codec.ts';
import type { BytesArtifact } from '../../contract/artifact.ts';
import { outputNameOf } from '../../formats/output-name.ts';
import { startResvg } from '../../content/drawing/resvg.ts';
import { traceImage } from './trace.ts';
import { ConversionError } from '../../contract/errors.ts';

const createRunner: CreateRunner = async ({ modules }) => {
  await startResvg(modules['resvg']!);
  await startTracer({ module_or_path: modules['tracer']! });
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
  };
};

export default createRunner;

/** Whatever goes wrong inside the libraries is a trap: the tracer has no other way to fail. */
function explainFailure(error: unknown): Error {
  if (error instanceof ConversionError || error instanceof DOMException) return error; // ours, or the job was aborted
  return new ConversionError(
    {
      code: 'conversion_failed',
      message: 'The image could not be traced. Try a smaller one, or one with fewer colours.',
      discardWorker: true,
    },
    { cause: error },
  );
}
