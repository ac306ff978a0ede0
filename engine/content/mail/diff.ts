import { difference, type Difference } from '../../contract/differences.ts';
import type { Facts, MailFacts } from '../../contract/facts.ts';
import type { OutlineBlock } from '../../contract/outline.ts';
import type { Comparison } from '../../contract/report.ts';

/** Formats whose text is read as it was written; a page of PDF breaks lines, and may have no glyph for a character. */
const SHOWN_AS_WRITTEN: ReadonlySet<string> = new Set(['html', 'txt']);
/** Lines of one body that are looked for. */
const MAX_LINES = 5000;

/** Messages in their order, and how many there are: headers, the text of the body, attachments with their content. */
export const compareMail: Comparison = function* (source, outputs, { kept, to }) {
  if (!source.mail) return;
  if (outputs.every(({ mail }) => mail !== undefined)) {
    const messages = messagesOf(outputs);
    const [expected, found] = [source.mail.length, messages.length];
    yield { name: 'messages', feature: 'records', ok: expected === found, expected, found };
    yield* diffMessages(source.mail, messages);
  } else if (kept.includes('text') && SHOWN_AS_WRITTEN.has(to))
    yield* diffShown(source.mail, outputs[0], to === 'html');
};

function messagesOf(outputs: readonly Facts[]): MailFacts[] {
  return outputs.flatMap(({ mail }) => mail ?? []);
}

function* diffMessages(before: readonly MailFacts[], after: readonly MailFacts[]): Generator<Difference> {
  for (const [index, message] of before.entries()) {
    const other = after[index];
    if (other) yield* diffMessage(index + 1, message, other);
    else yield difference('message_missing', { message: index + 1 }, { expected: message.headers['subject'] });
  }
  for (let index = before.length; index < after.length; index++)
    yield difference('message_added', { message: index + 1 }, { found: after[index]!.headers['subject'] });
}

function* diffMessage(message: number, before: MailFacts, after: MailFacts): Generator<Difference> {
  for (const [field, expected] of Object.entries(before.headers)) {
    const found = after.headers[field] ?? '';
    if (packed(expected) !== packed(found)) yield difference('header_changed', { message, field }, { expected, found });
  }
  if (packed(before.body) !== packed(after.body))
    yield difference(
      after.body.trim() === '' ? 'body_missing' : 'body_changed',
      { message },
      quote(before.body, after.body),
    );
  const rest = [...after.attachments];
  for (const { name, sizeBytes, crc32 } of before.attachments) {
    const at = rest.findIndex((other) => other.name === name);
    const [other] = at < 0 ? [] : rest.splice(at, 1);
    if (!other) yield difference('attachment_missing', { message, attachment: name }, { feature: 'entries' });
    else if (other.crc32 !== crc32 || other.sizeBytes !== sizeBytes)
      yield difference(
        'attachment_changed',
        { message, attachment: name },
        { expected: `${sizeBytes} bytes`, found: `${other.sizeBytes} bytes`, feature: 'entries' },
      );
  }
  for (const { name } of rest)
    yield difference('attachment_added', { message, attachment: name }, { feature: 'entries' });
}

/** The texts from where they begin to differ. */
function quote(expected: string, found: string): { readonly expected: string; readonly found: string } {
  let at = 0;
  while (at < expected.length && expected[at] === found[at]) at++;
  const start = Math.max(0, at - 20);
  return { expected: expected.slice(start, start + 120), found: found.slice(start, start + 120) };
}

/** A text that shows messages has the headers and the lines of each, in the order of the messages. */
function* diffShown(messages: readonly MailFacts[], output: Facts | undefined, isPage: boolean): Generator<Difference> {
  const text = output?.document?.text;
  if (text === undefined || output?.document?.excerpt) return;
  const lines = text.split(/[\n\t\f]+/).map(packed);
  const shown = lines.join('');
  const ends = new Set<number>();
  for (let end = 0, index = 0; index < lines.length; index++) ends.add((end += lines[index]!.length));
  let at = 0;
  for (const [index, message] of messages.entries()) {
    // The names of its attachments end the message before.
    const before = messages[index - 1]?.attachments ?? [];
    const slack = before.reduce((sum, { name }) => sum + name.length + MARGIN_CHARS, HEADER_CHARS);
    at = yield* diffShownMessage(index + 1, message, { shown, ends, at, slack, isPage });
  }
  if (isPage && output?.document?.blocks) yield* diffBlocks(messages, output.document.blocks);
}

