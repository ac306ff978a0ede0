import { decodeText } from '../../io/text-encoding.ts';
import { expandRtf } from './compressed-rtf.ts';
import { encodingOfPage, htmlInRtf } from './html-in-rtf.ts';
import { normaliseBody, type MailAttachment, type MailMessage } from './message.ts';
import { attributesOf, propertiesOf, UNICODE, type Property, type PropertyValue } from './tnef-reader.ts';
import { writeEml } from './write-eml.ts';

/** What Outlook packs into `winmail.dat`: the formatted text of a message, and its attachments. */
interface TnefContent extends Pick<MailMessage, 'subject' | 'from' | 'text' | 'html' | 'attachments'> {
  /** The text, where it is neither plain nor HTML. */
  readonly rtf?: Uint8Array;
}

/** Attributes ([MS-OXTNEF] 2.1.3.1), the type in their upper half left out. */
const ATTRIBUTE = {
  subject: 0x8004,
  body: 0x800c,
  codePage: 0x9007,
  properties: 0x9003,
  startsAttachment: 0x9002,
  title: 0x8010,
  data: 0x800f,
  attachmentProperties: 0x9005,
} as const;

/** Properties ([MS-OXPROPS]). */
const PROPERTY = {
  subject: 0x0037,
  senderName: 0x0c1a,
  senderAddress: 0x0c1f,
  body: 0x1000,
  compressedRtf: 0x1009,
  html: 0x1013,
  codePage: 0x3fde,
  data: 0x3701,
  shortName: 0x3704,
  method: 0x3705,
  longName: 0x3707,
  type: 0x370e,
  contentId: 0x3712,
} as const;
/** The attachment is a message, in TNEF again. */
const EMBEDDED_MESSAGE = 5;
/** Messages in messages. */
const MAX_DEPTH = 8;

type Properties = ReadonlyMap<number, PropertyValue>;

interface OpenAttachment {
  title?: Uint8Array;
  data?: Uint8Array;
  properties: Properties;
}

/** Reads the Transport Neutral Encapsulation Format. Throws `input_corrupt`. */
function readTnef(bytes: Uint8Array, depth = 0): TnefContent {
  const attachments: OpenAttachment[] = [];
  let properties: Properties = new Map();
  let [subject, body]: (Uint8Array | undefined)[] = [];
  let codePage: number | undefined;
  for (const { id, data } of attributesOf(bytes)) {
    const attachment = attachments.at(-1);
    if (id === ATTRIBUTE.codePage && data.byteLength >= 4) codePage = data[0]! | (data[1]! << 8);
    else if (id === ATTRIBUTE.subject) subject = data;
    else if (id === ATTRIBUTE.body) body = data;
    else if (id === ATTRIBUTE.properties) properties = propertiesOf(data);
    else if (id === ATTRIBUTE.startsAttachment) attachments.push({ properties: new Map() });
    else if (id === ATTRIBUTE.title && attachment) attachment.title = data;
    else if (id === ATTRIBUTE.data && attachment) attachment.data = data;
    else if (id === ATTRIBUTE.attachmentProperties && attachment) attachment.properties = propertiesOf(data);
  }
  const decode = decoderOf(codePage);
  const textOf = (property: number): string => textIn(properties.get(property), decode);
  const text = normaliseBody(textOf(PROPERTY.body) || (body && decode(body)));
  const html = normaliseBody(htmlOf(properties, decode));
  const packedRtf = bytesOf(properties.get(PROPERTY.compressedRtf));
  const rtf = text === undefined && html === undefined && packedRtf ? expandRtf(packedRtf) : undefined;
  const [name, address] = [textOf(PROPERTY.senderName), textOf(PROPERTY.senderAddress)];
  return {
    subject: textOf(PROPERTY.subject) || (subject ? decode(subject) : ''),
    from: name === '' && address === '' ? [] : [{ name, address: address.includes('@') ? address : '' }],
    ...(text === undefined ? {} : { text }),
    ...(html === undefined ? {} : { html }),
    ...(rtf && { rtf }),
    attachments: attachments.map((attachment, index) => attachmentOf(attachment, index, { decode, depth })),
  };
}

type Decode = (bytes: Uint8Array) => string;

