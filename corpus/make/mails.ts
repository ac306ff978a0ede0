/**
 * Makes the messages, the mailbox and the Outlook message. Calendars and contacts are written by hand.
 * Run from the project's root: `node corpus/make/mails.ts`.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const { burn } = createRequire(import.meta.url)('@kenjiuno/msgreader/lib/Burner.js') as {
  burn(entries: readonly Entry[]): Uint8Array;
};

/** An entry of a compound file ([MS-CFB] 2.6.1): a storage (1), a stream (2) or the root (5). */
interface Entry {
  readonly name: string;
  readonly type: 1 | 2 | 5;
  readonly length: number;
  readonly children?: number[];
  readonly binaryProvider?: () => Uint8Array;
}

const SOURCES = join(import.meta.dirname, '../sources');
const IMAGE = readFileSync(join(SOURCES, 'png/card-fading-to-transparent.png'));
const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64').replace(/.{76}/g, '$&\r\n');

for (const format of ['eml', 'msg', 'mbox']) mkdirSync(join(SOURCES, format), { recursive: true });

const HTML = `<html><head><style>p{color:red}</style><script>alert(1)</script></head><body onload="steal()">
<h2>Tide tables</h2><p>Dear <b>Jürgen</b>,</p><p>the tables are at <a href="https://example.org/tides">example.org</a>:</p>
<img src="cid:card@harbour" alt="card"><img src="https://tracker.example/pixel.gif" alt="">
<table><tr><th>High</th><th>Low</th></tr><tr><td>04:10</td><td>10:25</td></tr></table></body></html>`;

const EML = [
  'Return-Path: <ada@harbour.example>',
  'From: =?utf-8?Q?Ada_Qu=C3=A4y?= <ada@harbour.example>',
  'To: "Strom, J." <jurgen@harbour.example>, crew@harbour.example',
  'Cc: Watch: one@harbour.example, two@harbour.example;',
  'Subject: =?iso-8859-1?Q?Gezeiten_f=FCr_M=E4rz?= =?utf-8?B?IOKAkyDmva7msZA=?=',
  'Date: Mon, 4 Mar 2024 09:15:00 +0100',
  'Message-ID: <1@harbour.example>',
  'MIME-Version: 1.0',
  'Content-Type: multipart/mixed; boundary="outer"',
  '',
  '--outer',
  'Content-Type: multipart/related; boundary="related"',
  '',
  '--related',
  'Content-Type: multipart/alternative; boundary="alternative"',
  '',
  '--alternative',
  'Content-Type: text/plain; charset=iso-8859-1',
  'Content-Transfer-Encoding: quoted-printable',
  '',
  'Dear J=FCrgen, the tables are at https://example.org/tides',
  '--alternative',
  'Content-Type: text/html; charset=utf-8',
  'Content-Transfer-Encoding: base64',
  '',
  base64(Buffer.from(HTML)),
  '--alternative--',
  '--related',
  'Content-Type: image/png; name="card.png"',
  'Content-ID: <card@harbour>',
  'Content-Disposition: inline; filename="card.png"',
  'Content-Transfer-Encoding: base64',
  '',
  base64(IMAGE),
  '--related--',
  '--outer',
  "Content-Type: text/csv; name*=utf-8''m%C3%A4rz.csv",
  "Content-Disposition: attachment; filename*=utf-8''m%C3%A4rz.csv",
  '',
  'day,high,low',
  '1,04:10,10:25',
  '--outer',
  'Content-Type: message/rfc822',
  'Content-Disposition: attachment; filename="earlier.eml"',
  '',
  'From: crew@harbour.example',
  'Subject: Earlier',
  '',
  'The lamp is lit.',
  '--outer--',
  '',
].join('\r\n');
writeFileSync(join(SOURCES, 'eml/related-picture-attachments-encoded-words.eml'), EML);

const MBOX = [
  'From ada@harbour.example Mon Mar  4 09:15:00 2024',
  'From: Ada Quay <ada@harbour.example>',
  'To: crew@harbour.example',
  'Subject: First watch',
  'Date: Mon, 04 Mar 2024 09:15:00 +0000',
  '',
  '>From the tower we saw nothing.',
  '',
  'From here on it rained.',
  '',
  'From crew@harbour.example Tue Mar  5 21:00:00 2024',
  'From: crew@harbour.example',
  'Subject: Second watch',
  'Date: Tue, 05 Mar 2024 21:00:00 +0000',
  'Content-Type: text/html; charset=koi8-r',
  'Content-Transfer-Encoding: 8bit',
  '',
].join('\n');
const KOI8 = Buffer.from([0xed, 0xcf, 0xd2, 0xc5]);
writeFileSync(
  join(SOURCES, 'mbox/two-messages-quoted-from-koi8.mbox'),
  Buffer.concat([Buffer.from(MBOX), Buffer.from('\n<p>'), KOI8, Buffer.from('</p>\n')]),
);

