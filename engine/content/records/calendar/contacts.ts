import { escapeText, foldLine, parseComponents, splitAt, unescapeText, type Property } from './content-lines.ts';
import { addNumbered, numbered, textAt, type CalendarRecord } from './records.ts';

const TEXTS: Readonly<Record<string, string>> = {
  FN: 'name',
  NICKNAME: 'nickname',
  TITLE: 'title',
  ROLE: 'role',
  NOTE: 'note',
  CATEGORIES: 'categories',
  BDAY: 'birthday',
  ANNIVERSARY: 'anniversary',
  UID: 'uid',
  REV: 'modified',
};
const LISTS: Readonly<Record<string, string>> = { EMAIL: 'email', TEL: 'phone', URL: 'url' };
const NAME_PARTS = ['familyName', 'givenName', 'additionalNames', 'prefix', 'suffix'] as const;
const ADDRESS_PARTS = ['postOfficeBox', 'extended', 'street', 'city', 'region', 'postcode', 'country'] as const;
/** What parameters say of a file format, not of a person. */
const TECHNICAL = /^(?:ENCODING|CHARSET|VALUE|MEDIATYPE)$/;

/** The contacts of a file (vCard 2.1, 3.0 and 4.0), each as a record. Throws `input_corrupt`. */
export function readContacts(text: string): CalendarRecord[] {
  return parseComponents(text, 'VCARD').map(({ properties }) => {
    const record: CalendarRecord = {};
    const other: CalendarRecord = {};
    for (const property of properties) if (property.value !== '') addProperty(record, other, property);
    if (Object.keys(other).length > 0) record['other'] = other;
    return record;
  });
}

function addProperty(record: CalendarRecord, other: CalendarRecord, property: Property): void {
  const { name, value } = property;
  const field = TEXTS[name];
  const list = LISTS[name];
  if (name === 'VERSION' || name === 'PRODID') return;
  if (field !== undefined && !Object.hasOwn(record, field)) record[field] = unescapeText(value);
  else if (name === 'N') addParts(record, NAME_PARTS, value);
  else if (name === 'ORG' && !Object.hasOwn(record, 'organisation')) addOrganisation(record, value);
  else if (list !== undefined) addTyped(record, list, unescapeText(value.replace(/^(?:tel|mailto):/i, '')), property);
  else if (name === 'ADR') addAddress(record, property);
  else if (name === 'PHOTO' && !Object.hasOwn(record, 'photo')) record['photo'] = photoOf(property);
  else addNumbered(other, spellName(property), value);
}

function addParts(record: CalendarRecord, names: readonly string[], value: string): void {
  for (const [index, part] of splitAt(value, ';').entries()) {
    const text = unescapeText(part).trim();
    if (text !== '' && names[index] !== undefined) record[names[index]] = text;
  }
}

function addOrganisation(record: CalendarRecord, value: string): void {
  const [organisation = '', ...units] = splitAt(value, ';').map((part) => unescapeText(part).trim());
  if (organisation !== '') record['organisation'] = organisation;
  const department = units.filter((unit) => unit !== '').join(', ');
  if (department !== '') record['department'] = department;
}

/** `work`, `cell`, `home`: what kind of address or number it is. */
function typesOf({ parameters }: Property): string {
  const types = (parameters.get('TYPE') ?? []).flatMap((type) => type.toLowerCase().split(','));
  return types.filter((type) => !/^(?:pref|internet|voice)$/.test(type)).join(', ');
}

function addTyped(record: CalendarRecord, name: string, value: string, property: Property): void {
  const key = addNumbered(record, name, value);
  const types = typesOf(property);
  if (types !== '') record[`${key}Type`] = types;
}

function addAddress(record: CalendarRecord, property: Property): void {
  const address: CalendarRecord = {};
  addParts(address, ADDRESS_PARTS, property.value);
  const types = typesOf(property);
  if (types !== '') address['type'] = types;
  if (Object.keys(address).length > 0) addNumbered(record, 'address', address);
}

