import { describe, expect, it } from 'vitest';
import { ConversionError, type FormatId } from '../../engine/index.ts';
import { sharedEngine } from '../support/shared-engine.ts';

const engine = sharedEngine();

/** Groups and values by turns, as lines of a file. */
function drawing(entities: string, blocks = ''): Uint8Array {
  const section = (name: string, content: string): string => `0 SECTION 2 ${name} ${content} 0 ENDSEC `;
  const text = `${section('BLOCKS', blocks)}${section('ENTITIES', entities)}0 EOF`;
  return new TextEncoder().encode(text.trim().split(/\s+/).join('\n'));
}

async function outcome(bytes: Uint8Array, to: FormatId): Promise<string> {
  try {
    return (await engine.convert(bytes, { from: 'dxf', to })).report.verified;
  } catch (error) {
    if (error instanceof ConversionError) return error.code;
    throw error;
  }
}

const FACE = '0 3DFACE 10 0 20 0 30 0 11 1 21 0 31 0 12 1 22 1 32 1';
const VERTEX = '0 VERTEX 10 1 20 2 30 3 70 192 ';
const BILLION = '70 32000 71 32000 44 1 45 1';

describe('hostile drawings that become models', () => {
  it.each([
    ['a block in itself', '0 INSERT 2 A', `0 BLOCK 2 A ${FACE} 0 INSERT 2 A 0 ENDBLK`, 'input_too_complex'],
    [
      'a block a billion times in itself',
      `0 INSERT 2 A ${BILLION}`,
      `0 BLOCK 2 A ${FACE} 0 INSERT 2 A ${BILLION} 0 ENDBLK`,
      'input_too_complex',
    ],
    ['a face a billion times', `0 INSERT 2 A ${BILLION}`, `0 BLOCK 2 A ${FACE} 0 ENDBLK`, 'input_too_complex'],
    ['nothing a billion times', `0 INSERT 2 A ${BILLION}`, '0 BLOCK 2 A 0 ENDBLK', 'input_too_complex'],
    [
      'a circle a million times',
      '0 INSERT 2 A 70 1000 71 1000 44 1 45 1',
      '0 BLOCK 2 A 0 CIRCLE 10 0 20 0 40 1 39 1 0 ENDBLK',
      'input_too_complex',
    ],
    ['a mesh of vertices that are not there', '0 POLYLINE 66 1 70 16 71 32767 72 32767 0 SEQEND', '', 'input_corrupt'],
    ['a mesh of rows that are none', `0 POLYLINE 66 1 70 49 71 0.5 72 2 ${VERTEX} 0 SEQEND`, '', 'input_corrupt'],
    [
      'a face of vertices that are not there',
      `0 POLYLINE 66 1 70 64 ${VERTEX.repeat(3)} 0 VERTEX 70 128 71 1 72 2 73 4 0 SEQEND`,
      '',
      'input_corrupt',
    ],
    ['a mesh of lists that are too short', '0 MESH 92 1 10 0 20 0 30 0 93 4000000000 90 3', '', 'input_corrupt'],
    ['a mesh of faces below zero', '0 MESH 92 1 10 0 20 0 30 0 93 2 90 -3 90 0', '', 'input_corrupt'],
    ['a mesh without lists', '0 MESH 71 2', '', 'input_corrupt'],
    ['a height that is no number', '0 LINE 10 0 20 0 30 NaN 11 1 21 1 31 1', '', 'input_corrupt'],
    ['a place out of all bounds', '0 LINE 10 0 20 0 30 1e300 11 1 21 1 31 1', '', 'input_corrupt'],
    [
      'a block that is larger than numbers are',
      '0 INSERT 2 A 41 1e308 42 0 50 45',
      `0 BLOCK 2 A 0 LINE 10 1e10 20 0 30 0 11 0 21 0 31 0 0 ENDBLK`,
      'input_corrupt',
    ],
    ['bodies alone', '0 3DSOLID 70 1 0 REGION 70 1', '', 'unsupported_conversion'],
    ['texts alone', '0 TEXT 10 0 20 0 40 1 1 word', '', 'unsupported_conversion'],
  ] as const)(
    'are refused by name: %s',
    async (_what, entities, blocks, code) => {
      expect(await outcome(drawing(entities, blocks), 'glb')).toBe(code);
    },
    60_000,
  );

  it('say that a format holds no lines', async () => {
    const lines = drawing('0 LINE 10 0 20 0 30 0 11 1 21 1 31 1');
    expect(await outcome(lines, 'obj')).toBe('content');
    for (const to of ['stl', 'off', '3mf'] as const) expect(await outcome(lines, to)).toBe('unsupported_conversion');
  });

  it('are written where faces have no size, and where blocks are missing', async () => {
    const flat = '0 3DFACE 10 0 20 0 30 0 11 0 21 0 31 0 12 0 22 0 32 0 13 0 23 0 33 0';
    expect(await outcome(drawing(`${flat} ${FACE} 0 INSERT 2 NONE`), 'glb')).toBe('content');
    expect(await outcome(drawing(`${flat} 0 POLYLINE 66 1 70 16 71 0 72 0 0 SEQEND ${FACE}`), 'stl')).toBe('content');
  });
});
