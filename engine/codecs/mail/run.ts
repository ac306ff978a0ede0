import type { CreateRunner, Step, RunContext } from '../../contract/codec.ts';
import { ConversionError } from '../../contract/errors.ts';
import type { Artifact } from '../../contract/artifact.ts';
import { writeZip } from '../../io/zip.ts';
import { splitMbox } from '../../content/mail/mbox.ts';
import { attachmentFileName, type MailMessage } from '../../content/mail/message.ts';
import { readMessages, type MailFormat } from '../../content/mail/read.ts';
import { recordOf } from '../../content/mail/records.ts';
import { pageOfMessages, textOfMessages } from '../../content/mail/show.ts';
import { writeEml } from '../../content/mail/write-eml.ts';
import { outputNameOf } from '../../formats/output-name.ts';

const createRunner: CreateRunner = () => ({
  convert: async ([input], step, context) =>
    step.edge === 'split' ? split(input!, context) : [await convert(input!, step, context)],
});

export default createRunner;

async function convert(input: Artifact, { from, to, edge }: Step, context: RunContext): Promise<Artifact> {
  const messages = await readMessages(context.bytes(input), from as MailFormat, context);
  context.signal.throwIfAborted();
  return { name: outputNameOf(input.name, to), format: to, bytes: WRITERS[edge]!(messages, context, from) };
}

type Write = (messages: readonly MailMessage[], context: RunContext, from: string) => Uint8Array;

const WRITERS: Readonly<Record<string, Write>> = {
  page: writePage,
  words: (messages, { limits }) => new TextEncoder().encode(textOfMessages(messages, limits)),
  records: writeRecords,
  attachments: zipOfAttachments,
  message: ([message]) => writeEml(message!),
};

function writePage(messages: readonly MailMessage[], context: RunContext): Uint8Array {
  const { html, missing, figures } = pageOfMessages(messages, context.limits);
  if (missing > 0) {
    context.warn({
      code: 'picture_dropped',
      message: 'Images that are not in the message itself were left out: nothing is fetched from elsewhere.',
      ...(figures === 0 ? { lost: ['figures'] } : {}),
      details: { count: missing },
    });
  }
  return new TextEncoder().encode(html);
}

/** One message is an object; a mailbox is a list. */
function writeRecords(messages: readonly MailMessage[], _context: RunContext, from: string): Uint8Array {
  const records = messages.map(recordOf);
  return new TextEncoder().encode(`${JSON.stringify(from === 'mbox' ? records : records[0], null, 2)}\n`);
}

function zipOfAttachments(messages: readonly MailMessage[]): Uint8Array {
  const files = messages.flatMap(({ attachments }) => attachments);
  if (files.length === 0) {
    const message = 'The message has no attachments. Convert it to another format.';
    throw new ConversionError({ code: 'unsupported_conversion', message });
  }
  return writeZip(files.map(({ name, bytes }) => ({ name: attachmentFileName(name), bytes })));
}

/** Every message of a mailbox as it was sent. */
function split(input: Artifact, context: RunContext): Artifact[] {
  const stem = input.name.replace(/\.[^.]*$/, '');
  return [...splitMbox(context.bytes(input))].map((bytes, index) => ({
    name: `${stem}-${index + 1}.eml`,
    format: 'eml',
    bytes: new Uint8Array(bytes),
  }));
}
