import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngine, type Engine, type FormatId } from '../../engine/index.ts';
import { bytes } from '../support/sample-files.ts';

let engine: Engine;
beforeAll(() => {
  engine = createEngine();
});
afterAll(() => engine.close());

/** A film of noise, which takes every encoder many seconds. */
function noise(width: number, height: number, frames: number): Uint8Array {
  const pixels = Buffer.alloc((width * height * 3) / 2);
  for (let at = 0, state = 1; at < pixels.length; at++) {
    state = (state * 48_271) % 0x7fff_ffff;
    pixels[at] = state & 0xff;
  }
  const frame = Buffer.concat([bytes('FRAME\n'), pixels]);
  return Buffer.concat([bytes(`YUV4MPEG2 W${width} H${height} F25:1 C420\n`), ...Array<Buffer>(frames).fill(frame)]);
}

describe('a film that is called off while it is encoded', () => {
  it.each<FormatId>(['mp4', 'webm', 'gif'])('to %s ends at once, and the next one is converted', async (to) => {
    const abort = new AbortController();
    const started = Promise.withResolvers<void>();
    const long = engine.convert(noise(1280, 720, 20), {
      to,
      fileName: 'noise.y4m',
      signal: abort.signal,
      onProgress: () => started.resolve(),
    });
    const ended = expect(long).rejects.toMatchObject({ code: 'aborted' });
    await started.promise;
    abort.abort();
    await ended;
    const { artifacts } = await engine.convert(noise(32, 32, 3), { to, fileName: 'noise.y4m' });
    expect(artifacts).toHaveLength(1);
  });
});
