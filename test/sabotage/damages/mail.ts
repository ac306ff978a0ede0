import { unzipSync, zipSync } from 'fflate';
import type { Damage, Harm, Scenario } from '../scenario.ts';
import { BYTE_DAMAGES } from './bytes.ts';

function inText(name: string, harm: Harm, change: (text: string) => string): Damage {
  return { name, harm, apply: (bytes) => Buffer.from(change(Buffer.from(bytes).toString())) };
}

/** The first line that begins with a name of a header. */
function header(text: string, name: string, change: (value: string) => string): string {
  return text.replace(new RegExp(`^(${name}: )(.*)$`, 'm'), (_, start: string, value: string) => start + change(value));
}

const lastDigit = (value: string): string => value.replace(/(\d)(?!.*\d)/, (digit) => String((Number(digit) + 1) % 10));

/** The body of plain text begins after the headers and an empty line. */
function body(text: string, change: (lines: string[]) => string[]): string {
  const start = text.indexOf('\n\n') + 2;
  return text.slice(0, start) + change(text.slice(start).split('\n')).join('\n');
}

const isSaying = (line: string): boolean => /\p{L}{3}/u.test(line);

const TXT: readonly Damage[] = [
  inText('sender lost', 'metadata', (text) => text.replace(/^From: .*\n/m, '')),
  inText('recipients lost', 'metadata', (text) => text.replace(/^To: .*\n/m, '')),
  inText('sender and recipient exchanged', 'order', (text) =>
    text.replace(/^From: (.*)\nTo: (.*)$/m, 'From: $2\nTo: $1'),
  ),
  inText('date changed', 'number', (text) => header(text, 'Date', lastDigit)),
  inText('subject lost', 'text', (text) => text.replace(/^Subject: .*\n/m, '')),
  inText('subject truncated', 'text', (text) => header(text, 'Subject', (value) => value.slice(0, value.length >> 1))),
  inText('attachments not named', 'metadata', (text) => text.replace(/^Attachments: .*\n/m, '')),
  inText('body lost', 'block', (text) => body(text, () => [])),
  inText('first line of the body lost', 'block', (text) =>
    body(text, (lines) => lines.toSpliced(lines.findIndex(isSaying), 1)),
  ),
  inText('last line of the body lost', 'block', (text) =>
    body(text, (lines) => lines.toSpliced(lines.findLastIndex(isSaying), 1)),
  ),
  inText('lines in the opposite order', 'order', (text) => body(text, (lines) => lines.toReversed())),
  inText('every digit changed', 'number', (text) =>
    body(text, (lines) => lines.map((line) => line.replaceAll(/\d/g, (digit) => String((Number(digit) + 1) % 10)))),
  ),
  inText('one letter changed', 'text', (text) =>
    body(text, (lines) => lines.with(lines.findIndex(isSaying), lines.find(isSaying)!.replace(/\p{L}/u, 'Q'))),
  ),
  inText('in the wrong encoding', 'text', (text) => Buffer.from(text).toString('latin1')),
  inText('letters beyond ASCII lost', 'text', (text) => text.replaceAll(/[^\t\n -~]/g, '?')),
  inText('half of the body lost', 'block', (text) => body(text, (lines) => lines.slice(0, lines.length >> 1))),
];

const HTML: readonly Damage[] = [
  inText('sender lost', 'metadata', (html) =>
    html.replace(/<tr><th>From.*\n/, '').replace(/<meta name="author".*\n/, ''),
  ),
  inText('recipients lost', 'metadata', (html) => html.replace(/<tr><th>To.*\n/, '')),
  inText('date changed', 'number', (html) =>
    html.replace(/(<tr><th>Date<\/th><td>)(.*)/, (_, start: string, value: string) => start + lastDigit(value)),
  ),
  inText('subject lost', 'text', (html) =>
    html.replace(/<h1>.*<\/h1>/, '').replace(/<title>.*<\/title>/, '<title>mail</title>'),
  ),
  inText('body lost', 'block', (html) => html.replace(/<\/header>\n<div>[^]*<\/div>/, '</header>\n<div></div>')),
  inText('attachments not named', 'metadata', (html) => html.replace(/<footer>[^]*<\/footer>/, '')),
  inText('images lost', 'image', (html) => html.replaceAll(/<img [^>]*>/g, '')),
  inText('every digit of the body changed', 'number', (html) =>
    html.replace(/<\/header>[^]*/, (rest) =>
      rest.replaceAll(/>[^<]*\d[^<]*</g, (text) => text.replaceAll(/\d/g, (digit) => String((Number(digit) + 1) % 10))),
    ),
  ),
  inText('first paragraph lost', 'block', (html) =>
    html.replace(/(<\/header>[^]*?)<p[^>]*>[^]*?\p{L}{3}[^]*?<\/p>/u, '$1'),
  ),
  inText('in the wrong encoding', 'text', (html) => Buffer.from(html).toString('latin1')),
];

