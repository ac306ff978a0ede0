import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { type FormatId, type OptionValues } from '../../engine/index.ts';
import { sharedEngine } from '../support/shared-engine.ts';

const PASSWORD = 'ember';

/** Files of each kind of protection with words that stand in them. */
const FILES = [
  { name: 'protected.docx', kind: 'Office 2010 and later', words: /The furnace that is always kept warm/ },
  { name: 'protected.xlsx', kind: 'Office 2007', words: /Charcoal, 20 kg/ },
  { name: 'protected.pptx', kind: 'Office 2007', words: /The athanor/ },
  { name: 'protected.odt', kind: 'OpenDocument', words: /The tide rises/ },
] as const;

const engine = sharedEngine();

async function convert(name: string, to: FormatId, options?: OptionValues): Promise<Buffer> {
  const bytes = await readFile(new URL(`../../corpus/hostile/${name}`, import.meta.url));
  const { artifacts } = await engine.convert(bytes, { to, fileName: name, options });
  const [artifact] = artifacts;
  if (!artifact || !('bytes' in artifact)) throw new Error('Expected one result in memory.');
  return Buffer.from(artifact.bytes);
}

describe.each(FILES)('$name, protected as by $kind', { timeout: 120_000 }, ({ name, words }) => {
  it('is refused without a password', async () => {
    await expect(convert(name, 'md')).rejects.toMatchObject({ code: 'input_encrypted' });
  });

  it('is refused with another password, which is not repeated', async () => {
    const refused = await convert(name, 'md', { password: 'cinders' }).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'input_encrypted' });
    expect(String(refused)).not.toContain('cinders');
  });

  it('is read with its password, and laid out', async () => {
    expect((await convert(name, 'md', { password: PASSWORD })).toString()).toMatch(words);
    const pdf = await convert(name, 'pdf', { password: PASSWORD });
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  });
});

it(
  'another kind of document of Word is written from a protected one, by pandoc too',
  { timeout: 120_000 },
  async () => {
    expect((await convert('protected.docx', 'rst', { password: PASSWORD })).toString()).toContain('always kept warm');
    expect((await convert('protected.docx', 'odt', { password: PASSWORD })).subarray(0, 2).toString()).toBe('PK');
  },
);
