import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sourcePath } from '../../corpus/cases.ts';
import { cases as ofAssimp } from '../../corpus/cases/assimp.ts';
import { cases as ofOcct } from '../../corpus/cases/occt.ts';
import { cases as ofWebIfc } from '../../corpus/cases/web-ifc.ts';
import { ConversionError, type FormatId } from '../../engine/index.ts';
import { utf8Bytes } from '../../engine/io/bytes.ts';
import { writeZip } from '../../engine/io/zip.ts';
import { assertProperty } from '../support/property.ts';
import { sharedEngine } from '../support/shared-engine.ts';

const engine = sharedEngine();
const SOURCES = [...new Map([...ofAssimp, ...ofOcct, ...ofWebIfc].map(({ from, source }) => [from, source]))];
const LATER = 120_000;

async function outcome(bytes: Uint8Array, from: FormatId, to: FormatId = 'glb'): Promise<string> {
  try {
    const { report } = await engine.convert(new Uint8Array(bytes), { from, to });
    return report.verified;
  } catch (error) {
    if (error instanceof ConversionError) return error.code;
    throw error;
  }
}

const sample = (from: FormatId): Uint8Array =>
  new Uint8Array(readFileSync(sourcePath({ from, source: new Map(SOURCES).get(from)! })));
const collada = (inside: string): Uint8Array =>
  utf8Bytes(
    `<?xml version="1.0"?><COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">${inside}</COLLADA>`,
  );
const TRIANGLE = `<library_geometries><geometry id="g"><mesh><source id="s"><float_array id="a" count="9">0 0 0 1 0 0 0 1 0</float_array><technique_common><accessor source="#a" count="3" stride="3"><param name="X" type="float"/><param name="Y" type="float"/><param name="Z" type="float"/></accessor></technique_common></source><vertices id="v"><input semantic="POSITION" source="#s"/></vertices><triangles count="1"><input semantic="VERTEX" source="#v" offset="0"/><p>0 1 2</p></triangles></mesh></geometry></library_geometries>`;
const scene = (nodes: string): string =>
  `<library_visual_scenes><visual_scene id="scene">${nodes}</visual_scene></library_visual_scenes><scene><instance_visual_scene url="#scene"/></scene>`;

