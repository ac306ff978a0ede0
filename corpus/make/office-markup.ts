/**
 * Makes the presentation and the workbook that hold what office programs write and few converters read: charts, SmartArt,
 * hidden slides and sheets, columns, merged cells and number formats. Written by hand, part by part.
 * Run from the project's root: `node corpus/make/office-markup.ts`.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeZip } from '../../engine/io/zip.ts';
import { PngEncoder } from '../../engine/content/raster/png/encoder.ts';

const SOURCES = join(import.meta.dirname, '../sources');
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const MAIN = 'http://schemas.openxmlformats.org/drawingml/2006/main';
const SLIDE_NAMESPACES = `xmlns:a="${MAIN}" xmlns:r="${OFFICE}" xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"`;
const CHART = 'http://schemas.openxmlformats.org/drawingml/2006/chart';
const DIAGRAM = 'http://schemas.openxmlformats.org/drawingml/2006/diagram';
const SHEET = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const CORE =
  '<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/">';
const PNG = await redTile(48);

async function redTile(size: number): Promise<Uint8Array> {
  using writer = new PngEncoder({ width: size, height: size, channels: 3, dpi: 72 });
  await writer.add(Uint8Array.from({ length: size * size * 3 }, (_, index) => [200, 40, 40][index % 3]!));
  return Buffer.concat(await writer.finish());
}

type Parts = Record<string, string | Uint8Array>;

function relationships(
  ...targets: readonly (readonly [id: string, type: string, target: string, mode?: string])[]
): string {
  const items = targets.map(
    ([id, type, target, mode]) =>
      `<Relationship Id="${id}" Type="${type.startsWith('http') ? type : `${OFFICE}/${type}`}" Target="${target}"${mode ? ` TargetMode="${mode}"` : ''}/>`,
  );
  return `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${items.join('')}</Relationships>`;
}

function write(path: string, types: Readonly<Record<string, string>>, parts: Parts): void {
  const overrides = Object.entries(types).map(
    ([name, type]) => `<Override PartName="/${name}" ContentType="application/${type}+xml"/>`,
  );
  const all: Parts = {
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/>${overrides.join('')}</Types>`,
    ...parts,
  };
  const encoder = new TextEncoder();
  const files = Object.entries(all).map(([name, content]) => ({
    name,
    bytes:
      typeof content === 'string'
        ? encoder.encode(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${content}`)
        : content,
  }));
  mkdirSync(join(SOURCES, path, '..'), { recursive: true });
  writeFileSync(join(SOURCES, path), writeZip(files));
}

const run = (text: string, properties = ''): string => `<a:r><a:rPr lang="en"${properties}/><a:t>${text}</a:t></a:r>`;
const paragraph = (content: string, properties = ''): string => `<a:p>${properties}${content}</a:p>`;
const place = (x: number, y: number, width: number, height: number): string =>
  `<a:xfrm><a:off x="${x}" y="${y}"/><a:ext cx="${width}" cy="${height}"/></a:xfrm>`;
let shapes = 1;
const named = (kind: string, inside = '', description = ''): string =>
  `<p:nv${kind}Pr><p:cNvPr id="${++shapes}" name="Shape ${shapes}"${description ? ` descr="${description}"` : ''}/><p:cNv${kind}Pr/><p:nvPr>${inside}</p:nvPr></p:nv${kind}Pr>`;
const box = (text: string, where: string, placeholder = ''): string =>
  `<p:sp>${named('Sp', placeholder)}<p:spPr>${where}${where ? '<a:prstGeom prst="rect"/>' : ''}</p:spPr><p:txBody><a:bodyPr/>${text}</p:txBody></p:sp>`;
const slide = (content: string, attributes = ''): string =>
  `<p:sld ${SLIDE_NAMESPACES}${attributes}><p:cSld><p:spTree><p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>${content}</p:spTree></p:cSld></p:sld>`;
const title = (text: string): string =>
  box(paragraph(run(text)), place(500000, 300000, 8000000, 900000), '<p:ph type="title"/>');
const graphic = (where: string, uri: string, content: string): string =>
  `<p:graphicFrame>${named('GraphicFrame')}<p:xfrm>${where.replace(/<\/?a:xfrm>/g, '')}</p:xfrm><a:graphic><a:graphicData uri="${uri}">${content}</a:graphicData></a:graphic></p:graphicFrame>`;

/** Drawn out of its order: the right column stands before the left one in the file, and the title last. */
const columns = slide(
  box(paragraph(run('Right, below')), place(5000000, 3600000, 3500000, 800000)) +
    box(paragraph(run('Right, above: ') + run('kept warm', ' b="1"')), place(5000000, 1600000, 3500000, 800000)) +
    box(
      paragraph(run('Charcoal')) +
        paragraph(run('from beech'), '<a:pPr lvl="1"/>') +
        paragraph(run('Sand from the '), '<a:pPr/>').replace(
          '</a:p>',
          '<a:r><a:rPr lang="en"><a:hlinkClick r:id="rId3"/></a:rPr><a:t>river</a:t></a:r></a:p>',
        ),
      place(500000, 1600000, 3500000, 2800000),
      '<p:ph type="body" idx="1"/>',
    ) +
    `<p:pic>${named('Pic', '', 'A red tile')}<p:blipFill><a:blip r:embed="rId2"/></p:blipFill><p:spPr>${place(500000, 4800000, 900000, 900000)}<a:prstGeom prst="rect"/></p:spPr></p:pic>` +
    title('What | an *athanor* needs'),
);

