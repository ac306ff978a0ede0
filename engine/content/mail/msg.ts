import type { FieldsData } from '@kenjiuno/msgreader';
import { requirePackage } from '../../io/packages.ts';
import { ConversionError } from '../../contract/errors.ts';
import { decodeText } from '../../io/text-encoding.ts';
import { MAX_PARTS, nameOfPart } from './eml.ts';
import { encodingOfPage, htmlInRtf, windowsPageOf } from './html-in-rtf.ts';
import { isoDate, normaliseBody, type MailAddress, type MailAttachment, type MailMessage } from './message.ts';
import { writeEml } from './write-eml.ts';

type MsgReader = import('@kenjiuno/msgreader').default;
/** A CommonJS package that marks its default export itself. */
const { default: Reader } = requirePackage('@kenjiuno/msgreader') as {
  default: new (bytes: ArrayBuffer) => MsgReader;
};

/** Messages in messages. */
const MAX_DEPTH = 8;

/** Reads an Outlook message ([MS-OXMSG]); its HTML may be hidden in RTF. Throws `input_corrupt`. */
export function readMsg(bytes: Uint8Array): MailMessage {
  try {
    const reader = new Reader(new Uint8Array(bytes).buffer as ArrayBuffer);
    const fields = reader.getFileData();
    if (fields.error) throw new Error(fields.error);
    const encoding = ansiEncodingOf(fields);
    if (encoding === undefined) return messageOf(fields, reader, 0);
    const again = new Reader(new Uint8Array(bytes).buffer as ArrayBuffer);
    again.parserConfig = { ansiEncoding: encoding };
    return messageOf(again.getFileData(), again, 0);
  } catch (error) {
    if (error instanceof ConversionError) throw error;
    const message = 'The Outlook message is damaged: its properties cannot be read.';
    throw new ConversionError({ code: 'input_corrupt', message }, { cause: error });
  }
}

/**
 * How old messages spell what is not Unicode: their own property says which code page it is. Without it the code page of
 * transport tells the language, and so the code page of Windows.
 */
function ansiEncodingOf({ messageCodepage, internetCodepage }: FieldsData): string | undefined {
  const encoding = encodingOfPage(windowsPageOf(messageCodepage ?? internetCodepage));
  return encoding === 'utf-8' || encoding === 'utf-16le' || encoding === 'windows-1252' ? undefined : encoding;
}

function messageOf(fields: FieldsData, reader: MsgReader, depth: number): MailMessage {
  const recipients = fields.recipients ?? [];
  const ofType = (type: string): MailAddress[] =>
    recipients.filter(({ recipType = 'to' }) => recipType === type).map(recipientOf);
  const sender = {
    name: clean(fields.senderName),
    address: addressIn(fields.senderSmtpAddress, fields.creatorSMTPAddress, fields.senderEmail),
  };
  const date = isoDate(fields.messageDeliveryTime ?? fields.clientSubmitTime ?? fields.creationTime);
  const html = normaliseBody(htmlOf(fields));
  const text = normaliseBody(clean(fields.body));
  const messageId = clean(fields.messageId).trim();
  return {
    from: sender.name === '' && sender.address === '' ? [] : [sender],
    to: ofType('to'),
    cc: ofType('cc'),
    bcc: ofType('bcc'),
    subject: clean(fields.subject).trim(),
    ...(date === undefined ? {} : { date }),
    ...(messageId === '' ? {} : { messageId }),
    ...(text === undefined ? {} : { text }),
    ...(html === undefined ? {} : { html }),
    attachments: shownFirst(attachmentsOf(fields, reader, depth), html),
  };
}

/** Strings of messages end with NUL here and there. */
function clean(text: string | undefined): string {
  return (text ?? '').replaceAll('\0', '');
}

function recipientOf({ name, smtpAddress, email }: FieldsData): MailAddress {
  const address = addressIn(smtpAddress, email);
  return {
    name: clean(name)
      .replace(/^'(.*)'$/, '$1')
      .trim(),
    address,
  };
}

/** Exchange has addresses of its own, which mean nothing elsewhere. */
function addressIn(...candidates: readonly (string | undefined)[]): string {
  return candidates.map(clean).find((candidate) => /^[^\s/@]+@[^\s/@]+$/.test(candidate)) ?? '';
}

function htmlOf({ html, bodyHtml, compressedRtf, internetCodepage }: FieldsData): string | undefined {
  if (html && html.length > 0) return decodeText(html, encodingOfPage(internetCodepage)).text.replaceAll('\0', '');
  if (bodyHtml) return clean(bodyHtml);
  return compressedRtf && compressedRtf.length > 16 ? htmlInRtf(compressedRtf) : undefined;
}

function attachmentsOf({ attachments = [] }: FieldsData, reader: MsgReader, depth: number): MailAttachment[] {
  if (attachments.length > MAX_PARTS) {
    throw new ConversionError({
      code: 'input_too_complex',
      message: `The message has ${attachments.length} attachments; at most ${MAX_PARTS} are allowed.`,
      details: { limit: 'mailParts', allowed: MAX_PARTS, found: attachments.length },
    });
  }
  return attachments.flatMap((fields, index): MailAttachment[] => {
    if (fields.innerMsgContentFields) return depth < MAX_DEPTH ? [innerMessage(fields, reader, depth)] : [];
    const { fileName, content } = reader.getAttachment(fields);
    const type = clean(fields.attachMimeTag).trim().toLowerCase() || 'application/octet-stream';
    const contentId = clean(fields.pidContentId).replace(/^<|>$/g, '');
    const name = clean(fileName).trim() || nameOfPart(type, index);
    return [{ name, type, ...(contentId === '' ? {} : { contentId }), bytes: new Uint8Array(content ?? []) }];
  });
}

/** The order in which a message is sent: what its text shows is with the text. */
function shownFirst(attachments: readonly MailAttachment[], html = ''): MailAttachment[] {
  const isShown = ({ contentId }: MailAttachment): boolean =>
    contentId !== undefined && html.includes(`cid:${contentId}`);
  return [...attachments.filter(isShown), ...attachments.filter((attachment) => !isShown(attachment))];
}

/** A message that is attached to another one is a message of its own. */
function innerMessage(fields: FieldsData, reader: MsgReader, depth: number): MailAttachment {
  const message = messageOf(fields.innerMsgContentFields!, reader, depth + 1);
  const name =
    clean(fields.name ?? fields.fileName ?? message.subject)
      .replace(/[/\\:*?"<>|]/g, '_')
      .trim() || 'message';
  return { name: `${name.replace(/\.msg$/i, '')}.eml`, type: 'message/rfc822', bytes: writeEml(message) };
}
