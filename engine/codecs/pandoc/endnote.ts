import { decodeXML } from 'entities/decode';

/** Fields of EndNote's records as RIS has them (pandoc's own reader of EndNote knows only a few of them). */
const FIELDS: readonly (readonly [element: string, tag: string])[] = [
  ['title', 'TI'],
  ['secondary-title', 'T2'],
  ['volume', 'VL'],
  ['number', 'IS'],
  ['year', 'PY'],
  ['publisher', 'PB'],
  ['pub-location', 'CY'],
  ['isbn', 'SN'],
  ['electronic-resource-num', 'DO'],
  ['abstract', 'AB'],
];
const TYPES: Readonly<Record<string, string>> = {
  Book: 'BOOK',
  'Edited Book': 'EDBOOK',
  'Book Section': 'CHAP',
  'Conference Paper': 'CPAPER',
  'Conference Proceedings': 'CONF',
  Thesis: 'THES',
  Report: 'RPRT',
  'Web Page': 'ELEC',
  'Newspaper Article': 'NEWS',
  'Magazine Article': 'MGZN',
};

/** The records of an EndNote library in XML as RIS. */
export function risOfEndNote(xml: string): string {
  return xml
    .split(/<record>|<record\s[^>]*>/)
    .slice(1)
    .map(risOfRecord)
    .join('\n');
}

function risOfRecord(record: string): string {
  const type = /<ref-type\s[^>]*\bname="([^"]*)"/.exec(record)?.[1] ?? '';
  const authors = listOf(record, 'authors').map((name) => `AU  - ${name}`);
  const editors = listOf(record, 'secondary-authors').map((name) => `A2  - ${name}`);
  const fields = FIELDS.flatMap(([element, tag]) =>
    valuesOf(record, element)
      .slice(0, 1)
      .map((value) => `${tag}  - ${value}`),
  );
  const [first, last] = valuesOf(record, 'pages')[0]?.split(/[-–]/) ?? [];
  const pages = [...(first ? [`SP  - ${first}`] : []), ...(last ? [`EP  - ${last}`] : [])];
  return [`TY  - ${TYPES[type] ?? 'JOUR'}`, ...authors, ...editors, ...fields, ...pages, 'ER  - ', ''].join('\n');
}

function listOf(record: string, list: string): string[] {
  const start = record.indexOf(`<${list}>`);
  const end = start < 0 ? -1 : record.indexOf(`</${list}>`, start);
  return end < 0 ? [] : valuesOf(record.slice(start, end), 'author');
}

function valuesOf(xml: string, element: string): string[] {
  const values: string[] = [];
  const opening = new RegExp(`<${element}(?:\\s[^>]*)?>`, 'g');
  for (let match = opening.exec(xml); match; match = opening.exec(xml)) {
    const end = xml.indexOf(`</${element}>`, opening.lastIndex);
    if (end < 0) break;
    const text = decodeXML(xml.slice(opening.lastIndex, end).replace(/<[^>]*>/g, ''))
      .replace(/\s+/g, ' ')
      .trim();
    if (text !== '') values.push(text);
    opening.lastIndex = end;
  }
  return values;
}