/** Links and images of a page that shows messages: all are there, and images in their order. */
function* diffBlocks(messages: readonly MailFacts[], blocks: readonly OutlineBlock[]): Generator<Difference> {
  const addresses = new Set(blocks.flatMap(({ links = [] }) => links.map(({ href }) => comparable(href))));
  const images = blocks.flatMap(({ image }) => image?.hash ?? []);
  let last = -1;
  for (const [index, { links = [], images: expected = [] }] of messages.entries()) {
    const message = index + 1;
    for (const address of links)
      if (/^(?:https?|mailto):/i.test(address) && !addresses.has(comparable(address)))
        yield difference('link_missing', { message }, { expected: address });
    for (const [at, hash] of expected.entries()) {
      const place = { message, image: at + 1 };
      const next = images.indexOf(hash, last + 1);
      if (next >= 0) last = next;
      else yield difference(images.includes(hash) ? 'image_order' : 'image_missing', place, { feature: 'figures' });
    }
  }
}

function comparable(address: string): string {
  return address.trim().replace(/\/$/, '').toLowerCase();
}

/** Characters of names of headers, rules and marks before the headers of a message, and beside the name of each attachment. */
const HEADER_CHARS = 400;
const MARGIN_CHARS = 40;

interface Shown {
  readonly shown: string;
  /** Where its lines end. */
  readonly ends: ReadonlySet<number>;
  /** Where the message before ends. */
  readonly at: number;
  /** Characters that are there beside the headers, up to the last of them. */
  readonly slack: number;
  /** Images of its text are shown in it, and not named beside it. */
  readonly isPage: boolean;
}

/** Says where the message ends: nothing of the next one comes before. */
function* diffShownMessage(
  message: number,
  { headers, body, attachments }: MailFacts,
  { shown, ends, at: start, slack, isPage }: Shown,
): Generator<Difference, number> {
  let at = start;
  const wanted = [...Object.values(headers), ...attachments.map(({ name }) => name)];
  const end = start + slack + 2 * wanted.reduce((sum, value) => sum + packed(value).length, 0);
  for (const [field, expected] of Object.entries(headers)) {
    const place = findHeader({ shown: shown.slice(0, end), ends }, field, expected, start);
    if (place < 0) yield difference('header_changed', { message, field }, { expected });
    else if (field !== 'subject') at = Math.max(at, place + packed(expected).length);
  }
  for (const { name } of attachments.filter(({ isShown }) => !isPage || isShown !== true))
    // Its size follows.
    if (!shown.includes(`${packed(name)}(`, start))
      yield difference('attachment_missing', { message, attachment: name }, { feature: 'entries' });
  for (const line of body.split('\n').slice(0, MAX_LINES)) {
    const wanted = packed(line);
    if (!/[\p{L}\p{N}]/u.test(wanted)) continue; // a line of symbols may be drawn as a rule
    const place = shown.indexOf(wanted, at);
    if (place >= 0) at = place + wanted.length;
    else {
      const kind = shown.includes(wanted) ? 'text_order' : 'text_missing';
      yield difference(kind, { message }, { expected: line.trim(), feature: 'text' });
    }
  }
  return at;
}

/** Where a header is with its name; a page shows the subject as its heading. */
function findHeader(
  { shown, ends }: Pick<Shown, 'shown' | 'ends'>,
  field: string,
  value: string,
  from: number,
): number {
  if (value === '') return from;
  const name = field[0]!.toUpperCase() + field.slice(1);
  const wanted = packed(value);
  /** Up to the end of a line: what is cut may go on with the next one. */
  const find = (text: string): number => {
    let at = shown.indexOf(text, from);
    while (at >= 0 && !ends.has(at + text.length)) at = shown.indexOf(text, at + 1);
    return at;
  };
  const labelled = [`${name}:${wanted}`, `${name}${wanted}`].map(find).filter((at) => at >= 0);
  if (labelled.length > 0) return Math.min(...labelled);
  return field === 'subject' ? find(wanted) : -1;
}

/** Without white space: formats break lines as they like. */
function packed(text: string): string {
  return text.normalize('NFKC').replaceAll(/[\s\u00ad\u200b\ufeff]+/gu, '');
}
