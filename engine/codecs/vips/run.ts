import type { CreateRunner, Step } from '../../contract/codec.ts';
import type { BytesArtifact } from '../../contract/artifact.ts';
import declaration from './codec.ts';
import { convertImage, mergeImages } from './convert.ts';
import { explainFailure } from './failure.ts';
import { inspectImage } from './inspect.ts';
import { startVips } from './start.ts';
import { warmUp } from './warm.ts';

const createRunner: CreateRunner = async ({ modules }) => {
  const started = await startVips(
    { main: modules['main']!, heif: modules['heif']!, jxl: modules['jxl']! },
    declaration.wasm!['main']!.maxPages,
  );
  const { vips } = started;
  return {
    convert(inputs, step, context) {
      const files = inputs.map(({ name, format }, index) => ({ name, format, bytes: context.bytes(inputs[index]!) }));
      const convertOne = (file: BytesArtifact, ofFile: Step): BytesArtifact[] => {
        try {
          return convertImage(started, file, ofFile, context);
        } catch (error) {
          throw explainFailure(error, file.bytes, file.format, started);
        }
      };
      if (step.edge === 'merge') return [mergeImages(files, step, convertOne)];
      return files.flatMap((file) => convertOne(file, step));
    },
    inspect(artifact, request, context) {
      const bytes = context.bytes(artifact);
      try {
        return inspectImage(vips, bytes, artifact.format, request, context.limits);
      } catch (error) {
        throw explainFailure(error, bytes, artifact.format, started);
      }
    },
    warm: (context) => warmUp(started, context),
  };
};

export default createRunner;
