import { readFile } from 'node:fs/promises';
import ICAL from 'ical.js';
import { describe, expect, it } from 'vitest';
import { sourcePath } from '../../../corpus/cases.ts';
import { readContacts, writeContacts } from '../../../engine/content/records/calendar/contacts.ts';
import { foldLine, parseComponents } from '../../../engine/content/records/calendar/content-lines.ts';
import { readEvents, writeEvents } from '../../../engine/content/records/calendar/events.ts';
import { recordOfJson } from '../../../engine/content/records/calendar/records.ts';
import { sharedEngine } from '../../support/shared-engine.ts';

const calendar = (): Promise<string> =>
  readFile(sourcePath({ from: 'ics', source: 'series-all-day-alarm-folded.ics' }), 'utf8');
const contacts = (): Promise<string> =>
  readFile(sourcePath({ from: 'vcf', source: 'versions-2.1-3.0-4.0-photo.vcf' }), 'utf8');

describe('calendars', () => {
  it('are the same records after they were written and read again', async () => {
    const events = readEvents(await calendar());
    expect(events).toHaveLength(3);
    expect(events[0]).toMatchObject({
      summary: 'Watch, first half',
      start: '2024-03-04T09:15:00',
      timezone: 'Europe/Berlin',
      recurrence: 'FREQ=WEEKLY;BYDAY=MO,WE;COUNT=10',
      attendee: 'Ström, Jürgen <jurgen@harbour.example>',
      alarm: '-PT15M',
    });
    expect(readEvents(writeEvents(events))).toEqual(events);
  });

  it('are read by others', async () => {
    const written = ICAL.parse(writeEvents(readEvents(await calendar()))) as unknown as [
      string,
      unknown,
      [string, [string, object, string, string][]][],
    ];
    const [watch] = written[2];
    const property = (name: string) => watch![1].find(([found]) => found === name)!;
    expect(property('description')[3]).toBe(
      'Bring oil\nand wicks – a line that is long enough to be folded in the file, as calendars do.',
    );
    expect(property('dtstart')).toEqual(['dtstart', { tzid: 'Europe/Berlin' }, 'date-time', '2024-03-04T09:15:00']);
    expect(property('rrule')[3]).toMatchObject({ freq: 'WEEKLY', count: 10 });
  });

  it('take times of any zone, and columns with dots', () => {
    const record = recordOfJson({
      summary: 'a',
      start: '2024-03-05T08:00:00+02:00',
      'other.X-A;B=c': 'd',
      empty: null,
    });
    const written = writeEvents([record!]);
    expect(written).toContain('DTSTART:20240305T060000Z');
    expect(written).toContain('X-A;B=c:d');
  });
});

describe('contacts', () => {
  it('are the same records after they were written and read again', async () => {
    const people = readContacts(await contacts());
    expect(people.map(({ name }) => name)).toEqual(['Jürgen Ström', 'Dr. Ada Quay', '海野 灯']);
    expect(people[0]).toMatchObject({ phone: '+49 170 1234567', phoneType: 'cell', note: 'Line one\nLine two' });
    expect(readContacts(writeContacts(people))).toEqual(people);
  });

  it('are read by others', async () => {
    const cards = writeContacts(readContacts(await contacts())).split(/(?<=END:VCARD\r\n)/);
    const names = cards.map((card) => {
      const [, properties] = ICAL.parse(card) as unknown as [string, [string, object, string, string][]];
      return properties.find(([name]) => name === 'fn')![3];
    });
    expect(names).toEqual(['Jürgen Ström', 'Dr. Ada Quay', '海野 灯']);
  });
});

describe('content lines', () => {
  it('are folded between letters, never within one', () => {
    const line = `NOTE:${'灯'.repeat(100)}`;
    const folded = foldLine(line);
    expect(folded.split('\r\n').every((part) => Buffer.byteLength(part) <= 75)).toBe(true);
    const [card] = parseComponents(`BEGIN:VCARD\r\n${folded}END:VCARD\r\n`, 'VCARD');
    expect(card!.properties[0]!.value).toBe('灯'.repeat(100));
  });

  it('are named when a file has none, or too many', () => {
    expect(() => readEvents('BEGIN:VCARD\nEND:VCARD')).toThrow(/BEGIN:VCALENDAR/);
    expect(() => readEvents('BEGIN:VCALENDAR\n'.repeat(50))).toThrow(/nested/);
  });
});

describe('data as contacts and events', () => {
  const engine = sharedEngine();

  it.each([
    ['contacts-addresses-types.json', 'vcf'],
    ['events-with-and-without-zone.json', 'ics'],
  ])('are verified as a whole: %s', async (source, to) => {
    const { report } = await engine.convert(sourcePath({ from: 'json', source }), { to, verify: 'full' });
    expect(report).toMatchObject({ verified: 'content', lost: [] });
  });

  it.each([
    ['vcf', '[{"name":"Ada","shoe size":42,"height":{"cm":170}}]', ['shoe size', 'height.cm']],
    ['ics', '[{"summary":"Watch","start":"today","mood":"fine"}]', ['start', 'mood']],
  ])('are refused by the names of the columns that %s does not hold', async (to, text, columns) => {
    const converting = engine.convert(Buffer.from(text), { to, fileName: 'a.json' });
    await expect(converting).rejects.toMatchObject({ code: 'unsupported_conversion', details: { columns } });
  });
});
