import {
  escapeText,
  foldLine,
  parseComponents,
  splitAt,
  unescapeText,
  type Component,
  type Property,
} from './content-lines.ts';
import { addNumbered, textAt, type CalendarRecord } from './records.ts';

const KINDS: Readonly<Record<string, string>> = { VEVENT: 'event', VTODO: 'task', VJOURNAL: 'journal' };
/** Properties with a field of their own; the others are under `other`. */
const TEXTS: Readonly<Record<string, string>> = {
  SUMMARY: 'summary',
  LOCATION: 'location',
  DESCRIPTION: 'description',
  CATEGORIES: 'categories',
  STATUS: 'status',
  URL: 'url',
  CLASS: 'class',
  PRIORITY: 'priority',
  RRULE: 'recurrence',
  DURATION: 'duration',
  UID: 'uid',
};
const TIMES: Readonly<Record<string, string>> = {
  DTSTART: 'start',
  DTEND: 'end',
  DUE: 'due',
  COMPLETED: 'completed',
  CREATED: 'created',
  'LAST-MODIFIED': 'modified',
  DTSTAMP: 'stamp',
};
/** In whose values commas and semicolons mean what they are. */
const RAW = new Set(['RRULE', 'URL', 'DURATION', 'UID', 'PRIORITY', 'STATUS', 'CLASS']);

/** The events, tasks and journals of a calendar (RFC 5545), each as a record. Throws `input_corrupt`. */
export function readEvents(text: string): CalendarRecord[] {
  return parseComponents(text, 'VCALENDAR').flatMap(({ components }) =>
    components.filter(({ name }) => KINDS[name] !== undefined).map(recordOfEvent),
  );
}

function recordOfEvent({ name, properties, components }: Component): CalendarRecord {
  const record: CalendarRecord = { kind: KINDS[name]! };
  const other: CalendarRecord = {};
  for (const property of properties) addProperty(record, other, property);
  for (const { properties: alarm } of components.filter((component) => component.name === 'VALARM')) {
    const trigger = alarm.find((property) => property.name === 'TRIGGER');
    if (trigger) addNumbered(record, 'alarm', trigger.value);
  }
  if (Object.keys(other).length > 0) record['other'] = other;
  return record;
}

function addProperty(record: CalendarRecord, other: CalendarRecord, property: Property): void {
  const { name, value, parameters } = property;
  const time = TIMES[name];
  if (time !== undefined) {
    const spelled = isoTime(value);
    if (spelled !== undefined && !Object.hasOwn(record, time)) {
      record[time] = spelled;
      const zone = parameters.get('TZID')?.[0];
      if (zone !== undefined && name === 'DTSTART') record['timezone'] = zone;
      return;
    }
  }
  const field = TEXTS[name];
  if (field !== undefined && !Object.hasOwn(record, field)) record[field] = RAW.has(name) ? value : unescapeText(value);
  else if (name === 'ORGANIZER' && !Object.hasOwn(record, 'organizer')) record['organizer'] = personOf(property);
  else if (name === 'ATTENDEE') addNumbered(record, 'attendee', personOf(property));
  else if (value !== '') addNumbered(other, spellName(property), value);
}

/** `Name <address>`. */
function personOf({ value, parameters }: Property): string {
  const address = value.replace(/^mailto:/i, '');
  const name = parameters.get('CN')?.[0];
  return name === undefined || name === address ? address : `${name} <${address}>`;
}

function spellName({ name, parameters }: Property): string {
  const spelled = [...parameters].map(([key, values]) => `;${key}=${values.map(quoted).join(',')}`);
  return name + spelled.join('');
}

function quoted(value: string): string {
  return /[;:,]/.test(value) ? `"${value}"` : value;
}

const TIME = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)(Z?))?$/;

/** `20240101T100000Z` as ISO 8601 spells it. */
function isoTime(value: string): string | undefined {
  const match = TIME.exec(value.trim());
  if (!match) return undefined;
  const [, year, month, day, hour, minute, second, zone] = match;
  const date = `${year}-${month}-${day}`;
  return hour === undefined ? date : `${date}T${hour}:${minute}:${second}${zone}`;
}

