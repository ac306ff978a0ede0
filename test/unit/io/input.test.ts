import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { takeInput, type TakeOptions } from '../../../engine/io/input.ts';
import { Scratch } from '../../../engine/io/scratch.ts';
import { temporaryDirectory } from '../../support/temporary-directory.ts';

const content = new TextEncoder().encode('content');

async function withWorkspace<T>(use: (options: TakeOptions, directory: string) => Promise<T>): Promise<T> {
  await using directory = await temporaryDirectory();
  await using scratch = new Scratch(directory.path);
  await using workspace = scratch.workspace();
  return await use({ maxBytes: 7, workspace, signal: new AbortController().signal }, directory.path);
}

describe('takeInput', () => {
  it('uses a file where it lies, by path or URL, and takes its name', () =>
    withWorkspace(async (options, directory) => {
      const path = join(directory, 'letter.txt');
      await writeFile(path, content);
      expect(await takeInput(path, options)).toEqual({ path, size: 7, fileName: 'letter.txt' });
      expect(await takeInput(pathToFileURL(path), options)).toEqual({ path, size: 7, fileName: 'letter.txt' });
    }));

  it('copies bytes once into shared memory, and leaves shared bytes where they are', () =>
    withWorkspace(async (options) => {
      const taken = await takeInput(content, options);
      if (!('bytes' in taken)) throw new Error('expected bytes');
      expect(taken.bytes.buffer).toBeInstanceOf(SharedArrayBuffer);
      expect([...taken.bytes]).toEqual([...content]);
      expect(await takeInput(taken.bytes, options)).toEqual({ bytes: taken.bytes, fileName: undefined });
    }));

  it('reads a File with its name', () =>
    withWorkspace(async (options) => {
      expect(await takeInput(new File([content], 'a.txt'), options)).toMatchObject({ fileName: 'a.txt' });
    }));

  it.each([
    ['a Node stream', () => Readable.from([content.subarray(0, 3), content.subarray(3)])],
    ['a web stream', () => new Blob([content]).stream()],
  ])('writes %s to the workspace', (_name, make) =>
    withWorkspace(async (options) => {
      expect(await takeInput(make(), options)).toMatchObject({ size: 7 });
    }),
  );

  it.each([
    ['bytes in an object', { name: 'a.txt', bytes: content }, 'an object (Object)'],
    ['an ArrayBuffer', new ArrayBuffer(7), 'an object (ArrayBuffer)'],
    ['nothing', undefined, 'undefined'],
    ['null', null, 'null'],
  ])('says what it takes when it receives %s', (_name, input, received) =>
    withWorkspace(async (options) => {
      const taking = takeInput(input as unknown as Uint8Array, options);
      await expect(taking).rejects.toThrow(TypeError);
      await expect(taking).rejects.toThrow(`but received ${received}.`);
    }),
  );

  it('takes exactly the limit and refuses one byte more, in every form', () =>
    withWorkspace(async (options, directory) => {
      const larger = Buffer.concat([content, content.subarray(0, 1)]);
      const path = join(directory, 'large.txt');
      await writeFile(path, larger);
      for (const input of [path, larger, new Blob([larger]), Readable.from([larger])]) {
        await expect(takeInput(input, options)).rejects.toMatchObject({ code: 'input_too_complex' });
      }
    }));

  it('refuses an empty input in every form', () =>
    withWorkspace(async (options, directory) => {
      const path = join(directory, 'empty');
      await writeFile(path, '');
      for (const input of [path, new Uint8Array(), new Blob([]), Readable.from([])]) {
        await expect(takeInput(input, options)).rejects.toMatchObject({ code: 'empty_file' });
      }
    }));
});
