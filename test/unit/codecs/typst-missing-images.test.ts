import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Step } from '../../../engine/contract/codec.ts';
import { CodecBench, type StepResult } from '../../support/codec-bench.ts';

const SLOW_MS = 60_000;
const STEP: Step = { codec: 'typst', edge: 'typeset', from: 'typst', to: 'pdf', options: {} };

let bench: CodecBench;
beforeAll(() => {
  bench = new CodecBench();
});
afterAll(() => bench[Symbol.asyncDispose]());

/** Sets a text that another codec wrote, with the images that it has; or one of a caller, who has none. */
async function set(text: string, images?: ReadonlyMap<string, Uint8Array>): Promise<StepResult> {
  const bytes = new TextEncoder().encode(text);
  return await bench.convert([{ name: 'a.typ', format: 'typst', bytes, ...(images && { companions: images }) }], STEP);
}

describe('a text in Typst that names images which are not there', { timeout: SLOW_MS }, () => {
  const TEXT = '= Tides\n#image("no/such.jpg")\n\nbetween #box(image("other.png", width: 1cm)) words\n';

  it('is set without them where another codec wrote it', async () => {
    const { artifacts, warnings } = await set(TEXT, new Map());
    const pdf = await bench.inspect(artifacts[0]!, { except: ['typst'] });
    expect(pdf!.document!.text.replace(/\s+/g, ' ').trim()).toBe('Tides between words');
    expect(warnings).toMatchObject([{ code: 'picture_dropped', lost: ['figures'], details: { pictures: 2 } }]);
  });

  it('is set without one that is damaged, whatever it is called', async () => {
    const { warnings } = await set('#image("a.jpg")', new Map([['a.jpg', new TextEncoder().encode('no picture')]]));
    expect(warnings).toMatchObject([{ code: 'picture_dropped', details: { pictures: 1 } }]);
  });

  it('is refused where it is a program of its author', async () => {
    await expect(set(TEXT)).rejects.toMatchObject({
      code: 'input_corrupt',
      message: expect.stringMatching(/refers to a file.*line 2/),
    });
  });
});
