import { changeParts, exchangeMatches, exchangeParts, packAgain, replaceNth } from '../package-parts.ts';
import type { Damage, Harm, Scenario } from '../scenario.ts';
import { TEXT_TABLE_DAMAGES } from '../text-tables.ts';

const SHEET = /^xl\/worksheets\/[^/]+\.xml$/;
const FIRST_SHEET = /^xl\/worksheets\/sheet1\.xml$/;
const STYLES = /^xl\/styles\.xml$/;
const WORKBOOK = /^xl\/workbook\.xml$/;
const ROW = /<row\b[^>]*?(?:\/>|>.*?<\/row>)/gs;
/** Numbers: cells without a type of another kind. */
const NUMBER = /(<c\b(?![^>]*\bt="(?:s|str|inlineStr|b|e)")[^>]*>)(<f\b[^>]*>[^<]*<\/f>|<f\b[^>]*\/>)?<v>([^<]*)<\/v>/g;
const RESULT = /(<f\b[^>]*(?:\/>|>[^<]*<\/f>))<v>(-?\d[^<]*)<\/v>/g;
const REFERENCE = /(<f\b[^>]*>)([^<]*)(<\/f>)/g;
const TEXT = /(<t\b[^>]*>)([^<]{3,})(<\/t>)/g;

export function xml(name: string, harm: Harm, part: RegExp, change: (text: string, name: string) => string): Damage {
  return { name, harm, apply: (zip) => changeParts(zip, part, change) };
}

function numbers(change: (value: number) => number): (text: string) => string {
  return (text) =>
    text.replace(NUMBER, (whole, cell: string, formula = '', value: string) =>
      Number.isFinite(Number(value)) && value !== '' ? `${cell}${formula}<v>${change(Number(value))}</v>` : whole,
    );
}

