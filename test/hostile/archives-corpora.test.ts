import { basename } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createEngine, type Engine } from '../../engine/index.ts';
import { describeResult, FAULTS } from '../matrix/matrix.ts';
import { realFiles, tryRealFile } from '../matrix/real-files.ts';
import { hasCorpora } from '../support/corpora.ts';

const files = hasCorpora ? await realFiles('archive') : [];

describe.skipIf(!hasCorpora)('real archives', () => {
  let engine: Engine;
  beforeAll(() => {
    engine = createEngine();
  });
  afterAll(() => engine.close());

  test.each(files.map((path) => [basename(path), path]))(
    '%s is converted, or refused by name',
    async (_name, path) => {
      const result = await tryRealFile(engine, path);
      expect(FAULTS.has(result.outcome), describeResult(result)).toBe(false);
    },
    60_000,
  );
});
