import { describe, expect, it } from 'vitest';
import { readerOf } from '../../../engine/content/document/markup-text/readers.ts';
import { risOfEndNote } from '../../../engine/codecs/pandoc/endnote.ts';
import { Notes } from '../../../engine/content/cues/notes.ts';
import { readSami } from '../../../engine/content/cues/sami/reader.ts';
import { readWebVtt } from '../../../engine/content/cues/webvtt/reader.ts';
import type { CueSheet } from '../../../engine/content/cues/model.ts';
import { htmlOfMarkdown } from '../../../engine/content/document/markdown/html.ts';

type Read = (text: string) => string;

const wordsOfCues = ({ cues }: CueSheet): string =>
  cues.flatMap(({ lines }) => lines.flatMap((runs) => runs.map(({ text }) => text))).join('');
const html: Read = (text) => readerOf('html')!(`<body><p>${text}</p></body>`).text;
const docbook: Read = (text) => readerOf('docbook')!(`<article><para>${text}</para></article>`).text;
const endnote: Read = (text) =>
  /TI {2}- (.*)/.exec(risOfEndNote(`<record><titles><title>${text}</title></titles></record>`))![1]!;
const webvtt: Read = (text) => wordsOfCues(readWebVtt(`WEBVTT\n\n00:01.000 --> 00:02.000\n${text}\n`, new Notes(), {}));
const sami: Read = (text) =>
  wordsOfCues(readSami(`<SAMI><BODY><SYNC Start=0><P>${text}</P></BODY></SAMI>`, new Notes(), {}));
const markdownLink: Read = (text) =>
  decodeURI(/<p><a href="([^"]*)">/.exec(htmlOfMarkdown(`[a](${text})`))![1]!).replaceAll('&amp;', '&');

type Case = readonly [reference: string, meaning: string];

const HTML5: readonly Case[] = [
  ['x&hellip;', 'x…'],
  ['&lbrace;x&rbrace;', '{x}'],
  ['x&NotEqualTilde;', 'x≂̸'],
  ['x&bopf;', 'x𝕓'],
  ['&amp;hellip;', '&hellip;'],
];
const NUMBERS: readonly Case[] = [
  ['&#8364;', '€'],
  ['&#x1F6A2;', '🚢'],
  ['&#X41;', 'A'],
  ['x&#0;', 'x\ufffd'],
  ['x&#xD800;', 'x\ufffd'],
  ['x&#x110000;', 'x\ufffd'],
];
const UNKNOWN = ['&unknown;', '&zzz;', 'x&', '&;', '&#;', '&#x;', 'a&b', 'AT&T'].map((text): Case => [text, text]);

describe('character references', () => {
  describe.each<[string, Read]>([
    ['HTML', html],
    ['WebVTT', webvtt],
    ['SAMI', sami],
  ])('in the text of %s', (_, read) => {
    it.each([...HTML5, ...NUMBERS, ...UNKNOWN])('%s', (source, text) => expect(read(source)).toBe(text));

    it('mean the characters of windows-1252 from 128 to 159', () => {
      expect(read('&#128;&#x96;&#151;&#153;')).toBe('€–—™');
    });

    it('need a semicolon but for the names of old', () => {
      expect(read('&copy 2026 &copyfoo &AMP &hellip')).toBe('© 2026 ©foo & &hellip');
    });
  });

  describe('in XML whose document type declares the names of HTML', () => {
    it.each<Case>([...HTML5, ...NUMBERS, ...UNKNOWN, ['&copy 2026', '&copy 2026']])('%s', (source, text) =>
      expect(docbook(source)).toBe(text),
    );

    it('mean the controls from 128 to 159', () => expect(docbook('x&#x96;y')).toBe('x\u0096y'));
  });

  describe('in other XML', () => {
    it.each<Case>([...NUMBERS, ...UNKNOWN, ['&hellip;', '&hellip;'], ['&lt;b&gt; &amp;amp;', '<b> &amp;']])(
      '%s',
      (source, text) => expect(endnote(source)).toBe(text),
    );
  });

  describe('in the targets of Markdown', () => {
    it.each([
      ['/&auml;', '/ä'],
      ['/?a=1&copy=2', '/?a=1&copy=2'],
      ['/&hellip;&unknown;', '/…&unknown;'],
    ])('%s', (source, target) => expect(markdownLink(source)).toBe(target));
  });

  it('are text in `xmp`', () => {
    expect(readerOf('html')!('<xmp>&amp;</xmp><textarea>&amp;</textarea>').text.split('\n')).toEqual(['&amp;', '&']);
  });

  it.each([
    ['E<hellip>', '…'],
    ['E<233>E<0xE9>E<0351>', 'ééé'],
    ['E<lt>E<verbar>E<sol>', '<|/'],
    ['E<unknown> &amp;', 'E<unknown> &amp;'],
  ])("in Perl's documentation: %s", (source, text) => {
    expect(readerOf('pod')!(`=head1 A\n\nx ${source}\n`).text).toContain(`x ${text}`);
  });
});
