import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sharedEngine } from '../../support/shared-engine.ts';

const SOURCES = join(import.meta.dirname, '../../../corpus/sources');

const engine = sharedEngine();

/** A QuickTime file as they were written before MP4: without the box that names its kind. */
function withoutFileType(): Buffer {
  const bytes = Buffer.from(readFileSync(join(SOURCES, 'mov/mjpeg-pcm.mov')));
  expect(bytes.toString('latin1', 4, 8)).toBe('ftyp');
  bytes.write('free', 4, 'latin1');
  return bytes;
}

describe('looking at a source', () => {
  it('asks the next reader when the first does not know the dialect', async () => {
    const { artifacts, report } = await engine.convert(withoutFileType(), {
      from: 'mov',
      to: 'mp4',
      fileName: 'old.mov',
    });
    expect(artifacts).toHaveLength(1);
    expect(report.checks.map(({ name }) => name)).toContain('video duration');
  });

  it('gives the first refusal when no reader understands the file', async () => {
    const bytes = withoutFileType();
    bytes.fill(0x55, 300);
    const promise = engine.convert(bytes, { from: 'mov', to: 'mp4', fileName: 'old.mov' });
    await expect(promise).rejects.toMatchObject({ code: expect.stringMatching(/^input_/) });
  });
});
