import { changeParts, exchangeMatches, exchangeParts, packAgain, replaceNth } from '../package-parts.ts';
import type { Damage, Scenario } from '../scenario.ts';
import { TEXT_TABLE_DAMAGES } from '../text-tables.ts';
import { ODS_DAMAGES, shifted, xml, XLSX_DAMAGES } from './sheet.ts';

const SHEET = /^xl\/worksheets\/[^/]+\.xml$/;
const FIRST_SHEET = /^xl\/worksheets\/sheet1\.xml$/;
const DRAWING = /^xl\/drawings\/drawing\d+\.xml$/;
const COMMENTS = /^xl\/comments\d*\.xml$/;
const STRINGS = /sharedStrings\.xml$/;
const SHARED = /<si>.*?<\/si>/gs;
const DATE = /<v>(\d{5}(?:\.\d+)?)<\/v>/g;
const dates = (change: (days: number) => number) => (text: string) =>
  text.replace(DATE, (whole, days: string) =>
    Number(days) > 20_000 && Number(days) < 60_000 ? `<v>${change(Number(days))}</v>` : whole,
  );

/** Another cell's address, `count` columns to the right. */
const besides = (address: string): string =>
  address.replace(/^([A-Z])/, (letter) => String.fromCharCode(letter.charCodeAt(0) + 1));

