import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withoutDelimiters } from '../../../engine/codecs/tex-math/delimiters.ts';
import { bytesOf, CodecBench } from '../../support/codec-bench.ts';

let bench: CodecBench;
beforeAll(() => {
  bench = new CodecBench();
});
afterAll(() => bench[Symbol.asyncDispose]());

async function set(tex: string, to: 'svg' | 'mathml'): Promise<string> {
  const step = {
    codec: 'tex-math',
    edge: to === 'svg' ? 'draw' : 'mark-up',
    from: 'texmath',
    to,
    options: {},
  } as const;
  const input = { name: 'formula.texmath', format: 'texmath', bytes: new TextEncoder().encode(tex) } as const;
  const { artifacts } = await bench.convert([input], step);
  return new TextDecoder().decode(await bytesOf(artifacts[0]!));
}

describe('formulas', () => {
  it('are drawn with outlines alone: no font, no script, no link, nothing to fetch', async () => {
    const svg = await set(String.raw`\sum_{i=0}^n \mathfrak{A}_i`, 'svg');
    expect(svg).toMatch(/<path d="M/);
    expect(svg).not.toMatch(/<(?:text|use|a|script|style|image)\b|href|font-family| on\w+=/);
  });

  it.each([
    [String.raw`\frac{a`, 'MissingCloseBrace'],
    [String.raw`\unknown{a}`, 'UndefinedControlSequence'],
    [String.raw`\def\x{\x\x}\x`, 'MaxMacroSub1'],
    [String.raw`\href{javascript:alert(1)}{x}`, 'UndefinedControlSequence'],
    [String.raw`\require{html}x`, 'UndefinedControlSequence'],
  ])('refuses %s by name', async (tex, problem) => {
    await expect(set(tex, 'svg')).rejects.toMatchObject({ code: 'input_corrupt', details: { problem } });
  });

  it('forgets the definitions of the formula before', async () => {
    expect(await set(String.raw`\newcommand{\mine}{y}\mine`, 'mathml')).toContain('<mi>y</mi>');
    await expect(set(String.raw`\mine`, 'mathml')).rejects.toMatchObject({ code: 'input_corrupt' });
  });

  it.each([
    ['$$x$$', 'x'],
    ['$x$', 'x'],
    [String.raw`\[ x \]`, 'x'],
    ['% note\n x % more', 'x'],
    [String.raw`50\% x`, String.raw`50\% x`],
    [String.raw`\begin{matrix} a \\[2ex] b \end{matrix}`, String.raw`\begin{matrix} a \\[2ex] b \end{matrix}`],
  ])('are the same with and without the marks around them: %s', (source, formula) => {
    expect(withoutDelimiters(source)).toBe(formula);
  });
});