function decoderOf(codePage: number | undefined): Decode {
  const encoding = encodingOfPage(codePage) ?? 'windows-1252';
  return (bytes) => new TextDecoder(encoding).decode(bytes).replaceAll('\0', '').trim();
}

const utf16 = new TextDecoder('utf-16le');

function textIn(property: PropertyValue | undefined, decode: Decode): string {
  const bytes = bytesOf(property);
  if (!bytes) return '';
  return property!.type === UNICODE ? utf16.decode(bytes).replaceAll('\0', '').trim() : decode(bytes);
}

function bytesOf(property: { readonly value: Property } | undefined): Uint8Array | undefined {
  return property && typeof property.value !== 'number' ? property.value : undefined;
}

function htmlOf(properties: Properties, decode: Decode): string | undefined {
  const html = properties.get(PROPERTY.html);
  const page = properties.get(PROPERTY.codePage)?.value;
  if (html?.type === UNICODE) return textIn(html, decode);
  const bytes = bytesOf(html);
  if (bytes) return decodeText(bytes, encodingOfPage(typeof page === 'number' ? page : undefined)).text;
  const rtf = bytesOf(properties.get(PROPERTY.compressedRtf));
  return rtf && htmlInRtf(rtf);
}

function attachmentOf(
  { title, data, properties }: OpenAttachment,
  index: number,
  { decode, depth }: { readonly decode: Decode; readonly depth: number },
): MailAttachment {
  const textOf = (property: number): string => textIn(properties.get(property), decode);
  const inner = bytesOf(properties.get(PROPERTY.data));
  const name = textOf(PROPERTY.longName) || (title ? decode(title) : '') || textOf(PROPERTY.shortName);
  if (properties.get(PROPERTY.method)?.value === EMBEDDED_MESSAGE && inner && depth < MAX_DEPTH)
    return messageFile(readTnef(inner, depth + 1), name);
  const contentId = textOf(PROPERTY.contentId).replace(/^<|>$/g, '');
  return {
    name: name || `attachment-${index + 1}.bin`,
    type: textOf(PROPERTY.type).toLowerCase() || 'application/octet-stream',
    ...(contentId === '' ? {} : { contentId }),
    bytes: new Uint8Array(data ?? inner ?? []),
  };
}

function messageFile({ rtf, ...content }: TnefContent, name: string): MailAttachment {
  const attachments = [...content.attachments, ...textFile(rtf)];
  const message: MailMessage = { ...content, to: [], cc: [], bcc: [], attachments };
  const stem = (name || content.subject).replace(/[/\\:*?"<>|]/g, '_').replace(/\.(?:msg|eml)$/i, '') || 'message';
  return { name: `${stem}.eml`, type: 'message/rfc822', bytes: writeEml(message) };
}

function textFile(rtf: Uint8Array | undefined): MailAttachment[] {
  return rtf ? [{ name: 'message.rtf', type: 'application/rtf', bytes: rtf }] : [];
}

const TNEF_TYPES = new Set(['application/ms-tnef', 'application/vnd.ms-tnef']);

/**
 * A message with what Outlook has packed into its `winmail.dat`, in place of that. One that cannot be read stays an
 * attachment, as it is in programs that do not know it.
 */
export function withTnefUnpacked(message: MailMessage): MailMessage {
  const packed = message.attachments.findIndex(
    ({ name, type }) => TNEF_TYPES.has(type.toLowerCase()) || name.toLowerCase() === 'winmail.dat',
  );
  const content = packed < 0 ? undefined : readOrLeave(message.attachments[packed]!.bytes);
  if (!content) return message;
  const [text, html] = [message.text ?? content.text, message.html ?? content.html];
  return {
    ...message,
    subject: message.subject || content.subject,
    ...(text === undefined ? {} : { text }),
    ...(html === undefined ? {} : { html }),
    attachments: message.attachments.toSpliced(
      packed,
      1,
      ...content.attachments,
      ...textFile(text === undefined && html === undefined ? content.rtf : undefined),
    ),
  };
}

function readOrLeave(bytes: Uint8Array): TnefContent | undefined {
  try {
    return readTnef(bytes);
  } catch {
    return undefined;
  }
}
