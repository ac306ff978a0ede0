import { describe, expect, it } from 'vitest';
import { compareMail } from '../../../../engine/content/mail/diff.ts';
import { collectFindings } from '../../../../engine/verify/findings.ts';
import type { Facts, MailFacts } from '../../../../engine/contract/facts.ts';
import type { Expectation } from '../../../../engine/contract/report.ts';
import type { OutlineBlock } from '../../../../engine/contract/outline.ts';

const MESSAGE: MailFacts = {
  headers: {
    from: 'Ann <ann@example.org>',
    to: 'bob@example.org',
    cc: '',
    bcc: '',
    date: '2024-01-02 03:04 UTC',
    subject: 'Plan 7',
  },
  body: 'Dear Bob,\n* * *\nwe meet at 10.\n',
  attachments: [{ name: 'plan.pdf', sizeBytes: 9, crc32: 1 }],
};
const TEXT =
  'From: Ann <ann@example.org>\nTo: bob@example.org\nDate: 2024-01-02 03:04 UTC\nSubject: Plan 7\nAttachments: plan.pdf (9 bytes)\n\nDear Bob,\nwe meet at 10.\n';

const base = { sizeBytes: 1, reader: 'r', depth: 'content', features: ['text'] } as const;
const source: Facts = { ...base, format: 'msg', mail: [MESSAGE] };
const expectation: Expectation = {
  ...({ from: 'msg', to: 'eml', kept: ['text', 'entries'], lost: [], gone: [], operations: [] } as const),
  ...({ takes: 'all', gives: 'one', options: {} } as const),
};
const kinds = (output: Facts, to: Expectation['to']): string[] =>
  collectFindings(compareMail(source, [output], { ...expectation, to })).differences.listed.map(({ kind }) => kind);
const asMail = (change: Partial<MailFacts>): string[] =>
  kinds({ ...base, format: 'eml', mail: [{ ...MESSAGE, ...change }] }, 'eml');
const asText = (text: string): string[] => kinds({ ...base, format: 'txt', document: { text, figures: 0 } }, 'txt');

describe('a message that was written again', () => {
  it('may break its lines otherwise', () => {
    expect(asMail({ body: 'Dear Bob, * * * we meet\nat 10.' })).toEqual([]);
  });

  it.each<[string, Partial<MailFacts>, string[]]>([
    ['a changed subject', { headers: { ...MESSAGE.headers, subject: 'Plan 8' } }, ['header_changed']],
    ['a changed body', { body: 'Dear Bob,\n* * *\nwe meet at 11.' }, ['body_changed']],
    ['no body', { body: '' }, ['body_missing']],
    ['no attachment', { attachments: [] }, ['attachment_missing']],
    ['another attachment', { attachments: [{ name: 'plan.pdf', sizeBytes: 9, crc32: 2 }] }, ['attachment_changed']],
  ])('with %s is refused', (_what, change, expected) => {
    expect(asMail(change)).toEqual(expected);
  });
});

describe('a text that shows a message', () => {
  it('shows its headers and lines', () => {
    expect(asText(TEXT)).toEqual([]);
  });

  it.each([
    ['the sender', TEXT.replace(/^From.*\n/, ''), ['header_changed']],
    ['a line', TEXT.replace('we meet at 10.', ''), ['text_missing']],
    ['a digit', TEXT.replace('at 10', 'at 11'), ['text_missing']],
    ['an attachment', TEXT.replace(/^Attachments.*\n/m, ''), ['attachment_missing']],
    ['the order of its lines', TEXT.replace(/(Dear Bob,)\n(we meet at 10\.)/, '$2\n$1'), ['text_order']],
  ])('is refused without %s', (_what, text, expected) => {
    expect(asText(text)).toEqual(expected);
  });
});

describe('a text that shows several messages', () => {
  const other: MailFacts = { ...MESSAGE, headers: { ...MESSAGE.headers, subject: 'Plan 7, again' }, body: 'No.' };
  const again = TEXT.replace('Plan 7', 'Plan 7, again').replace(/Dear[^]*/, 'No.\n');
  const long = 'and so on\n'.repeat(100);
  const shown = (text: string): string[] => {
    const messages = { ...source, mail: [{ ...MESSAGE, body: `${MESSAGE.body}${long}` }, other] };
    const output: Facts = { ...base, format: 'txt', document: { text, figures: 0 } };
    const compared = compareMail(messages, [output], { ...expectation, to: 'txt' });
    return collectFindings(compared).differences.listed.map(({ kind }) => kind);
  };

  it('shows the subject of each with its own body', () => {
    expect(shown(`${TEXT}${long}${again}`)).toEqual([]);
    expect(shown(`${TEXT.replace('Subject: Plan 7\n', '')}${long}${again}`)).toEqual(['header_changed']);
  });
});

describe('a page that shows a message', () => {
  const links = ['https://example.org/a', 'mailto:ann@example.org'];
  const page = (hrefs: readonly string[], hashes: readonly string[]): string[] => {
    const block = { kind: 'paragraph', place: 'body', text: 'Dear Bob' } as const;
    const images = hashes.map((hash) => ({ kind: 'image', place: 'body', text: '', image: { hash } }) as OutlineBlock);
    const blocks = [{ ...block, links: hrefs.map((href) => ({ text: 'x', href })) }, ...images];
    const output: Facts = { ...base, format: 'html', document: { text: TEXT, figures: 0, blocks } };
    const messages = { ...source, mail: [{ ...MESSAGE, links, images: ['red', 'blue', 'red'] }] };
    const compared = compareMail(messages, [output], { ...expectation, to: 'html' });
    return collectFindings(compared).differences.listed.map(({ kind }) => kind);
  };

  it('has its links and images, these in their order', () => {
    expect(page(links, ['logo', 'red', 'blue', 'red'])).toEqual([]);
    expect(page([links[0]!, 'https://example.org/b'], ['red', 'blue', 'red'])).toEqual(['link_missing']);
    expect(page(links, ['red', 'blue'])).toEqual(['image_order']);
    expect(page(links, ['blue', 'red', 'red'])).toEqual(['image_order']);
    expect(page(links, ['red', 'green', 'red'])).toEqual(['image_missing']);
  });
});
