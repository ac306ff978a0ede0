import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sourcePath } from '../../corpus/cases.ts';
import calendar from '../../engine/codecs/calendar/codec.ts';
import mail from '../../engine/codecs/mail/codec.ts';
import { ConversionError } from '../../engine/contract/errors.ts';
import type { FormatId } from '../../engine/formats/index.ts';
import { mutantsOf } from '../support/mutants.ts';
import { startRunner, type RunnerBench } from '../support/runner.ts';

let mails: RunnerBench;
let calendars: RunnerBench;
beforeAll(async () => {
  mails = await startRunner(mail);
  calendars = await startRunner(calendar);
});
afterAll(async () => {
  await mails[Symbol.asyncDispose]();
  await calendars[Symbol.asyncDispose]();
});

async function outcomeOf(
  bench: RunnerBench,
  bytes: Uint8Array | string,
  from: FormatId,
  edge = 'page',
): Promise<string> {
  const to = ({ page: 'html', records: 'json', message: 'eml', entries: 'ics' } as const)[edge]!;
  try {
    const input = typeof bytes === 'string' ? Buffer.from(bytes) : bytes;
    const results = await bench.convert(input, from, to, edge);
    return new TextDecoder().decode(results[0]);
  } catch (error) {
    if (error instanceof ConversionError) return error.code;
    throw error;
  }
}

const HEADERS = 'From: a@x.example\nSubject: s\n';

describe('messages', () => {
  it('with 10,000 parts are refused', async () => {
    const parts = '--b\nContent-Type: text/plain\n\nx\n'.repeat(10_000);
    const message = `${HEADERS}Content-Type: multipart/mixed; boundary=b\n\n${parts}--b--\n`;
    expect(await outcomeOf(mails, message, 'eml')).toBe('input_too_complex');
  });

  it('in messages in messages are read to a depth', async () => {
    const nested = `${'Content-Type: message/rfc822\n\n'.repeat(40)}${HEADERS}\ninnermost`;
    const outcome = await outcomeOf(mails, `${HEADERS}${nested}`, 'eml');
    expect(outcome).toMatch(/<article>|^input_/);
  });

  it('with parts in parts in parts are refused', async () => {
    const open = Array.from(
      { length: 500 },
      (_, depth) => `Content-Type: multipart/mixed; boundary=b${depth}\n\n--b${depth}\n`,
    );
    expect(await outcomeOf(mails, HEADERS + open.join(''), 'eml')).toBe('input_too_complex');
  });

  it('with endless headers are refused', async () => {
    const message = `${HEADERS}${'X-A: '.padEnd(900, 'b').concat('\n').repeat(4000)}\n\nx`;
    expect(await outcomeOf(mails, message, 'eml')).toBe('input_too_complex');
  });

  it('in unknown or wrong charsets keep what can be read', async () => {
    const message = Buffer.concat([
      Buffer.from(`${HEADERS}Content-Type: text/plain; charset=x-nothing-8\n\nabc `),
      Buffer.from([0xff, 0xfe, 0x80, 0xe4]),
    ]);
    expect(await outcomeOf(mails, message, 'eml')).toContain('abc');
  });

  it('with a large attachment that is damaged base64 are read', async () => {
    const data = `${'QUJD'.repeat(19)}\n`.repeat(60_000);
    const message = `${HEADERS}Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/plain\n\nhello\n--b\nContent-Type: application/x\nContent-Transfer-Encoding: base64\n\n%%%${data}*\n`;
    const html = await outcomeOf(mails, message, 'eml');
    expect(html).toContain('hello');
    expect(html).toContain('3.4 MB');
  });

  it.each(['eml', 'msg', 'mbox'] as const)(
    'of %s that are damaged are converted or refused by name',
    async (format) => {
      const names = {
        eml: 'related-picture-attachments-encoded-words.eml',
        msg: 'html-in-rtf-inline-picture.msg',
        mbox: 'message-with-attachment.mbox',
      };
      const source = await readFile(sourcePath({ from: format, source: names[format] }));
      for (const mutant of mutantsOf(source, 80)) {
        expect(await outcomeOf(mails, mutant, format)).toMatch(
          /<\/html>|^(input_(corrupt|truncated|too_complex)|empty_file)$/,
        );
      }
    },
  );

  it('cannot break out of the page that shows them', async () => {
    const message = `From: "</td><script>alert(1)</script>" <a@x.example>\nSubject: </title><script>alert(2)</script>\n\n<script>alert(3)</script>`;
    const html = await outcomeOf(mails, message, 'eml');
    expect(html).toContain('&lt;script&gt;alert(3)');
    expect(html).not.toContain('<script');
  });
});

describe('calendars and contacts', () => {
  it('with endless entries are refused', async () => {
    const events = 'BEGIN:VEVENT\nSUMMARY:x\nEND:VEVENT\n'.repeat(110_000);
    expect(await outcomeOf(calendars, `BEGIN:VCALENDAR\n${events}END:VCALENDAR`, 'ics', 'records')).toBe(
      'input_too_complex',
    );
  });

  it('repeat for ever without being counted out', async () => {
    const event =
      'BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART:20240101T000000Z\nSUMMARY:tick\nRRULE:FREQ=SECONDLY\nEND:VEVENT\nEND:VCALENDAR';
    expect(await outcomeOf(calendars, event, 'ics')).toContain('FREQ=SECONDLY');
  });

  it('that are not closed, or not there, are read or refused by name', async () => {
    expect(await outcomeOf(calendars, 'BEGIN:VCARD\nFN:Ada', 'vcf', 'records')).toContain('Ada');
    expect(await outcomeOf(calendars, 'nothing', 'vcf', 'records')).toBe('input_corrupt');
    expect(await outcomeOf(calendars, '{"a": 1}', 'json', 'entries')).toBe('unsupported_conversion');
    expect(await outcomeOf(calendars, '{"a": ', 'json', 'entries')).toBe('input_corrupt');
  });

  it('show no image that lies elsewhere or is none', async () => {
    const card =
      'BEGIN:VCARD\nFN:<b>Ada</b>\nPHOTO;VALUE=uri:https://x.example/p.png\nEND:VCARD\nBEGIN:VCARD\nFN:B\nPHOTO;ENCODING=b;TYPE=SVG+XML:PHN2ZyBvbmxvYWQ9ImEoKSI+PC9zdmc+\nEND:VCARD';
    const html = await outcomeOf(calendars, card, 'vcf');
    expect(html).toContain('&lt;b&gt;Ada');
    expect(html).not.toMatch(/<img|x\.example|svg/i);
  });
});
