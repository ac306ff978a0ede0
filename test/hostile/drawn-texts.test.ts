import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConversionError, createEngine, type Engine, type FormatId } from '../../engine/index.ts';

let engine: Engine;
beforeAll(() => {
  engine = createEngine();
});
afterAll(() => engine.close());

async function outcome(text: string, from: FormatId, to: FormatId, deadlineMs?: number): Promise<string> {
  try {
    const { report } = await engine.convert(new TextEncoder().encode(text), { from, to, deadlineMs });
    return report.verified;
  } catch (error) {
    if (error instanceof ConversionError) return error.code;
    throw error;
  }
}

/** Every node joined to every other: layers and crossings without end. */
function denseGraph(nodes: number): string {
  const edges = Array.from({ length: nodes * 6 }, (_, edge) => `n${edge % nodes} -> n${(edge * 7919 + 13) % nodes};`);
  return `digraph { ${edges.join('\n')} }`;
}

describe('graphs that would never be done', () => {
  it('end at the deadline, and the next one is drawn', async () => {
    expect(await outcome(denseGraph(2000), 'gv', 'svg', 1500)).toBe('conversion_timeout');
    expect(await outcome('digraph { a -> b }', 'gv', 'svg')).toBe('content');
  }, 30_000);
});

describe('texts that are no good', () => {
  it.each([
    ['a graph that does not end', 'digraph { a -> b', 'gv', 'svg', 'input_corrupt'],
    ['a graph of another language', 'flowchart LR', 'gv', 'svg', 'input_corrupt'],
    ['a graph of some megabytes', `digraph { ${'a -> b;'.repeat(700_000)} }`, 'gv', 'svg', 'input_too_complex'],
    ['a formula that grows without end', String.raw`\def\x{\x\x}\x`, 'texmath', 'svg', 'input_corrupt'],
    ['a formula in a hundred braces', '{'.repeat(100_000), 'texmath', 'svg', 'input_too_complex'],
    ['code of some megabytes', 'let a = 1;\n'.repeat(300_000), 'code', 'html', 'input_too_complex'],
    ['nothing but white space', ' \n ', 'code', 'html', 'empty_file'],
  ] as const)('are refused by name: %s', async (_what, text, from, to, code) => {
    expect(await outcome(text, from, to)).toBe(code);
  });

  it('is written in one colour where a line has no end', async () => {
    const line = `const a = [${'"x", '.repeat(20_000)}];`;
    expect(await outcome(line, 'code', 'html', 20_000)).toBe('content');
  }, 30_000);
});
