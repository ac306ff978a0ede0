import type { RunContext } from '../../contract/codec.ts';
import { ConversionError } from '../../contract/errors.ts';
import { readEml } from './eml.ts';
import { splitMbox } from './mbox.ts';
import type { MailMessage } from './message.ts';
import { readMsg } from './msg.ts';

export type MailFormat = 'eml' | 'msg' | 'mbox';

/** Messages of one mailbox that are read: a page of thousands helps nobody. */
const MAX_MESSAGES = 5000;

/** The messages of a file: one, or all of a mailbox. Throws `input_corrupt` and `input_too_complex`. */
export async function readMessages(
  bytes: Uint8Array,
  format: MailFormat,
  { signal }: Pick<RunContext, 'signal'>,
): Promise<MailMessage[]> {
  if (bytes.byteLength === 0) throw new ConversionError({ code: 'empty_file', message: 'The file is empty.' });
  if (format === 'msg') return [readMsg(bytes)];
  if (format === 'eml') return [await readEml(bytes)];
  const messages: MailMessage[] = [];
  for (const part of splitMbox(bytes)) {
    signal.throwIfAborted();
    if (messages.length === MAX_MESSAGES) {
      throw new ConversionError({
        code: 'input_too_complex',
        message: `The mailbox has more than the ${MAX_MESSAGES} messages that are allowed. Split it first.`,
        details: { limit: 'mailMessages', allowed: MAX_MESSAGES },
      });
    }
    messages.push(await readEml(part));
  }
  if (messages.length > 0) return messages;
  throw new ConversionError({ code: 'input_corrupt', message: 'The mailbox holds no message.' });
}
