import { crc32Of } from '../../io/compression.ts';
import type { MailFacts } from '../../contract/facts.ts';
import { spellAddresses, spellDate, type MailMessage } from './message.ts';

/** Characters of one body that are compared: a longer one is compared by its beginning. */
const MAX_BODY_CHARS = 100_000;

/** What verification compares of a message; `body` is the text that it shows, `shown` the attachments in that text. */
export function mailFactsOf(message: MailMessage, body: string, shown: ReadonlySet<number>): MailFacts {
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
  };
}
