/** A message between its formats. */
export interface MailMessage {
  readonly from: readonly MailAddress[];
  readonly to: readonly MailAddress[];
  readonly cc: readonly MailAddress[];
  readonly bcc: readonly MailAddress[];
  readonly subject: string;
  /** ISO 8601 in UTC, or as the message says it when that is no date. */
  readonly date?: string;
  readonly messageId?: string;
  readonly text?: string;
  /** As it came: not yet safe to show. */
  readonly html?: string;
  readonly attachments: readonly MailAttachment[];
}

export interface MailAddress {
  readonly name: string;
  readonly address: string;
}

export interface MailAttachment {
  readonly name: string;
  /** MIME type. */
  readonly type: string;
  /** What `cid:` addresses in the HTML call it, without angle brackets. */
  readonly contentId?: string;
  readonly bytes: Uint8Array;
}

/** `Name <address>`, or what there is of it. */
function spellAddress({ name, address }: MailAddress): string {
  if (name === '' || name === address) return address;
  return address === '' ? name : `${name} <${address}>`;
}

export function spellAddresses(addresses: readonly MailAddress[]): string {
  return addresses
    .map(spellAddress)
    .filter((text) => text !== '')
    .join(', ');
}

/** Line ends as they are here, and none at the end: transport changes both. */
export function normaliseBody(text: string | undefined): string | undefined {
  const body = text?.replace(/\r\n?/g, '\n').trimEnd();
  return body === '' ? undefined : body;
}

/** The time of a message as it is shown. */
export function spellDate(date: string): string {
  const [, day, time] = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(?::\d\d(?:\.\d+)?)?Z$/.exec(date) ?? [];
  return day === undefined ? date : `${day} ${time} UTC`;
}

/** Any date that is one in ISO 8601; others as they are. */
export function isoDate(date: string | undefined): string | undefined {
  const text = date?.trim();
  if (!text) return undefined;
  const time = Date.parse(text);
  return Number.isNaN(time) ? text : new Date(time).toISOString();
}

/** A name that any system takes: without folders, and without what systems forbid. */
export function attachmentFileName(name: string): string {
  const safe = name
    .normalize('NFC')
    .replace(/[\p{Cc}/\\:*?"<>|]/gu, '_')
    .replace(/^\.+/, '_')
    .slice(0, 150);
  return safe.trim() === '' ? 'attachment' : safe;
}
