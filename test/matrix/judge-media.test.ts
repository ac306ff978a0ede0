import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sourcePath } from '../../corpus/cases.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { judgeMedia } from './judges/media.ts';
import { isInstalled } from './native.ts';

describe.skipIf(!(await isInstalled('ffprobe')))("FFmpeg's judgement of audio", { timeout: 60_000 }, () => {
  // FFmpeg knows none of them by so few frames.
  it.each([
    ['aac', 'sweep.aac', 2],
    ['ac3', 'sweep.ac3', 2],
    ['dts', 'sweep-mono.dts', 2],
  ] as const)('opens %s of two frames', async (format, name, frames) => {
    await using directory = await temporaryDirectory();
    const source = { path: sourcePath({ from: format, source: name }), format };
    const bytes = await readFile(source.path);
    const output = { path: join(directory.path, name), format };
    await writeFile(output.path, bytes.subarray(0, endOfFrames(bytes, frames)));
    const short = { path: output.path, format };
    expect(await judgeMedia({ source: short, output, kept: ['audio'], writer: undefined })).toEqual({
      judge: 'ffprobe',
    });
  });
});

/** Where the third frame begins: with the bytes that the first one begins with. */
function endOfFrames(bytes: Buffer, frames: number): number {
  let end = 0;
  for (let frame = 0; frame < frames; frame++) end = bytes.indexOf(bytes.subarray(0, 2), end + 2);
  return end;
}
