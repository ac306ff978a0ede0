import { base64Of } from '../../io/bytes.ts';
import { spellAddresses, type MailMessage } from './message.ts';

/** A message as one record of a table: what it says in its headers, its texts, and its attachments. */
interface MailRecord {
  readonly from: string;
  readonly to: string;
  readonly cc: string;
  readonly bcc: string;
  readonly date: string;
  readonly subject: string;
  readonly messageId: string;
  readonly text: string;
  readonly html: string;
  readonly attachments: readonly {
    readonly name: string;
    readonly type: string;
    readonly size: number;
    readonly contentId?: string;
    /** In base64. */
    readonly content: string;
  }[];
}

export function recordOf(message: MailMessage): MailRecord {
  return {
    from: spellAddresses(message.from),
    to: spellAddresses(message.to),
    cc: spellAddresses(message.cc),
    bcc: spellAddresses(message.bcc),
    date: message.date ?? '',
    subject: message.subject,
    messageId: message.messageId ?? '',
    text: message.text ?? '',
    html: message.html ?? '',
    attachments: message.attachments.map(({ name, type, contentId, bytes }) => ({
      name,
      type,
      size: bytes.byteLength,
      ...(contentId === undefined ? {} : { contentId }),
      content: base64Of(bytes),
    })),
  };
}
