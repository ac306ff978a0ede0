import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sharedEngine } from '../../support/shared-engine.ts';

const SOURCES = join(import.meta.dirname, '../../../corpus/sources/pdf');

/** A merge is quick, so that little time is left for its verification: what is compared must not depend on it. */
it.each(['outline-links-tagged.pdf', 'two-columns-hyphenated.pdf'])(
  'a PDF merged with itself has the same report again, %s',
  async (name) => {
    const engine = sharedEngine();
    const files = Array.from({ length: 5 }, () => join(SOURCES, name));
    const reports = [];
    for (let round = 0; round < 3; round++) reports.push((await engine.merge(files, { to: 'pdf' })).report);
    expect(reports[0]!.verified).toBe('content');
    expect(reports[1]).toEqual(reports[0]);
    expect(reports[2]).toEqual(reports[0]);
  },
  60_000,
);
