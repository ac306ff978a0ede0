import type { RunContext } from '../../../contract/codec.ts';
import { escapeXmlAttribute } from '../../../io/xml.ts';
import type { ZipWriter } from '../../../io/zip.ts';
import type { Workbook } from '../model.ts';
import { CellStyles } from './write-styles.ts';
import { Formulas } from '../formulas.ts';
import { propertiesOf } from './write-properties.ts';
import { excelSheetNames } from '../sheet-names.ts';
import { commentsXml, notesDrawing } from './write-comments.ts';
import { contentTypes, relationships, workbookXml, type SheetPart } from './write-parts.ts';
import { writeSheetXml } from './write-sheet.ts';

/** Writes an Excel workbook (ECMA-376) sheet by sheet and row by row: of the cells only one row is in memory. */
export function writeXlsx(workbook: Workbook, zip: ZipWriter, context: RunContext): void {
  const names = excelSheetNames(workbook.sheets.map(({ name }) => name));
  const renamed = workbook.sheets.filter(({ name }, index) => name !== names[index]).map(({ name }) => name);
  const styles = new CellStyles();
  const formulas = new Formulas(renamed);
  const parts: SheetPart[] = [];
  for (const [index, sheet] of workbook.sheets.entries()) {
    const { isHidden } = sheet;
    const { links, notes } = writeSheetXml(sheet, zip, { number: index + 1, styles, formulas, context });
    parts.push({ name: names[index]!, isHidden, hasNotes: notes.length > 0 });
    const add = (name: string, xml: string): void => addPart(zip, name, xml);
    if (notes.length > 0) {
      add(`xl/comments${index + 1}.xml`, commentsXml(notes));
      add(`xl/drawings/vmlDrawing${index + 1}.vml`, notesDrawing(notes));
    }
    if (links.length > 0 || notes.length > 0) {
      add(`xl/worksheets/_rels/sheet${index + 1}.xml.rels`, sheetRelationships(index + 1, links, notes.length > 0));
    }
  }
  const properties = propertiesOf(workbook);
  const fixed = workbookXml(parts, styles.codes, properties);
  for (const [name, xml] of Object.entries(fixed)) addPart(zip, name, xml);
  addPart(zip, '[Content_Types].xml', contentTypes(parts, Object.keys(properties).length > 0));
  formulas.report(context);
}

function addPart(zip: ZipWriter, name: string, xml: string): void {
  zip.add({ name, bytes: new TextEncoder().encode(xml) });
}

function sheetRelationships(number: number, links: readonly string[], hasNotes: boolean): string {
  const external = links.map((target, index) => ({
    id: `link${index + 1}`,
    type: 'hyperlink',
    target: escapeXmlAttribute(target),
    isExternal: true,
  }));
  const notes = [
    { id: 'notes', type: 'comments', target: `../comments${number}.xml` },
    { id: 'drawing', type: 'vmlDrawing', target: `../drawings/vmlDrawing${number}.vml` },
  ];
  return relationships([...external, ...(hasNotes ? notes : [])]);
}
