import { describe, expect, it } from 'vitest';
import { requireBoundedProgram } from '../../../engine/codecs/typst/complexity.ts';
import { DEFAULT_LIMITS } from '../../../engine/contract/limits.ts';

const outcome = (source: string): unknown => {
  try {
    requireBoundedProgram(source, DEFAULT_LIMITS);
    return 'set';
  } catch (error) {
    return (error as { details: { limit: string } }).details.limit;
  }
};

describe('a program that states how far it would run', () => {
  it.each([
    ['a text repeated', '#("x" * 1000000000)', 'pages'],
    ['a text repeated, from the other side', '#{ 1_000_000_000 * "x" }', 'pages'],
    ['a repeated text in scientific notation', '#("abc" * 1e9)', 'pages'],
    ['words that mean nothing', '#lorem(1000000000)', 'pages'],
    ['a loop in a loop', '#for i in range(9999) { for j in range(9999) { } }', 'loopRounds'],
    ['a loop of content', '#for i in range(100000000) [x]', 'loopRounds'],
    ['loops from one number to another', '#{ for i in range(5, 100_000_005) { } }', 'loopRounds'],
    ['a text that doubles', '#{ let s = "x"\n for i in range(40) { s += s }\n s }', 'pages'],
    ['a list that doubles', '#let a = (1,)\n#for i in range(40) { a = a + a }', 'pages'],
    ['content that is multiplied', '#let a = [x]\n#for i in range(40) { a = a * 3 }', 'pages'],
  ])('%s: refused', (_name, source, limit) => {
    expect(outcome(source)).toBe(limit);
  });

  it.each([
    ['a line of dashes', '#("-" * 80)'],
    ['a table', '#for row in range(1000) { for column in range(50) { [x] } }'],
    ['loops one after the other', '#for i in range(9999) { }\n'.repeat(50)],
    ['large steps', '#for i in range(0, 1000000000, step: 1000000) { }'],
    ['loops of which it is not said how long they are', '#while a { while b { for i in range(n) { } } }'],
    ['a number that doubles', '#{ let n = 1\n for i in range(40) { n += n } }'],
    ['a text that doubles three times', '#{ let s = "x"\n for i in range(3) { s += s } }'],
    ['a text that grows by another', '#{ let s = "x"\n let t = "y"\n for i in range(4000) { s += t } }'],
    ['what is commented out', '// #for i in range(999999999) { }\n/* #lorem(1000000000) */'],
    ['what is shown as code', '```typ\n#for i in range(999999999) { }\n``` and `#lorem(1000000000)`'],
    ['prose', 'While [we] wait for a while, see [1] * 1000000000 times, \\[or\\] for a while { }.'],
  ])('%s: set', (_name, source) => {
    expect(outcome(source)).toBe('set');
  });

  it('is looked at in time that grows with its length', () => {
    for (const piece of ['let a = ', '"', 'for x in range(', 'while ', 'a = a ', '1_', '/*', '[', '``` ', '\\', 'a'])
      expect(outcome(piece.repeat(100_000))).toBe('set');
  });
});
