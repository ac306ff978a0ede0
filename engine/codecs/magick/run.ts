import { ConfigurationFiles, initializeImageMagick } from '@imagemagick/magick-wasm';
import type { CreateRunner } from '../../contract/codec.ts';
import { convertImage } from './convert.ts';
import { explainFailure } from './failure.ts';
import { inspectImage } from './inspect.ts';
import { repaired } from './repairs.ts';
import { warmUp } from './warm.ts';
import type { Limits } from '../../contract/limits.ts';
import { READ_CODERS, WRITE_CODERS } from './coders.ts';
import { securityPolicy } from './policy.ts';

const createRunner: CreateRunner = async ({ modules, limits }) => {
  await startMagick(modules['magick']!, limits);
  return {
    convert: (inputs, step, context) =>
      inputs.flatMap((input) => {
        const bytes = repaired(context.bytes(input), step.from);
        try {
          return convertImage({ name: input.name, bytes }, step, context);
        } catch (error) {
          throw explainFailure(error, bytes, step.from);
        }
      }),
    inspect(artifact, request, context) {
      const bytes = repaired(context.bytes(artifact), artifact.format);
      try {
        return inspectImage(bytes, artifact.format, request, context.limits);
      } catch (error) {
        throw explainFailure(error, bytes, artifact.format);
      }
    },
    warm: warmUp,
  };
};

export default createRunner;

/** Starts ImageMagick in this thread; its functions then work. The policy must come before. */
async function startMagick(module: WebAssembly.Module, limits: Limits): Promise<void> {
  const files = ConfigurationFiles.default;
  files.policy.data = securityPolicy(READ_CODERS, WRITE_CODERS, limits);
  await initializeImageMagick(module, files);
}
