import * as XLSX from '@e965/xlsx';
import { expect, it } from 'vitest';
import { DEFAULT_LIMITS } from '../../../../../engine/contract/limits.ts';
import { Rc4 } from '../../../../../engine/content/document/encryption/rc4.ts';
import { digest, littleEndian } from '../../../../../engine/content/document/encryption/password-hash.ts';
import { openXls } from '../../../../../engine/content/workbook/xls/workbook.ts';
import { concatBytes, utf16Bytes } from '../../../../../engine/io/bytes.ts';

const FILE_PASSWORD = 0x2f;
const BOUND_SHEET = 0x85;
const SALT = Uint8Array.from({ length: 16 }, (_, index) => 3 * index + 1);
/** More than a block of 1,024 bytes, after which the key changes. */
const ROWS = Array.from({ length: 120 }, (_, index) => [`name ${index}`, index / 8]);

type Method = 'office 97' | 'crypto api';

/** The key of a block and the header before the encrypted records, by [MS-OFFCRYPTO] 2.3.6.2 and 2.3.5.2. */
const METHODS = {
  'office 97': {
    hash: 'md5',
    key(password: string, block: number): Uint8Array {
      const short = digest('md5', utf16Bytes(password)).subarray(0, 5);
      const salted = digest('md5', ...Array.from({ length: 16 }, () => [short, SALT]).flat()).subarray(0, 5);
      return digest('md5', salted, littleEndian(block));
    },
    header: Uint8Array.of(1, 0, 1, 0, 1, 0),
    betweenVerifierAndHash: new Uint8Array(),
  },
  'crypto api': {
    hash: 'sha1',
    key(password: string, block: number): Uint8Array {
      return digest('sha1', digest('sha1', SALT, utf16Bytes(password)), littleEndian(block)).subarray(0, 16);
    },
    header: concatBytes([
      Uint8Array.of(1, 0, 2, 0, 2, 0, 4, 0, 0, 0),
      ...[34, 4, 0, 0x6801, 0x8004, 128, 1, 0, 0].map(littleEndian),
      Uint8Array.of(0, 0),
      littleEndian(16),
    ]),
    betweenVerifierAndHash: littleEndian(20),
  },
} as const;

function encrypted(password: string, method: Method): Uint8Array {
  const book = XLSX.utils.book_new(XLSX.utils.aoa_to_sheet(ROWS), 'Prices');
  const file = XLSX.CFB.read(XLSX.write(book, { bookType: 'biff8', type: 'buffer' }) as Buffer, { type: 'buffer' });
  const entry = XLSX.CFB.find(file, '/Workbook')!;
  XLSX.CFB.utils.cfb_add(file, '/Workbook', encryptStream(Uint8Array.from(entry.content), password, method));
  return Uint8Array.from(XLSX.CFB.write(file, { type: 'buffer' }) as Buffer);
}

function encryptStream(plain: Uint8Array, password: string, method: Method): Uint8Array {
  const { hash, key, header, betweenVerifierAndHash } = METHODS[method];
  const cipher = new Rc4(key(password, 0));
  const verifier = Uint8Array.from({ length: 16 }, (_, index) => 255 - index);
  const [closed, closedHash] = [verifier, digest(hash, verifier)].map((part) => cipher.apply(part)) as [
    Uint8Array,
    Uint8Array,
  ];
  const data = concatBytes([header, SALT, closed, betweenVerifierAndHash, closedHash]);
  const begin = 4 + (plain[2]! | (plain[3]! << 8));
  const record = concatBytes([Uint8Array.of(FILE_PASSWORD, 0, data.byteLength, 0), data]);
  const stream = concatBytes([plain.subarray(0, begin), record, plain.subarray(begin)]);
  const view = new DataView(stream.buffer);
  const mask = keyBytes(stream.byteLength, (block) => key(password, block));
  for (let at = 0; at + 4 <= stream.byteLength;) {
    const [type, size] = [view.getUint16(at, true), view.getUint16(at + 2, true)];
    if (type === BOUND_SHEET) view.setUint32(at + 4, view.getUint32(at + 4, true) + record.byteLength, true);
    const skipped = type === BOUND_SHEET ? 4 : [0x0809, FILE_PASSWORD, 0xe1].includes(type) ? size : 0;
    for (let place = at + 4 + skipped; place < at + 4 + size; place++) stream[place]! ^= mask[place]!;
    at += 4 + size;
  }
  return stream;
}

function keyBytes(length: number, key: (block: number) => Uint8Array): Uint8Array {
  const blocks = Array.from({ length: Math.ceil(length / 1024) }, (_, block) =>
    new Rc4(key(block)).apply(new Uint8Array(1024)),
  );
  return concatBytes(blocks);
}

function rowsOf(bytes: Uint8Array): unknown[][] | 'encrypted' {
  const workbook = openXls(bytes, DEFAULT_LIMITS);
  if (workbook === 'encrypted') return workbook;
  const rows: unknown[][] = [];
  expect(workbook.sheets.map(({ name }) => name)).toEqual(['Prices']);
  workbook.sheets[0]!.read(({ cells }) => {
    rows.push(cells.map(({ value }) => value));
    return undefined;
  });
  return rows;
}

it('enciphers as published examples of RC4 do', () => {
  const cipher = new Rc4(new TextEncoder().encode('Key'));
  expect(Buffer.from(cipher.apply(new TextEncoder().encode('Plaintext'))).toString('hex')).toBe('bbf316e8d940af0ad3');
});

it.each<Method>(['office 97', 'crypto api'])('opens workbooks that have the password of Excel itself: %s', (method) => {
  expect(rowsOf(encrypted('VelvetSweatshop', method))).toEqual(ROWS);
});

it.each<Method>(['office 97', 'crypto api'])("says that one with its owner's password is encrypted: %s", (method) => {
  expect(rowsOf(encrypted('another', method))).toBe('encrypted');
});
