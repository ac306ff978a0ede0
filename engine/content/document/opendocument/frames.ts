import { bytesOfBase64 } from '../../../io/bytes.ts';
import type { RunContext } from '../../../contract/codec.ts';
import { decodeXml } from '../../../io/xml.ts';
import type { OpenDocument } from './package.ts';
import { childAt, childrenNamed, descendants, parseXmlTree, TEXT_NODE, type XmlNode } from '../../../io/xml-tree.ts';
import { inlinesOf, textOf, type Block } from '../model.ts';
import { tableOfChart } from '../pptx/chart-table.ts';
import { blocksOf, tableOf, type OdfText } from './text-blocks.ts';
import { mimeTypeOf } from '../pptx/picture-types.ts';

export interface FrameReading {
  readonly document: OpenDocument;
  readonly context: RunContext;
  readonly text: OdfText;
}

/** What is drawn: a box of text, a table, a picture, a chart, a shape with text in it, or a group of them. */
export function readFrames(node: XmlNode, reading: FrameReading): Block[] {
  if (node.name === TEXT_NODE) return [];
  if (node.name === 'g' || node.name === 'a') return node.children.flatMap((child) => readFrames(child, reading));
  if (node.name !== 'frame') return blocksOf(node, reading.text);
  const box = childAt(node, 'text-box');
  if (box) return blocksOf(box, reading.text);
  const table = childAt(node, 'table');
  if (table) return [tableOf(table, reading.text)];
  const chart = readChart(childAt(node, 'object'), reading);
  return chart.length > 0 ? chart : readPicture(node, reading);
}

function readPicture(frame: XmlNode, { document: { zip } }: FrameReading): Block[] {
  const alternative = textIn(childAt(frame, 'desc') ?? childAt(frame, 'title'));
  for (const image of childrenNamed(frame, 'image')) {
    const name = (image.attributes.get('href') ?? '').replace(/^\.\//, '');
    const entry = zip?.find(name);
    if (entry) return [{ kind: 'picture', alternative, mimeType: mimeTypeOf(name), read: () => zip!.read(entry) }];
    const data = childAt(image, 'binary-data');
    if (data) {
      const bytes = bytesOfBase64(textIn(data));
      return [{ kind: 'picture', alternative, mimeType: mimeTypeOfBytes(bytes), read: () => bytes }];
    }
  }
  return [];
}

/** A chart keeps a table of its data (ODF 1.3 part 3, 11.2). */
function readChart(object: XmlNode | undefined, { document: { zip }, context, text }: FrameReading): Block[] {
  const href = object?.attributes.get('href');
  const entry = href === undefined ? undefined : zip?.find(`${href.replace(/^\.\//, '')}/content.xml`);
  if (!entry) return [];
  const root = parseXmlTree(decodeXml(zip!.read(entry)), context.limits, { mixed: true });
  const [chart] = descendants(root, 'chart');
  const table = chart && childAt(chart, 'table');
  if (!table) return [];
  const rows = Array.from(tableOf(table, text).rows, (row) =>
    row.map(({ blocks }) => textOf(blocks.flatMap(inlinesOf))),
  );
  return tableOfChart({ title: textIn(childAt(chart, 'title')), rows });
}

function textIn(node: XmlNode | undefined): string {
  if (!node) return '';
  return node.name === TEXT_NODE ? node.text : node.children.map(textIn).join('').trim();
}

/** Flat files hold pictures without a name: their first bytes tell the type. */
function mimeTypeOfBytes(bytes: Uint8Array): string {
  if (bytes[0] === 0x89 && bytes[1] === 0x50) return 'image/png';
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return 'image/jpeg';
  if (bytes[0] === 0x47 && bytes[1] === 0x49) return 'image/gif';
  if (bytes[0] === 0x52 && bytes[8] === 0x57) return 'image/webp';
  return bytes[0] === 0x3c ? 'image/svg+xml' : '';
}
