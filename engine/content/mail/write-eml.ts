import { RunningHash } from '../../io/hash.ts';
import { base64Of, latin1Bytes, utf8Bytes, utf8Length } from '../../io/bytes.ts';
import { type MailAddress, type MailAttachment, type MailMessage } from './message.ts';

/*
 * `mimetext` 3.0 brings 20 MB of other packages along; the composer of nodemailer needs Node's streams, which nothing
 * here may. The first gives the same message other boundaries each time.
 */

const LINE_CHARS = 76;
/** Bytes of text in one encoded word (RFC 2047 §2: 75 characters with its frame). */
const WORD_BYTES = 42;

/** A message as it is sent (RFC 5322 with MIME). The same message gives the same bytes: boundaries come from its content. */
export function writeEml(message: MailMessage): Uint8Array {
  const hash = new RunningHash('sha256')
    .update(message.subject)
    .update(message.text ?? '')
    .update(message.html ?? '');
  for (const { name, bytes } of message.attachments) hash.update(name).update(bytes);
  const seed = hash.hex().slice(0, 24);
  const body = mixedPart(message, seed);
  const headers = [
    ...addressHeader('From', message.from),
    ...addressHeader('To', message.to),
    ...addressHeader('Cc', message.cc),
    ...addressHeader('Bcc', message.bcc),
    `Subject: ${encodeWords(message.subject)}`,
    ...(message.date === undefined ? [] : [`Date: ${spellSent(message.date)}`]),
    ...(message.messageId === undefined ? [] : [`Message-ID: ${message.messageId.replace(/[\r\n]+/g, ' ')}`]),
    'MIME-Version: 1.0',
  ];
  return latin1Bytes(`${headers.join('\r\n')}\r\n${body}`);
}

/** Headers of its own, an empty line, content: the string holds bytes, one a character. */
function mixedPart(message: MailMessage, seed: string): string {
  const inline = message.attachments.filter(isInline(message));
  const others = message.attachments.filter((attachment) => !inline.includes(attachment));
  const html =
    message.html === undefined
      ? []
      : [multipart('related', `r-${seed}`, [textPart('html', message.html), ...inline.map(attachmentPart('inline'))])];
  const text = message.text === undefined && html.length > 0 ? [] : [textPart('plain', message.text ?? '')];
  const body = multipart('alternative', `a-${seed}`, [...text, ...html]);
  return multipart('mixed', `m-${seed}`, [body, ...others.map(attachmentPart('attachment'))]);
}

function isInline({ html = '' }: MailMessage): (attachment: MailAttachment) => boolean {
  return ({ contentId }) => contentId !== undefined && html.includes(`cid:${contentId}`);
}

/** Parts in one; a single part needs nothing around it. */
function multipart(kind: string, boundary: string, parts: readonly string[]): string {
  if (parts.length === 1) return parts[0]!;
  const lines = parts.map((part) => `--${boundary}\r\n${part}`);
  return `Content-Type: multipart/${kind}; boundary="${boundary}"\r\n\r\n${lines.join('\r\n')}\r\n--${boundary}--\r\n`;
}

function textPart(kind: 'plain' | 'html', text: string): string {
  const bytes = utf8Bytes(text.replaceAll('\n', '\r\n'));
  return `Content-Type: text/${kind}; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n${base64Lines(bytes)}`;
}

function attachmentPart(disposition: 'inline' | 'attachment'): (attachment: MailAttachment) => string {
  return ({ name, type, contentId, bytes }) => {
    const media = /^[\w.+-]+\/[\w.+-]+$/.test(type) ? type : 'application/octet-stream';
    const headers = [
      // A message within a message must not be encoded (RFC 2046 §5.2.1); as a file it may be.
      `Content-Type: ${media}; ${parameter('name', name)}`,
      'Content-Transfer-Encoding: base64',
      `Content-Disposition: ${disposition}; ${parameter('filename', name)}`,
      ...(contentId === undefined ? [] : [`Content-ID: <${contentId.replace(/[<>\s]/g, '')}>`]),
    ];
    return `${headers.join('\r\n')}\r\n\r\n${base64Lines(bytes)}`;
  };
}

/** A parameter of a header; one that is not plain is spelled in per cent (RFC 2231). */
function parameter(name: string, value: string): string {
  if (/^[\w .()+,-]{1,60}$/.test(value)) return `${name}="${value}"`;
  return `${name}*=utf-8''${encodeURIComponent(value.toWellFormed()).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16)}`)}`;
}

function base64Lines(bytes: Uint8Array): string {
  const text = base64Of(bytes);
  const lines: string[] = [];
  for (let start = 0; start < text.length; start += LINE_CHARS) lines.push(text.slice(start, start + LINE_CHARS));
  return lines.join('\r\n');
}

function addressHeader(name: string, addresses: readonly MailAddress[]): string[] {
  if (addresses.length === 0) return [];
  const spelled = addresses.map((one) => {
    const display = one.name === '' || one.name === one.address ? '' : quoteName(one.name);
    // A group without members is how a name without an address is written (RFC 5322 §3.4).
    if (one.address === '') return display === '' ? '' : `${display}:;`;
    const address = one.address.replace(/[<>\s]/g, '');
    return display === '' ? address : `${display} <${address}>`;
  });
  return [`${name}: ${spelled.filter((text) => text !== '').join(',\r\n ')}`];
}

function quoteName(name: string): string {
  if (/^[\w .-]+$/.test(name)) return name;
  return /^[ -~]*$/.test(name) ? `"${name.replace(/["\\]/g, '\\$&')}"` : encodeWords(name);
}

/** Text of a header: words that are not plain ASCII are encoded (RFC 2047). */
export function encodeWords(text: string): string {
  const line = text.replace(/[\r\n]+/g, ' ');
  if (/^[\x20-\x7e]*$/.test(line) && line.length < LINE_CHARS - 12 && !line.includes('=?')) return line;
  const words: string[] = [];
  let word = '';
  for (const character of line) {
    if (utf8Length(word + character) > WORD_BYTES) {
      words.push(word);
      word = '';
    }
    word += character;
  }
  if (word !== '') words.push(word);
  return words.map((part) => `=?utf-8?B?${base64Of(utf8Bytes(part))}?=`).join('\r\n ');
}

/** A date as RFC 5322 spells it. */
function spellSent(date: string): string {
  const time = Date.parse(date);
  return Number.isNaN(time) ? date.replace(/[\r\n]+/g, ' ') : new Date(time).toUTCString().replace('GMT', '+0000');
}