const points = (kind: string, texts: readonly string[]): string =>
  `<c:${kind}><c:f>x</c:f><c:${kind.replace('Ref', 'Cache')}>${kind === 'numRef' ? '<c:formatCode>0.0</c:formatCode>' : ''}<c:ptCount val="${texts.length}"/>${texts.map((text, index) => `<c:pt idx="${index}"><c:v>${text}</c:v></c:pt>`).join('')}</c:${kind.replace('Ref', 'Cache')}></c:${kind}>`;
const series = (index: number, name: string, values: readonly string[]): string =>
  `<c:ser><c:idx val="${index}"/><c:order val="${index}"/><c:tx>${points('strRef', [name])}</c:tx><c:cat>${points('strRef', ['Morning', 'Noon', 'Night'])}</c:cat><c:val>${points('numRef', values)}</c:val></c:ser>`;
const chart = `<c:chartSpace xmlns:c="${CHART}" xmlns:a="${MAIN}"><c:chart><c:title><c:tx><c:rich><a:bodyPr/>${paragraph(run('Heat of a day'))}</c:rich></c:tx></c:title><c:plotArea><c:layout/><c:barChart><c:barDir val="col"/><c:grouping val="clustered"/>${series(0, 'Tower', ['410', '620.25', '635.123456789012345'])}${series(1, 'Bath', ['90', '140', '155'])}<c:axId val="1"/><c:axId val="2"/></c:barChart><c:catAx><c:axId val="1"/><c:scaling/><c:axPos val="b"/><c:crossAx val="2"/></c:catAx><c:valAx><c:axId val="2"/><c:scaling/><c:axPos val="l"/><c:crossAx val="1"/></c:valAx></c:plotArea><c:plotVisOnly val="1"/></c:chart></c:chartSpace>`;
const cell = (text: string, attributes = ''): string =>
  `<a:tc${attributes}><a:txBody><a:bodyPr/>${paragraph(text === '' ? '' : run(text))}</a:txBody><a:tcPr/></a:tc>`;
