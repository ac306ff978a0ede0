import { join } from 'node:path';
import { tableFromIPC } from 'apache-arrow';
import { describe, expect, it } from 'vitest';
import type { FormatId } from '../../../engine/index.ts';
import { sharedEngine } from '../../support/shared-engine.ts';

const SOURCES = join(import.meta.dirname, '../../../corpus/sources');

const engine = sharedEngine();

async function typesOf(source: string): Promise<Readonly<Record<string, string>>> {
  const { artifacts } = await engine.convert(join(SOURCES, source), { to: 'arrow' });
  const [artifact] = artifacts;
  if (!artifact || !('bytes' in artifact)) throw new Error('expected bytes');
  return Object.fromEntries(tableFromIPC(artifact.bytes).schema.fields.map(({ name, type }) => [name, String(type)]));
}

describe('data of statistics', () => {
  it.each([
    ['sas7bdat/texts-dates-labels.sas7bdat', { mydate: 'Date32<DAY>', dtime: 'Timestamp<MICROSECOND>' }],
    ['sas7bdat/dates-times-lengths.sas7bdat', { VAR1: 'Timestamp<NANOSECOND>', VAR2: 'Date32<DAY>' }],
    ['xpt/dates-times-missing-5.xpt', { MYDATE: 'Date32<DAY>', DTIME: 'Timestamp<MICROSECOND>' }],
    ['sav/labels-dates-long-text.sav', { born: 'Date32<DAY>', visit: 'Timestamp<NANOSECOND>' }],
    ['dta/labels-dates-long-text.dta', { born: 'Date32<DAY>', visit: 'Timestamp<NANOSECOND>' }],
    ['arff/dates-quotes-sparse.arff', { day: 'Date32<DAY>' }],
  ])('have dates and times in columns of these (%s)', async (source, types) => {
    expect(await typesOf(source)).toMatchObject(types);
  });

  it.each(['arff', 'sav', 'dta', 'sas7bdat', 'xpt', 'rds'] satisfies FormatId[])(
    'become columns in one step (%s)',
    (from) => {
      const { steps } = engine.plan(from, 'parquet');
      expect(steps.map(({ codec }) => codec)).toEqual(['columnar']);
    },
  );
});
