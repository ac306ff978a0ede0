import { escapeXml, escapeXmlAttribute } from '../../../io/xml.ts';
import type { CoreProperties } from '../../document/ooxml/package.ts';

export const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
export const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
export const RELATIONSHIPS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

export interface SheetPart {
  readonly name: string;
  readonly isHidden: boolean;
  readonly hasNotes: boolean;
}

interface RelationshipXml {
  readonly id: string;
  /** Last segment of the type's URI. */
  readonly type: string;
  readonly target: string;
  readonly isExternal?: boolean;
}

export function relationships(list: readonly RelationshipXml[]): string {
  const elements = list.map(({ id, type, target, isExternal }) => {
    const mode = isExternal ? ' TargetMode="External"' : '';
    return `<Relationship Id="${id}" Type="${RELATIONSHIPS}/${type}" Target="${target}"${mode}/>`;
  });
  return `${XML}<Relationships xmlns="${PACKAGE}/relationships">${elements.join('')}</Relationships>`;
}

/** The parts of a workbook that its sheets share, by their names. */
export function workbookXml(
  sheets: readonly SheetPart[],
  formatCodes: readonly string[],
  properties: CoreProperties,
): Readonly<Record<string, string>> {
  const sheetRelations = sheets.map((_, index) => ({
    id: `sheet${index + 1}`,
    type: 'worksheet',
    target: `worksheets/sheet${index + 1}.xml`,
  }));
  const hasProperties = Object.keys(properties).length > 0;
  return {
    'xl/workbook.xml': mainXml(sheets),
    'xl/styles.xml': stylesXml(formatCodes),
    'xl/_rels/workbook.xml.rels': relationships([
      ...sheetRelations,
      { id: 'styles', type: 'styles', target: 'styles.xml' },
    ]),
    ...(hasProperties ? { 'docProps/core.xml': coreXml(properties) } : {}),
    '_rels/.rels': packageRelationships(hasProperties),
  };
}

function packageRelationships(hasProperties: boolean): string {
  const main = relationships([{ id: 'workbook', type: 'officeDocument', target: 'xl/workbook.xml' }]);
  if (!hasProperties) return main;
  const core = `<Relationship Id="core" Type="${PACKAGE}/relationships/metadata/core-properties" Target="docProps/core.xml"/>`;
  return main.replace('</Relationships>', `${core}</Relationships>`);
}

/** Properties that Dublin Core does not know; the others are elements of it. */
const OWN_PROPERTIES: ReadonlySet<string> = new Set(['keywords', 'category']);

function coreXml(properties: CoreProperties): string {
  const elements = Object.entries(properties).map(([name, value]) => {
    const element = `${OWN_PROPERTIES.has(name) ? 'cp' : 'dc'}:${name}`;
    return `<${element}>${escapeXml(value)}</${element}>`;
  });
  return `${XML}<cp:coreProperties xmlns:cp="${PACKAGE}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/">${elements.join('')}</cp:coreProperties>`;
}

/** At least one sheet must be shown: the first one, if all are hidden. */
function mainXml(sheets: readonly SheetPart[]): string {
  const isAllHidden = sheets.every(({ isHidden }) => isHidden);
  const elements = sheets.map(({ name, isHidden }, index) => {
    const state = isHidden && !(isAllHidden && index === 0) ? ' state="hidden"' : '';
    return `<sheet name="${escapeXmlAttribute(name)}" sheetId="${index + 1}"${state} r:id="sheet${index + 1}"/>`;
  });
  const firstShown = isAllHidden ? 0 : sheets.findIndex(({ isHidden }) => !isHidden);
  return `${XML}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONSHIPS}"><bookViews><workbookView activeTab="${firstShown}"/></bookViews><sheets>${elements.join('')}</sheets></workbook>`;
}

/** Numbers of formats up to here are built in (ECMA-376 18.8.30); 14 is the date as the reader's language writes it. */
const FIRST_CUSTOM_FORMAT = 164;
const SHORT_DATE = { code: 'm/d/yy', id: 14 };

function stylesXml(codes: readonly string[]): string {
  const ids = codes.map((code, index) => (code === SHORT_DATE.code ? SHORT_DATE.id : FIRST_CUSTOM_FORMAT + index));
  const custom = codes.flatMap((code, index) =>
    ids[index] === SHORT_DATE.id ? [] : [`<numFmt numFmtId="${ids[index]}" formatCode="${escapeXmlAttribute(code)}"/>`],
  );
  const formats = custom.length === 0 ? '' : `<numFmts count="${custom.length}">${custom.join('')}</numFmts>`;
  const cells = [0, ...ids].map(
    (id) =>
      `<xf numFmtId="${id}" fontId="0" fillId="0" borderId="0" xfId="0"${id === 0 ? '' : ' applyNumberFormat="1"'}/>`,
  );
  return (
    `${XML}<styleSheet xmlns="${MAIN}">${formats}` +
    '<fonts count="1"><font><sz val="11"/><name val="Calibri"/><family val="2"/></font></fonts>' +
    '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
    '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
    `<cellXfs count="${cells.length}">${cells.join('')}</cellXfs>` +
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'
  );
}

export function contentTypes(sheets: readonly SheetPart[], hasProperties: boolean): string {
  const override = (name: string, type: string): string => `<Override PartName="/${name}" ContentType="${type}"/>`;
  const parts = sheets.flatMap(({ hasNotes }, index) => [
    override(`xl/worksheets/sheet${index + 1}.xml`, `${TYPE}.worksheet+xml`),
    ...(hasNotes ? [override(`xl/comments${index + 1}.xml`, `${TYPE}.comments+xml`)] : []),
  ]);
  const core = override('docProps/core.xml', 'application/vnd.openxmlformats-package.core-properties+xml');
  return (
    `${XML}<Types xmlns="${PACKAGE}/content-types">` +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    '<Default Extension="xml" ContentType="application/xml"/>' +
    '<Default Extension="vml" ContentType="application/vnd.openxmlformats-officedocument.vmlDrawing"/>' +
    override('xl/workbook.xml', `${TYPE}.sheet.main+xml`) +
    override('xl/styles.xml', `${TYPE}.styles+xml`) +
    `${parts.join('')}${hasProperties ? core : ''}</Types>`
  );
}
