import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { DEFAULT_LIMITS } from '../../../../../engine/contract/limits.ts';
import type { RawEntry } from '../../../../../engine/content/archive/model.ts';
import { readHar } from '../../../../../engine/content/archive/web/har.ts';
import { PathsOfAddresses } from '../../../../../engine/content/archive/web/paths.ts';
import { readWarc } from '../../../../../engine/content/archive/web/warc.ts';
import { safePath } from '../../../../../engine/content/archive/entry-names.ts';

const sampleOf = (path: string): Uint8Array =>
  Uint8Array.from(readFileSync(new URL(`../../../../../corpus/sources/${path}`, import.meta.url)));
const filesOf = (entries: readonly RawEntry[]): Record<string, string> =>
  Object.fromEntries(entries.map(({ path, content }) => [path, Buffer.from(content!()).toString()]));
const refused = (code: string) => expect.objectContaining({ code });

const WARC = sampleOf('warc/chunks-gzip-redirection.warc');
const HAR = sampleOf('har/text-base64-empty.har');

function record(fields: string, block: string | Uint8Array, size?: number): Uint8Array {
  const body = Buffer.from(block);
  return Buffer.concat([
    Buffer.from(`WARC/1.0\r\n${fields}\r\nContent-Length: ${size ?? body.byteLength}\r\n\r\n`),
    body,
    Buffer.from('\r\n\r\n'),
  ]);
}
const RESPONSE = 'WARC-Type: response\r\nContent-Type: application/http\r\nWARC-Target-URI: ';

describe('archives of the web', () => {
  it('hold their files under their addresses, without chunks and packing, and a list of all records', () => {
    const files = filesOf(readWarc(WARC, DEFAULT_LIMITS));
    expect(Object.keys(files)).toEqual([
      'captures.csv',
      'example.org/furnace/index.html',
      'example.org/furnace/fire.svg_size=8.svg',
      'example.org/glühen.txt',
    ]);
    expect(files['example.org/furnace/index.html']).toContain('1,200 °C');
    const lines = files['captures.csv']!.trim().split('\n');
    expect(lines).toHaveLength(7);
    expect(lines[5]).toBe('2026-01-02T03:04:05.000Z,response,,301,,,,https://example.org/furnace,');
  });

  it('are read record by record where each is packed by itself', () => {
    const half = Buffer.from(WARC).indexOf('WARC/1.1', 20);
    const packed = Buffer.concat([gzipSync(WARC.subarray(0, half)), gzipSync(WARC.subarray(half))]);
    expect(filesOf(readWarc(packed, DEFAULT_LIMITS))).toEqual(filesOf(readWarc(WARC, DEFAULT_LIMITS)));
  });

  it('of browsers (HAR) hold text and base64, and requests without an answer in the list', () => {
    const files = filesOf(readHar(HAR, DEFAULT_LIMITS));
    expect(files['example.org/furnace/index.html']).toContain('1,200 °C');
    expect(files['example.org/furnace/fire.svg']).toContain('<circle');
    expect(files['captures.csv']).toContain('POST,204,,,3,"https://example.org/count, ""once""",');
  });

  it('are refused where a record is longer than the file, however long it says to be', () => {
    for (const size of [30, 4_000_000_000_000])
      expect(() => readWarc(record(`${RESPONSE}http://a.b/`, 'HTTP/1.1 200 OK\r\n\r\n', size), DEFAULT_LIMITS)).toThrow(
        refused('input_truncated'),
      );
    const huge = record(`${RESPONSE}http://a.b/`, '', Number.NaN);
    expect(() => readWarc(huge, DEFAULT_LIMITS)).toThrow(refused('input_corrupt'));
  });

  it('are refused where what is packed in them expands too far, one by one or together', () => {
    const bomb = gzipSync(Buffer.alloc(40_000_000));
    const block = Buffer.concat([Buffer.from('HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n'), bomb]);
    const limits = { ...DEFAULT_LIMITS, expandedBytes: 100_000_000 };
    const one = record(`${RESPONSE}http://a.b/`, block);
    expect(() => readWarc(one, limits)).toThrow(refused('input_too_complex'));
    const smaller = gzipSync(Buffer.alloc(9_000_000));
    const many = Array.from({ length: 40 }, (_, index) =>
      record(
        `${RESPONSE}http://a.b/${index}`,
        Buffer.concat([Buffer.from('HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n'), smaller]),
      ),
    );
    expect(() => readWarc(Buffer.concat(many), limits)).toThrow(refused('input_too_complex'));
    const few = { ...DEFAULT_LIMITS, entries: 5 };
    expect(() => readWarc(WARC, few)).toThrow(refused('input_too_complex'));
    expect(() => readHar(HAR, { ...DEFAULT_LIMITS, entries: 2 })).toThrow(refused('input_too_complex'));
  });

  it('lead nowhere else, and no path is both a file and a folder', () => {
    const addresses = [
      'http://a.b/../../etc/passwd',
      'http://a.b/%2e%2e/%2e%2e%2fetc',
      'http://a.b/x\\..\\..\\y',
      'http://a.b/c',
      'http://a.b/c/d',
      'http://a.b/c',
      'file:///etc/passwd',
      'no address at all/../..',
      '',
    ];
    const paths = new PathsOfAddresses(addresses);
    const taken = addresses.map((address) => paths.take(address, undefined));
    for (const path of taken) expect(path.split('/')).not.toContain('..');
    expect(taken.map((path) => safePath(path))).toEqual(taken);
    expect(new Set(taken).size).toBe(addresses.length);
    expect(taken).toContain('a.b/c/d');
    expect(taken).not.toContain('a.b/c');
  });
});