/** An image as an address that holds it. */
function photoOf({ value, parameters }: Property): string {
  const isEncoded = /^(?:b|base64)$/i.test(parameters.get('ENCODING')?.[0] ?? '');
  if (!isEncoded) return unescapeText(value);
  const type = parameters.get('TYPE')?.[0]?.toLowerCase() ?? 'jpeg';
  return `data:image/${type.replace(/^image\//, '')};base64,${value.replace(/\s+/g, '')}`;
}

function spellName({ name, parameters }: Property): string {
  const kept = [...parameters].filter(([key]) => !TECHNICAL.test(key));
  return name + kept.map(([key, values]) => `;${key}=${values.join(',')}`).join('');
}

export function isContact(record: CalendarRecord): boolean {
  return ['name', 'givenName', 'familyName', 'organisation', 'email', 'phone'].some(
    (name) => textAt(record, name) !== undefined,
  );
}

/** Contacts as vCard 3.0, which every address book reads. */
export function writeContacts(records: readonly CalendarRecord[]): string {
  return records.map((record) => linesOf(record).map(foldLine).join('')).join('');
}

function linesOf(record: CalendarRecord): string[] {
  const lines = ['BEGIN:VCARD', 'VERSION:3.0'];
  const parts = NAME_PARTS.map((name) => escapeText(textAt(record, name) ?? ''));
  lines.push(`N:${parts.join(';')}`);
  if (textAt(record, 'name') === undefined) lines.push(`FN:${escapeText(displayNameOf(record))}`);
  for (const [property, field] of Object.entries(TEXTS)) {
    const value = textAt(record, field);
    if (value !== undefined)
      lines.push(
        `${property}:${field === 'categories' ? escapeText(value).replaceAll('\\,', ',') : escapeText(value)}`,
      );
  }
  const organisation = [textAt(record, 'organisation'), textAt(record, 'department')].map((text) =>
    escapeText(text ?? ''),
  );
  if (organisation.some((text) => text !== '')) lines.push(`ORG:${organisation.join(';').replace(/;$/, '')}`);
  for (const [property, name] of Object.entries(LISTS)) {
    for (const [key, value] of numbered(record, name))
      lines.push(`${property}${typeParameter(textAt(record, `${key}Type`))}:${escapeText(String(value))}`);
  }
  for (const [, address] of numbered(record, 'address')) lines.push(...addressLine(address));
  lines.push(...photoLine(textAt(record, 'photo')));
  const other = record['other'];
  if (typeof other === 'object')
    for (const [key, value] of Object.entries(other)) lines.push(`${key}:${String(value).replace(/[\r\n]+/g, '\\n')}`);
  return [...lines, 'END:VCARD'];
}

function displayNameOf(record: CalendarRecord): string {
  const name = [textAt(record, 'givenName'), textAt(record, 'familyName')]
    .filter((part) => part !== undefined)
    .join(' ');
  return name === ''
    ? (textAt(record, 'organisation') ?? textAt(record, 'email') ?? textAt(record, 'phone') ?? '')
    : name;
}

function typeParameter(types: string | undefined): string {
  const words = (types ?? '').split(/[\s,]+/).filter((word) => /^[\w-]+$/.test(word));
  return words.length === 0 ? '' : `;TYPE=${words.join(',')}`;
}

function addressLine(address: string | CalendarRecord): string[] {
  if (typeof address === 'string') return [`ADR:;;${escapeText(address)};;;;`];
  const parts = ADDRESS_PARTS.map((name) => escapeText(textAt(address, name) ?? ''));
  return [`ADR${typeParameter(textAt(address, 'type'))}:${parts.join(';')}`];
}

function photoLine(photo: string | undefined): string[] {
  if (photo === undefined) return [];
  const [, type, content] = /^data:image\/([\w.+-]+);base64,(.*)$/s.exec(photo) ?? [];
  return [
    content === undefined ? `PHOTO;VALUE=uri:${photo}` : `PHOTO;ENCODING=b;TYPE=${type!.toUpperCase()}:${content}`,
  ];
}
