import type { RunContext } from '../../../contract/codec.ts';
import { ConversionError } from '../../../contract/errors.ts';
import { decodeText } from '../../../io/text-encoding.ts';
import { readContacts } from './contacts.ts';
import { readEvents } from './events.ts';
import type { CalendarRecord } from './records.ts';

/** The events of a calendar, or the contacts of an address book. Throws `input_corrupt` and `input_too_complex`. */
export function readCalendar(
  bytes: Uint8Array,
  format: 'ics' | 'vcf',
  { warn }: Pick<RunContext, 'warn'>,
  declared?: string,
): CalendarRecord[] {
  if (bytes.byteLength === 0) throw new ConversionError({ code: 'empty_file', message: 'The file is empty.' });
  const { text, encoding, assumed } = decodeText(bytes, declared);
  if (assumed) {
    warn({
      code: 'encoding_assumed',
      message: `The text is not valid UTF-8; it was read as ${encoding}. Give the option encoding if characters are wrong.`,
      details: { encoding },
    });
  }
  const records = format === 'ics' ? readEvents(text) : readContacts(text);
  if (records.length > 0) return records;
  throw new ConversionError({
    code: 'input_corrupt',
    message: 'The calendar has no entries: there is nothing to convert.',
  });
}