/** HTML in RTF as Outlook hides it ([MS-OXRTFEX]), without compression. */
const RTF = Buffer.from(
  String.raw`{\rtf1\ansi\ansicpg1252\fromhtml1 \deff0{\fonttbl{\f0\fswiss Arial;}}` +
    String.raw`{\*\htmltag64 <p>}\htmlrtf \par \htmlrtf0 The light is {\*\htmltag84 <b>}\htmlrtf {\b \htmlrtf0 lit\htmlrtf }\htmlrtf0 {\*\htmltag92 </b>} in M\'e4rz.{\*\htmltag72 </p>}` +
    String.raw`{\*\htmltag116 <img src="cid:card@harbour" alt="card">}}`,
  'latin1',
);
const header = Buffer.alloc(16);
for (const [index, word] of [RTF.length + 12, RTF.length, 0x414c454d, 0].entries())
  header.writeUInt32LE(word, 4 * index);
const COMPRESSED = Buffer.concat([header, RTF]);

const utf16 = (text: string): Buffer => Buffer.from(text, 'utf16le');
/** Properties of fixed length: what flags, what value (8 bytes). */
function properties(headerBytes: number, fixed: readonly (readonly [tag: number, value: bigint])[]): Buffer {
  const bytes = Buffer.alloc(headerBytes + 16 * fixed.length);
  for (const [index, [tag, value]] of fixed.entries()) {
    bytes.writeUInt32LE(tag, headerBytes + 16 * index);
    bytes.writeUInt32LE(6, headerBytes + 16 * index + 4);
    bytes.writeBigUInt64LE(value, headerBytes + 16 * index + 8);
  }
  return bytes;
}

const entries: Entry[] = [{ name: 'Root Entry', type: 5, length: 0, children: [] }];
function addStream(parent: number, name: string, bytes: Buffer): void {
  entries[parent]!.children!.push(entries.length);
  entries.push({ name, type: 2, length: bytes.length, binaryProvider: () => Uint8Array.from(bytes) });
}
function addStorage(parent: number, name: string): number {
  entries[parent]!.children!.push(entries.length);
  entries.push({ name, type: 1, length: 0, children: [] });
  return entries.length - 1;
}

/** 2024-03-04 08:15 UTC in steps of 100 nanoseconds from 1601. */
const SENT = (BigInt(Date.UTC(2024, 2, 4, 8, 15)) + 11_644_473_600_000n) * 10_000n;
const nameId = addStorage(0, '__nameid_version1.0');
for (const name of ['00020102', '00030102', '00040102']) addStream(nameId, `__substg1.0_${name}`, Buffer.alloc(0));
const recipient = addStorage(0, '__recip_version1.0_#00000000');
addStream(recipient, '__substg1.0_3001001F', utf16('Jürgen Ström'));
addStream(recipient, '__substg1.0_39FE001F', utf16('jurgen@harbour.example'));
addStream(recipient, '__properties_version1.0', properties(8, [[0x0c15_0003, 1n]]));
const image = addStorage(0, '__attach_version1.0_#00000000');
addStream(image, '__substg1.0_37010102', IMAGE);
addStream(image, '__substg1.0_3707001F', utf16('card.png'));
addStream(image, '__substg1.0_370E001F', utf16('image/png'));
addStream(image, '__substg1.0_3712001F', utf16('card@harbour'));
addStream(image, '__properties_version1.0', properties(8, [[0x3705_0003, 1n]]));
addStream(0, '__substg1.0_001A001F', utf16('IPM.Note'));
addStream(0, '__substg1.0_0037001F', utf16('Das Licht – 灯'));
addStream(0, '__substg1.0_0C1A001F', utf16('Ada Quay'));
addStream(0, '__substg1.0_5D01001F', utf16('ada@harbour.example'));
addStream(0, '__substg1.0_1000001F', utf16('The light is lit in März.'));
addStream(0, '__substg1.0_10090102', COMPRESSED);
addStream(
  0,
  '__properties_version1.0',
  properties(32, [
    [0x0e06_0040, SENT],
    [0x340d_0003, 0x0004_0000n],
  ]),
);
writeFileSync(join(SOURCES, 'msg/html-in-rtf-inline-picture.msg'), burn(entries));
