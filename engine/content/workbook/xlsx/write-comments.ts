import { MAIN, XML } from './write-parts.ts';
import { excelText } from './write-sheet.ts';

/** A note on a cell. */
export interface PlacedNote {
  /** Name of the cell, such as `B7`. */
  readonly place: string;
  readonly row: number;
  readonly column: number;
  readonly text: string;
}

export function commentsXml(notes: readonly PlacedNote[]): string {
  const elements = notes.map(
    ({ place, text }) =>
      `<comment ref="${place}" authorId="0"><text><t xml:space="preserve">${excelText(text)}</t></text></comment>`,
  );
  return `${XML}<comments xmlns="${MAIN}"><authors><author></author></authors><commentList>${elements.join('')}</commentList></comments>`;
}

/** Excel shows notes in boxes that are drawn in the language before DrawingML (ECMA-376 part 4, 19). */
export function notesDrawing(notes: readonly PlacedNote[]): string {
  const shapes = notes.map(
    ({ row, column }, index) =>
      `<v:shape id="_x0000_s${1025 + index}" type="#_x0000_t202" style="position:absolute;width:108pt;height:60pt;z-index:${index + 1};visibility:hidden" fillcolor="#ffffe1" o:insetmode="auto"><v:fill color2="#ffffe1"/><v:textbox/>` +
      `<x:ClientData ObjectType="Note"><x:MoveWithCells/><x:SizeWithCells/><x:AutoFill>False</x:AutoFill><x:Row>${row}</x:Row><x:Column>${column}</x:Column></x:ClientData></v:shape>`,
  );
  return (
    '<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:x="urn:schemas-microsoft-com:office:excel">' +
    '<o:shapelayout v:ext="edit"><o:idmap v:ext="edit" data="1"/></o:shapelayout>' +
    '<v:shapetype id="_x0000_t202" coordsize="21600,21600" o:spt="202" path="m,l,21600r21600,l21600,xe"><v:stroke joinstyle="miter"/><v:path gradientshapeok="t" o:connecttype="rect"/></v:shapetype>' +
    `${shapes.join('')}</xml>`
  );
}
