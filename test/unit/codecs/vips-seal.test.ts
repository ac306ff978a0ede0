import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import codec from '../../../engine/codecs/vips/codec.ts';
import { pthreadClass } from '../../../engine/codecs/vips/pthread.ts';
import { startVips } from '../../../engine/codecs/vips/start.ts';
import { makePng } from '../../support/make-files.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

async function startLibrary(maxPages: number): ReturnType<typeof startVips> {
  const compile = async (name: string): Promise<WebAssembly.Module> =>
    WebAssembly.compile(await readFile(fileURLToPath(import.meta.resolve(codec.wasm![name]!.file))));
  const [main, heif, jxl] = await Promise.all(['main', 'heif', 'jxl'].map(compile));
  return startVips({ main: main!, heif: heif!, jxl: jxl! }, maxPages);
}

describe('the sealed library', () => {
  it('sees no file of the host, and writes none', async () => {
    await using directory = await temporaryDirectory();
    const canary = join(directory.path, 'canary.png');
    const target = join(directory.path, 'written.png');
    await writeFile(canary, makePng());
    const { vips } = await startLibrary(codec.wasm!['main']!.maxPages);
    expect(() => vips.Image.newFromFile(canary)).toThrow();
    expect(() => vips.Source.newFromFile(canary)).toThrow();
    const image = vips.Image.newFromBuffer(await readFile(canary)); // the very same bytes, handed over
    expect([image.width, image.height]).toEqual([64, 48]);
    try {
      image.writeToFile(target);
    } catch {
      // there is no such folder in its memory
    }
    image.delete();
    expect(existsSync(target)).toBe(false);
  });

  it('has loaders for its formats only', async () => {
    const { vips } = await startLibrary(codec.wasm!['main']!.maxPages);
    const files = {
      svg: '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
      ppm: 'P3 1 1 255 0 0 0\n',
      csv: '1,2\n3,4\n',
    };
    for (const [name, text] of Object.entries(files)) {
      expect(() => vips.Image.newFromBuffer(Buffer.from(text)), name).toThrow();
    }
  });

  it('cannot grow beyond its ceiling, and works on afterwards', async () => {
    const { vips, heapBytes, maxHeapBytes } = await startLibrary(6000);
    expect(maxHeapBytes).toBe(6000 * 65_536);
    const huge = vips.Image.black(20_000, 20_000, { bands: 3 });
    expect(() => huge.copyMemory()).toThrow();
    huge.delete();
    expect(heapBytes()).toBeLessThanOrEqual(maxHeapBytes);
    const small = vips.Image.black(10, 10);
    expect(small.writeToBuffer('.png').byteLength).toBeGreaterThan(0);
    small.delete();
  });

  it('puts the globals back that it borrowed for its start', async () => {
    const before = { fetch, Memory: WebAssembly.Memory, instantiate: WebAssembly.instantiate, navigator };
    await startLibrary(codec.wasm!['main']!.maxPages);
    expect({ fetch, Memory: WebAssembly.Memory, instantiate: WebAssembly.instantiate, navigator }).toEqual(before);
    expect('WorkerGlobalScope' in globalThis).toBe(false);
  });
});

describe('a pthread of the library', () => {
  it('is sealed before it runs the first line of the glue', async () => {
    await using directory = await temporaryDirectory();
    await using elsewhere = await temporaryDirectory();
    await using server = createServer().listen(0, '127.0.0.1');
    const canary = join(elsewhere.path, 'canary.txt');
    await writeFile(canary, 'secret');
    const glue = join(directory.path, 'glue.js');
    const attempts = {
      file: `require('node:fs').readFileSync(${JSON.stringify(canary)}, 'utf8')`,
      process: `require('node:child_process').execSync('id').toString()`,
      socket: `require('node:net').connect(${(server.address() as AddressInfo).port}, '127.0.0.1').on('error', () => {})`,
      thread: `new (require('node:worker_threads').Worker)('0', { eval: true })`,
      environment: `Object.keys(process.env).join() || (() => { throw new Error('nothing') })()`,
      fetch: `globalThis.fetch.name`,
    };
    const lines = Object.entries(attempts).map(
      ([name, code]) => `try { ${code}; found.push('${name}') } catch (error) { refused.push('${name}') }`,
    );
    await writeFile(glue, `const found = [], refused = []; ${lines.join('\n')}; postMessage({ found, refused });`);

    const Pthread = pthreadClass(glue);
    const thread = new Pthread();
    thread.ref();
    const [reply] = await once(thread, 'message');
    await thread.terminate();
    expect(reply).toEqual({ found: [], refused: Object.keys(attempts) });
  });
});