describe('hostile models of other programs', () => {
  it('cannot claim more than they hold', { timeout: LATER }, async () => {
    const quake = sample('md2');
    new DataView(quake.buffer).setUint32(32, 4_000_000_000, true);
    expect(await outcome(quake, 'md2')).toBe('input_truncated');
    const studio = sample('3ds');
    const faces = Buffer.from(studio.buffer).indexOf(Uint8Array.of(0x20, 0x41));
    new DataView(studio.buffer).setUint16(faces + 6, 65_535, true);
    expect(await outcome(studio, '3ds')).toMatch(/^input_(corrupt|truncated)$/);
    const claims = TRIANGLE.replace('count="9"', 'count="4000000000"').replace('count="3"', 'count="1333333333"');
    expect(await outcome(collada(`${claims}${scene('<node><instance_geometry url="#g"/></node>')}`), 'dae')).toMatch(
      /^(input_corrupt|output_not_verified)$/,
    );
  });

  it('cannot be within themselves, or placed without end', { timeout: LATER }, async () => {
    const own = `<library_nodes><node id="n"><instance_geometry url="#g"/><instance_node url="#n"/></node></library_nodes>`;
    expect(
      await outcome(collada(`${TRIANGLE}${own}${scene('<node><instance_node url="#n"/></node>')}`), 'dae'),
    ).toMatch(/^(input_corrupt|input_too_complex)$/);
    const doubled = Array.from(
      { length: 40 },
      (_, at) => `<node id="n${at + 1}"><instance_node url="#n${at}"/><instance_node url="#n${at}"/></node>`,
    );
    const bomb = `<library_nodes><node id="n0"><instance_geometry url="#g"/></node>${doubled.join('')}</library_nodes>`;
    expect(
      await outcome(collada(`${TRIANGLE}${bomb}${scene('<node><instance_node url="#n40"/></node>')}`), 'dae'),
    ).toMatch(/^(input_corrupt|input_too_complex)$/);
  });

  it('are no bombs when they are packed', { timeout: LATER }, async () => {
    const blank = collada(`${' '.repeat(60_000_000)}${TRIANGLE}`);
    expect(await outcome(writeZip([{ name: 'a.dae', bytes: blank }]), 'zae')).toBe('input_too_complex');
  });

  it('fetch nothing, and expand no entities', { timeout: LATER }, async () => {
    const entities = `<?xml version="1.0"?><!DOCTYPE COLLADA [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]>`;
    const bomb = Buffer.from(collada(TRIANGLE))
      .toString()
      .replace('<?xml version="1.0"?>', entities)
      .replace('0 1 2</p>', '&b;</p>');
    expect(await outcome(utf8Bytes(bomb), 'dae')).toBe('input_corrupt');
    const remote = collada(`${TRIANGLE}${scene('<node><instance_geometry url="http://127.0.0.1:1/a.dae#g"/></node>')}`);
    expect(await outcome(remote, 'dae')).toBe('input_corrupt');
    const model = Buffer.from(sample('dae')).toString();
    const named = model.replace(
      '<library_effects>',
      '<library_images><image id="i"><init_from>file:///etc/passwd</init_from></image></library_images><library_effects>',
    );
    const { artifacts } = await engine.convert(utf8Bytes(named), { from: 'dae', to: 'gltf' });
    expect(Buffer.from((artifacts[0] as { readonly bytes: Uint8Array }).bytes).toString()).not.toContain('root:');
  });

  it('say so where they have bones alone, or nothing', { timeout: LATER }, async () => {
    expect(await outcome(collada(scene('<node><translate>1 0 0</translate></node>')), 'dae')).toBe('input_corrupt');
    const step =
      "ISO-10303-21;\nHEADER;\nFILE_DESCRIPTION((''),'2;1');\nFILE_NAME('','',(''),(''),'','','');\nFILE_SCHEMA(('AUTOMOTIVE_DESIGN'));\nENDSEC;\nDATA;\nENDSEC;\nEND-ISO-10303-21;\n";
    expect(await outcome(utf8Bytes(step), 'step')).toBe('input_corrupt');
  });

  it(
    'refuse buildings whose parts are within each other without end, or that end too early',
    { timeout: LATER },
    async () => {
      const building = Buffer.from(sample('ifc')).toString('latin1');
      const outcomeOf = (text: string) => outcome(new Uint8Array(Buffer.from(text, 'latin1')), 'ifc');
      expect(await outcomeOf(building)).toBe('content');
      const placedInItself = building.replace(/#(\d+)=IFCLOCALPLACEMENT\(\$,/, '#$1=IFCLOCALPLACEMENT(#$1,');
      expect(await outcomeOf(placedInItself)).toMatch(/^(input_corrupt|output_not_verified)$/);
      const partOfItself = building.replace(
        /,(#\d+),\((#\d+)\)\);\n#(\d+)=IFCRELAGGREGATES/,
        ',$2,($1));\n#$3=IFCRELAGGREGATES',
      );
      expect(partOfItself).not.toBe(building);
      expect(await outcomeOf(partOfItself)).toMatch(/^(content|input_corrupt)$/);
      const mappedInItself = building.replace(
        /\(#\d+\)\);\n(#\d+)=IFCREPRESENTATIONMAP/,
        '(#100000));\n$1=IFCREPRESENTATIONMAP',
      );
      expect(await outcomeOf(mappedInItself)).toMatch(/^(content|structure|input_corrupt)$/);
      expect(await outcomeOf(building.slice(0, -200))).toBe('input_truncated');
      expect(await outcomeOf(building.replace(/DATA;[^]*ENDSEC;/, 'DATA;\nENDSEC;'))).toBe('unsupported_conversion');
    },
  );

  it('end in a result or a named error when bytes of them are damaged', { timeout: LATER * 3 }, async () => {
    const damage = fc.record({
      file: fc.integer({ min: 0, max: SOURCES.length - 1 }),
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      byte: fc.integer({ min: 0, max: 255 }),
      cut: fc.boolean(),
    });
    await assertProperty(
      fc.asyncProperty(damage, async ({ file, at, byte, cut }) => {
        const [from, source] = SOURCES[file]!;
        const bytes = new Uint8Array(readFileSync(sourcePath({ from, source })));
        const place = Math.floor(at * (bytes.byteLength - 1));
        bytes[place] = byte;
        const found = await outcome(cut ? bytes.subarray(0, place + 1) : bytes, from, 'glb');
        expect(found).not.toMatch(/internal|conversion_failed|conversion_timeout/);
      }),
      { numRuns: 60 },
    );
  });
});
