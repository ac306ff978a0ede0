import type { CreateRunner, RunContext } from '../../contract/codec.ts';
import type { Feature } from '../../formats/features.ts';
import type { Limits } from '../../contract/limits.ts';
import type { Artifact } from '../../contract/artifact.ts';
import { readCalendar } from '../../content/records/calendar/read.ts';
import { shownEntries } from '../../content/records/calendar/show.ts';
import { cleanBody, textOfBody } from '../../content/mail/clean-body.ts';
import { mailFactsOf } from '../../content/mail/facts.ts';
import { attachmentFileName, type MailMessage } from '../../content/mail/message.ts';
import { readMessages, type MailFormat } from '../../content/mail/read.ts';
import { recordOf } from '../../content/mail/records.ts';
import { shownHeaders } from '../../content/mail/show.ts';
import type { ArchiveFacts, DocumentFacts, Facts, MailFacts } from '../../contract/facts.ts';
import { cellsOfRow } from '../../content/records/canonical.ts';
import { createRecordObserver } from '../../content/records/inspect.ts';
import { joinText } from '../../content/document/inspect-text.ts';

const createRunner: CreateRunner = () => ({
  inspect: (artifact, _request, context) => inspect(artifact, context),
});

export default createRunner;

async function inspect(artifact: Artifact, context: RunContext): Promise<Facts> {
  const { format } = artifact;
  const bytes = context.bytes(artifact);
  if (format === 'ics' || format === 'vcf') return inspectCalendar(bytes, format, context);
  const messages = await readMessages(bytes, format as MailFormat, context);
  const { document, mail } = lookAt(messages, context.limits);
  const files = messages.flatMap(({ attachments }) => attachments);
  const records = createRecordObserver();
  for (const message of messages) records.addRow(cellsOfRow(recordOf(message)));
  const features: Feature[] = [
    ...(/[\p{L}\p{N}]/u.test(document.text) ? (['text', 'structure'] as const) : []),
    'look',
    ...(document.figures > 0 ? (['figures'] as const) : []),
    ...(files.length > 0 ? (['entries'] as const) : []),
    ...(messages.length > 1 ? (['pages'] as const) : []),
    'records',
    'metadata',
  ];
  return {
    format,
    sizeBytes: bytes.byteLength,
    reader: 'mail-reader',
    depth: 'content',
    features,
    document,
    mail,
    records: records.facts(),
    archive: archiveOf(mail.flatMap(({ attachments }) => attachments)),
  };
}

function inspectCalendar(bytes: Uint8Array, format: 'ics' | 'vcf', context: RunContext): Facts {
  const entries = readCalendar(bytes, format, context);
  const shown = shownEntries(entries, format);
  const records = createRecordObserver();
  for (const entry of entries) records.addRow(cellsOfRow(entry));
  const figures = shown.filter(({ photo }) => photo !== undefined).length;
  const text = shown.map(({ title, lines }) => [title, ...lines.map(([, value]) => value)].join('\n')).join('\n');
  return {
    format,
    sizeBytes: bytes.byteLength,
    reader: 'mail-reader',
    depth: 'content',
    features: ['records', 'text', 'structure', ...(figures > 0 ? (['figures'] as const) : [])],
    document: { text: joinText({ pages: [text], asides: '' }, context.limits.verifiedTextChars), figures },
    records: records.facts(),
  };
}

/** The attachments as files; by name where no two are called alike. */
function archiveOf(attachments: MailFacts['attachments']): ArchiveFacts {
  const members = attachments.map(({ name, sizeBytes, crc32 }) => ({
    path: attachmentFileName(name),
    kind: 'file' as const,
    sizeBytes,
    crc32,
  }));
  const names = new Set(members.map(({ path }) => path.toLowerCase()));
  return {
    entries: members.length,
    expandedBytes: members.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
    ...(names.size === members.length && { members }),
  };
}

/** What a person reads in the messages: subject, headers and body of each. */
function lookAt(
  messages: readonly MailMessage[],
  limits: Limits,
): { readonly document: DocumentFacts; readonly mail: readonly MailFacts[] } {
  const mail: MailFacts[] = [];
  const counts = { figures: 0, links: 0, tables: 0, headings: 0 };
  const texts = messages.map((message) => {
    const body = cleanBody(message, limits);
    const count = (pattern: RegExp): number => body.markup.match(pattern)?.length ?? 0;
    counts.figures += count(/<img /g);
    counts.links += count(/<a [^>]*href="/g);
    counts.tables += count(/<table[\s>]/g);
    counts.headings += count(/<h[1-6][\s>]/g);
    const text = textOfBody(message, body);
    mail.push(mailFactsOf(message, text, body));
    return text;
  });
  // Where a format shows the headers is its own affair: only the bodies have an order.
  const headers = messages.map((message) =>
    [message.subject, ...shownHeaders(message).map(([, value]) => value)].join('\n'),
  );
  const text = joinText({ pages: [texts.join('\n')], asides: headers.join('\n') }, limits.verifiedTextChars);
  const isCut = texts.reduce((sum, { length }) => sum + length, 0) > limits.verifiedTextChars;
  return { document: { text, ...(isCut ? { excerpt: true } : {}), ...counts }, mail };
}
