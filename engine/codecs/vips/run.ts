import type { CreateRunner } from '../../codec.ts';
import declaration from './codec.ts';
import { convertImage } from './convert.ts';
import { explainFailure } from './failure.ts';
import { inspectImage } from './inspect.ts';
import { startVips } from './start.ts';
import { rehearse } from './warm.ts';

const createRunner: CreateRunner = async ({ modules }) => {
  const started = await startVips(
    { main: modules['main']!, heif: modules['heif']!, jxl: modules['jxl']! },
    declaration.wasm!['main']!.maxPages,
  );
  const { vips } = started;
  return {
    convert: (inputs, hop, context) =>
      inputs.flatMap((input) => {
        const bytes = context.bytes(input);
        try {
          return convertImage(started, { name: input.name, bytes }, hop, context);
        } catch (error) {
          throw explainFailure(error, bytes, hop.from, started, 'convert');
        }
      }),
    inspect(artifact, request, context) {
      const bytes = context.bytes(artifact);
      try {
        return inspectImage(vips, bytes, artifact.format, request, context.limits);
      } catch (error) {
        throw explainFailure(error, bytes, artifact.format, started, 'inspect');
      }
    },
    warm: (context) => rehearse(started, context),
    heapBytes: () => started.heapBytes(),
  };
};

export default createRunner;
