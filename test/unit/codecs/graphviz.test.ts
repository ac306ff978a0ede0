import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bytesOf, CodecBench } from '../../support/codec-bench.ts';

let bench: CodecBench;
beforeAll(() => {
  bench = new CodecBench();
});
afterAll(() => bench[Symbol.asyncDispose]());

const artifact = (dot: string) => ({ name: 'graph.gv', format: 'gv', bytes: new TextEncoder().encode(dot) }) as const;

async function draw(dot: string): Promise<{ readonly svg: string; readonly warned: readonly string[] }> {
  const step = { codec: 'graphviz', edge: 'draw', from: 'gv', to: 'svg', options: {} } as const;
  const { artifacts, warnings } = await bench.convert([artifact(dot)], step);
  return { svg: new TextDecoder().decode(await bytesOf(artifacts[0]!)), warned: warnings.map(({ code }) => code) };
}

describe('graphs', () => {
  it('keeps links to pages and leaves out those that run programs', async () => {
    const { svg, warned } = await draw(
      'digraph { a [URL="https://example.org/?x=1&y=2"]; b [href=" java\tscript:alert(1)"]; c [URL="data:text/html,x"]; d [URL="other.svg"] }',
    );
    expect(svg.match(/xlink:href="[^"]*"/g)).toEqual([
      'xlink:href="https://example.org/?x=1&amp;y=2"',
      'xlink:href="other.svg"',
    ]);
    expect(warned).toEqual(['link_dropped']);
  });

  it('fetches neither style sheets nor images, and says so', async () => {
    const { svg, warned } = await draw(
      'digraph { stylesheet="https://example.org/style.css"; a [image="/etc/hostname", label="alone"] }',
    );
    expect(svg).not.toMatch(/xml-stylesheet|<image/);
    expect(svg).toContain('alone');
    expect(warned).toEqual(['picture_dropped']);
  });

  it('is laid out by the engine that it names', async () => {
    const [line, ring] = [await draw('graph { a -- b -- c }'), await draw('graph { layout=circo; a -- b -- c -- a }')];
    expect(line.svg).not.toBe(ring.svg);
    await expect(draw('graph { layout=magic; a -- b }')).rejects.toMatchObject({ code: 'unsupported_conversion' });
  });

  it('names the line of a mistake, and draws the next graph all the same', async () => {
    await expect(draw('digraph {\n  a -> ;\n}')).rejects.toMatchObject({ code: 'input_corrupt', details: { line: 2 } });
    expect((await draw('digraph { next }')).svg).toContain('>next<');
  });

  it('tells the text that is seen: escapes, records and HTML without their marks', async () => {
    const facts = await bench.inspect(
      artifact(
        'digraph { a [label="\\N and\\nmore"]; r [shape=record, label="{<p> left|right}"]; h [label=<<b>bold</b> &amp; x>]; i [style=invis, label=hidden]; p [shape=point]; subgraph plain { label=group; q [label=q] } subgraph cluster_1 { label=framed } a -> r [label="way"] }',
      ),
    );
    const words = facts?.document?.text.split(/\s+/).sort();
    expect(words).toEqual(['&amp;', 'a', 'and', 'bold', 'framed', 'left', 'more', 'q', 'right', 'way', 'x'].sort());
  });
});