/** What a bug of a writer could do to the parts of a workbook that stand beside its values. */
const XLSX_PART_DAMAGES: readonly Damage[] = [
  { name: 'images are exchanged', harm: 'order', apply: (zip) => exchangeParts(zip, /^xl\/media\//) },
  xml('images lie at each other’s cells', 'order', DRAWING, (text) =>
    exchangeMatches(text, /<xdr:from>.*?<\/xdr:from>/gs, 0, 1),
  ),
  xml('one image is lost', 'image', DRAWING, (text) =>
    replaceNth(text, /<xdr:(two|one)CellAnchor\b.*?<\/xdr:\1CellAnchor>/gs, 0, () => ''),
  ),
  xml('one image is there twice', 'image', /drawings\/_rels\//, (text) =>
    text.replace(/media\/image2\.(\w+)/, 'media/image1.$1'),
  ),
  xml('one comment is lost', 'note', COMMENTS, (text) => replaceNth(text, /<comment\b.*?<\/comment>/gs, 0, () => '')),
  xml('comments are exchanged', 'order', COMMENTS, (text) =>
    exchangeMatches(text, /(?<=<comment\b[^>]*\bref=")[A-Z]+\d+/g, 0, 1),
  ),
  xml('comments are cut', 'note', COMMENTS, (text) =>
    text.replace(/(<t\b[^>]*>)([^<]{6,})(<\/t>)/g, (_, open: string, words: string, close: string) => {
      return open + words.slice(0, words.length >> 1) + close;
    }),
  ),
  xml('one link is lost', 'link', SHEET, (text) => replaceNth(text, /<hyperlink\b[^>]*\/>/g, 0, () => '')),
  xml('places that links lead to are lost', 'link', SHEET, (text) =>
    text.replace(/<hyperlink\b[^>]*\blocation="[^"]*"[^>]*\/>/g, ''),
  ),
  xml('links lead to another place', 'link', SHEET, (text) =>
    text.replace(/(<hyperlink\b[^>]*\blocation=")[^"]*"/g, '$1Stock!A1"'),
  ),
  xml('links are at other cells', 'link', SHEET, (text) =>
    text.replace(/(<hyperlink\b[^>]*\bref=")([A-Z]+\d+)/g, (_, before: string, cell: string) => before + shifted(cell)),
  ),
  xml('addresses of links are exchanged', 'order', /worksheets\/_rels\//, (text) =>
    exchangeMatches(text, /(?<=Target=")(?:https?|mailto):[^"]*/g, 0, 1),
  ),
  xml('an empty sheet is lost', 'block', /^xl\/workbook\.xml$/, (text) =>
    replaceNth(text, /<sheet\b[^>]*\/>/g, 3, () => ''),
  ),
  xml('the last sheets are exchanged', 'order', /^xl\/workbook\.xml$/, (text) =>
    exchangeMatches(text, /<sheet\b[^>]*\/>/g, 1, 2),
  ),
  xml('an empty sheet is hidden', 'visibility', /^xl\/workbook\.xml$/, (text) =>
    replaceNth(text, /<sheet\b[^>]*\/>/g, 3, (tag) =>
      tag.replace(/ state="\w+"/, '').replace('/>', ' state="hidden"/>'),
    ),
  ),
  xml(
    'dates are a day later',
    'number',
    SHEET,
    dates((days) => days + 1),
  ),
  xml(
    'dates are an hour later',
    'number',
    SHEET,
    dates((days) => days + 1 / 24),
  ),
  xml('the workbook counts days from 1904', 'number', /^xl\/workbook\.xml$/, (text) =>
    text.replace(/<workbookPr\b([^>]*?)(?: date1904="\w+")?([^>]*)\/>/, '<workbookPr$1$2 date1904="1"/>'),
  ),
  xml('one date is in another year', 'number', FIRST_SHEET, (text) =>
    replaceNth(text, DATE, 0, (match) => match.replace(/\d+/, (days) => String(Number(days) + 366))),
  ),
  xml('percentages are plain numbers', 'style', /^xl\/styles\.xml$/, (text) =>
    text.replace(/formatCode="[^"]*%[^"]*"/g, 'formatCode="General"').replace(/numFmtId="(?:9|10)"/g, 'numFmtId="0"'),
  ),
  xml('two neighbouring columns are exchanged', 'order', FIRST_SHEET, (text) =>
    text.replace(
      /(<c\b[^>]*\br=")([CD])(\d+")/g,
      (_, before: string, column: string, after: string) => before + (column === 'C' ? 'D' : 'C') + after,
    ),
  ),
  xml('all cells are a column to the right', 'order', FIRST_SHEET, (text) =>
    text.replace(/(<c\b[^>]*\br=")([A-Z])(\d+")/g, (_, before: string, column: string, after: string) => {
      return before + besides(column) + after;
    }),
  ),
  xml('a blank row is lost', 'order', FIRST_SHEET, (text) =>
    text.replace(/(<(?:row|c)\b[^>]*?\br="[A-Z]*)(\d+)"/g, (_, before: string, row: string) => {
      return `${before}${Number(row) > 9 ? Number(row) - 1 : row}"`;
    }),
  ),
  xml('long texts are cut at 127 characters', 'text', STRINGS, (text) =>
    text.replace(/(<t\b[^>]*>)([^<]{128,})(<\/t>)/g, (_, open: string, words: string, close: string) => {
      return open + words.slice(0, 127) + close;
    }),
  ),
  xml('the end of a long text is another', 'number', STRINGS, (text) => text.replace(/4821/, '4812')),
  xml('texts are one string further', 'order', STRINGS, (text) => {
    const all = text.match(SHARED) ?? [];
    let at = 0;
    return text.replace(SHARED, () => all[(at++ + 1) % all.length]!);
  }),
  xml('letters beyond ASCII are question marks', 'text', STRINGS, (text) => text.replace(/[^\0-\x7f]/g, '?')),
  xml('letters beyond Latin-1 are lost', 'text', STRINGS, (text) => text.replace(/[^\0-\xff]/g, '')),
  xml('texts are trimmed of digits', 'text', STRINGS, (text) => text.replace(/(?<=<t\b[^>]*>[^<]*)\d+(?=<)/g, '')),
  xml('leading zeros are lost', 'number', STRINGS, (text) => text.replace(/(?<=K-\d)0+/g, '')),
  xml('large numbers are rounded', 'number', SHEET, (text) => text.replace(/(<v>\d{6})\d{4,}(?=<)/g, '$1000000')),
  xml('negative numbers are positive', 'number', SHEET, (text) => text.replace(/<v>-/g, '<v>')),
  xml('decimals have another sign', 'number', SHEET, (text) => text.replace(/<v>(\d+)\.(\d+)</g, '<v>$1$2<')),
  xml('times are lost', 'number', SHEET, (text) => text.replace(/<v>0\.3\d+<\/v>/g, '<v>0</v>')),
  xml('sheets of references are others', 'number', SHEET, (text) =>
    text.replace(/(<f\b[^>]*>[^<]*?)\$?Rates(?:\.|!)/g, '$1Secret!'),
  ),
  xml('absolute references are relative', 'number', SHEET, (text) =>
    text.replace(/<f\b[^>]*>[^<]*<\/f>/g, (formula) => formula.replaceAll('$', '')),
  ),
  xml('ranges are a row shorter', 'number', SHEET, (text) =>
    text.replace(
      /(<f\b[^>]*>[^<]*:\$?[A-Z]+\$?)(\d+)/g,
      (_, before: string, row: string) => before + (Number(row) - 1),
    ),
  ),
  xml('texts of formulas are others', 'text', SHEET, (text) => text.replace(/(<f\b[^>]*>[^<]*)many/g, '$1most')),
  xml('merged cells cover less', 'structure', SHEET, (text) =>
    text.replace(/<mergeCell ref="A1:D1"/g, '<mergeCell ref="A1:C1"'),
  ),
  {
    name: 'all sheets have the rows of the first',
    harm: 'block',
    apply: (zip) => {
      let first: string | undefined;
      return changeParts(zip, SHEET, (text, name) => {
        if (FIRST_SHEET.test(name)) first = text;
        return first ?? text;
      });
    },
  },
];

const CONTENT = /^content\.xml$/;
const TABLE = /<table:table .*?<\/table:table>/gs;

const ODS_PART_DAMAGES: readonly Damage[] = [
  { name: 'images are exchanged', harm: 'order', apply: (zip) => exchangeParts(zip, /^Pictures\/.*\.png$/) },
  xml('images lie at each other’s cells', 'order', CONTENT, (text) =>
    exchangeMatches(text, /(?<=<draw:image\b[^>]*xlink:href=")[^"]*/g, 0, 1),
  ),
  xml('one image is lost', 'image', CONTENT, (text) =>
    replaceNth(text, /<draw:frame\b.*?<\/draw:frame>/gs, 0, () => ''),
  ),
  xml('one comment is lost', 'note', CONTENT, (text) =>
    replaceNth(text, /<office:annotation\b.*?<\/office:annotation>/gs, 0, () => ''),
  ),
  xml('comments are exchanged', 'order', CONTENT, (text) =>
    exchangeMatches(text, /<office:annotation\b.*?<\/office:annotation>/gs, 0, 1),
  ),
  xml('one link is lost', 'link', CONTENT, (text) =>
    replaceNth(text, /<text:a\b[^>]*>[^<]*<\/text:a>/g, 0, (match) => match.replace(/<[^>]*>/g, '')),
  ),
  xml('addresses of links are exchanged', 'order', CONTENT, (text) =>
    exchangeMatches(text, /(?<=<text:a\b[^>]*xlink:href=")(?:https?|mailto):[^"]*/g, 0, 1),
  ),
  xml('places that links lead to are others', 'link', CONTENT, (text) =>
    text.replace(/(xlink:href="#)[^"]*"/g, '$1Stock.A1"'),
  ),
  xml('an empty sheet is lost', 'block', CONTENT, (text) => replaceNth(text, TABLE, 3, () => '')),
  xml('dates are an hour later', 'number', CONTENT, (text) =>
    text.replace(/(office:date-value="\d{4}-\d\d-\d\d)"/g, '$1T01:00:00"'),
  ),
  xml('dates are in 1904', 'number', CONTENT, (text) =>
    text.replace(/office:date-value="(\d{4})/g, (_, year: string) => `office:date-value="${Number(year) - 4}`),
  ),
  xml('times are a minute later', 'number', CONTENT, (text) =>
    text.replace(/(office:time-value="PT\d+H)30M/g, '$131M'),
  ),
  xml('booleans are turned', 'number', CONTENT, (text) =>
    text.replace(/office:boolean-value="(\w+)"/g, (_, value: string) => {
      return `office:boolean-value="${value === 'true' ? 'false' : 'true'}"`;
    }),
  ),
  xml('numbers are what is shown of them', 'number', CONTENT, (text) =>
    text.replace(/office:value="(\d+)\.\d+"/g, 'office:value="$1"'),
  ),
  xml('the end of a long text is another', 'number', CONTENT, (text) => text.replace(/4821/, '4812')),
  xml('letters beyond ASCII are question marks', 'text', CONTENT, (text) => text.replace(/[^\0-\x7f]/g, '?')),
  xml('sheets of references are others', 'number', CONTENT, (text) =>
    text.replace(/(table:formula="[^"]*\$?)'?Rates'?\./g, '$1Secret.'),
  ),
  xml('ranges are a row shorter', 'number', CONTENT, (text) =>
    text.replace(/(table:formula="[^"]*:\.\$?[A-Z]+\$?)(\d+)/g, (_, before: string, row: string) => {
      return before + (Number(row) - 1);
    }),
  ),
  xml('a sheet is hidden', 'visibility', CONTENT, (text) =>
    text.replace(/table:display="true"/g, 'table:display="false"'),
  ),
  xml('all sheets have the rows of the first', 'block', CONTENT, (text) => {
    const [first = ''] = text.match(TABLE) ?? [];
    return text.replace(TABLE, (table) => {
      const name = /table:name="[^"]*"/.exec(table)![0];
      return first.replace(/table:name="[^"]*"/, () => name);
    });
  }),
];

const STOCK = 'stock-images-notes-links-hidden';
const source = (format: string): string => `corpus/sources/${format}/${STOCK}.${format}`;

export const SCENARIOS: readonly Scenario[] = [
  ...['ods', 'xls', 'fods'].map((format): Scenario => ({
    family: 'sheet',
    source: source(format),
    to: 'xlsx',
    resave: packAgain,
    damages: [...XLSX_DAMAGES, ...XLSX_PART_DAMAGES],
  })),
  ...['xlsx', 'xls'].map((format): Scenario => ({
    family: 'sheet',
    source: source(format),
    to: 'ods',
    resave: packAgain,
    damages: [...ODS_DAMAGES, ...ODS_PART_DAMAGES],
  })),
  ...['xlsx', 'ods', 'xls'].map((format): Scenario => ({
    family: 'sheet',
    source: source(format),
    to: 'csv',
    damages: TEXT_TABLE_DAMAGES,
  })),
];
