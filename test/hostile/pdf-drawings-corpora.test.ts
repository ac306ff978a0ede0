import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConversionError } from '../../engine/index.ts';
import { CORPORA, hasCorpora } from '../support/corpora.ts';
import { sharedEngine } from '../support/shared-engine.ts';

/** Damaged on purpose, encrypted, or made to hang: what cannot be drawn, or cannot be shown to be drawn rightly. */
const REFUSED: Readonly<Record<string, string>> = {
  'REDHAT-1531897-0.pdf': 'input_corrupt',
  'bug1020226.pdf': 'input_truncated',
  'issue15893_reduced.pdf': 'input_encrypted',
  'operator_list_cycle.pdf': 'input_corrupt',
  'poppler-395-0-fuzzed.pdf': 'input_corrupt',
  'poppler-742-0-fuzzed.pdf': 'input_corrupt',
  'poppler-90-0-fuzzed.pdf': 'output_not_verified',
  'saslprep-r6.pdf': 'input_encrypted',
  'aes-128.pdf': 'input_encrypted',
  'aes-256.pdf': 'input_encrypted',
};

const files = hasCorpora
  ? ['pdf-odd', 'pdf-form'].flatMap((folder) =>
      readdirSync(join(CORPORA, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && entry.name.endsWith('.pdf'))
        .map((entry) => join(entry.parentPath, entry.name)),
    )
  : [];

const engine = sharedEngine();

async function outcome(path: string): Promise<string> {
  try {
    const fileName = basename(path);
    const input = new Uint8Array(readFileSync(path));
    return (await engine.convert(input, { to: 'svg', fileName, options: { pages: '1' } })).report.verified;
  } catch (error) {
    if (error instanceof ConversionError) return error.code;
    throw error;
  }
}

describe.skipIf(!hasCorpora)('odd PDFs of real programs', () => {
  it.each(files.map((path) => [basename(path), path]))(
    '%s is drawn as it looks, or refused by name',
    async (name, path) => {
      expect(await outcome(path!)).toBe(REFUSED[name!] ?? 'content');
    },
    60_000,
  );
});
