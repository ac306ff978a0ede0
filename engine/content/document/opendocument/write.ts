import { escapeXml } from '../../../io/xml.ts';
import { writeZip, type ZipSource } from '../../../io/zip.ts';
import type { Block, Drawing, DocumentProperties, PageLayout, Presentation, Slide, TextDocument } from './document.ts';
import { PackedImages, writeDrawing, type Anchoring } from './drawings.ts';
import { points, ROOT_ATTRIBUTES } from './namespaces.ts';
import { AutomaticStyles, listStyles } from './styles.ts';
import { cleanText, writeBlocks, type TextScope } from './text.ts';

const XML = '<?xml version="1.0" encoding="UTF-8"?>\n';
const MIMES = {
  text: 'application/vnd.oasis.opendocument.text',
  presentation: 'application/vnd.oasis.opendocument.presentation',
} as const;
const HEADING_LEVELS = 6;
/** What a heading looks like where its own style does not say. */
const HEADING = '<style:text-properties fo:font-weight="bold"/>';

/** Packs a text or a presentation as OpenDocument 1.3. */
export function writeOpenDocument(document: TextDocument | Presentation): Uint8Array {
  const images = new PackedImages();
  const { content, styles } = document.kind === 'text' ? textParts(document, images) : slideParts(document, images);
  const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
  const mime = MIMES[document.kind];
  const files: ZipSource[] = [
    { name: 'mimetype', bytes: encode(mime), stored: true },
    { name: 'content.xml', bytes: encode(part('content', content)) },
    { name: 'styles.xml', bytes: encode(part('styles', styles)) },
    { name: 'meta.xml', bytes: encode(part('meta', metaXml(document.properties))) },
    ...images.all.map(({ path, image }) => ({ name: path, bytes: image.bytes, stored: true })),
  ];
  return writeZip([...files, { name: 'META-INF/manifest.xml', bytes: encode(manifest(mime, images)) }]);
}

interface Parts {
  readonly content: string;
  readonly styles: string;
}

function part(kind: string, inner: string): string {
  return `${XML}<office:document-${kind}${ROOT_ATTRIBUTES}>${inner}</office:document-${kind}>`;
}

function textParts(document: TextDocument, images: PackedImages): Parts {
  const inText = scopeOf('A', images, 'text');
  const lists = listStyles(document.lists, 'text');
  const placed = document.placed.map(({ page, drawing }) =>
    writeDrawing(drawing, inText, { ...ON_PAGE, attributes: ` ${onPage(page)}` }, images),
  );
  const body = `${placed.join('')}${writeBlocks(document.body, inText)}`;
  const inMargins = scopeOf('M', images, 'text');
  const margins = (['header', 'footer'] as const).map((name) => {
    const blocks: readonly Block[] = document[name];
    return blocks.length === 0 ? '' : `<style:${name}>${writeBlocks(blocks, inMargins)}</style:${name}>`;
  });
  const layout = pageLayout(document.page, document.header.length > 0, document.footer.length > 0);
  return {
    content: `<office:automatic-styles>${inText.styles.xml}${lists}</office:automatic-styles><office:body><office:text>${body}</office:text></office:body>`,
    styles: `<office:styles>${defaultStyles()}${headingStyles()}</office:styles><office:automatic-styles>${inMargins.styles.xml}${lists}${layout}</office:automatic-styles><office:master-styles><style:master-page style:name="Standard" style:page-layout-name="Page">${margins.join('')}</style:master-page></office:master-styles>`,
  };
}

function onPage(page: number): string {
  return `text:anchor-type="page" text:anchor-page-number="${page}"`;
}

const ON_PAGE: Anchoring = {
  kind: 'text',
  attributes: '',
  isInline: false,
  styleProperties:
    ' style:wrap="run-through" style:run-through="foreground" style:horizontal-pos="from-left" style:horizontal-rel="page" style:vertical-pos="from-top" style:vertical-rel="page"',
};
const IN_LINE: Anchoring = {
  kind: 'text',
  attributes: ' text:anchor-type="as-char"',
  isInline: true,
  styleProperties: ' style:vertical-pos="top" style:vertical-rel="baseline"',
};
const ON_SLIDE: Anchoring = { kind: 'presentation', attributes: '', isInline: false, styleProperties: '' };

function scopeOf(prefix: string, images: PackedImages, kind: Anchoring['kind']): TextScope {
  const scope: TextScope = {
    styles: new AutomaticStyles(prefix),
    // On slides nothing is in the text.
    drawing: (drawing: Drawing) => (kind === 'text' ? writeDrawing(drawing, scope, IN_LINE, images) : ''),
    cell: kind === 'text' ? cellOfText : cellOfSlide,
    hasHeaderRows: kind === 'text',
    notes: 0,
  };
  return scope;
}

const CELL_BORDER = 'fo:border="0.5pt solid #808080"';

function cellOfText(fill: string | undefined): string {
  const background = fill === undefined ? '' : ` fo:background-color="${fill}"`;
  return `<style:table-cell-properties fo:padding="3pt" ${CELL_BORDER}${background}/>`;
}

/** Cells of slides are filled as shapes are, for which the standard has no place: LibreOffice has one of its own. */
function cellOfSlide(fill: string | undefined): string {
  const background = fill === undefined ? 'draw:fill="none"' : `draw:fill="solid" draw:fill-color="${fill}"`;
  return `<loext:graphic-properties ${background} fo:padding="3pt"/><style:paragraph-properties ${CELL_BORDER}/>`;
}