const table = `<a:tbl><a:tblPr firstRow="1"/><a:tblGrid><a:gridCol w="1500000"/><a:gridCol w="1500000"/><a:gridCol w="1500000"/></a:tblGrid><a:tr h="400000">${cell('Part')}${cell('Heat', ' gridSpan="2"')}${cell('', ' hMerge="1"')}</a:tr><a:tr h="400000">${cell('Tower', ' rowSpan="2"')}${cell('410')}${cell('warm')}</a:tr><a:tr h="400000">${cell('', ' vMerge="1"')}${cell('620')}${cell('hot')}</a:tr></a:tbl>`;
const figures = slide(
  title('Heat') +
    graphic(place(500000, 1600000, 4000000, 3000000), CHART, `<c:chart xmlns:c="${CHART}" r:id="rId2"/>`) +
    graphic(place(4800000, 1600000, 4500000, 1200000), 'http://schemas.openxmlformats.org/drawingml/2006/table', table),
);
const diagramPoint = (id: number, text: string): string =>
  `<dgm:pt modelId="${id}"><dgm:prSet/><dgm:spPr/><dgm:t><a:bodyPr/>${paragraph(run(text))}</dgm:t></dgm:pt>`;
const diagram = `<dgm:dataModel xmlns:dgm="${DIAGRAM}" xmlns:a="${MAIN}"><dgm:ptLst>${['Fill', 'Kindle', 'Wait'].map((text, index) => diagramPoint(index + 1, text)).join('')}</dgm:ptLst><dgm:cxnLst/></dgm:dataModel>`;
const steps = slide(
  box(paragraph(run('Steps', ' b="1"')), place(500000, 300000, 8000000, 900000)) +
    graphic(place(500000, 1600000, 8000000, 3000000), DIAGRAM, `<dgm:relIds xmlns:dgm="${DIAGRAM}" r:dm="rId2"/>`),
);
const hidden = slide(
  title('Only for the adept') + box(paragraph(run('The secret stands here.')), place(500000, 1600000, 8000000, 900000)),
  ' show="0"',
);
const notes = `<p:notes ${SLIDE_NAMESPACES}><p:cSld><p:spTree><p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>${box(paragraph(run('Do not forget the damper.')), '', '<p:ph type="body" idx="1"/>')}${box(paragraph('<a:fld id="{0}" type="slidenum"><a:rPr/><a:t>2</a:t></a:fld>'), '', '<p:ph type="sldNum" idx="2"/>')}</p:spTree></p:cSld></p:notes>`;

