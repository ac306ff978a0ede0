import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import codec from '../../../../engine/codecs/archive/codec.ts';
import { listWithSevenZip, readWithSevenZip } from '../../../../engine/content/archive/seven-zip/reader.ts';
import { SevenZipLoader } from '../../../../engine/content/archive/seven-zip/seven-zip.ts';
import { packWithSevenZip } from '../../../../engine/content/archive/seven-zip/writer.ts';
import { DEFAULT_LIMITS } from '../../../../engine/contract/limits.ts';
import { utf8Bytes, utf8Of } from '../../../../engine/io/bytes.ts';
import { memoryFile } from '../../../../engine/io/memory-file.ts';
import { compileBinary } from '../../../../engine/pool/modules.ts';

const { Instance } = WebAssembly;
let module: WebAssembly.Module;
let made: WebAssembly.Instance[];

beforeAll(async () => {
  module = await compileBinary(codec.wasm!.sevenZip!);
});
beforeEach(() => {
  made = [];
  WebAssembly.Instance = class extends Instance {
    constructor(...given: ConstructorParameters<typeof Instance>) {
      super(...given);
      made.push(this);
    }
  };
});
afterEach(() => {
  WebAssembly.Instance = Instance;
});

const SECRET = 'the password of somebody else';
const TEXT = 'what the archive of somebody else holds '.repeat(50);
const request = { extension: '7z', limits: DEFAULT_LIMITS };

function pack(loader: SevenZipLoader, text: string, password?: string): Promise<Uint8Array> {
  const content = utf8Bytes(text);
  const entry = { path: 'a.txt', kind: 'file', sizeBytes: content.byteLength, content: () => content } as const;
  return packWithSevenZip(loader, [entry], { type: '7z', level: 1, password });
}

function memoryOf({ exports }: WebAssembly.Instance): Buffer {
  return Buffer.from((exports.memory as WebAssembly.Memory).buffer);
}

describe('an instance of 7-Zip that is used again', () => {
  it('has the memory of one that was never used, and nothing of the last command', async () => {
    const packed = await pack(new SevenZipLoader(module), TEXT, SECRET);
    const loader = new SevenZipLoader(module);
    made = [];
    const [entry] = await readWithSevenZip(loader, memoryFile(packed), { ...request, password: SECRET });
    expect(made).toHaveLength(1);
    expect(memoryOf(made[0]!).includes(TEXT.slice(0, 20))).toBe(true);
    using renewed = await loader.start();
    using fresh = await new SevenZipLoader(module).start();
    expect(made).toHaveLength(2);
    expect(memoryOf(made[0]!).equals(memoryOf(made[1]!))).toBe(true);
    expect(renewed.files.readdir('/in')).toEqual(fresh.files.readdir('/in'));
    expect(utf8Of(entry!.content!())).toBe(TEXT);
  });

  it('gives what a new one gives', async () => {
    const loader = new SevenZipLoader(module);
    const first = await pack(loader, TEXT);
    await listWithSevenZip(loader, memoryFile(first), request);
    expect(await pack(loader, TEXT)).toEqual(first);
  });

  it('was not at work, nor met damaged data that ended it', async () => {
    const loader = new SevenZipLoader(module);
    using atWork = await loader.start();
    const packed = await pack(loader, TEXT);
    expect(made.length).toBeGreaterThan(1);
    const damaged = Uint8Array.from(packed);
    damaged.fill(0, 40, 60);
    await expect(readWithSevenZip(loader, memoryFile(damaged), request)).rejects.toThrow('damaged');
    const [entry] = await readWithSevenZip(loader, memoryFile(packed), request);
    expect(utf8Of(entry!.content!())).toBe(TEXT);
    expect(atWork.files.readdir('/out')).toEqual(['.', '..']);
  });
});
