import PostalMime, { type Address, type Attachment, type Email } from 'postal-mime';
import { bytesOfBase64, indexOfBytes } from '../../io/bytes.ts';
import { ConversionError } from '../../contract/errors.ts';
import { isoDate, normaliseBody, type MailAddress, type MailAttachment, type MailMessage } from './message.ts';
import { withTnefUnpacked } from './tnef.ts';

/** Parts of one message: real messages have far fewer. */
export const MAX_PARTS = 2000;
/** Messages in messages: deeper ones stay attachments. */
const MAX_DEPTH = 10;

/** Reads a message (RFC 5322 with MIME). Throws `input_corrupt` and `input_too_complex`. */
export async function readEml(bytes: Uint8Array): Promise<MailMessage> {
  requireFewParts(bytes);
  const parsed = await parse(bytes);
  const isMessage =
    parsed.headers.length > 0 && (parsed.from ?? parsed.to ?? parsed.subject ?? parsed.date ?? parsed.messageId);
  if (!isMessage && !parsed.text && !parsed.html && parsed.attachments.length === 0) {
    throw new ConversionError({
      code: 'input_corrupt',
      message: 'The file is no e-mail message: it has no headers and no text.',
    });
  }
  return withTnefUnpacked({
    from: addressesOf(parsed.from ? [parsed.from] : parsed.sender ? [parsed.sender] : []),
    to: addressesOf(parsed.to),
    cc: addressesOf(parsed.cc),
    bcc: addressesOf(parsed.bcc),
    subject: parsed.subject ?? '',
    ...present('date', isoDate(parsed.date)),
    ...present('messageId', parsed.messageId),
    ...present('text', normaliseBody(parsed.text)),
    ...present('html', normaliseBody(parsed.html)),
    attachments: parsed.attachments.map(attachmentOf),
  });
}

function present<K extends string, V>(key: K, value: V | undefined): { [P in K]?: V } {
  return (value === undefined ? {} : { [key]: value }) as { [P in K]?: V };
}

async function parse(bytes: Uint8Array): Promise<Email> {
  try {
    // Its own copy: the parser keeps views of what it reads, and shared memory is none to it.
    return await PostalMime.parse(new Uint8Array(bytes), { maxNestingDepth: 64, maxRfc822NestingDepth: MAX_DEPTH });
  } catch (error) {
    const message = 'The message cannot be read: its parts or its headers are nested or repeated beyond measure.';
    throw new ConversionError(
      { code: 'input_too_complex', message, details: { limit: 'mailParts' } },
      { cause: error },
    );
  }
}

/** Counts what may be boundaries before anything is parsed. */
function requireFewParts(bytes: Uint8Array): void {
  let parts = 0;
  for (let at = indexOfBytes(bytes, '\nContent-Type:'); at >= 0; at = indexOfBytes(bytes, '\nContent-Type:', at + 1))
    parts++;
  if (parts <= MAX_PARTS) return;
  throw new ConversionError({
    code: 'input_too_complex',
    message: `The message has more than the ${MAX_PARTS} parts that are allowed. Take attachments out and try again.`,
    details: { limit: 'mailParts', allowed: MAX_PARTS, found: parts },
  });
}

function addressesOf(addresses: readonly Address[] = []): MailAddress[] {
  return addresses.flatMap((one) => {
    // A group without members is a name without an address.
    if (!one.group || one.group.length === 0) return [{ name: one.name, address: one.address ?? '' }];
    return one.group.map(({ name, address }) => ({ name, address }));
  });
}

function attachmentOf({ filename, mimeType, contentId, content }: Attachment, index: number): MailAttachment {
  const bytes = typeof content === 'string' ? bytesOfBase64(content) : new Uint8Array(content as ArrayBuffer);
  const id = contentId?.replace(/^<|>$/g, '');
  const name = filename?.trim() || nameOfPart(mimeType, index);
  return { name, type: mimeType || 'application/octet-stream', ...(id ? { contentId: id } : {}), bytes };
}

const EXTENSIONS: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
  'message/rfc822': 'eml',
  'text/calendar': 'ics',
  'text/plain': 'txt',
  'text/html': 'html',
  'application/pdf': 'pdf',
};

export function nameOfPart(type: string, index: number): string {
  return `attachment-${index + 1}.${EXTENSIONS[type] ?? 'bin'}`;
}
