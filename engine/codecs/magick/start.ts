import { ConfigurationFiles, initializeImageMagick } from '@imagemagick/magick-wasm';
import type { Limits } from '../../contract/limits.ts';
import { READ_CODERS, WRITE_CODERS } from './coders.ts';
import { securityPolicy } from './policy.ts';

/** Starts ImageMagick in this thread; its functions then work. The policy must come before. */
export async function startMagick(module: WebAssembly.Module, limits: Limits): Promise<void> {
  const files = ConfigurationFiles.default;
  files.policy.data = securityPolicy(READ_CODERS, WRITE_CODERS, limits);
  await initializeImageMagick(module, files);
}
