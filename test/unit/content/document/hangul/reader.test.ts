import { readFileSync } from 'node:fs';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { sourcePath } from '../../../../../corpus/cases.ts';
import { DEFAULT_LIMITS } from '../../../../../engine/contract/limits.ts';
import { readHwp } from '../../../../../engine/content/document/hangul/hwp.ts';
import { readHwpx } from '../../../../../engine/content/document/hangul/hwpx.ts';
import { HangulLosses } from '../../../../../engine/content/document/hangul/losses.ts';
import { readRecords } from '../../../../../engine/content/document/hangul/records.ts';
import { tableOf } from '../../../../../engine/content/document/hangul/tables.ts';
import type { Block } from '../../../../../engine/content/document/opendocument/document.ts';

const HWP = Uint8Array.from(readFileSync(sourcePath({ from: 'hwp', source: 'heading-table-note.hwp' })));
const HWPX = Uint8Array.from(readFileSync(sourcePath({ from: 'hwpx', source: 'heading-table-note.hwpx' })));
const refused = (code: string) => expect.objectContaining({ code });

function textOf(blocks: readonly Block[]): string[] {
  return blocks.flatMap((block) =>
    block.kind === 'table'
      ? block.rows.map(({ cells }) =>
          cells.map((cell) => (cell.kind === 'cell' ? textOf(cell.content).join() : '-')).join('|'),
        )
      : [
          block.content
            .map((part) =>
              part.kind === 'text' ? part.text : part.kind === 'note' ? `[${textOf(part.body).join()}]` : '/',
            )
            .join(''),
        ],
  );
}

const section = (inside: string): Uint8Array =>
  zipSync({ 'Contents/section0.xml': strToU8(`<hs:sec xmlns:hs="s" xmlns:hp="p">${inside}</hs:sec>`) });

describe('documents of Hangul', () => {
  for (const [name, read, bytes] of [
    ['records', readHwp, HWP],
    ['XML', readHwpx, HWPX],
  ] as const)
    it(`in ${name} have their text, looks, tables and notes`, () => {
      const { body, page } = read(bytes, DEFAULT_LIMITS, new HangulLosses());
      expect(textOf(body)).toEqual([
        '아타노르',
        '용광로는 따뜻하다./The furnace is warm.[철은 1,538 °C에서 녹는다.]',
        '온도|-',
        '낮|1,200',
      ]);
      const [heading, text, table] = body;
      expect(heading).toMatchObject({ heading: 1, style: { alignment: 'center' } });
      expect(heading).toMatchObject({
        content: [{ style: { bold: true, size: 16, colour: expect.stringMatching(/2e74b5/i) } }],
      });
      expect(text).toMatchObject({ content: { 3: { text: 'warm', style: { bold: true } } } });
      expect(table).toMatchObject({
        columns: [90, 90],
        rows: [{ cells: [{ columnSpan: 2 }, { kind: 'covered' }] }, {}],
      });
      expect(page).toMatchObject({ width: 595.28, height: 841.88 });
    });

  it('are refused by name where they are encrypted, end early or expand too far', () => {
    const at = Buffer.from(HWP).indexOf('HWP Document File') + 36;
    const locked = HWP.slice();
    locked[at] = 3;
    const read =
      (bytes: Uint8Array, limits = DEFAULT_LIMITS) =>
      () =>
        readHwp(bytes, limits, new HangulLosses());
    expect(read(locked)).toThrow(refused('input_encrypted'));
    expect(read(HWP, { ...DEFAULT_LIMITS, expandedBytes: 100 })).toThrow(refused('input_too_complex'));
    const plain = HWP.slice();
    plain[at] = 0;
    expect(read(plain)).toThrow();
    // Zeros fill the last streams of the sample.
    for (let size = 600; size < 6_000; size += 256) expect(read(HWP.subarray(0, size))).toThrow();
    expect(() => readRecords(Uint8Array.of(66, 0, 0, 0xff, 1, 0, 0, 0x7f))).toThrow(refused('input_truncated'));
    expect(() => readRecords(Uint8Array.of(66, 0, 0x40, 0))).toThrow(refused('input_truncated'));
    expect(() => readHwpx(zipSync({ a: strToU8('a') }), DEFAULT_LIMITS, new HangulLosses())).toThrow(
      refused('input_corrupt'),
    );
  });

  it('have tables and levels of bounded size, whatever their cells say', () => {
    const cell = { row: 0, column: 0, rowSpan: 1, columnSpan: 1, width: 10, content: [] };
    expect(tableOf([{ ...cell, rowSpan: 65_535, columnSpan: 65_535 }])).toBeUndefined();
    expect(tableOf([{ ...cell, row: 65_000 }])).toBeUndefined();
    expect(tableOf([])).toBeUndefined();
    expect(tableOf([cell, cell])!.rows).toHaveLength(1);
    const wide = `<hp:p><hp:run><hp:tbl><hp:tr><hp:tc><hp:subList><hp:p><hp:run><hp:t>kept</hp:t></hp:run></hp:p></hp:subList><hp:cellAddr colAddr="9999999" rowAddr="1"/></hp:tc></hp:tr></hp:tbl></hp:run></hp:p>`;
    expect(textOf(readHwpx(section(wide), DEFAULT_LIMITS, new HangulLosses()).body)).toEqual(['kept']);
    const deep = '<hp:p><hp:run>'.repeat(300) + '</hp:run></hp:p>'.repeat(300);
    expect(() => readHwpx(section(deep), DEFAULT_LIMITS, new HangulLosses())).toThrow(refused('input_too_complex'));
  });
});
