import { describe, expect, it } from 'vitest';
import { type ConversionError } from '../../engine/index.ts';
import { sharedEngine } from '../support/shared-engine.ts';

const SECONDS = 60_000;
const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

const engine = sharedEngine();

async function outcomeOf(text: string, deadlineMs = SECONDS): Promise<string> {
  try {
    const { artifacts, report } = await engine.convert(encode(text), { from: 'typst', to: 'pdf', deadlineMs });
    return artifacts.length === 1 ? report.verified : 'nothing';
  } catch (error) {
    return (error as ConversionError).code;
  }
}

/** A list that no memory holds: the compiler ends in the middle, in a state that nobody knows. */
const EXHAUSTING = '#let list = range(2000000000)\n#list.len()';
/** Each loop is short enough for the compiler, and all of them together never end. */
const ENDLESS =
  '#let n = 9999\n#for a in range(n) { for b in range(n) { for c in range(n) { let d = a + b + c } } }\ntext';

describe('a text', { timeout: SECONDS }, () => {
  it('whose compiler dies leaves an engine that sets the next one', async () => {
    expect(await outcomeOf('= Before')).toBe('content');
    for (let round = 0; round < 3; round++) {
      expect(await outcomeOf(EXHAUSTING)).toBe('input_too_complex');
      expect(await outcomeOf(`= After ${round}`)).toBe('content');
    }
  });

  it('whose compiler dies does no harm to those that wait behind it', async () => {
    const outcomes = await Promise.all(
      ['= One', EXHAUSTING, '= Two', EXHAUSTING, '= Three'].map((text) => outcomeOf(text)),
    );
    expect(outcomes).toEqual(['content', 'input_too_complex', 'content', 'input_too_complex', 'content']);
  });

  it.each(['#("x" * 1000000000)', '#lorem(1000000000)', '#for a in range(99999) { for b in range(99999) { a } }'])(
    'that says itself that it is without end is refused before it is set: %s',
    async (text) => expect(await outcomeOf(text)).toBe('input_too_complex'),
  );

  it('that never ends is ended by its deadline, and the next one is set', async () => {
    expect(await outcomeOf(ENDLESS, 1500)).toBe('conversion_timeout');
    expect(await outcomeOf('= After')).toBe('content');
  });
});
