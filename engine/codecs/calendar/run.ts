import type { CreateRunner, Hop, RunContext } from '../../codec.ts';
import { ConversionError } from '../../errors.ts';
import type { Artifact } from '../../io/artifact.ts';
import { decodeText } from '../../io/text-encoding.ts';
import { isContact, writeContacts } from '../../models/calendar/contacts.ts';
import { isEvent, writeEvents } from '../../models/calendar/events.ts';
import { readCalendar } from '../../models/calendar/read.ts';
import { recordOfJson, type CalendarRecord } from '../../models/calendar/records.ts';
import { pageOfEntries, shownEntries, textOfEntries } from '../../models/calendar/show.ts';
import { outputNameOf } from '../../models/output-name.ts';

const createRunner: CreateRunner = () => ({
  convert: ([input], hop, context) => {
    const text = write(input!, hop, context);
    return [{ name: outputNameOf(input!.name, hop.to), format: hop.to, bytes: new TextEncoder().encode(text) }];
  },
});

export default createRunner;

function write(input: Artifact, { from, to, edge, options }: Hop, context: RunContext): string {
  const bytes = context.bytes(input);
  if (edge === 'entries') return writeEntries(decodeText(bytes).text, to as 'ics' | 'vcf');
  const format = from as 'ics' | 'vcf';
  const records = readCalendar(bytes, format, context, options.encoding);
  if (edge === 'records') return `${JSON.stringify(records, null, 2)}\n`;
  const entries = shownEntries(records, format);
  return edge === 'words' ? textOfEntries(entries) : pageOfEntries(entries, input.name.replace(/\.[^.]*$/, ''));
}

function writeEntries(text: string, to: 'ics' | 'vcf'): string {
  const rows = parse(text);
  const isKnown = to === 'ics' ? isEvent : isContact;
  const records = rows
    .map(recordOfJson)
    .filter((record): record is CalendarRecord => record !== undefined && isKnown(record));
  if (records.length === rows.length && records.length > 0)
    return to === 'ics' ? writeEvents(records) : writeContacts(records);
  const wanted =
    to === 'ics'
      ? 'The data is no list of events: each needs a summary, and as a rule a start such as 2024-05-01T09:00:00Z.'
      : 'The data is no list of contacts: each needs a name, an email or a phone.';
  throw new ConversionError({
    code: 'unsupported_conversion',
    message: wanted,
    details: { rows: rows.length, usable: records.length },
  });
}

function parse(text: string): unknown[] {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : [value];
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new ConversionError(
      { code: 'input_corrupt', message: 'The file is damaged: it is no valid JSON.' },
      { cause: error },
    );
  }
}
