import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { compileBinary } from '../../../engine/pool/modules.ts';

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
