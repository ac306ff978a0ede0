import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import mammoth from 'mammoth';
import { beforeAll, describe, expect, it } from 'vitest';
import { ConversionError, type OptionValues } from '../../engine/index.ts';
import { sharedEngine } from '../support/shared-engine.ts';

/** The letter of the golden cases, encrypted with AES-256; whoever opens it needs the password. */
const FILE = join(import.meta.dirname, '../../corpus/hostile/encrypted.pdf');
const PASSWORD = 'secret';

const engine = sharedEngine();
let encrypted: Uint8Array;

beforeAll(async () => {
  encrypted = new Uint8Array(await readFile(FILE));
});

async function refusal(options?: OptionValues): Promise<ConversionError> {
  try {
    await engine.convert(encrypted, { to: 'docx', options });
  } catch (error) {
    if (error instanceof ConversionError) return error;
    throw error;
  }
  throw new Error('The encrypted PDF was converted.');
}

describe('an encrypted PDF', () => {
  it('is refused without a password, and the message asks for one', async () => {
    const error = await refusal();
    expect(error.code).toBe('input_encrypted');
    expect(error.message).toMatch(/password/i);
  });

  it('is refused with a wrong password, without repeating it', async () => {
    const error = await refusal({ password: 'not-the-secret' });
    expect(error.code).toBe('input_encrypted');
    expect(JSON.stringify([error.message, error.details])).not.toContain('not-the-secret');
  });

  it('becomes a verified DOCX with its password', async () => {
    const { artifacts, report, targetFormat } = await engine.convert(encrypted, {
      to: 'docx',
      options: { password: PASSWORD },
    });
    const [docx, ...more] = artifacts;
    expect(more).toEqual([]);
    expect(targetFormat).toBe('docx');
    expect(report.verified).toBe('content');
    expect(report.checks.filter(({ ok }) => !ok)).toEqual([]);
    expect(report.checks.map(({ name }) => name)).toContain('text');
    if (!docx || !('bytes' in docx)) throw new Error('There is no result in memory.');
    const { value: text } = await mammoth.extractRawText({ buffer: Buffer.from(docx.bytes) });
    expect(text).toMatch(/^A summer at the harbour\n/);
    expect(text).toContain('every single one of them found a berth');
    expect(text).toContain('€ 28,770');
    expect(text).toContain('We send the bills by the end of the year.');
  });
});
