import { describe, expect, it } from 'vitest';
import type { FormatId } from '../../engine/formats/index.ts';
import { formatKept, idOf, isRefuted, keep, parseKept, readKept } from './kept.ts';
import { PairKeys } from './keys.ts';
import type { PairResult } from './matrix.ts';
import { findSamples, ranksOf, sampleFor } from './samples.ts';

const KEY = '0123456789ab';
const VERIFIED: PairResult = {
  ...{ from: 'png', to: 'jpg', outcome: 'verified', sample: 'a.png' },
  ...{ route: 'vips jpg', verified: 'content', judge: 'imagemagick' },
};

describe('outcomes that are kept', () => {
  it('are the same when they are read again', () => {
    const detail = 'input_corrupt:\tThe file\nends early.';
    const kept = [
      keep(VERIFIED, 'usual', KEY),
      keep({ from: 'png', to: 'bmp', outcome: 'refused', detail }, 'difficult', KEY),
    ];
    expect(parseKept(formatKept(kept))).toEqual([
      { ...kept[1], detail: 'input_corrupt: The file ends early.' },
      kept[0],
    ]);
  });

  it('say of a pair whether it holds for its usual sample', () => {
    const results = [
      keep(VERIFIED, 'usual', KEY),
      keep({ ...VERIFIED, outcome: 'refused' }, 'difficult', KEY),
      keep({ ...VERIFIED, to: 'gif', outcome: 'refused' }, 'usual', KEY),
    ];
    const kept = new Map(results.map((result) => [idOf(result), result]));
    expect(isRefuted(kept, 'png', 'jpg')).toBe(false);
    expect(isRefuted(kept, 'png', 'gif')).toBe(true);
    expect(isRefuted(kept, 'png', 'bmp')).toBe(false);
  });

  it('are in order, each once, and of pairs with keys', () => {
    const kept = [...readKept().values()];
    expect(parseKept(formatKept(kept))).toHaveLength(kept.length);
    expect(kept.filter(({ key }) => !/^[0-9a-f]{12}$/.test(key))).toEqual([]);
  });
});

describe('keys of pairs', () => {
  const keys = new PairKeys();
  const keyOf = (from: FormatId, to: FormatId, sample?: string): string => keys.keyOf(from, to, sample);

  it('differ by pair and by sample, and are the same again', async () => {
    const samples = await findSamples();
    const [one, other] = samples.get('png') ?? [];
    expect(keyOf('png', 'jpg', one)).toBe(new PairKeys().keyOf('png', 'jpg', one));
    const all = [keyOf('png', 'jpg', one), keyOf('png', 'jpg', other), keyOf('png', 'gif', one), keyOf('png', 'jpg')];
    expect(new Set(all).size).toBe(all.length);
  });
});

it('takes the largest sample as the difficult one', async () => {
  const samples = await findSamples();
  expect(ranksOf('png')).toEqual(['usual', 'difficult']);
  expect(ranksOf('viff')).toEqual(['usual']);
  const difficult = sampleFor(samples, { from: 'png', to: 'jpg', rank: 'difficult' });
  expect(samples.get('png')).toContain(difficult);
});
