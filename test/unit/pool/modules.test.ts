import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { Registry } from '../../../engine/codecs/registry.ts';
import { compileBinary, ModuleCache } from '../../../engine/pool/modules.ts';

const file = '@resvg/resvg-wasm/index_bg.wasm';

it('a binary that is named by its hash is compiled, and another one is refused', async () => {
  const sha256 = createHash('sha256')
    .update(await readFile(fileURLToPath(import.meta.resolve(file))))
    .digest('hex');
  await expect(compileBinary({ file, maxPages: 8192, sha256 })).resolves.toBeInstanceOf(WebAssembly.Module);
  const other = sha256.replace(/^./, (digit) => (digit === '0' ? '1' : '0'));
  await expect(compileBinary({ file, maxPages: 8192, sha256: other })).rejects.toMatchObject({
    code: 'codec_not_installed',
    details: { file },
  });
}, 30_000);

it('what is released gives its memory back, and is compiled again', async () => {
  const pandoc = new Registry().codec('pandoc');
  const cache = new ModuleCache();
  const compiled = async () => new WeakRef((await cache.modulesOf([pandoc])).pandoc!);
  const isHeld = async (reference: WeakRef<object>) => {
    await new Promise((resolve) => setImmediate(resolve)); // what a reference has given is held until then
    return reference.deref() !== undefined;
  };
  const first = await compiled();
  await isHeld(first);
  cache.release(new Set(['document']));
  expect(await isHeld(first)).toBe(true);
  await isHeld(first);
  await new Promise((resolve) => setImmediate(resolve));
  cache.release(new Set(['office']));
  expect(await isHeld(first)).toBe(false);
  expect(Object.keys((await compiled()).deref()!)).toContain('pandoc');
}, 60_000);
