import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { readEml } from '../../../engine/content/mail/eml.ts';
import { sharedEngine } from '../../support/shared-engine.ts';

const text = (content: string): Buffer => Buffer.from(content, 'latin1');
const uint16 = (value: number): Buffer => Buffer.from([value & 0xff, value >> 8]);
const uint32 = (value: number): Buffer => Buffer.concat([uint16(value & 0xffff), uint16(value >>> 16)]);

/** Attributes of a message (level 1) or an attachment (level 2), as [MS-OXTNEF] writes them. */
function tnef(...attributes: readonly (readonly [level: number, id: number, data: Buffer])[]): Buffer {
  const parts = attributes.map(([level, id, data]) => {
    const sum = data.reduce((total, byte) => (total + byte) & 0xffff, 0);
    return Buffer.concat([Buffer.from([level]), uint32(id), uint32(data.length), data, uint16(sum)]);
  });
  return Buffer.concat([uint32(0x223e9f78), uint16(1), ...parts]);
}

function properties(...list: readonly (readonly [type: number, id: number, value: Buffer | number])[]): Buffer {
  const parts = list.map(([type, id, value]) => {
    const head = Buffer.concat([uint16(type), uint16(id)]);
    if (typeof value === 'number') return Buffer.concat([head, uint32(value)]);
    const padding = Buffer.alloc((4 - (value.length % 4)) % 4);
    const name =
      id < 0x8000 ? [] : [Buffer.alloc(16, 7), uint32(1), uint32(6), Buffer.from('ab\0', 'utf16le'), uint16(0)];
    return Buffer.concat([head, ...name, uint32(1), uint32(value.length), value, padding]);
  });
  return Buffer.concat([uint32(list.length), ...parts]);
}

const SUBJECT = 0x18004;
const CODE_PAGE = 0x69007;
const MESSAGE_PROPERTIES = 0x69003;
const RENDERING = 0x69002;
const TITLE = 0x18010;
const DATA = 0x6800f;
const ATTACHMENT_PROPERTIES = 0x69005;
const STRING = 0x1e;
const UNICODE = 0x1f;
const BINARY = 0x102;
const OBJECT = 0x0d;

const letter = tnef(
  [1, CODE_PAGE, Buffer.concat([uint32(1251), uint32(0)])],
  [1, SUBJECT, Buffer.from([0xcf, 0xe8, 0xf1, 0xfc, 0xec, 0xee, 0])],
  [
    1,
    MESSAGE_PROPERTIES,
    properties(
      [3, 0x3fde, 65001],
      [UNICODE, 0x8001, Buffer.from('of another program\0', 'utf16le')],
      [BINARY, 0x1013, Buffer.from('<p>Größe <img src="cid:logo@x"></p>')],
    ),
  ],
  [2, RENDERING, Buffer.alloc(14)],
  [2, TITLE, text('BILL~1.CSV\0')],
  [2, DATA, text('a,b\n1,2\n')],
  [2, ATTACHMENT_PROPERTIES, properties([UNICODE, 0x3707, Buffer.from('Bill für März.csv\0', 'utf16le')])],
  [2, RENDERING, Buffer.alloc(14)],
  [2, DATA, text('GIF89a')],
  [
    2,
    ATTACHMENT_PROPERTIES,
    properties(
      [STRING, 0x3707, text('logo.gif\0')],
      [STRING, 0x370e, text('image/gif\0')],
      [STRING, 0x3712, text('logo@x\0')],
    ),
  ],
);

function mailWith(packed: Uint8Array, body = ''): Buffer {
  return Buffer.from(
    'From: ann@example.org\r\nTo: bob@example.org\r\nMIME-Version: 1.0\r\n' +
      'Content-Type: multipart/mixed; boundary=x\r\n\r\n' +
      (body === '' ? '' : `--x\r\nContent-Type: text/plain\r\n\r\n${body}\r\n`) +
      '--x\r\nContent-Type: application/ms-tnef; name="winmail.dat"\r\nContent-Transfer-Encoding: base64\r\n\r\n' +
      `${Buffer.from(packed).toString('base64')}\r\n--x--\r\n`,
  );
}

