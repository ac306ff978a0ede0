import { describe, expect, it } from 'vitest';
import { labelsOf } from '../../../engine/codecs/mermaid/labels.ts';
import { plainDrawing } from '../../../engine/codecs/mermaid/plain-drawing.ts';
import { openDiagram } from '../../../engine/codecs/mermaid/source.ts';
import { sharedEngine } from '../../support/shared-engine.ts';

const engine = sharedEngine();

async function draw(source: string) {
  const { artifacts, report, warnings } = await engine.convert(new TextEncoder().encode(source), {
    from: 'mermaid',
    to: 'svg',
  });
  const [artifact] = artifacts;
  if (!artifact || !('bytes' in artifact)) throw new Error('Expected one result in memory.');
  return { svg: new TextDecoder().decode(artifact.bytes), report, warned: warnings.map(({ message }) => message) };
}

const labels = (source: string): string[] => labelsOf(openDiagram(source)).sort();

describe('diagrams of Mermaid', () => {
  it('show a node and an edge for each of the source, in colours that every program knows', async () => {
    const { svg, report } = await draw('graph TD\n A[Lamp] --> B{Fog?}\n B -->|yes| C\n style A fill:#f9e79f');
    expect(report).toMatchObject({ verified: 'content', checks: [{ name: 'text', ok: true }, { name: 'drawing' }] });
    expect(svg.match(/class="node"/g)).toHaveLength(3);
    expect(svg.match(/class="edge"/g)).toHaveLength(2);
    expect(svg).toContain('fill="#f9e79f"');
    expect(svg).not.toMatch(/var\(|color-mix|@import|https?:\/\/(?!www\.w3\.org)/);
  });

  it('of kinds that are not drawn are refused by their names', async () => {
    for (const kind of ['gantt', 'pie title Lamps', 'mindmap', 'gitGraph', 'journey']) {
      await expect(draw(`${kind}\n  a`)).rejects.toMatchObject({
        code: 'unsupported_conversion',
        message: expect.stringContaining(`"${kind.split(' ')[0]}"`),
      });
    }
  });

  it('whose labels the library does not understand are refused, and not drawn without them', async () => {
    await expect(draw('graph TD\n A[unclosed --> B')).rejects.toMatchObject({
      code: 'unsupported_conversion',
      details: { labels: expect.arrayContaining(['B']) },
    });
    await expect(draw('graph TD\n A o--o Boat')).rejects.toMatchObject({ details: { labels: ['Boat'] } });
    await expect(draw('classDiagram\n class Lamp\n <<interface>> Lamp')).rejects.toMatchObject({
      message: expect.stringContaining('"interface"'),
    });
    await expect(draw('graph TD\n 灯台 --> 船')).rejects.toMatchObject({ code: 'unsupported_conversion' });
  });

  it('need no space around their arrows', async () => {
    const { svg } = await draw('graph TD;\n a["x-->y"]-->b\n b-.->|why|c{Fog}\n c==>d;\n d---e');
    const texts = Array.from(svg.matchAll(/<text[^>]*>([^<]*)</g), ([, text]) => text).sort();
    expect(texts).toEqual(['Fog', 'b', 'd', 'e', 'why', 'x--&gt;y']);
  });

  it('tell what else is left out', async () => {
    const { warned } = await draw('---\ntitle: Dusk\n---\ngraph TD\n A --> B\n click A "https://example.org"');
    expect(warned).toEqual([
      'The title above the diagram is not drawn.',
      'Links and actions of the nodes are not drawn.',
    ]);
  });
});

describe('labels of diagrams', () => {
  it('of flows are those of nodes, edges and groups, and names where there is no label', () => {
    const source = `flowchart LR
      %% nothing
      a["Quoted (text)"] -- on edge --> b
      b -.->|dotted| c{{Hexagon}}
      c ==> d[(Data<br/>base)] & e((Circle)):::loud
      subgraph one [Group]
        f@{ shape: rect, label: "New" }
      end
      classDef loud fill:#f00
      class a loud
      style a fill:#f9f`;
    expect(labels(source)).toEqual(
      ['Quoted (text)', 'on edge', 'b', 'dotted', 'Hexagon', 'Data base', 'Circle', 'Group', 'New'].sort(),
    );
  });

  it('of sequences are people, messages, notes and blocks', () => {
    const source = `sequenceDiagram
      participant A as Alice
      A->>+Bob: Hi: there
      Note over A,Bob: A note
      loop Every day
        Bob--)A: Hello
      end
      rect rgb(0, 255, 0)
      end`;
    expect(labels(source)).toEqual(['A note', 'Alice', 'Bob', 'Every day', 'Hello', 'Hi: there']);
  });

  it('of classes, states, entities and charts are read by their own rules', () => {
    const classes = 'classDiagram\nclass A["A lamp"] {\n+int age\n}\nA "1" --> "many" B : has\nB : +run()\n<<enum>> B';
    expect(labels(classes)).toEqual(['+int age', '+run()', '1', 'A lamp', 'B', 'enum', 'has', 'many']);
    const states = 'stateDiagram-v2\n[*] --> A\nA --> B : go\nstate "Long name" as B\nstate C {\nD --> [*]\n}';
    expect(labels(states)).toEqual(['A', 'C', 'D', 'Long name', 'go']);
    const entities = 'erDiagram\nA ||--o{ B : has\nA {\nstring name PK\n}\nB[Boat] {\n}';
    expect(labels(entities)).toEqual(['A', 'Boat', 'has', 'string name PK']);
    const chart = 'xychart-beta\ntitle "Fog"\nx-axis [Jan, Feb]\ny-axis "Hours" 0 --> 80\nbar [1, 2]';
    expect(labels(chart)).toEqual(['Feb', 'Fog', 'Hours', 'Jan']);
  });
});

describe('arrows of diagrams', () => {
  it('are turned at the starts of lines without the help of the viewer', async () => {
    const { svg } = await draw('classDiagram\n Light <|-- Buoy');
    const [, id] = /marker-start="url\(#([^)]+)\)"/.exec(svg) ?? [];
    expect(svg).toMatch(new RegExp(`<marker id="${id}"[^>]* orient="auto"[^>]*><g transform="rotate\\(180 `));
    expect(svg).not.toContain('auto-start-reverse');
  });
});

describe('colours of diagrams', () => {
  it('are resolved where they stand for others or are mixed, and fetch nothing', () => {
    const svg = `<svg style="--bg:#FFFFFF;--fg:#000;background:var(--bg)"><style>
      @import url('https://fonts.example/css');
      svg { --_line: var(--line, color-mix(in srgb, var(--fg) 50%, var(--bg))); }
      .mono { font-family: 'JetBrains Mono', monospace; }
    </style><rect fill="var(--_line)" stroke="url(https://x.example/a)"/><path marker-end="url(#a)"/><text>var(--fg)</text></svg>`;
    const plain = plainDrawing(svg);
    expect(plain).toContain('<rect fill="#808080" stroke="none"/>');
    expect(plain).toContain('<path marker-end="url(#a)"/><text>var(--fg)</text>');
    expect(plain).toContain("font-family: 'Courier New', monospace;");
    expect(plain).not.toMatch(/@import|--bg:|example/);
  });
});
