import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sourcePath } from '../../../../corpus/cases.ts';
import { cases } from '../../../../corpus/cases/web-ifc.ts';
import { readBuilding } from '../../../../engine/content/mesh/ifc/building.ts';
import { ExchangeFile, textOf } from '../../../../engine/content/mesh/ifc/part-21.ts';
import type { Geometry, PlacedBody } from '../../../../engine/content/mesh/ifc/scene.ts';
import { requireDeclaredBodies } from '../../../../engine/content/mesh/ifc/verify.ts';
import { product } from '../../../../engine/content/mesh/model.ts';
import { rotated, scaled, translated } from '../../../../engine/content/mesh/transforms.ts';
import { latin1Bytes } from '../../../../engine/io/bytes.ts';

const file = (...lines: readonly string[]): ExchangeFile =>
  new ExchangeFile(latin1Bytes(['ISO-10303-21;', 'HEADER;', 'ENDSEC;', 'DATA;', ...lines, 'ENDSEC;'].join('\n')));

describe('exchange files', () => {
  it('are split at semicolons that are in no string and no comment', () => {
    const read = file("#1=A('a;''b',$,*);", "/* ; ' */ #2 = B ( (1.,-2.E-1) , #1 , .T. , C(3.5) );", '/* end */');
    expect(read.byId(1)).toEqual({ id: 1, type: 'A', values: ["a;''b", undefined, undefined] });
    const [numbers, reference, flag, typed] = read.byId(2)!.values;
    expect([numbers, read.instance(reference)?.id, flag, typed]).toEqual([[1, -0.2], 1, '.T.', 3.5]);
  });

  it('have texts in alphabets of any kind', () => {
    expect(textOf('Erdgescho\\X2\\00DF\\X0\\')).toBe('Erdgeschoß');
    expect(textOf("T\\S\\|r d''or \\X\\E9")).toBe("Tür d'or é");
    expect(textOf('T\u00c3\u00bcr')).toBe('Tür');
    expect(textOf('T\u00fcr')).toBe('Tür');
  });

  it('are refused where they end too early, or have lists without end', () => {
    expect(() => new ExchangeFile(latin1Bytes('ISO-10303-21;DATA;#1=A();'))).toThrow(
      expect.objectContaining({ code: 'input_truncated' }),
    );
    expect(() => file(`#1=A(${'('.repeat(200)}${')'.repeat(200)});`).byId(1)).toThrow(
      expect.objectContaining({ code: 'input_corrupt' }),
    );
  });
});

describe('declared bodies', () => {
  const building = readBuilding(new ExchangeFile(new Uint8Array(readFileSync(sourcePath(cases[0]!)))));
  const roof = [...building.parts.values()].find(({ name }) => name === 'Dach')!;
  const wall = [...building.parts.values()].find(({ name }) => name === 'Wand vorn')!;
  /** A box that fills what the file declares, in metres with y up. */
  const bodyOf = (id: number, transform = translated(0, 0, 0)): [readonly PlacedBody[], Map<number, Geometry>] => {
    const [x, y, z, right, back, top] = building.bodyOf(building.parts.get(id)!)!.box.map((value) => value / 1000) as [
      ...[number, number, number],
      ...[number, number, number],
    ];
    const positions = Float64Array.of(x, z, -y, right, top, -back, right, z, -y);
    return [
      [{ id, geometry: 1, colour: [1, 1, 1, 1], transform }],
      new Map([[1, { positions, indices: Uint32Array.of(0, 1, 2) }]]),
    ];
  };
  const refused = expect.objectContaining({ code: 'output_not_verified' });

  it('are told of all elements', () => {
    expect(building.metres).toBe(0.001);
    const shown = [...building.parts.values()].filter(({ hasBody }) => hasBody);
    expect(shown.map(({ name }) => name).sort()).toEqual(
      ['Dach', 'Fenster 1', 'Fenster 2', 'Wand hinten', 'Wand links', 'Wand rechts', 'Wand vorn'].sort(),
    );
    expect(shown.every((part) => building.bodyOf(part) !== undefined)).toBe(true);
    expect([building.bodyOf(wall)?.isCut, building.bodyOf(roof)?.isCut]).toEqual([true, false]);
  });

  it('are given up where bodies are copied without end', () => {
    const doubled = Array.from({ length: 22 }, (_, at) => {
      const inner = at === 0 ? '#7,#7' : `#${100 + at * 10 - 10},#${101 + at * 10 - 10}`;
      return `#${102 + at * 10}=IFCSHAPEREPRESENTATION($,'Body','',(${inner}));#${103 + at * 10}=IFCREPRESENTATIONMAP(#2,#${102 + at * 10});${[0, 1].map((copy) => `#${100 + at * 10 + copy}=IFCMAPPEDITEM(#${103 + at * 10},#3);`).join('')}`;
    });
    const bomb = file(
      '#1=IFCCARTESIANPOINT((0.,0.,0.));#2=IFCAXIS2PLACEMENT3D(#1,$,$);',
      '#3=IFCCARTESIANTRANSFORMATIONOPERATOR3D($,$,#1,1.,$);',
      '#5=IFCRECTANGLEPROFILEDEF(.AREA.,$,$,1.,1.);#6=IFCDIRECTION((0.,0.,1.));#7=IFCEXTRUDEDAREASOLID(#5,#2,#6,1.);',
      ...doubled,
      "#900=IFCWALL('0000000000000000000001',$,'w',$,$,$,#901,$,$);#901=IFCPRODUCTDEFINITIONSHAPE($,$,(#902));",
      "#902=IFCSHAPEREPRESENTATION($,'Body','',(#310,#311));",
    );
    const { parts, bodyOf } = readBuilding(bomb);
    expect(bodyOf(parts.get(900)!)).toBeUndefined();
  });

  it('refuse what is moved, turned or of another size', () => {
    expect(requireDeclaredBodies(building, ...bodyOf(roof.id))).toEqual({ elements: 1, compared: 1 });
    for (const wrong of [
      translated(0, 0.1, 0),
      rotated(0, 1, 0, 3),
      scaled(1.01, 1, 1),
      scaled(0.3048, 0.3048, 0.3048),
    ])
      expect(() => requireDeclaredBodies(building, ...bodyOf(roof.id, wrong))).toThrow(refused);
  });

  it('let what is cut be smaller, and not larger', () => {
    const [x, y] = building.bodyOf(wall)!.box.map((value) => value / 1000) as [number, number];
    const around = (transform: Float64Array) =>
      product(product(translated(x, 0.2, -y), transform), translated(-x, -0.2, y))!;
    expect(() => requireDeclaredBodies(building, ...bodyOf(wall.id, around(scaled(0.9, 0.9, 0.9))))).not.toThrow();
    expect(() => requireDeclaredBodies(building, ...bodyOf(wall.id, around(scaled(1.1, 1, 1))))).toThrow(refused);
  });
});
