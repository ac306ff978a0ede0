import { bytesOfBase64 } from '../../../io/bytes.ts';
import { escapeXml, escapeXmlAttribute } from '../../../io/xml.ts';
import { imageTypeOf } from '../../document/book/image-type.ts';
import { textAt, type CalendarRecord } from './records.ts';

type Line = readonly [label: string, text: string];

/** What a person wants to see of an event or a contact: its title, and lines with labels. */
interface ShownEntry {
  readonly title: string;
  readonly lines: readonly Line[];
  /** An image that the file holds itself. */
  readonly photo?: string;
}

const EVENT_LABELS: Readonly<Record<string, string>> = {
  location: 'Where',
  recurrence: 'Repeats',
  organizer: 'Organizer',
  status: 'Status',
  categories: 'Categories',
  url: 'Link',
  description: 'Description',
};
const CONTACT_LABELS: Readonly<Record<string, string>> = {
  nickname: 'Nickname',
  organisation: 'Organisation',
  department: 'Department',
  title: 'Title',
  role: 'Role',
  birthday: 'Birthday',
  categories: 'Categories',
  note: 'Note',
};

/** Events in the order of their beginning, contacts as they stand. */
export function shownEntries(records: readonly CalendarRecord[], format: 'ics' | 'vcf'): ShownEntry[] {
  if (format === 'vcf') return records.map(shownContact);
  const start = (record: CalendarRecord): string => textAt(record, 'start') ?? textAt(record, 'due') ?? '';
  return [...records].sort((a, b) => (start(a) < start(b) ? -1 : Number(start(a) > start(b)))).map(shownEvent);
}

function shownEvent(record: CalendarRecord): ShownEntry {
  const when = [textAt(record, 'start') ?? textAt(record, 'due'), textAt(record, 'end')]
    .filter((time) => time !== undefined)
    .map(spellTime);
  const zone = textAt(record, 'timezone');
  const attendees = Object.entries(record).flatMap(([key, value]) =>
    /^attendee\d*$/.test(key) ? [String(value)] : [],
  );
  const lines: Line[] = [
    ...(when.length === 0 ? [] : [['When', when.join(' – ') + (zone === undefined ? '' : ` (${zone})`)] as const]),
    ...labelled(record, EVENT_LABELS),
    ...(attendees.length === 0 ? [] : [['Attendees', attendees.join(', ')] as const]),
  ];
  return { title: textAt(record, 'summary') ?? '(no title)', lines };
}

function shownContact(record: CalendarRecord): ShownEntry {
  const of = (pattern: RegExp, label: string): Line[] =>
    Object.entries(record).flatMap(([key, value]): Line[] => {
      if (!pattern.test(key)) return [];
      if (typeof value !== 'string')
        return [
          [
            label,
            Object.entries(value)
              .flatMap(([name, part]) => (name === 'type' ? [] : [String(part)]))
              .join(', '),
          ],
        ];
      const type = textAt(record, `${key}Type`);
      return [[label, type === undefined ? value : `${value} (${type})`]];
    });
  const lines = [
    ...of(/^email\d*$/, 'E-mail'),
    ...of(/^phone\d*$/, 'Phone'),
    ...of(/^address\d*$/, 'Address'),
    ...of(/^url\d*$/, 'Link'),
    ...labelled(record, CONTACT_LABELS),
  ];
  const name = textAt(record, 'name') ?? [textAt(record, 'givenName'), textAt(record, 'familyName')].join(' ').trim();
  const photo = textAt(record, 'photo');
  return { title: name === '' ? '(no name)' : name, lines, ...(photo !== undefined && isHeld(photo) ? { photo } : {}) };
}

/** Images that lie elsewhere are never fetched, and none is shown that is no image. */
function isHeld(photo: string): boolean {
  const content = /^data:image\/[\w.+-]+;base64,([\w+/=\s]*)$/.exec(photo)?.[1];
  return content !== undefined && /^image\/(?!svg)/.test(imageTypeOf(bytesOfBase64(content)) ?? '');
}

function labelled(record: CalendarRecord, labels: Readonly<Record<string, string>>): Line[] {
  return Object.entries(labels).flatMap(([name, label]): Line[] => {
    const text = textAt(record, name);
    return text === undefined ? [] : [[label, text.trim()]];
  });
}

function spellTime(time: string): string {
  return time
    .replace('T', ' ')
    .replace(/:00(?=Z?$)/, '')
    .replace(/Z$/, ' UTC');
}

export function textOfEntries(entries: readonly ShownEntry[]): string {
  const texts = entries.map(({ title, lines }) =>
    [title, ...lines.map(([label, text]) => `${label}: ${text}`)].join('\n'),
  );
  return `${texts.join('\n\n')}\n`;
}

const STYLE = `body { max-width: 50em; margin: 2em auto; padding: 0 1em; line-height: 1.4; }
th { text-align: left; vertical-align: top; padding-right: 1em; font-weight: normal; color: #555; white-space: nowrap; }
img { max-width: 8em; }
`;

export function pageOfEntries(entries: readonly ShownEntry[], title: string): string {
  const sections = entries.map(({ title: heading, lines, photo }) => {
    const rows = lines.map(
      ([label, text]) => `<tr><th>${label}</th><td>${escapeXml(text).replaceAll('\n', '<br/>\n')}</td></tr>`,
    );
    const image = photo === undefined ? '' : `<p><img src="${escapeXmlAttribute(photo)}" alt=""/></p>\n`;
    return `<section>\n<h2>${escapeXml(heading)}</h2>\n${image}${rows.length === 0 ? '' : `<table>\n${rows.join('\n')}\n</table>\n`}</section>`;
  });
  return [
    '<!DOCTYPE html>',
    '<html>',
    '<head>',
    '<meta charset="utf-8"/>',
    '<meta name="viewport" content="width=device-width, initial-scale=1"/>',
    `<title>${escapeXml(title)}</title>`,
    `<style>\n${STYLE}</style>`,
    '</head>',
    '<body>',
    ...sections,
    '</body>',
    '</html>',
    '',
  ].join('\n');
}
