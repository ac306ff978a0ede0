import { basename } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createEngine, type Engine } from '../../engine/index.ts';
import { describeResult, FAULTS } from '../matrix/matrix.ts';
import { realFiles, tryRealFile } from '../matrix/real-files.ts';
import { hasCorpora } from '../support/corpora.ts';

/** A small part that is quickly done; `node test/matrix/corpus-run.ts audio` (video, subtitle) converts all. */
const WORDS = ['file-type/fixture', 'pysubs2/'] as const;
const FILES_EACH = 8;

const files: string[] = [];
for (const folder of hasCorpora ? ['audio', 'subtitle'] : []) {
  const found = await Promise.all(WORDS.map((word) => realFiles(folder, [word])));
  files.push(...found.flat().slice(0, FILES_EACH));
}

describe.skipIf(!hasCorpora)('real sounds and subtitles', () => {
  let engine: Engine;
  beforeAll(() => {
    engine = createEngine();
  });
  afterAll(() => engine.close());

  test.each(files.map((path) => [basename(path), path]))(
    '%s is converted, or refused by name',
    async (_name, path) => {
      const result = await tryRealFile(engine, path!);
      expect(FAULTS.has(result.outcome), describeResult(result)).toBe(false);
    },
    60_000,
  );
});
