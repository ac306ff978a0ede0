import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sourcePath } from '../../../corpus/cases.ts';
import codec from '../../../engine/codecs/mail/codec.ts';
import { DEFAULT_LIMITS } from '../../../engine/contract/limits.ts';
import { cleanBody } from '../../../engine/content/mail/clean-body.ts';
import { expandRtf } from '../../../engine/content/mail/compressed-rtf.ts';
import { readEml } from '../../../engine/content/mail/eml.ts';
import { splitMbox } from '../../../engine/content/mail/mbox.ts';
import type { MailMessage } from '../../../engine/content/mail/message.ts';
import { encodingOfPage, windowsPageOf } from '../../../engine/content/mail/html-in-rtf.ts';
import { readMsg } from '../../../engine/content/mail/msg.ts';
import { recordOf } from '../../../engine/content/mail/records.ts';
import { encodeWords, writeEml } from '../../../engine/content/mail/write-eml.ts';
import { CORPORA, hasCorpora } from '../../support/corpora.ts';
import { startRunner, type RunnerBench } from '../../support/runner.ts';
import { latin1Of } from '../../../engine/io/bytes.ts';

let bench: RunnerBench;
beforeAll(async () => {
  bench = await startRunner(codec);
});
afterAll(() => bench[Symbol.asyncDispose]());

const eml = (): Promise<Uint8Array> =>
  readFile(sourcePath({ from: 'eml', source: 'related-picture-attachments-encoded-words.eml' }));
const msg = (): Promise<Uint8Array> => readFile(sourcePath({ from: 'msg', source: 'html-in-rtf-inline-picture.msg' }));

describe('messages', () => {
  it('show headers, text and their own images, and run or fetch nothing', async () => {
    const [bytes] = await bench.convert(await eml(), 'eml', 'html', 'page');
    const html = new TextDecoder().decode(bytes);
    expect(html).toContain('Gezeiten für März – 潮汐');
    expect(html).toContain('Ada Quäy &lt;ada@harbour.example&gt;');
    expect(html).toMatch(/<img src="data:image\/png;base64,/);
    expect(html).toContain('märz.csv (27 bytes)');
    expect(html).not.toMatch(/<script|alert|onload|tracker\.example|cid:/);
    expect(bench.warnings.map(({ code }) => code)).toContain('picture_dropped');
  });

  it('find HTML that Outlook hides in RTF', async () => {
    const message = readMsg(await msg());
    expect(message.html).toContain('<b>lit</b> in März.');
    expect(message.subject).toBe('Das Licht – 灯');
    expect(message.attachments.map(({ name, contentId }) => [name, contentId])).toEqual([['card.png', 'card@harbour']]);
  });

  it('are the same after they were written and read again', async () => {
    for (const message of [readMsg(await msg()), await readEml(await eml())]) {
      const again = await readEml(writeEml(message));
      expect(recordOf(again)).toEqual(recordOf(message));
    }
  });

  it('keep names and words that headers cannot hold as they are', async () => {
    const message: MailMessage = {
      from: [{ name: 'Ström, "J." 灯', address: 'j@x.example' }],
      to: [{ name: 'undisclosed', address: '' }],
      cc: [],
      bcc: [],
      subject: `${'Ein sehr langer Betreff mit Ümläuten und 灯 '.repeat(6)}\r\nX-Injected: yes`,
      text: 'From here\n.\n=20',
      attachments: [{ name: "a'b (1) ü.txt", type: 'not a type', bytes: Buffer.from('x') }],
    };
    const again = await readEml(writeEml(message));
    expect(again.from).toEqual(message.from);
    expect(again.subject.replace(/\s+/g, ' ')).toBe(message.subject.replace(/\s+/g, ' '));
    expect(again.text).toBe(message.text);
    expect(again.attachments[0]).toMatchObject({ name: "a'b (1) ü.txt", type: 'application/octet-stream' });
    expect(Buffer.from(writeEml(message)).toString()).not.toMatch(/^X-Injected/m);
    expect(encodeWords('plain')).toBe('plain');
  });
});

describe('code pages', () => {
  it('of transport tell the one of Windows', () => {
    expect([50_220, 50_225, 20_866, 28_592, 1251, undefined].map(windowsPageOf)).toEqual([
      932,
      949,
      1251,
      1250,
      1251,
      undefined,
    ]);
  });

  it('all have a name that decoders know', () => {
    for (const page of [50_220, 50_221, 51_932, 28_595, 28_599, 51_949, 52_936, 38_598, 28_603, 21_866, 1257])
      expect(new TextDecoder(encodingOfPage(page)).encoding, String(page)).not.toBe('');
  });

  it.skipIf(!hasCorpora)('are found for texts of old messages whose transport is ISO-2022-JP', async () => {
    const contact = readMsg(await readFile(join(CORPORA, 'found/mail/msgreader/contactAnsi.msg')));
    expect(contact.subject).toBe('コム ドット イグザンプル 殿');
  });
});

describe('mailboxes', () => {
  it('are divided at the lines that separate messages, and only there', () => {
    const box =
      'From a Mon\nSubject: 1\n\n>From x\n\nFromage\n\nnot\nFrom inside\n\nFrom b Tue\r\nSubject: 2\r\n\r\nbody\r\n';
    const texts = [...splitMbox(Buffer.from(box))].map((part) => Buffer.from(part).toString());
    expect(texts).toHaveLength(2);
    expect(texts[0]).toContain('\nFrom x\n');
    expect(texts[0]).toContain('From inside');
    expect(texts[1]).toBe('Subject: 2\r\n\r\nbody\r\n');
  });
});

describe('compressed RTF', () => {
  it('is expanded as its specification shows', () => {
    // [MS-OXRTFCP] 3.1.1.1: "{\rtf1\ansi\ansicpg1252\pard hello world}" and a line end.
    const example = Buffer.from(
      '2d0000002b0000004c5a4675f1c5c7a703000a007263706731323542320af32068656c090020627705b06c647d0a800fa0',
      'hex',
    );
    expect(latin1Of(expandRtf(example)!)).toBe('{\\rtf1\\ansi\\ansicpg1252\\pard hello world}\r\n');
    // 3.1.1.2: a run that reads what it is just writing.
    const run = Buffer.from('1a0000001c0000004c5a4675e2d44b51410004205758595a0d6e7d010eb0', 'hex');
    expect(latin1Of(expandRtf(run)!)).toBe('{\\rtf1 WXYZWXYZWXYZWXYZWXYZ}');
  });

  it('is nothing when it is something else', () => {
    expect(expandRtf(Buffer.from('short'))).toBeUndefined();
    expect(expandRtf(Buffer.alloc(64, 1))).toBeUndefined();
  });
});

describe('the body of a message', () => {
  it('has paragraphs and links where it is plain text', () => {
    const body = cleanBody(
      {
        from: [],
        to: [],
        cc: [],
        bcc: [],
        subject: '',
        text: 'a <b>\nc\n\nsee https://x.example/a?b=1&c=2.',
        attachments: [],
      },
      DEFAULT_LIMITS,
    );
    expect(body.markup).toBe(
      '<p>a &lt;b&gt;<br/>\nc</p>\n<p>see <a href="https://x.example/a?b=1&amp;c=2">https://x.example/a?b=1&amp;c=2</a>.</p>',
    );
  });
});