/** References of a formula one row further down. */
export function shifted(formula: string): string {
  return formula.replace(
    /(?<![A-Za-z])(\$?[A-Z]{1,2}\$?)(\d+)(?![\d(])/g,
    (_, column: string, row: string) => `${column}${Number(row) + 1}`,
  );
}

/** The rows after the n-th one place higher. */
function withoutRow(text: string, index: number): string {
  let seen = 0;
  return text.replace(ROW, (row) => {
    const at = seen++;
    if (at < index) return row;
    if (at === index) return '';
    const place = Number(/\br="(\d+)"/.exec(row)?.[1]);
    return row.replaceAll(new RegExp(`\\br="([A-Z]*)${place}"`, 'g'), `r="$1${place - 1}"`);
  });
}

function exchangeRows(text: string, a: number, b: number): string {
  const rows = text.match(ROW) ?? [];
  const place = (row: string | undefined): string | undefined => /\br="(\d+)"/.exec(row ?? '')?.[1];
  const [first, second] = [place(rows[a]), place(rows[b])];
  if (first === undefined || second === undefined) return text;
  const at = (row: string, from: string, to: string): string =>
    row.replaceAll(new RegExp(`\\br="([A-Z]*)${from}"`, 'g'), `r="$1${to}"`);
  return exchangeMatches(text, ROW, a, b).replace(ROW, (row) => {
    if (row === rows[a]) return at(row, first, second);
    return row === rows[b] ? at(row, second, first) : row;
  });
}

const mojibake = (text: string): string => Buffer.from(text).toString('latin1');

/** What a bug of a writer could do to an Excel workbook. */
export const XLSX_DAMAGES: readonly Damage[] = [
  xml('one number is another', 'number', SHEET, (text, name) =>
    FIRST_SHEET.test(name)
      ? replaceNth(text, /<v>\d[^<]*<\/v>/g, 3, (match) =>
          // Beyond its first digits a number is as programs round it.
          match.replace(
            /^(<v>[^<]{0,11})(\d)/,
            (_, before: string, digit: string) => before + String((Number(digit) + 1) % 10),
          ),
        )
      : text,
  ),
  xml(
    'all numbers are one more',
    'number',
    SHEET,
    numbers((value) => value + 1),
  ),
  xml(
    'numbers are rounded',
    'number',
    SHEET,
    numbers((value) => Math.round(value)),
  ),
  xml(
    'signs of numbers are lost',
    'number',
    SHEET,
    numbers((value) => -value),
  ),
  xml(
    'numbers are a thousand times as much',
    'number',
    SHEET,
    numbers((value) => value * 1000),
  ),
  xml(
    'dates are four years later',
    'number',
    SHEET,
    numbers((value) => (value > 20_000 && value < 60_000 ? value + 1462 : value)),
  ),
  xml('results of formulas are 0', 'number', SHEET, (text) => text.replace(RESULT, '$1<v>0</v>')),
  xml('results of formulas are doubled', 'number', SHEET, (text) =>
    text.replace(RESULT, (_, formula: string, value: string) => `${formula}<v>${Number(value) * 2}</v>`),
  ),
  xml('one result is another', 'number', SHEET, (text) =>
    replaceNth(text, RESULT, 0, (match) => match.replace(/<v>[^<]*/, '<v>4711')),
  ),
  xml('results of formulas are empty', 'number', SHEET, (text) => text.replace(RESULT, '$1')),
  xml('references are shifted by a row', 'number', SHEET, (text) =>
    text.replace(REFERENCE, (_, open: string, formula: string, close: string) => open + shifted(formula) + close),
  ),
  xml('one formula refers to another row', 'number', SHEET, (text) =>
    replaceNth(text, /<f>[^<]*[A-Z]\d[^<]*<\/f>/g, 0, shifted),
  ),
  xml('constants of formulas are others', 'number', SHEET, (text) =>
    text.replace(
      REFERENCE,
      (_, open: string, formula: string, close: string) =>
        open + formula.replace(/(?<![A-Z$\d.])\d+(?![\d!:(])/g, (digits) => String(Number(digits) + 1)) + close,
    ),
  ),
  xml('formulas are values', 'structure', SHEET, (text) => text.replace(/<f\b[^>]*(?:\/>|>[^<]*<\/f>)/g, '')),
  xml('one formula is a value', 'structure', SHEET, (text) =>
    replaceNth(text, /<f\b[^>]*(?:\/>|>[^<]*<\/f>)/g, 0, () => ''),
  ),
  xml('cells have no styles', 'style', SHEET, (text) => text.replace(/(<c\b[^>]*?) s="\d+"/g, '$1')),
  xml('styles have no number formats', 'style', STYLES, (text) =>
    text.replace(/(<xf\b[^>]*?)numFmtId="\d+"/g, '$1numFmtId="0"'),
  ),
  xml('dates are in a number format', 'style', STYLES, (text) =>
    text.replace(/formatCode="[^"]*[yY][^"]*"/g, 'formatCode="0"').replace(/numFmtId="(?:14|15|22)"/g, 'numFmtId="1"'),
  ),
  xml('a row is lost', 'block', FIRST_SHEET, (text) => withoutRow(text, 2)),
  xml('the first row is lost', 'block', FIRST_SHEET, (text) => withoutRow(text, 0)),
  xml('the last row is lost', 'block', FIRST_SHEET, (text) =>
    withoutRow(
      text,
      (text.match(ROW) ?? []).findLastIndex((row) => /<(?:v|t)[ >]/.test(row)),
    ),
  ),
  xml('a row is empty', 'block', FIRST_SHEET, (text) => replaceNth(text, ROW, 2, () => '')),
  xml('half of the rows are lost', 'block', SHEET, (text) => {
    let at = 0;
    return text.replace(ROW, (row) => (at++ % 2 ? '' : row));
  }),
  xml('all rows are lost', 'unreadable', SHEET, (text) => text.replace(ROW, '')),
  xml('two rows are exchanged', 'order', FIRST_SHEET, (text) => exchangeRows(text, 1, 3)),
  xml('two cells are exchanged', 'order', FIRST_SHEET, (text) => exchangeMatches(text, /<v>\d[^<]*<\/v>/g, 1, 4)),
  xml('two columns are exchanged', 'order', FIRST_SHEET, (text) =>
    text.replace(
      /(<c\b[^>]*\br=")([AB])(\d+")/g,
      (_, before: string, column: string, after: string) => before + (column === 'A' ? 'B' : 'A') + after,
    ),
  ),
  xml('a column is lost', 'block', FIRST_SHEET, (text) =>
    text.replace(/<c\b[^>]*\br="B\d+"[^>]*?(?:\/>|>.*?<\/c>)/gs, ''),
  ),
  xml('all rows are a row lower', 'order', FIRST_SHEET, (text) =>
    text.replace(
      /(<(?:row|c)\b[^>]*?\br="[A-Z]*)(\d+)"/g,
      (_, before: string, row: string) => `${before}${Number(row) + 1}"`,
    ),
  ),
  xml('numbers are texts', 'structure', SHEET, (text) =>
    text
      .replace(/<c\b(?![^>]*\bt=)([^>]*)><v>([^<]*)<\/v><\/c>/g, '<c$1 t="inlineStr"><is><t>$2</t></is></c>')
      .replace(/<c\b([^>]*)\bt="n"([^>]*)><v>([^<]*)<\/v><\/c>/g, '<c$1$2 t="inlineStr"><is><t>$3</t></is></c>'),
  ),
  xml('booleans are turned', 'number', SHEET, (text) =>
    text.replace(
      /(t="b"[^>]*>(?:<f\b[^>]*(?:\/>|>[^<]*<\/f>))?<v>)([01])/g,
      (_, before: string, value: string) => before + (value === '1' ? '0' : '1'),
    ),
  ),
  xml('one text is lost', 'text', /sharedStrings\.xml$|worksheets\/sheet1\.xml$/, (text) =>
    replaceNth(text, TEXT, 1, () => '<t></t>'),
  ),
  xml('texts are mojibake', 'text', /sharedStrings\.xml$|worksheets\/[^/]+\.xml$/, (text) =>
    text.replace(TEXT, (_, open: string, words: string, close: string) => open + mojibake(words) + close),
  ),
  xml('texts are cut', 'text', /sharedStrings\.xml$|worksheets\/[^/]+\.xml$/, (text) =>
    text.replace(
      TEXT,
      (_, open: string, words: string, close: string) => open + words.slice(0, words.length >> 1) + close,
    ),
  ),
  xml('two texts are exchanged', 'order', /sharedStrings\.xml$/, (text) =>
    exchangeMatches(text, /<si>.*?<\/si>/gs, 0, 2),
  ),
  xml('a digit of a text is another', 'number', /sharedStrings\.xml$|worksheets\/[^/]+\.xml$/, (text) =>
    text.replace(
      TEXT,
      (_, open: string, words: string, close: string) =>
        open + words.replace(/\d/g, (digit) => String((Number(digit) + 1) % 10)) + close,
    ),
  ),
  xml('a sheet has another name', 'text', WORKBOOK, (text) =>
    replaceNth(text, /<sheet\b[^>]*\bname="[^"]*"/g, 0, (match) => match.replace(/name="[^"]*"/, 'name="Sheet"')),
  ),
  { name: 'sheets are exchanged', harm: 'order', apply: (zip) => exchangeParts(zip, SHEET) },
  xml('a sheet is lost', 'block', WORKBOOK, (text) => replaceNth(text, /<sheet\b[^>]*\/>/g, 1, () => '')),
  xml('hidden sheets are shown', 'visibility', WORKBOOK, (text) => text.replace(/ state="(?:hidden|veryHidden)"/g, '')),
  xml('a sheet is hidden', 'visibility', WORKBOOK, (text) =>
    replaceNth(text, /<sheet (?:state="visible" )?/g, 1, () => '<sheet state="hidden" ').replace(
      /(<sheet state="hidden" [^>]*) state="visible"/,
      '$1',
    ),
  ),
  xml('hidden rows and columns are shown', 'visibility', SHEET, (text) => text.replace(/ hidden="(?:1|true)"/g, '')),
  xml('rows are hidden', 'visibility', SHEET, (text) =>
    text
      .replace(/<row\b(?![^>]*hidden="(?:1|true)")/g, '<row hidden="1"')
      .replace(/(<row hidden="1"[^>]*?) hidden="(?:0|false)"/g, '$1'),
  ),
  xml('columns are hidden', 'visibility', SHEET, (text) =>
    replaceNth(
      text.replace(/(<col\b[^>]*?) hidden="(?:0|false)"/g, '$1'),
      /<col\b(?![^>]*hidden="(?:1|true)")/g,
      0,
      (match) => `${match} hidden="1"`,
    ),
  ),
  xml('merged cells are not', 'structure', SHEET, (text) => text.replace(/<mergeCells\b.*?<\/mergeCells>/gs, '')),
  xml('merged cells are elsewhere', 'structure', SHEET, (text) =>
    text.replace(/<mergeCell ref="([^"]*)"/g, (_, range: string) => `<mergeCell ref="${shifted(range)}"`),
  ),
  xml('links are lost', 'link', SHEET, (text) => text.replace(/<hyperlinks>.*?<\/hyperlinks>/gs, '')),
  xml('links lead elsewhere', 'link', /worksheets\/_rels\//, (text) =>
    text.replace(/Target="(https?:[^"]*)"/g, 'Target="https://example.org/wrong"'),
  ),
  xml('comments are lost', 'note', /worksheets\/_rels\//, (text) =>
    text.replace(/<Relationship\b[^>]*\/comments"[^>]*\/>/g, ''),
  ),
  xml('comments are others', 'note', /comments\d*\.xml$/, (text) =>
    text.replace(TEXT, (_, open: string, _words: string, close: string) => `${open}nothing of it${close}`),
  ),
  xml('comments stand at other cells', 'note', /comments\d*\.xml$/, (text) =>
    text.replace(
      /(<comment\b[^>]*\bref=")([A-Z]+)(\d+)"/g,
      (_, before: string, column: string, row: string) => `${before}${column}${Number(row) + 3}"`,
    ),
  ),
  xml('drawings are lost', 'image', SHEET, (text) => text.replace(/<drawing\b[^>]*\/>/g, '')),
  xml('relations of drawings are lost', 'image', /worksheets\/_rels\//, (text) =>
    text.replace(/<Relationship\b[^>]*\/drawing"[^>]*\/>/g, ''),
  ),
  xml('charts are lost', 'image', /drawings\/_rels\//, (text) =>
    text.replace(/<Relationship\b[^>]*\/chart"[^>]*\/>/g, ''),
  ),
  xml('images are lost', 'image', /drawings\/_rels\//, (text) =>
    text.replace(/<Relationship\b[^>]*\/image"[^>]*\/>/g, ''),
  ),
  xml('rules for cells are lost', 'structure', SHEET, (text) =>
    text.replace(/<dataValidations\b.*?<\/dataValidations>/gs, ''),
  ),
  xml('defined names are lost', 'structure', WORKBOOK, (text) =>
    text.replace(/<definedNames>.*?<\/definedNames>/gs, ''),
  ),
  { name: 'the file is cut off', harm: 'unreadable', apply: (zip) => zip.subarray(0, zip.byteLength >> 1) },
  { name: 'the file is random', harm: 'unreadable', apply: (zip) => zip.map((_, index) => (index * 197) & 0xff) },
];

const CONTENT = /^content\.xml$/;
const ODS_ROW = /<table:table-row\b(?:[^>]*\/>|.*?<\/table:table-row>)/gs;
const ODS_VALUE = /office:value="(-?\d[^"]*)"/g;

/** Rows that say something: programs fill sheets up with empty ones. */
function odsRow(text: string, index: number, change: (row: string) => string): string {
  let seen = 0;
  return text.replace(ODS_ROW, (row) => (row.includes('<text:p') && seen++ === index ? change(row) : row));
}

/** Cells as `replace` makes them; their styles say no longer how numbers are shown, which would be what is seen. */
function asNumbers(text: string, cells: RegExp, replace: (match: string, value: string) => string): string {
  const changed = text.replace(cells, replace);
  return changed === text ? text : changed.replace(/ (?:style:data-style-name|calcext:value-type)="[^"]*"/g, '');
}

export const ODS_DAMAGES: readonly Damage[] = [
  xml('one number is another', 'number', CONTENT, (text) =>
    replaceNth(text, ODS_VALUE, 2, (match) => match.replace(/\d(?=")/, (digit) => String((Number(digit) + 1) % 10))),
  ),
  xml('all numbers are one more', 'number', CONTENT, (text) =>
    text.replace(ODS_VALUE, (_, value: string) => `office:value="${Number(value) + 1}"`),
  ),
  xml('results of formulas are 0', 'number', CONTENT, (text) =>
    text.replace(/(table:formula="[^"]*"[^>]*?office:value=")[^"]*"/g, '$10"'),
  ),
  xml('results of formulas are doubled', 'number', CONTENT, (text) =>
    text.replace(
      /(table:formula="[^"]*"[^>]*?office:value=")([^"]*)"/g,
      (_, before: string, value: string) => `${before}${Number(value) * 2}"`,
    ),
  ),
  xml('references are shifted by a row', 'number', CONTENT, (text) =>
    text.replace(/table:formula="[^"]*"/g, (formula) =>
      formula.replace(/(\.\$?[A-Z]{1,2}\$?)(\d+)/g, (_, column: string, row: string) => `${column}${Number(row) + 1}`),
    ),
  ),
  xml('formulas are values', 'structure', CONTENT, (text) => text.replace(/ table:formula="[^"]*"/g, '')),
  xml('dates are serials', 'style', CONTENT, (text) =>
    asNumbers(
      text,
      /office:value-type="date" office:date-value="([^"]*)"/g,
      (_, date: string) =>
        `office:value-type="float" office:value="${Date.parse(`${date.slice(0, 10)}Z`) / 86_400_000 + 25_569}"`,
    ),
  ),
  xml('dates are a day later', 'number', CONTENT, (text) =>
    text.replace(
      /office:date-value="(\d{4}-\d\d-)(\d\d)/g,
      (_, before: string, day: string) =>
        `office:date-value="${before}${day === '28' ? '27' : String(Math.min(28, Number(day) + 1)).padStart(2, '0')}`,
    ),
  ),
  xml('percentages are numbers', 'style', CONTENT, (text) =>
    asNumbers(text, /office:value-type="percentage"/g, () => 'office:value-type="float"'),
  ),
  xml('numbers are texts', 'structure', CONTENT, (text) =>
    text.replace(/ office:value-type="float" office:value="[^"]*"/g, ' office:value-type="string"'),
  ),
  xml('a row is lost', 'block', CONTENT, (text) => odsRow(text, 2, () => '')),
  xml('a row is empty', 'block', CONTENT, (text) =>
    odsRow(text, 2, () => '<table:table-row><table:table-cell/></table:table-row>'),
  ),
  xml('a row is there twice', 'block', CONTENT, (text) => odsRow(text, 2, (row) => row + row)),
  xml('two rows are exchanged', 'order', CONTENT, (text) => exchangeMatches(text, ODS_ROW, 1, 2)),
  xml('one text is lost', 'text', CONTENT, (text) =>
    // What is shown of a number or a truth is computed of it.
    replaceNth(text, /(?<=office:value-type="string"[^>]*>)<text:p>[^<]{3,}<\/text:p>/g, 1, () => '<text:p/>'),
  ),
  xml('texts are mojibake', 'text', CONTENT, (text) =>
    text.replace(/(<text:p>)([^<]*)/g, (_, open: string, words: string) => open + mojibake(words)),
  ),
  xml('a sheet has another name', 'text', CONTENT, (text) =>
    replaceNth(text, /<table:table table:name="[^"]*"/g, 0, () => '<table:table table:name="Sheet"'),
  ),
  xml('a sheet is lost', 'block', CONTENT, (text) =>
    replaceNth(text, /<table:table .*?<\/table:table>/gs, 1, () => ''),
  ),
  xml('sheets are exchanged', 'order', CONTENT, (text) =>
    exchangeMatches(text, /<table:table .*?<\/table:table>/gs, 0, 1),
  ),
  xml('hidden sheets are shown', 'visibility', CONTENT, (text) =>
    text.replace(/<style:style\b[^>]*style:name="([^"]*)".*?<\/style:style>/gs, (style, name: string) =>
      // Of a style that no sheet has nothing is seen.
      text.includes(`table:style-name="${name}"`)
        ? style.replace('table:display="false"', 'table:display="true"')
        : style,
    ),
  ),
  xml('hidden rows and columns are shown', 'visibility', CONTENT, (text) =>
    text.replace(/ table:visibility="(?:collapse|filter)"/g, ''),
  ),
  xml('merged cells are not', 'structure', CONTENT, (text) =>
    text.replace(/ table:number-(?:rows|columns)-spanned="\d+"/g, ''),
  ),
  xml('comments are lost', 'note', CONTENT, (text) =>
    text.replace(/<office:annotation\b.*?<\/office:annotation>/gs, ''),
  ),
  xml('links lead elsewhere', 'link', CONTENT, (text) =>
    text.replace(/(<text:a\b[^>]*xlink:href=")http[^"]*"/g, '$1https://example.org/wrong"'),
  ),
  xml('links are lost', 'link', CONTENT, (text) => text.replace(/<\/?text:a\b[^>]*>/g, '')),
  xml('drawings are lost', 'image', CONTENT, (text) => text.replace(/<draw:frame\b.*?<\/draw:frame>/gs, '')),
];

const SHEETS = 'corpus/sources';
const CORPORA = '../shared/corpora';

const TO_XLSX = [
  `${SHEETS}/ods/purchases-formulas-dates-two-sheets.ods`,
  `${SHEETS}/xls/purchases-formulas-dates-two-sheets.xls`,
  `${SHEETS}/xlsb/purchases-formulas-two-sheets.xlsb`,
  `${SHEETS}/fods/purchases-formulas-dates-two-sheets.fods`,
  `${SHEETS}/numbers/purchases-dates-two-sheets.numbers`,
  `${SHEETS}/csv/prices-versions-dates.csv`,
  `${SHEETS}/json/contacts-addresses-types.json`,
  `${CORPORA}/sheet/poi/57181.xlsm`,
  `${CORPORA}/sheet/exceljs/test-issue-880.xlsx`,
  `${CORPORA}/sheet/odfpy/countrystatistics.ods`,
  `${CORPORA}/sheet/test_files/number_format_russian.xlsm`,
  `${CORPORA}/sheet/test_files/sushi.xls`,
];

const TO_ODS = [
  `${SHEETS}/xlsx/purchases-formulas-dates-two-sheets.xlsx`,
  `${SHEETS}/xlsx/formats-merged-hidden-sheet-chart.xlsx`,
  `${CORPORA}/sheet/exceljs/test-issue-880.xlsx`,
  `${CORPORA}/sheet/test_files/wtf_path.xlsx`,
  `${CORPORA}/sheet/docling/xlsx_07_gap_tolerance_.xlsx`,
  `${CORPORA}/found/sheet/docling/xlsx_comments.xlsx`,
  `${SHEETS}/csv/zeros-long-numbers-dates-formulas.csv`,
];

const TO_TEXT = [
  `${SHEETS}/xlsx/purchases-formulas-dates-two-sheets.xlsx`,
  `${CORPORA}/found/sheet/docling/xlsx_comments.xlsx`,
  `${CORPORA}/sheet/docling/xlsx_07_gap_tolerance_.xlsx`,
  `${CORPORA}/sheet/odfpy/countrystatistics.ods`,
  `${CORPORA}/sheet/docling/legacy_sample.xls`,
  `${SHEETS}/csv/prices-versions-dates.csv`,
];

/** What is no workbook has no name for a sheet. */
function damagesFor(source: string, damages: readonly Damage[]): readonly Damage[] {
  const isNamed = !/\.(?:csv|json)$/.test(source);
  return damages.filter(({ name }) => isNamed || name !== 'a sheet has another name');
}

export const SCENARIOS: readonly Scenario[] = [
  ...TO_XLSX.filter((source) => !source.endsWith('.xlsx')).map((source, index): Scenario => ({
    family: 'sheet',
    source,
    to: 'xlsx',
    resave: packAgain,
    damages: damagesFor(source, XLSX_DAMAGES),
    ...(index === 5 && { isInSample: true, damages: XLSX_DAMAGES.slice(0, 5) }),
  })),
  ...TO_ODS.map((source): Scenario => ({
    family: 'sheet',
    source,
    to: 'ods',
    resave: packAgain,
    damages: damagesFor(source, ODS_DAMAGES),
  })),
  ...TO_TEXT.map((source): Scenario => ({
    family: 'sheet',
    source,
    to: source.endsWith('.csv') ? 'tsv' : 'csv',
    damages: TEXT_TABLE_DAMAGES,
  })),
];