const SLIDE_TYPE = 'vnd.openxmlformats-officedocument.presentationml.slide';
write(
  'pptx/columns-chart-smartart-hidden-slide.pptx',
  {
    'ppt/presentation.xml': 'vnd.openxmlformats-officedocument.presentationml.presentation.main',
    ...Object.fromEntries([1, 2, 3, 4].map((number) => [`ppt/slides/slide${number}.xml`, SLIDE_TYPE])),
    'ppt/notesSlides/notesSlide1.xml': 'vnd.openxmlformats-officedocument.presentationml.notesSlide',
    'ppt/charts/chart1.xml': 'vnd.openxmlformats-officedocument.drawingml.chart',
    'ppt/diagrams/data1.xml': 'vnd.openxmlformats-officedocument.drawingml.diagramData',
    'docProps/core.xml': 'vnd.openxmlformats-package.core-properties',
  },
  {
    '_rels/.rels': relationships(
      ['rId1', 'officeDocument', 'ppt/presentation.xml'],
      [
        'rId2',
        'http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties',
        'docProps/core.xml',
      ],
    ),
    'docProps/core.xml': `${CORE}<dc:title>The slow furnace</dc:title><dc:creator>Athanor</dc:creator></cp:coreProperties>`,
    'ppt/presentation.xml': `<p:presentation ${SLIDE_NAMESPACES}><p:sldIdLst>${[1, 2, 3, 4].map((number) => `<p:sldId id="${255 + number}" r:id="rId${number}"/>`).join('')}</p:sldIdLst><p:sldSz cx="9144000" cy="6858000"/><p:notesSz cx="6858000" cy="9144000"/></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': relationships(
      ...[1, 2, 3, 4].map((number) => [`rId${number}`, 'slide', `slides/slide${number}.xml`] as const),
    ),
    'ppt/slides/slide1.xml': columns,
    'ppt/slides/_rels/slide1.xml.rels': relationships(
      ['rId2', 'image', '../media/image1.png'],
      ['rId3', 'hyperlink', 'https://example.org/river', 'External'],
    ),
    'ppt/slides/slide2.xml': figures,
    'ppt/slides/_rels/slide2.xml.rels': relationships(
      ['rId1', 'notesSlide', '../notesSlides/notesSlide1.xml'],
      ['rId2', 'chart', '../charts/chart1.xml'],
    ),
    'ppt/slides/slide3.xml': steps,
    'ppt/slides/_rels/slide3.xml.rels': relationships(['rId2', 'diagramData', '../diagrams/data1.xml']),
    'ppt/slides/slide4.xml': hidden,
    'ppt/notesSlides/notesSlide1.xml': notes,
    'ppt/charts/chart1.xml': chart,
    'ppt/diagrams/data1.xml': diagram,
    'ppt/media/image1.png': PNG,
  },
);

const text = (name: string, value: string, style = 0): string =>
  `<c r="${name}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${value}</t></is></c>`;
const number = (name: string, value: number | string, style = 0, formula = ''): string =>
  `<c r="${name}" s="${style}">${formula ? `<f>${formula}</f>` : ''}<v>${value}</v></c>`;
const row = (index: number, ...cells: readonly string[]): string => `<row r="${index}">${cells.join('')}</row>`;
const sheet = (rows: string, after = ''): string =>
  `<worksheet xmlns="${SHEET}" xmlns:r="${OFFICE}"><sheetData>${rows}</sheetData>${after}</worksheet>`;
const FORMATS = ['#,##0.00', 'yyyy\\-mm\\-dd', '0.0%', '[h]:mm', '"No. "000', 'd/m/yyyy h:mm'];
const styles = `<styleSheet xmlns="${SHEET}"><numFmts count="${FORMATS.length}">${FORMATS.map((code, index) => `<numFmt numFmtId="${164 + index}" formatCode="${code.replaceAll('"', '&quot;')}"/>`).join('')}</numFmts><fonts count="1"><font/></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="${FORMATS.length + 1}"><xf numFmtId="0"/>${FORMATS.map((_, index) => `<xf numFmtId="${164 + index}" applyNumberFormat="1"/>`).join('')}</cellXfs></styleSheet>`;
const ledger = sheet(
  row(2, text('B2', 'Ledger of the furnace')) +
    row(
      3,
      text('B3', 'Item'),
      text('C3', 'Paid'),
      text('D3', 'On'),
      text('E3', 'Share'),
      text('F3', 'Burnt'),
      text('G3', 'Receipt'),
    ) +
    row(
      4,
      text('B4', 'Charcoal | beech'),
      number('C4', 1234.5, 1),
      number('D4', 46082, 2),
      number('E4', 0.256, 3),
      number('F4', 1.5625, 4),
      number('G4', 7, 5),
    ) +
    row(
      5,
      text('B5', 'Sand &amp; clay'),
      number('C5', -80, 1),
      number('D5', 46083.75, 6),
      number('E5', 0.744, 3),
      number('F5', 0.25, 4),
      number('G5', 12, 5),
    ) +
    row(
      6,
      text('B6', 'Sum'),
      number('C6', 1154.5, 1, 'SUM(C4:C5)'),
      '<c r="D6" t="b"><v>1</v></c>',
      '<c r="E6" t="e"><v>#DIV/0!</v></c>',
    ) +
    row(9, text('B9', 'North'), text('F9', 'Side by side')) +
    row(10, text('B10', 'Ash'), text('C10', '3 kg'), text('F10', 'Heat'), number('G10', 620)) +
    row(11, text('B11', 'Tar'), text('C11', '1 kg'), text('F11', 'Cold'), number('G11', 4)),
  `<mergeCells count="1"><mergeCell ref="B2:G2"/></mergeCells><hyperlinks><hyperlink ref="B4" r:id="rId1"/></hyperlinks><drawing r:id="rId2"/>`,
);
const anchor = (content: string, fromRow: number): string =>
  `<xdr:oneCellAnchor><xdr:from><xdr:col>8</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>${fromRow}</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:from><xdr:ext cx="3000000" cy="2000000"/>${content}<xdr:clientData/></xdr:oneCellAnchor>`;
const drawing = `<xdr:wsDr xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing" xmlns:a="${MAIN}" xmlns:r="${OFFICE}">${anchor(`<xdr:graphicFrame macro=""><xdr:nvGraphicFramePr><xdr:cNvPr id="2" name="Chart"/><xdr:cNvGraphicFramePr/></xdr:nvGraphicFramePr><xdr:xfrm/><a:graphic><a:graphicData uri="${CHART}"><c:chart xmlns:c="${CHART}" r:id="rId1"/></a:graphicData></a:graphic></xdr:graphicFrame>`, 1)}${anchor('<xdr:pic><xdr:nvPicPr><xdr:cNvPr id="3" name="Tile" descr="A red tile"/><xdr:cNvPicPr/></xdr:nvPicPr><xdr:blipFill><a:blip r:embed="rId2"/></xdr:blipFill><xdr:spPr><a:prstGeom prst="rect"/></xdr:spPr></xdr:pic>', 18)}</xdr:wsDr>`;
const SHEET_TYPE = 'vnd.openxmlformats-officedocument.spreadsheetml.worksheet';
write(
  'xlsx/formats-merged-hidden-sheet-chart.xlsx',
  {
    'xl/workbook.xml': 'vnd.openxmlformats-officedocument.spreadsheetml.sheet.main',
    'xl/worksheets/sheet1.xml': SHEET_TYPE,
    'xl/worksheets/sheet2.xml': SHEET_TYPE,
    'xl/worksheets/sheet3.xml': SHEET_TYPE,
    'xl/styles.xml': 'vnd.openxmlformats-officedocument.spreadsheetml.styles',
    'xl/drawings/drawing1.xml': 'vnd.openxmlformats-officedocument.drawing',
    'xl/charts/chart1.xml': 'vnd.openxmlformats-officedocument.drawingml.chart',
  },
  {
    '_rels/.rels': relationships(['rId1', 'officeDocument', 'xl/workbook.xml']),
    'xl/workbook.xml': `<workbook xmlns="${SHEET}" xmlns:r="${OFFICE}"><sheets><sheet name="Ledger" sheetId="1" r:id="rId1"/><sheet name="Empty" sheetId="2" r:id="rId2"/><sheet name="Secret" sheetId="3" state="hidden" r:id="rId3"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationships(
      ...[1, 2, 3].map((index) => [`rId${index}`, 'worksheet', `worksheets/sheet${index}.xml`] as const),
      ['rId4', 'styles', 'styles.xml'],
    ),
    'xl/worksheets/sheet1.xml': ledger,
    'xl/worksheets/_rels/sheet1.xml.rels': relationships(
      ['rId1', 'hyperlink', 'https://example.org/charcoal', 'External'],
      ['rId2', 'drawing', '../drawings/drawing1.xml'],
    ),
    'xl/worksheets/sheet2.xml': sheet(''),
    'xl/worksheets/sheet3.xml': sheet(
      row(1, text('A1', 'Word'), text('B1', 'Meaning')) +
        row(2, text('A2', 'Athanor'), text('B2', 'Oven\nof the alchemists')),
    ),
    'xl/styles.xml': styles,
    'xl/drawings/drawing1.xml': drawing,
    'xl/drawings/_rels/drawing1.xml.rels': relationships(
      ['rId1', 'chart', '../charts/chart1.xml'],
      ['rId2', 'image', '../media/image1.png'],
    ),
    'xl/charts/chart1.xml': chart,
    'xl/media/image1.png': PNG,
  },
);
