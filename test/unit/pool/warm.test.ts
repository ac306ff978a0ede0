import { describe, expect, it } from 'vitest';
import magick from '../../../engine/codecs/magick/codec.ts';
import vips from '../../../engine/codecs/vips/codec.ts';
import { createEngine } from '../../../engine/index.ts';
import { startRunner } from '../../support/runner.ts';

describe('warming', () => {
  it.each([vips, magick])('warms up every format that $id names without a failure', async (codec) => {
    await using runner = await startRunner(codec);
    await expect(runner.warm()).resolves.toBeUndefined();
  });

  it('leaves an engine whose workers run, with nothing at work', async () => {
    await using engine = createEngine({ slots: 1 });
    await engine.warm(['vips']);
    const { lanes, admitted, running, waiting } = engine.status();
    expect(lanes.find(({ lane }) => lane === 'image')).toMatchObject({ threads: 1, started: true, running: 0 });
    expect({ admitted, running, waiting }).toEqual({ admitted: 0, running: 0, waiting: 0 });
  });
});
