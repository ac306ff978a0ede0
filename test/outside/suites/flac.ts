import { createHash } from 'node:crypto';
import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { converted, expectRefused, expectSame, type OutsideCase, type OutsideSuite } from '../suite.ts';

export const FLAC_SUITE: OutsideSuite = {
  id: 'flac',
  title: 'FLAC → WAV: every sample, by the checksum that each file has of them, and refusals of damaged files',
  source: 'the repository ietf-wg-cellar/flac-test-files on GitHub',
  folder: 'flac-test-files',
  cases: async (root) =>
    globSync('{subset,uncommon,faulty}/*.flac', { cwd: root })
      .sort()
      .map((name): OutsideCase => ({
        name,
        run: async (engine) => {
          const conversion = converted(engine, join(root, name), { from: 'flac', to: 'wav' });
          if (name.startsWith('faulty/')) return expectRefused(conversion);
          const { bits, md5 } = streamInfo(await readFile(join(root, name)));
          expectSame(md5OfSamples(await conversion, bits), md5);
        },
      })),
};

/** Bits of a sample and the MD5 sum of all, which are at fixed places behind the signature (RFC 9639, section 8.2). */
function streamInfo(file: Buffer): { readonly bits: number; readonly md5: string } {
  const start = file.indexOf('fLaC') + 8;
  const bits = (file.readUInt32BE(start + 10) >>> 4) & 0x1f;
  return { bits: bits + 1, md5: file.toString('hex', start + 18, start + 34) };
}

/** Of samples as FLAC counts them: signed, of as few bytes as their bits need, the lowest byte first. */
function md5OfSamples(wav: Buffer, bits: number): string {
  const { data, bytes } = samplesOf(wav);
  const wanted = Math.ceil(bits / 8);
  const hash = createHash('md5');
  const sample = Buffer.alloc(wanted);
  const parts: Buffer[] = [];
  for (let at = 0; at + bytes <= data.length; at += bytes) {
    const value = bytes === 1 ? data[at]! - 128 : data.readIntLE(at, bytes);
    // The container may be wider than the sample, which is at its upper end then.
    sample.writeIntLE(Math.floor(value / 2 ** (bytes * 8 - bits)), 0, wanted);
    parts.push(Buffer.from(sample));
  }
  return hash.update(Buffer.concat(parts)).digest('hex');
}

function samplesOf(wav: Buffer): { readonly data: Buffer; readonly bytes: number } {
  let bytes = 2;
  for (let at = 12; at + 8 <= wav.length;) {
    const id = wav.toString('latin1', at, at + 4);
    const size = wav.readUInt32LE(at + 4);
    if (id === 'fmt ') bytes = wav.readUInt16LE(at + 22) / 8;
    if (id === 'data') return { data: wav.subarray(at + 8, at + 8 + size), bytes };
    at += 8 + size + (size & 1);
  }
  throw new Error('the result has no samples');
}
