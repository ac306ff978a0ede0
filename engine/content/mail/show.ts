import { base64Of } from '../../io/bytes.ts';
import { escapeXml, escapeXmlAttribute } from '../../io/xml.ts';
import type { Limits } from '../../contract/limits.ts';
import { cleanBody, textOfBody } from './clean-body.ts';
import { spellAddresses, spellDate, type MailMessage } from './message.ts';

/** The headers that a reader wants to see, in their order. */
export function shownHeaders(message: MailMessage): (readonly [name: string, value: string])[] {
  const headers: (readonly [string, string])[] = [
    ['From', spellAddresses(message.from)],
    ['To', spellAddresses(message.to)],
    ['Cc', spellAddresses(message.cc)],
    ['Bcc', spellAddresses(message.bcc)],
    ['Date', message.date === undefined ? '' : spellDate(message.date)],
  ];
  return headers.filter(([, value]) => value !== '');
}

/** Messages as plain text: headers, an empty line, the body. */
export function textOfMessages(messages: readonly MailMessage[], limits: Limits): string {
  const texts = messages.map((message) => {
    const headers = [...shownHeaders(message), ['Subject', message.subject] as const].filter(
      ([, value]) => value !== '',
    );
    const names = message.attachments.map(({ name, bytes }) => `${name} (${spellSize(bytes.byteLength)})`);
    const attached = names.length === 0 ? [] : [`Attachments: ${names.join(', ')}`];
    const lines = [...headers.map(([name, value]) => `${name}: ${value}`), ...attached];
    return `${lines.join('\n')}\n\n${textOfBody(message, cleanBody(message, limits))}`.trimEnd();
  });
  return `${texts.join(`\n\n${'-'.repeat(72)}\n\n`)}\n`;
}

const STYLE = `body { max-width: 50em; margin: 2em auto; padding: 0 1em; line-height: 1.4; }
article + article { break-before: page; }
header { border-bottom: 1px solid #999; margin-bottom: 1em; }
header th { text-align: left; vertical-align: top; padding-right: 1em; font-weight: normal; color: #555; }
footer { border-top: 1px solid #999; margin-top: 1em; }
img { max-width: 100%; height: auto; }
`;

interface ShownPage {
  readonly html: string;
  /** Images that are not in the messages. */
  readonly missing: number;
  readonly figures: number;
}

/** Messages as one page with everything inside; nothing in it runs or is fetched. */
export function pageOfMessages(messages: readonly MailMessage[], limits: Limits): ShownPage {
  let missing = 0;
  let figures = 0;
  const articles = messages.map((message, index) => {
    const body = cleanBody(message, limits, `m${index + 1}-`);
    missing += body.missing;
    const markup = body.markup.replace(/<img src="([^"]+)"/g, (tag, name: string) => {
      const image = body.images.get(name);
      if (image) figures++;
      return image ? `<img src="data:${image.type};base64,${base64Of(image.bytes)}"` : tag;
    });
    const attached = message.attachments.filter((_, place) => !body.shown.has(place));
    return `<article>\n${headerOf(message)}\n<div>\n${markup}\n</div>\n${footerOf(attached)}</article>`;
  });
  const title = messages.length === 1 ? messages[0]!.subject : `${messages.length} messages`;
  const html = [
    '<!DOCTYPE html>',
    '<html>',
    '<head>',
    '<meta charset="utf-8"/>',
    '<meta name="viewport" content="width=device-width, initial-scale=1"/>',
    `<title>${escapeXml(title)}</title>`,
    ...(messages.length === 1 && messages[0]!.from.length > 0
      ? [`<meta name="author" content="${escapeXmlAttribute(spellAddresses(messages[0]!.from))}"/>`]
      : []),
    `<style>\n${STYLE}</style>`,
    '</head>',
    '<body>',
    ...articles,
    '</body>',
    '</html>',
    '',
  ].join('\n');
  return { html, missing, figures };
}

function headerOf(message: MailMessage): string {
  const rows = shownHeaders(message).map(([name, value]) => `<tr><th>${name}</th><td>${escapeXml(value)}</td></tr>`);
  const table = rows.length === 0 ? '' : `<table>\n${rows.join('\n')}\n</table>\n`;
  return `<header>\n<h1>${escapeXml(message.subject === '' ? '(no subject)' : message.subject)}</h1>\n${table}</header>`;
}

function footerOf(attachments: MailMessage['attachments']): string {
  if (attachments.length === 0) return '';
  const items = attachments.map(({ name, bytes }) => `<li>${escapeXml(name)} (${spellSize(bytes.byteLength)})</li>`);
  return `<footer>\n<p>Attachments</p>\n<ul>\n${items.join('\n')}\n</ul>\n</footer>\n`;
}

function spellSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  return bytes < 1e6 ? `${Math.round(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
