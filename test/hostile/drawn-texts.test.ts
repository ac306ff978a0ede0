import { describe, expect, it } from 'vitest';
import { ConversionError, type FormatId } from '../../engine/index.ts';
import { sharedEngine } from '../support/shared-engine.ts';

const engine = sharedEngine();

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

describe('graphs of a hundred thousand edges', () => {
  it('end at the deadline as well', async () => {
    const edges = Array.from({ length: 100_000 }, (_, edge) => `${edge % 997}--${(edge * 31) % 991};`);
    expect(await outcome(`graph { ${edges.join('')} }`, 'gv', 'svg', 1500)).toBe('conversion_timeout');
  }, 30_000);
});

describe('diagrams of thousands of nodes', () => {
  it('end at the deadline as well', async () => {
    const edges = Array.from({ length: 3000 }, (_, edge) => `n${edge % 400} --> n${(edge * 7919 + 13) % 400}`);
    expect(await outcome(`graph TD\n${edges.join('\n')}`, 'mermaid', 'svg', 1500)).toBe('conversion_timeout');
    expect(await outcome('graph TD\na --> b', 'mermaid', 'svg')).toBe('content');
  }, 30_000);
});

describe('diagrams with marks of other languages', () => {
  it('hold them as text and nothing else', async () => {
    const source = `graph TD
      a["<script>alert(1)</script>"] --> b
      style a fill:#fff" onload="alert(1),stroke:url(http://127.0.0.1/)`;
    const result = await engine.convert(new TextEncoder().encode(source), { from: 'mermaid', to: 'svg' });
    const [artifact] = result.artifacts;
    if (!artifact || !('bytes' in artifact)) throw new Error('Expected one result in memory.');
    expect(new TextDecoder().decode(artifact.bytes)).not.toMatch(/<script|" onload|127\.0\.0\.1/);
  });
});

describe('graphs that name files', () => {
  it('are drawn without them, and it is told', async () => {
    const dot = `digraph {
      a [image="/etc/passwd"] b [shape=none, label=<<TABLE><TR><TD><IMG SRC="/etc/hostname"/></TD></TR></TABLE>>]
      c [shapefile="/etc/passwd"] a -> b -> c
    }`;
    const result = await engine.convert(new TextEncoder().encode(dot), { from: 'gv', to: 'svg' });
    const [artifact] = result.artifacts;
    if (!artifact || !('bytes' in artifact)) throw new Error('Expected one result in memory.');
    expect(new TextDecoder().decode(artifact.bytes)).not.toMatch(/<image|etc/);
    expect(result.warnings.map(({ code }) => code)).toContain('picture_dropped');
  });
});

/** A macro that holds the one before it twice, and so on: 2 to the power of the count. */
function doublingMacros(count: number): string {
  const names = Array.from(
    { length: count },
    (_, index) => `\\m${String.fromCharCode(97 + (index % 26), 97 + Math.floor(index / 26))}`,
  );
  return names
    .map((name, index) => (index === 0 ? `\\def${name}{x}` : `\\def${name}{${names[index - 1]}${names[index - 1]}}`))
    .concat(names.at(-1)!)
    .join('');
}

function board(...elements: readonly object[]): string {
  return JSON.stringify({ type: 'excalidraw', version: 2, elements });
}

/** A drawing of CAD programs: groups and values, one after the other. */
function cad(entities: string, blocks = ''): string {
  const section = (name: string, content: string): string => `0 SECTION 2 ${name} ${content} 0 ENDSEC `;
  return `${section('BLOCKS', blocks)}${section('ENTITIES', entities)}0 EOF`.trim().split(/\s+/).join('\n');
}

describe('texts that are no good', () => {
  it.each([
    ['a formula whose macros double', doublingMacros(40), 'texmath', 'svg', 'input_corrupt'],
    ['a page that reads a file', '#read("/etc/passwd")', 'typst', 'pdf', 'input_corrupt'],
    ['a page with a picture of a file', '#image("/etc/passwd")', 'typst', 'pdf', 'input_corrupt'],
    ['a page that loads a package', '#import "@preview/cetz:0.2.0": *', 'typst', 'pdf', 'input_corrupt'],
    ['a page that calls itself', '#let f(x) = f(x + 1)\n#f(1)', 'typst', 'pdf', 'input_corrupt'],
    ['a page that goes round in circles', '#while true { [x] }', 'typst', 'pdf', 'input_corrupt'],
    ['a graph that does not end', 'digraph { a -> b', 'gv', 'svg', 'input_corrupt'],
    ['a graph of another language', 'flowchart LR', 'gv', 'svg', 'input_corrupt'],
    ['a graph of some megabytes', `digraph { ${'a -> b;'.repeat(700_000)} }`, 'gv', 'svg', 'input_too_complex'],
    ['a formula that grows without end', String.raw`\def\x{\x\x}\x`, 'texmath', 'svg', 'input_corrupt'],
    ['a formula in a hundred braces', '{'.repeat(100_000), 'texmath', 'svg', 'input_too_complex'],
    ['code of some megabytes', 'let a = 1;\n'.repeat(300_000), 'code', 'html', 'input_too_complex'],
    ['nothing but white space', ' \n ', 'code', 'html', 'empty_file'],
    ['a board of JSON alone', '{"type": "excalidraw"}', 'excalidraw', 'svg', 'input_corrupt'],
    ['a board at the end of the world', board({ type: 'rectangle', x: 1e300 }), 'excalidraw', 'svg', 'input_corrupt'],
    [
      'a board of points that are none',
      board({ type: 'line', points: [1, 'x'] }),
      'excalidraw',
      'svg',
      'input_corrupt',
    ],
    [
      'a board of very many elements',
      board(...Array.from({ length: 20_001 }, () => ({ type: 'ellipse' }))),
      'excalidraw',
      'svg',
      'input_too_complex',
    ],
    ['a plan that does not go on', '0\nSECTION\n2\nENTITIES', 'dxf', 'svg', 'input_truncated'],
    ['a plan of nothing', cad(''), 'dxf', 'svg', 'empty_file'],
    ['a plan of other lines', '0\nSECTION\nsome\ntext', 'dxf', 'svg', 'input_corrupt'],
    ['a plan without places', cad('0 LINE 10 NaN 20 0 11 1 21 1'), 'dxf', 'svg', 'input_corrupt'],
    ['a plan out of all bounds', cad('0 LINE 10 1e300 20 0 11 1 21 1'), 'dxf', 'svg', 'input_corrupt'],
    [
      'a plan of a block in itself',
      cad('0 INSERT 2 A', '0 BLOCK 2 A 0 INSERT 2 A 0 ENDBLK'),
      'dxf',
      'svg',
      'input_too_complex',
    ],
    [
      'a plan of blocks that double',
      cad(
        '0 INSERT 2 B30',
        Array.from(
          { length: 31 },
          (_, level) =>
            `0 BLOCK 2 B${level} ${level === 0 ? '0 POINT 10 1 20 1' : `0 INSERT 2 B${level - 1} `.repeat(2)} 0 ENDBLK`,
        ).join(' '),
      ),
      'dxf',
      'svg',
      'input_too_complex',
    ],
    [
      'a plan of a block a billion times',
      cad('0 INSERT 2 A 70 30000 71 30000', '0 BLOCK 2 A 0 ENDBLK'),
      'dxf',
      'svg',
      'input_too_complex',
    ],
    [
      'a spline whose knots do not fit',
      cad('0 SPLINE 71 3 40 0 40 1 10 0 20 0 10 1 20 1'),
      'dxf',
      'svg',
      'input_corrupt',
    ],
    ['a plan of solids alone', cad('0 3DSOLID'), 'dxf', 'svg', 'unsupported_conversion'],
    ['a diagram without an end', '[a]->[b', 'nomnoml', 'svg', 'input_corrupt'],
    ['a diagram without a node', '#title: Nothing', 'nomnoml', 'svg', 'input_corrupt'],
    ['nodes in nodes without end', '[a|'.repeat(20_000), 'nomnoml', 'svg', 'input_too_complex'],
    ['a diagram of no kind', '-->', 'mermaid', 'svg', 'unsupported_conversion'],
    ['a diagram of names alone', `classDiagram\n${'a "'.repeat(10_000)}`, 'mermaid', 'svg', 'unsupported_conversion'],
    [
      'a diagram of some hundred kilobytes',
      `graph TD\n${'a --> b\n'.repeat(30_000)}`,
      'mermaid',
      'svg',
      'input_too_complex',
    ],
  ] as const)('are refused by name: %s', async (_what, text, from, to, code) => {
    expect(await outcome(text, from, to)).toBe(code);
  });

  it('is written in one colour where a line has no end', async () => {
    const line = `const a = [${'"x", '.repeat(20_000)}];`;
    expect(await outcome(line, 'code', 'html', 20_000)).toBe('content');
  }, 30_000);
});
