import { unzipSync, zipSync } from 'fflate';
import { exchangeMatches } from '../package-parts.ts';
import type { Damage, Harm, Scenario } from '../scenario.ts';
import { BYTE_DAMAGES } from './bytes.ts';

function inText(name: string, harm: Harm, change: (text: string) => string): Damage {
  return {
    name,
    harm,
    apply(bytes) {
      const text = Buffer.from(bytes).toString();
      const changed = change(text);
      return changed.trim() === text.trim() ? undefined : Buffer.from(changed);
    },
  };
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

const RULE = `\n\n${'-'.repeat(72)}\n\n`;
const messages = (text: string, change: (all: string[]) => string[]): string => change(text.split(RULE)).join(RULE);
const headOf = (message: string): string => message.slice(0, message.indexOf('\n\n'));
const bodyOf = (message: string): string => message.slice(message.indexOf('\n\n'));
const nextDigit = (digit: string): string => String((Number(digit) + 1) % 10);
const laterHour = (value: string): string =>
  value.replace(/(\d\d)(?=:\d\d)/, (hour) => String((Number(hour) + 1) % 24).padStart(2, '0'));

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
  inText('lines in the opposite order', 'order', (text) =>
    body(text, (lines) => (lines.filter(isSaying).length > 1 ? lines.toReversed() : lines)),
  ),
  inText('every digit changed', 'number', (text) =>
    body(text, (lines) => lines.map((line) => line.replaceAll(/\d/g, (digit) => String((Number(digit) + 1) % 10)))),
  ),
  inText('one letter changed', 'text', (text) =>
    body(text, (lines) => lines.with(lines.findIndex(isSaying), lines.find(isSaying)!.replace(/\p{L}/u, 'Q'))),
  ),
  inText('in the wrong encoding', 'text', (text) => Buffer.from(text).toString('latin1')),
  inText('letters beyond ASCII lost', 'text', (text) => text.replaceAll(/[^\t\n -~]/g, '?')),
  inText('one recipient of several lost', 'metadata', (text) =>
    header(text, 'To', (value) => value.replace(/, [^,]*$/, '')),
  ),
  inText('copies lost', 'metadata', (text) => text.replace(/^Cc: .*\n/m, '')),
  inText('copies among the recipients', 'metadata', (text) => text.replace(/^To: (.*)\nCc: /m, 'To: $1, ')),
  inText('an hour later', 'number', (text) => header(text, 'Date', laterHour)),
  inText('a day later', 'number', (text) =>
    header(text, 'Date', (value) => value.replace(/(\d)(?= \d\d:)/, nextDigit)),
  ),
  inText('zone of the time lost', 'number', (text) => header(text, 'Date', (value) => value.replace(/ \S+$/, ''))),
  inText('one attachment not named', 'metadata', (text) =>
    header(text, 'Attachments', (value) => value.replace(/^[^,]*, /, '')),
  ),
  inText('names of attachments cut', 'metadata', (text) => header(text, 'Attachments', (value) => value.slice(5))),
  inText('marks of quotations lost', 'structure', (text) => text.replaceAll(/^> ?/gm, '')),
  inText('first message lost', 'block', (text) => messages(text, (all) => all.slice(1))),
  inText('last message lost', 'block', (text) => messages(text, (all) => all.slice(0, -1))),
  inText('first two messages exchanged', 'order', (text) =>
    messages(text, ([a, b, ...rest]) => (b ? [b, a!, ...rest] : [a!])),
  ),
  inText('a message twice', 'block', (text) => messages(text, (all) => (all.length > 1 ? [all[0]!, ...all] : all))),
  inText('bodies exchanged', 'order', (text) =>
    messages(text, (all) =>
      all.length < 2 ? all : [headOf(all[0]!) + bodyOf(all[1]!), headOf(all[1]!) + bodyOf(all[0]!), ...all.slice(2)],
    ),
  ),
  inText('subject of the last message lost', 'text', (text) =>
    messages(text, (all) => [...all.slice(0, -1), all.at(-1)!.replace(/^Subject: .*\n/m, '')]),
  ),
  inText('subjects exchanged', 'order', (text) => {
    const found = [...text.matchAll(/^Subject: (.*)$/gm)].map(([, subject]) => subject!);
    let at = 0;
    return text.replaceAll(/^Subject: .*$/gm, () => `Subject: ${found[(at++ + 1) % found.length]}`);
  }),
  inText('half of the body lost', 'block', (text) =>
    body(text, (lines) => {
      const saying = [...lines.keys()].filter((index) => isSaying(lines[index]!));
      return lines.slice(0, saying[saying.length >> 1]);
    }),
  ),
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
    html.replace(/<\/header>[^]*?(?=<footer|<\/article)/, (rest) =>
      rest.replaceAll(/>[^<]*\d[^<]*</g, (text) => text.replaceAll(/\d/g, (digit) => String((Number(digit) + 1) % 10))),
    ),
  ),
  inText('images exchanged', 'order', (html) => exchangeMatches(html, /(?<=<img [^>]*src=")data:[^"]*/g, 0, 1)),
  inText('one image lost', 'image', (html) => html.replace(/<img [^>]*>/, '')),
  inText('images empty', 'image', (html) =>
    html.replaceAll(/(<img [^>]*src=")data:[^"]*/g, '$1data:image/gif;base64,R0lGODlhAQABAAAAACw='),
  ),
  inText('images cut', 'image', (html) => html.replaceAll(/(?<=<img [^>]*src="data:[^"]{600})[^"]*/g, '')),
  inText('links lost', 'link', (html) => html.replaceAll(/<\/?a\b[^>]*>/g, '')),
  inText('links lead elsewhere', 'link', (html) =>
    html.replaceAll(/(<a\b[^>]*href=")http[^"]*/g, '$1https://example.org/wrong'),
  ),
  inText('tables flat', 'structure', (html) =>
    html.replace(/<\/header>[^]*/, (rest) => rest.replaceAll(/<\/?(?:table|tbody|tr|td|th)\b[^>]*>/g, '')),
  ),
  inText('lists flat', 'structure', (html) =>
    html.replace(/<\/header>[^]*?(?=<footer|<\/article)/, (rest) => rest.replaceAll(/<\/?(?:ul|ol|li)\b[^>]*>/g, '')),
  ),
  inText('body hidden', 'visibility', (html) =>
    html.replace('</header>\n<div>', '</header>\n<div style="display:none">'),
  ),
  inText('an hour later', 'number', (html) =>
    html.replace(/(<tr><th>Date<\/th><td>)(.*)/, (_, start: string, value: string) => start + laterHour(value)),
  ),
  inText('copies lost', 'metadata', (html) => html.replace(/<tr><th>Cc.*\n/, '')),
  inText('one attachment not named', 'metadata', (html) => html.replace(/(<footer>[^]*?)<li>.*?<\/li>\n?/, '$1')),
  inText('names of attachments in the wrong encoding', 'text', (html) =>
    html.replace(/<footer>[^]*<\/footer>/, (footer) => Buffer.from(footer).toString('latin1')),
  ),
  inText('last paragraph lost', 'block', (html) => {
    const end = html.lastIndexOf('<footer>');
    const shown = end < 0 ? html : html.slice(0, end);
    const all = [...shown.matchAll(/<p[^>]*>[^<]*\p{L}{3}[^<]*<\/p>/gu)];
    const last = all.at(-1);
    return last ? html.slice(0, last.index) + html.slice(last.index + last[0].length) : html;
  }),
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
  inText('copies lost', 'metadata', (eml) => eml.replace(/^Cc: .*\r\n/m, '')),
  inText('one recipient of several lost', 'metadata', (eml) =>
    header(eml, 'To', (value) => value.replace(/, [^,\r]*/, '')),
  ),
  inText('sender and recipient exchanged', 'order', (eml) =>
    eml.replace(/^From: (.*)\r\nTo: (.*)\r$/m, 'From: $2\r\nTo: $1\r'),
  ),
  inText('an hour later', 'number', (eml) => header(eml, 'Date', laterHour)),
  inText('zone of the time lost', 'number', (eml) =>
    header(eml, 'Date', (value) => value.replace(/[+-]\d{4}|GMT/, '-0800')),
  ),
  inText('contents of attachments exchanged', 'order', (eml) =>
    exchangeMatches(eml, /(?<=Content-Disposition: (?:attachment|inline)[^]*?\r\n\r\n)[A-Za-z0-9+/=\r\n]{16,}/g, 0, 1),
  ),
  inText('names of attachments exchanged', 'order', (eml) => exchangeMatches(eml, /(?<=filename=")[^"]*/g, 0, 1)),
  inText('inline images lost', 'image', (eml) => eml.replace(/Content-ID: [^]*?(?=\r\n--)/i, '')),
  inText('names of inline images lost', 'image', (eml) => eml.replaceAll(/^Content-ID: .*\r\n/gim, '')),
  inText('a part is empty', 'block', (eml) => eml.replace(/(Content-Type: text\/[^]*?\r\n\r\n)[^]*?(?=\r\n--)/, '$1')),
  inText('the page is the text alone', 'structure', (eml) =>
    eml.replaceAll('Content-Type: text/html', 'Content-Type: text/plain'),
  ),
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
  inZip('attachment empty', 'block', (name) => [[name, new Uint8Array()]]),
  inZip('name in the wrong encoding', 'text', (name, bytes) => [[Buffer.from(name).toString('latin1'), bytes]]),
  inZip('attachment there twice', 'block', (name, bytes) => [
    [name, bytes],
    [`${name} (2)`, bytes],
  ]),
  {
    name: 'attachments exchanged',
    harm: 'order',
    apply: (zip) => {
      const [a, b, ...others] = Object.entries(unzipSync(zip));
      return a && b && zipSync(Object.fromEntries([[a[0], b[1]], [b[0], a[1]], ...others]));
    },
  },
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
