import { crc32Of } from '../../io/compression.ts';
import type { MailFacts } from '../../contract/facts.ts';
import { hashHex } from '../../io/hash.ts';
import { decodeReferences } from '../../io/xml.ts';
import { withoutTrailer } from '../document/image-size.ts';
import type { CleanBody } from './clean-body.ts';
import { spellAddresses, spellDate, type MailMessage } from './message.ts';

/** Characters of one body that are compared: a longer one is compared by its beginning. */
const MAX_BODY_CHARS = 100_000;

/** What verification compares of a message; `body` is the text that it shows. */
export function mailFactsOf(message: MailMessage, body: string, { shown, markup, images }: CleanBody): MailFacts {
  const { from, to, cc, bcc, subject, date, attachments } = message;
  return {
    headers: {
      from: spellAddresses(from),
      to: spellAddresses(to),
      cc: spellAddresses(cc),
      bcc: spellAddresses(bcc),
      date: date === undefined ? '' : spellDate(date),
      subject,
    },
    body: body.slice(0, MAX_BODY_CHARS),
    attachments: attachments.map(({ name, bytes }, index) => ({
      name,
      sizeBytes: bytes.byteLength,
      crc32: crc32Of(bytes),
      ...(shown.has(index) && { isShown: true as const }),
    })),
    links: valuesOf(markup, /<a [^>]*?href="([^"]*)"/g).slice(0, MAX_LINKS),
    images: valuesOf(markup, /<img src="([^"]+)"/g).flatMap((name) => {
      const image = images.get(name);
      return image && KEPT.has(image.type) ? [hashHex('sha1', withoutTrailer(image.bytes))] : [];
    }),
  };
}

/** Links and types of images that are compared. */
const MAX_LINKS = 5000;
const KEPT: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif']);

function valuesOf(markup: string, pattern: RegExp): string[] {
  return [...markup.matchAll(pattern)].map(([, value]) => decodeReferences(value!));
}