const PRODUCT = 'PRODID:-//Athanor//Athanor//EN';
/** Fields whose events need them: without a time there is nothing to enter in a calendar. */
const NAMES: Readonly<Record<string, string>> = { event: 'VEVENT', task: 'VTODO', journal: 'VJOURNAL' };

/** Whether a record says when something is. */
export function isEvent(record: CalendarRecord): boolean {
  return (
    ['start', 'due', 'summary'].some((name) => textAt(record, name) !== undefined) &&
    Object.hasOwn(record, 'start' in record ? 'start' : 'summary')
  );
}

/** A calendar of records. What has no moment of its own gets a fixed one: the same records give the same bytes. */
export function writeEvents(records: readonly CalendarRecord[]): string {
  const events = records.map(linesOfEvent).map((lines) => lines.map(foldLine).join(''));
  return `BEGIN:VCALENDAR\r\nVERSION:2.0\r\n${PRODUCT}\r\n${events.join('')}END:VCALENDAR\r\n`;
}

function linesOfEvent(record: CalendarRecord, index: number): string[] {
  const name = NAMES[textAt(record, 'kind') ?? 'event'] ?? 'VEVENT';
  const other = record['other'];
  const lines = [`BEGIN:${name}`];
  for (const [property, field] of Object.entries(TEXTS)) {
    const value = textAt(record, field);
    if (value !== undefined) lines.push(`${property}:${spellValue(property, value)}`);
  }
  if (textAt(record, 'uid') === undefined) lines.push(`UID:${index + 1}@athanor.invalid`);
  for (const [property, field] of Object.entries(TIMES)) {
    const value = textAt(record, field);
    if (value !== undefined) lines.push(property + spellTime(value, textAt(record, 'timezone')));
  }
  if (textAt(record, 'stamp') === undefined) lines.push('DTSTAMP:20000101T000000Z');
  const people = Object.entries(record).filter(([key]) => /^(?:organizer|attendee\d*)$/.test(key));
  for (const [key, value] of people)
    if (typeof value === 'string') lines.push(spellPerson(key === 'organizer' ? 'ORGANIZER' : 'ATTENDEE', value));
  if (typeof other === 'object')
    for (const [key, value] of Object.entries(other))
      lines.push(`${key.replace(/(?<=^[A-Z-]+)\d+$/, '')}:${singleLine(String(value))}`);
  const alarms = Object.entries(record).filter(([key]) => /^alarm\d*$/.test(key));
  for (const [, trigger] of alarms)
    lines.push(
      'BEGIN:VALARM',
      'ACTION:DISPLAY',
      'DESCRIPTION:Reminder',
      `TRIGGER:${singleLine(String(trigger))}`,
      'END:VALARM',
    );
  return [...lines, `END:${name}`];
}

function spellValue(property: string, value: string): string {
  if (RAW.has(property)) return singleLine(value);
  return property === 'CATEGORIES'
    ? splitAt(value, ',')
        .map((part) => escapeText(part.trim()))
        .join(',')
    : escapeText(value);
}

function singleLine(value: string): string {
  return value.replace(/[\r\n]+/g, '\\n');
}

/** ISO 8601 as calendars spell it; a time without a zone is in that of the event. */
function spellTime(value: string, zone: string | undefined): string {
  const match = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/.exec(
    value.trim(),
  );
  if (!match) return `:${singleLine(value)}`;
  const [, year, month, day, hour, minute, second = '00', offset] = match;
  const date = `${year}${month}${day}`;
  if (hour === undefined) return `;VALUE=DATE:${date}`;
  if (offset !== undefined && offset !== 'Z') {
    return `:${new Date(value.replace(' ', 'T')).toISOString().replace(/[-:]|\.\d+/g, '')}`;
  }
  const time = `${date}T${hour}${minute}${second}`;
  if (offset === 'Z') return `:${time}Z`;
  return zone === undefined ? `:${time}` : `;TZID=${quoted(zone)}:${time}`;
}

function spellPerson(property: string, value: string): string {
  const [, name, address] = /^(.*) <([^<>]+)>$/s.exec(value) ?? [undefined, undefined, value];
  const target = address!.includes('@') && !/^[a-z]+:/i.test(address!) ? `mailto:${address}` : address!;
  const display = name === undefined ? '' : `;CN="${name.replace(/["\r\n]/g, ' ')}"`;
  return `${property}${display}:${singleLine(target)}`;
}