describe('a winmail.dat', () => {
  it('is unpacked: what lies in it stands in its place', async () => {
    const message = await readEml(mailWith(letter, 'Plain words.'));
    expect(message.subject).toBe('Письмо');
    expect(message.text).toBe('Plain words.');
    expect(message.html).toBe('<p>Größe <img src="cid:logo@x"></p>');
    expect(message.attachments.map(({ name, type, contentId }) => [name, type, contentId])).toEqual([
      ['Bill für März.csv', 'application/octet-stream', undefined],
      ['logo.gif', 'image/gif', 'logo@x'],
    ]);
    expect(Buffer.from(message.attachments[0]!.bytes).toString()).toBe('a,b\n1,2\n');
  });

  it('may hold messages, and these others', async () => {
    const inner = tnef([1, SUBJECT, text('Inner\0')], [1, 0x2800c, text('Deep words.\0')]);
    const embedded = (message: Buffer): Buffer =>
      properties([3, 0x3705, 5], [OBJECT, 0x3701, Buffer.concat([Buffer.alloc(16, 9), message])]);
    const outer = tnef([2, RENDERING, Buffer.alloc(14)], [2, ATTACHMENT_PROPERTIES, embedded(inner)]);
    const { attachments } = await readEml(mailWith(outer, 'See below.'));
    expect(attachments.map(({ name, type }) => [name, type])).toEqual([['Inner.eml', 'message/rfc822']]);
    expect(await readEml(attachments[0]!.bytes)).toMatchObject({ subject: 'Inner', text: 'Deep words.' });
  });

  it('whose text is RTF alone gives that as a file, unless the message says it already', async () => {
    const rtf = text('{\\rtf1\\ansi Words.}');
    const packed = Buffer.concat([uint32(rtf.length + 12), uint32(rtf.length), uint32(0x414c454d), uint32(0), rtf]);
    const message = tnef([1, MESSAGE_PROPERTIES, properties([BINARY, 0x1009, packed])]);
    const [file] = (await readEml(mailWith(message))).attachments;
    expect([file!.name, Buffer.from(file!.bytes).toString()]).toEqual(['message.rtf', rtf.toString()]);
    expect((await readEml(mailWith(message, 'Words.'))).attachments).toEqual([]);
  });

  it.each([
    ['truncated', letter.subarray(0, letter.length - 40)],
    [
      'with a length beyond its end',
      tnef([
        1,
        MESSAGE_PROPERTIES,
        Buffer.concat([uint32(1), uint16(BINARY), uint16(0x1013), uint32(1), uint32(0x7fffffff)]),
      ]),
    ],
    [
      'with properties without number',
      tnef([1, MESSAGE_PROPERTIES, Buffer.concat([uint32(0xffffffff), uint16(0x1003), uint16(1), uint32(0xffffffff)])]),
    ],
    ['that is something else', text('no TNEF at all')],
  ])('%s stays an attachment', async (_name, packed) => {
    const { attachments } = await readEml(mailWith(packed, 'Words.'));
    expect(attachments.map(({ name, bytes }) => [name, bytes.byteLength])).toEqual([
      ['winmail.dat', packed.byteLength],
    ]);
  });
});

describe('a message with a winmail.dat', () => {
  const engine = sharedEngine();

  it('gives its files, verified', async () => {
    const { artifacts, report } = await engine.convert(mailWith(letter), { to: 'zip', fileName: 'a.eml' });
    const [zip] = artifacts;
    const files = unzipSync((zip as { readonly bytes: Uint8Array }).bytes);
    expect(Object.keys(files).sort()).toEqual(['Bill für März.csv', 'logo.gif']);
    expect(report.verified).not.toBe('signature');
  });
});