function pageLayout({ width, height, margins, ...offsets }: PageLayout, hasHeader: boolean, hasFooter: boolean) {
  const area = (name: 'header' | 'footer', isThere: boolean, margin: number, offset = margin / 2): string => {
    if (!isThere) return '';
    const height = Math.max(margin - offset, 0);
    const side = name === 'header' ? 'bottom' : 'top';
    return `<style:${name}-style><style:header-footer-properties fo:min-height="${points(height)}" fo:margin-${side}="0pt"/></style:${name}-style>`;
  };
  // The margins of a page with a header or a footer end where that begins.
  const top = hasHeader ? Math.min(offsets.headerOffset ?? margins.top / 2, margins.top) : margins.top;
  const bottom = hasFooter ? Math.min(offsets.footerOffset ?? margins.bottom / 2, margins.bottom) : margins.bottom;
  const sides = { top, right: margins.right, bottom, left: margins.left };
  const spaces = Object.entries(sides).map(([side, value]) => ` fo:margin-${side}="${points(value)}"`);
  return `<style:page-layout style:name="Page"><style:page-layout-properties${pageSize(width, height)}${spaces.join('')}/>${area('header', hasHeader, margins.top, offsets.headerOffset)}${area('footer', hasFooter, margins.bottom, offsets.footerOffset)}</style:page-layout>`;
}

function pageSize(width: number, height: number): string {
  const orientation = width > height ? 'landscape' : 'portrait';
  return ` fo:page-width="${points(width)}" fo:page-height="${points(height)}" style:print-orientation="${orientation}"`;
}

function slideParts({ width, height, slides, lists }: Presentation, images: PackedImages): Parts {
  const scope = scopeOf('S', images, 'presentation');
  const pages = slides.map((slide, index) => writeSlide(slide, index, scope, images));
  const layouts = `<style:page-layout style:name="Page"><style:page-layout-properties fo:margin="0pt"${pageSize(width, height)}/></style:page-layout>`;
  return {
    content: `<office:automatic-styles>${scope.styles.xml}${listStyles(lists, 'presentation')}</office:automatic-styles><office:body><office:presentation>${pages.join('')}</office:presentation></office:body>`,
    styles: `<office:styles>${defaultStyles()}</office:styles><office:automatic-styles>${layouts}<style:style style:name="Plain" style:family="drawing-page"/></office:automatic-styles><office:master-styles><style:master-page style:name="Default" style:page-layout-name="Page" draw:style-name="Plain"/></office:master-styles>`,
  };
}

function writeSlide(slide: Slide, index: number, scope: TextScope, images: PackedImages): string {
  const background = slide.background
    ? ` draw:fill="solid" draw:fill-color="${slide.background}" presentation:background-visible="true"`
    : '';
  const hidden = slide.isHidden ? ' presentation:visibility="hidden"' : '';
  const style = scope.styles.name('drawing-page', `<style:drawing-page-properties${background}${hidden}/>`);
  const drawings = slide.drawings.map((drawing) => writeDrawing(drawing, scope, ON_SLIDE, images));
  const notes =
    slide.notes.length === 0
      ? ''
      : `<presentation:notes><draw:page-thumbnail svg:x="100pt" svg:y="60pt" svg:width="400pt" svg:height="300pt" draw:page-number="${index + 1}" presentation:class="page"/><draw:frame presentation:class="notes" svg:x="60pt" svg:y="380pt" svg:width="480pt" svg:height="360pt"><draw:text-box>${writeBlocks(slide.notes, scope)}</draw:text-box></draw:frame></presentation:notes>`;
  return `<draw:page draw:name="page${index + 1}" draw:style-name="${style}" draw:master-page-name="Default">${drawings.join('')}${notes}</draw:page>`;
}

function defaultStyles(): string {
  const families = ['paragraph', 'graphic'].map(
    (family) =>
      `<style:default-style style:family="${family}"><style:paragraph-properties style:tab-stop-distance="36pt"/><style:text-properties fo:font-family="Helvetica" fo:font-size="12pt"/></style:default-style>`,
  );
  return `${families.join('')}<style:style style:name="Standard" style:family="paragraph"/><style:style style:name="Frame" style:family="graphic"/><style:style style:name="Graphics" style:family="graphic"/>`;
}

function headingStyles(): string {
  return Array.from(
    { length: HEADING_LEVELS },
    (_, index) =>
      `<style:style style:name="Heading_20_${index + 1}" style:display-name="Heading ${index + 1}" style:family="paragraph" style:parent-style-name="Standard" style:default-outline-level="${index + 1}">${HEADING}</style:style>`,
  ).join('');
}

function metaXml({ title, author, keywords, comment }: DocumentProperties): string {
  const element = (name: string, value: string | undefined): string =>
    value ? `<${name}>${escapeXml(cleanText(value))}</${name}>` : '';
  return `<office:meta>${element('dc:title', title)}${element('dc:description', comment)}${element('meta:keyword', keywords)}${element('meta:initial-creator', author)}${element('dc:creator', author)}</office:meta>`;
}

function manifest(mime: string, images: PackedImages): string {
  const entry = (path: string, type: string): string =>
    `<manifest:file-entry manifest:full-path="${path}" manifest:media-type="${type}"/>`;
  const parts = ['content.xml', 'styles.xml', 'meta.xml'].map((name) => entry(name, 'text/xml'));
  const files = images.all.map(({ path, image }) => entry(path, image.mime));
  return `${XML}<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0" manifest:version="1.3">${entry('/', mime)}${parts.join('')}${files.join('')}</manifest:manifest>`;
}
