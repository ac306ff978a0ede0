import { bytesOfBase64 } from '../../io/bytes.ts';
import type { Limits } from '../../contract/limits.ts';
import { cleanXhtml, LINK_MARK } from '../document/book/clean-xhtml.ts';
import { cleanSvg } from '../document/book/clean-svg.ts';
import { imageTypeOf } from '../document/book/image-type.ts';
import { plainText } from '../document/book/plain-text.ts';
import { SimpleStyles } from '../document/book/simple-styles.ts';
import { escapeXml } from '../../io/xml.ts';
import type { MailMessage } from './message.ts';

/** The body of a message that is safe to show: nothing in it runs, and nothing is fetched. */
export interface CleanBody {
  /** XHTML without images' bytes: each is `<img src="name">`. */
  readonly markup: string;
  readonly images: ReadonlyMap<string, { readonly bytes: Uint8Array; readonly type: string }>;
  /** Images that are somewhere else, or not in the message. */
  readonly missing: number;
  /** Indices of the attachments that the text shows. */
  readonly shown: ReadonlySet<number>;
}

/** Cleans the HTML of a message and finds its images among the attachments; plain text becomes paragraphs. */
export function cleanBody(message: MailMessage, limits: Limits, prefix = 'm-'): CleanBody {
  if (message.html === undefined) {
    return { markup: paragraphs(message.text ?? ''), images: new Map(), missing: 0, shown: new Set() };
  }
  const images = new Map<string, { bytes: Uint8Array; type: string }>();
  const shown = new Set<number>();
  let missing = 0;
  const add = (bytes: Uint8Array): string | undefined => {
    const type = imageTypeOf(bytes);
    if (type === undefined) return undefined;
    const name = `${prefix}${images.size + 1}`;
    images.set(name, { bytes: type === 'image/svg+xml' ? cleanSvg(bytes) : bytes, type });
    return name;
  };
  const names = new Map<number, string | undefined>();
  const imageOf = (address: string): string | undefined => {
    const data = /^data:image\/[\w.+-]+;base64,(.*)$/is.exec(address.trim());
    const index = data ? -1 : attachmentAt(address, message);
    if (index >= 0 && !names.has(index)) names.set(index, add(message.attachments[index]!.bytes));
    const name = data ? add(bytesOfBase64(data[1]!)) : names.get(index);
    if (name === undefined) missing++;
    else if (index >= 0) shown.add(index);
    return name;
  };
  const { body } = cleanXhtml(message.html, {
    prefix,
    maxDepth: limits.nesting,
    styles: new SimpleStyles([]),
    placeOf: (address) => address,
    imageOf,
    drawingOf: (svg) => add(new TextEncoder().encode(svg)),
  });
  return { markup: withoutInnerLinks(body), images, missing, shown };
}

function attachmentAt(address: string, { attachments }: MailMessage): number {
  const id = /^cid:(.*)$/i.exec(address.trim())?.[1];
  if (id === undefined) return -1;
  const wanted = [id, decodeId(id)];
  return attachments.findIndex(
    ({ contentId, name }) => (contentId !== undefined && wanted.includes(contentId)) || wanted.includes(name),
  );
}

function decodeId(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch (error) {
    if (!(error instanceof URIError)) throw error;
    return id;
  }
}

/** Links within a message lead nowhere when it is among others. */
function withoutInnerLinks(body: string): string {
  return body.replace(LINK_MARK, '');
}

const ADDRESS = /\bhttps?:\/\/[^\s<>"']+[^\s<>"'.,;:!?)]/g;

function paragraphs(text: string): string {
  return text
    .split(/\n[^\S\n]*\n+/)
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph) => `<p>${escapeXml(paragraph).replace(ADDRESS, linked).replaceAll('\n', '<br/>\n')}</p>`)
    .join('\n');
}

function linked(address: string): string {
  return `<a href="${address.replaceAll('"', '&quot;')}">${address}</a>`;
}

/** The words of the body. */
export function textOfBody(message: MailMessage, body: CleanBody): string {
  return message.html === undefined ? (message.text ?? '') : plainText(body.markup);
}
