import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConversionError } from '../../engine/index.ts';
import { CORPORA, hasCorpora } from '../support/corpora.ts';
import { sharedEngine } from '../support/shared-engine.ts';

/** Files that are no fonts any more, or that nobody reads: hidden by a book's cipher, truncated, packed by MicroType. */
const REFUSED = new Set([
  'OldStandard-Bold.obf.woff',
  'pdheb.ttf',
  'fixture.ttc',
  'fixture.eot',
  'TestAFM.afm',
  'MultipleLookupsPerGlyph2.ttx',
  'TestTTFComplex-Regular.ttx',
]);

const folder = join(CORPORA, 'font');
const files = hasCorpora
  ? readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
  : [];

const engine = sharedEngine();

async function outcome(path: string, to: string): Promise<string> {
  try {
    const { report } = await engine.convert(new Uint8Array(readFileSync(path)), {
      to,
      fileName: basename(path),
      verify: 'full',
    });
    return report.verified;
  } catch (error) {
    if (error instanceof ConversionError) return error.code;
    throw error;
  }
}

describe.skipIf(!hasCorpora)('fonts that others made', () => {
  it.each(files.map((path) => [basename(path), path]))(
    '%s becomes another font, or is refused by name',
    async (name, path) => {
      const results = [await outcome(path, 'ttf'), await outcome(path, 'otf'), await outcome(path, 'woff')];
      if (!REFUSED.has(name)) expect(results).toEqual(['content', 'content', 'content']);
      else
        for (const code of results)
          expect(code).toMatch(/^(input_\w+|unsupported_conversion|source_format_undetected)$/);
    },
  );
});
