import { describe, expect, it } from 'vitest';
import { labelsOf } from '../../../engine/codecs/nomnoml/labels.ts';
import { sharedEngine } from '../../support/shared-engine.ts';

const engine = sharedEngine();

async function draw(source: string) {
  const { artifacts, report, warnings } = await engine.convert(new TextEncoder().encode(source), {
    from: 'nomnoml',
    to: 'svg',
  });
  const [artifact] = artifacts;
  if (!artifact || !('bytes' in artifact)) throw new Error('Expected one result in memory.');
  return { svg: new TextDecoder().decode(artifact.bytes), report, warned: warnings.map(({ code }) => code) };
}

describe('diagrams of Nomnoml', () => {
  it('show each node once, with its compartments and the labels beside its arrows', async () => {
    const { svg, report } = await draw('[Lamp|miles;flash()] 1 owns -> 0..* [Wick]\n[Lamp]--[<note>At dusk]');
    expect(report).toMatchObject({ verified: 'content', checks: [{ name: 'text', ok: true }, { name: 'drawing' }] });
    const texts = Array.from(svg.matchAll(/<text[^>]*>([^<]*)</g), ([, text]) => text).sort();
    expect(texts).toEqual(['0..*', '1 owns', 'At dusk', 'Lamp', 'Wick', 'flash()', 'miles']);
  });

  it('read no other file and fetch nothing, and say so', async () => {
    const { svg, warned } = await draw(
      '#import: /etc/hostname\n#stroke: url(http://127.0.0.1/)\n#fill: #fff" onload="x\n[a]',
    );
    expect(warned).toEqual(['feature_dropped']);
    expect(svg).not.toMatch(/="url\(http|" onload/);
  });

  it('name the line of a mistake', async () => {
    await expect(draw('[a]->[b]\n[c')).rejects.toMatchObject({ code: 'input_corrupt', details: { line: 2 } });
  });
});

describe('labels of Nomnoml', () => {
  it('are names, compartments and what stands beside arrows, of nodes in nodes as well', () => {
    const source =
      '#title: No\n// no\n[<package>Tower|[Stair]-:>[Room|wide;high]]\n[<start>begin]-/-[Tower] many o-> [Sea]';
    expect(labelsOf(source).sort()).toEqual(['Room', 'Sea', 'Stair', 'Tower', 'high', 'many', 'wide'].sort());
  });
});
