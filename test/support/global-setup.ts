import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { requireSupportedNode } from '../../engine/io/runtime.ts';

/** Tests meet no background engine of the user, and leave neither one that another call would use nor files. */
export default async function setup(): Promise<() => Promise<void>> {
  requireSupportedNode();
  const runtime = await mkdtemp(join(tmpdir(), 'athanor-run-'));
  const { TMPDIR: before } = process.env;
  process.env['XDG_RUNTIME_DIR'] = runtime;
  process.env['TMPDIR'] = runtime;
  // Workers of the engine load its sources again and again.
  process.env['NODE_COMPILE_CACHE'] = join(runtime, 'compiled');
  return async () => {
    // The process may run tests once more (`npm run fuzz:properties`), which then make a folder of their own.
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
    await rm(runtime, { recursive: true, maxRetries: 3 });
  };
}
