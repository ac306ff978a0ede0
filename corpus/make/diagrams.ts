import { mkdirSync, writeFileSync } from 'node:fs';
import { deflateRawSync } from 'node:zlib';

/* A diagram of draw.io with two pages, the second packed: shapes, a swimlane, lines with labels, an image. */

const folder = new URL('../sources/drawio/', import.meta.url);
mkdirSync(folder, { recursive: true });

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

function vertex(
  id: string,
  label: string,
  style: string,
  [x, y, width, height]: readonly number[],
  parent = '1',
): string {
  return `<mxCell id="${id}" value="${escaped(label)}" style="${style}" vertex="1" parent="${parent}"><mxGeometry x="${x}" y="${y}" width="${width}" height="${height}" as="geometry"/></mxCell>`;
}

function edge(id: string, label: string, style: string, ends: string, points = ''): string {
  return `<mxCell id="${id}" value="${escaped(label)}" style="${style}" edge="1" parent="1" ${ends}><mxGeometry relative="1" as="geometry">${points}</mxGeometry></mxCell>`;
}

const model = (cells: readonly string[]): string =>
  `<mxGraphModel grid="1" page="1"><root><mxCell id="0"/><mxCell id="1" parent="0"/>${cells.join('')}</root></mxGraphModel>`;

const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPj/HwADBwIAMCbHYQAAAABJRU5ErkJggg==';
const HTML = 'html=1;whiteSpace=wrap;';
const ORTHOGONAL = 'edgeStyle=orthogonalEdgeStyle;html=1;';

const first = model([
  vertex('a', 'Start', `ellipse;${HTML}fillColor=#d5e8d4;strokeColor=#82b366;`, [20, 20, 100, 50]),
  vertex(
    'b',
    '<b>Warm</b> the furnace<br>to 1,200&nbsp;°C',
    `rounded=1;${HTML}fillColor=#dae8fc;strokeColor=#6c8ebf;`,
    [180, 15, 140, 60],
  ),
  vertex('c', 'Hot?', `rhombus;${HTML}`, [200, 130, 100, 80]),
  vertex('d', 'Log', `shape=cylinder3;${HTML}size=12;`, [400, 130, 80, 80]),
  vertex('e', 'Smelter', `swimlane;startSize=24;html=1;fillColor=#ffe6cc;strokeColor=#d79b00;`, [20, 250, 300, 120]),
  vertex('f', 'Pour', HTML, [20, 50, 80, 40], 'e'),
  vertex('g', 'Cool', `shape=hexagon;${HTML}`, [180, 50, 90, 40], 'e'),
  vertex(
    'h',
    'A note that is long enough to be wrapped',
    `shape=note;${HTML}size=14;align=left;spacingLeft=4;`,
    [400, 250, 120, 70],
  ),
  vertex('i', 'Mark', `shape=image;html=1;image=data:image/png,${pixel};`, [440, 20, 40, 40]),
  vertex('j', 'odd', `shape=mxgraph.nobody.knows;${HTML}`, [400, 345, 60, 25]),
  edge('k', '', `${ORTHOGONAL}endArrow=block;`, 'source="a" target="b"'),
  edge('l', 'check', `${ORTHOGONAL}`, 'source="b" target="c"'),
  edge(
    'm',
    'yes',
    `${ORTHOGONAL}rounded=1;dashed=1;exitX=1;exitY=0.5;entryX=0;entryY=0.5;endArrow=open;`,
    'source="c" target="d"',
  ),
  edge(
    'n',
    'no',
    `${ORTHOGONAL}curved=1;endArrow=diamond;endFill=0;endSize=12;`,
    'source="c" target="a"',
    '<Array as="points"><mxPoint x="70" y="170"/></Array>',
  ),
  edge('o', '', 'html=1;endArrow=ERmany;startArrow=oval;', 'source="f" target="g"'),
]);
const second = model([
  vertex('p', 'Second page', `text;html=1;fontSize=20;fontStyle=1;`, [10, 10, 160, 30]),
  vertex('q', '', `rotation=30;${HTML}fillColor=#f8cecc;gradientColor=#ffffff;`, [40, 70, 90, 40]),
  vertex('r', 'upright', `${HTML}horizontal=0;direction=north;shape=parallelogram;`, [180, 50, 40, 90]),
]);
const packed = deflateRawSync(encodeURIComponent(second), { level: 9 }).toString('base64');
writeFileSync(
  new URL('shapes-lines-packed-page.drawio', folder),
  `<mxfile host="athanor"><diagram id="one" name="Smelting">${first}</diagram><diagram id="two" name="More">${packed}</diagram></mxfile>\n`,
);