const EML: readonly Damage[] = [
  inText('sender changed', 'metadata', (eml) => header(eml, 'From', (value) => value.replace(/@/, '@x.'))),
  inText('recipients lost', 'metadata', (eml) => eml.replace(/^To: .*\r\n/m, '')),
  inText('date changed', 'number', (eml) =>
    header(eml, 'Date', (value) => value.replace(/\d{4}/, (year) => String(Number(year) + 1))),
  ),
  inText('subject lost', 'text', (eml) => eml.replace(/^Subject: .*\r\n/m, '')),
  inText('attachment renamed', 'metadata', (eml) => eml.replaceAll(/((?:file)?name)="[^"]*"/g, '$1="x.bin"')),
  inText('attachment damaged', 'block', (eml) =>
    eml.replace(/(Content-Disposition: attachment[^]*?\r\n\r\n.{20})./, '$1A'),
  ),
  inText('last part lost', 'block', (eml) => eml.slice(0, eml.lastIndexOf('Content-Type: '))),
  inText('text in the wrong character set', 'text', (eml) => eml.replaceAll('charset=utf-8', 'charset=iso-8859-1')),
  inText('parts not decoded', 'text', (eml) =>
    eml.replaceAll('Content-Transfer-Encoding: base64', 'Content-Transfer-Encoding: 7bit'),
  ),
];

/** The first attachment of a ZIP: another one, or none. */
function inZip(
  name: string,
  harm: Harm,
  change: (name: string, bytes: Uint8Array) => readonly (readonly [string, Uint8Array])[],
): Damage {
  return {
    name,
    harm,
    apply: (zip) => {
      const [first, ...others] = Object.entries(unzipSync(zip));
      return first && zipSync(Object.fromEntries([...change(...first), ...others]));
    },
  };
}

const ZIP: readonly Damage[] = [
  inZip('attachment lost', 'block', () => []),
  inZip('attachment truncated', 'block', (name, bytes) => [[name, bytes.subarray(0, bytes.length >> 1)]]),
  inZip('attachment of another content', 'block', (name, bytes) => [[name, bytes.map((byte) => byte ^ 1)]]),
  inZip('attachment renamed', 'metadata', (name, bytes) => [[`x${name}`, bytes]]),
];

const DAMAGES = { txt: TXT, html: HTML, eml: EML, zip: ZIP } as const;

function scenarioOf(source: string, to: keyof typeof DAMAGES, isInSample?: true): Scenario {
  return { family: 'mail', source, to, ...(isInSample && { isInSample }), damages: [...DAMAGES[to], ...BYTE_DAMAGES] };
}

const EXAMPLE = 'corpus/sources/eml/related-picture-attachments-encoded-words.eml';
const OUTLOOK = 'corpus/sources/msg/html-in-rtf-inline-picture.msg';
const REAL = '../shared/corpora/mail';

export const SCENARIOS: readonly Scenario[] = [
  scenarioOf(EXAMPLE, 'html'),
  scenarioOf(EXAMPLE, 'txt'),
  scenarioOf(EXAMPLE, 'zip'),
  scenarioOf(OUTLOOK, 'eml'),
  scenarioOf(OUTLOOK, 'html'),
  scenarioOf(`${REAL}/tika/complex.mbox`, 'txt'),
  scenarioOf(`${REAL}/msgreader/attachAndInline.msg`, 'html'),
  scenarioOf(`${REAL}/poi/attachment_msg_pdf.msg`, 'eml'),
  scenarioOf(`${REAL}/tika/testMSG_chinese.msg`, 'txt'),
  scenarioOf(`${REAL}/docling/msg_with_attachment.msg`, 'txt'),
];
