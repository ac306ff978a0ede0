import type { CreateRunner, Step, RunContext } from '../../contract/codec.ts';
import { ConversionError } from '../../contract/errors.ts';
import type { Artifact } from '../../contract/artifact.ts';
import { decodeText } from '../../io/text-encoding.ts';
import { isContact, writeContacts } from '../../content/records/calendar/contacts.ts';
import { isEvent, writeEvents } from '../../content/records/calendar/events.ts';
import { readCalendar } from '../../content/records/calendar/read.ts';
import { recordOfJson, type CalendarRecord } from '../../content/records/calendar/records.ts';
import { pageOfEntries, shownEntries, textOfEntries } from '../../content/records/calendar/show.ts';
import { outputNameOf } from '../../formats/output-name.ts';

const createRunner: CreateRunner = () => ({
  convert: ([input], step, context) => {
    const text = write(input!, step, context);
    return [{ name: outputNameOf(input!.name, step.to), format: step.to, bytes: new TextEncoder().encode(text) }];
  },
});

export default createRunner;

function write(input: Artifact, { from, to, edge, options }: Step, context: RunContext): string {
  const bytes = context.bytes(input);
  if (edge === 'entries') return writeEntries(decodeText(bytes).text, to as 'ics' | 'vcf', context);
  const format = from as 'ics' | 'vcf';
  const records = readCalendar(bytes, format, context, options.encoding);
  if (edge === 'records') return `${JSON.stringify(records, null, 2)}\n`;
  const entries = shownEntries(records, format);
  return edge === 'words' ? textOfEntries(entries) : pageOfEntries(entries, input.name.replace(/\.[^.]*$/, ''));
}

function writeEntries(text: string, to: 'ics' | 'vcf', context: RunContext): string {
  const rows = parse(text);
  const isKnown = to === 'ics' ? isEvent : isContact;
  const records = rows
    .map(recordOfJson)
    .filter((record): record is CalendarRecord => record !== undefined && isKnown(record));
  if (records.length === rows.length && records.length > 0) {
    const written = to === 'ics' ? writeEvents(records) : writeContacts(records);
    requireHeld(records, readCalendar(new TextEncoder().encode(written), to, context), to);
    return written;
  }
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

/** Columns that are named in an error. */
const NAMED = 8;

/** Refuses data with values that do not come back: they belong to no field of an event or a contact. */
function requireHeld(records: readonly CalendarRecord[], read: readonly CalendarRecord[], to: 'ics' | 'vcf'): void {
  const missing = new Set(
    records.flatMap((record, index) => {
      const found = new Map(fieldsOf(read[index] ?? {}));
      return [...fieldsOf(record)].filter(([name, value]) => !isSame(value, found.get(name))).map(([name]) => name);
    }),
  );
  if (missing.size === 0) return;
  const named = [...missing].slice(0, NAMED).join(', ') + (missing.size > NAMED ? ', …' : '');
  throw new ConversionError({
    code: 'unsupported_conversion',
    message:
      `The data has columns that ${to === 'ics' ? 'an event' : 'a contact'} does not hold, or not with these values: ` +
      `${named}. Take them out, or put them under "other".`,
    details: { columns: [...missing].slice(0, NAMED) },
  });
}

const TIME = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/;

/** Calendars spell times in one way: with seconds, and without offsets. */
function isSame(value: string, found: string | undefined): boolean {
  if (value === found) return true;
  return found !== undefined && TIME.test(value) && Date.parse(value.replace(' ', 'T')) === Date.parse(found);
}

function* fieldsOf(record: CalendarRecord, prefix = ''): Generator<readonly [name: string, value: string]> {
  for (const [name, value] of Object.entries(record)) {
    if (typeof value === 'string') yield [prefix + name, value];
    else yield* fieldsOf(value, `${prefix}${name}.`);
  }
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
