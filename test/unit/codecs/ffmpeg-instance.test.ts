import { beforeAll, describe, expect, it } from 'vitest';
import codec from '../../../engine/codecs/ffmpeg/codec.ts';
import { CoreLoader, type Core } from '../../../engine/codecs/ffmpeg/core.ts';
import { compileBinary } from '../../../engine/pool/modules.ts';

const TIMEOUT_MS = 60_000;
const MB = 2 ** 20;

let module: WebAssembly.Module;
beforeAll(async () => {
  module = await compileBinary(codec.wasm!.core!);
}, TIMEOUT_MS);

function memoryOf(core: Core): WebAssembly.Memory {
  const found = Object.values(core.asm as object).find((value) => value instanceof WebAssembly.Memory);
  if (!found) throw new Error('Expected an exported memory.');
  return found;
}

/** One second of a tone as MP3, and what was logged on the way. */
function encode(loader: CoreLoader, core: Core, ...settings: string[]): { bytes: Uint8Array; log: string[] } {
  const log: string[] = [];
  core.setLogger(({ message }) => log.push(message));
  const source = ['-f', 'lavfi', '-i', 'sine=frequency=440:duration=1'];
  loader.run(core, 'exec', [...settings, '-nostdin', ...source, '-fflags', '+bitexact', '-y', '/tone.mp3']);
  return { bytes: core.FS.readFile('/tone.mp3'), log };
}

describe('an instance that is used again', () => {
  it(
    'has the memory of one that was never used, and sees none of the files of the last job',
    async () => {
      const loader = new CoreLoader(module);
      const used = await loader.start();
      used.FS.writeFile('/secret', Buffer.from('of somebody else'));
      encode(loader, used);
      loader.release(used);
      const renewed = await loader.start();
      const fresh = await new CoreLoader(module).start();
      expect(memoryOf(renewed)).toBe(memoryOf(used));
      expect(Buffer.compare(Buffer.from(memoryOf(renewed).buffer), Buffer.from(memoryOf(fresh).buffer))).toBe(0);
      expect(() => renewed.FS.readFile('/secret')).toThrow();
      expect(() => renewed.FS.readFile('/tone.mp3')).toThrow();
    },
    TIMEOUT_MS,
  );

  it(
    'knows nothing of the settings of the last job, and gives what a new one gives',
    async () => {
      const loader = new CoreLoader(module);
      const first = await loader.start();
      const expected = encode(loader, first).bytes;
      loader.release(first);
      const quiet = await loader.start();
      expect(encode(loader, quiet, '-loglevel', 'quiet').log.length).toBeLessThan(3);
      loader.release(quiet);
      const again = await loader.start();
      const { bytes, log } = encode(loader, again);
      expect(log.length).toBeGreaterThan(3);
      expect(bytes).toEqual(expected);
    },
    TIMEOUT_MS,
  );

  it(
    'is neither one that is still at work nor one that has grown large',
    async () => {
      const loader = new CoreLoader(module);
      const atWork = await loader.start();
      const large = await loader.start();
      expect(memoryOf(large)).not.toBe(memoryOf(atWork));
      // oxlint-disable-next-line no-underscore-dangle -- Emscripten's name
      expect(large._malloc(64 * MB)).not.toBe(0);
      loader.release(large);
      const next = await loader.start();
      expect(memoryOf(next)).not.toBe(memoryOf(large));
      expect(memoryOf(next)).not.toBe(memoryOf(atWork));
    },
    TIMEOUT_MS,
  );
});
