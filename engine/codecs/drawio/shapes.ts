import { short } from '../../content/pages/painter/numbers.ts';
import { isSet, numberIn, type Box, type Style } from './model.ts';

/** Lines of a shape in its box: what is filled and stroked, and lines on it that are only stroked. */
export interface Outline {
  readonly path: string;
  readonly lines?: string;
}

type Draw = (width: number, height: number, style: Style) => Outline;

/** Corners as parts of the box. */
const polygon =
  (...corners: readonly (readonly [number, number])[]): Draw =>
  (width, height) => ({ path: `M${corners.map(([x, y]) => `${short(x * width)} ${short(y * height)}`).join('L')}Z` });

const ellipse = (left: number, top: number, width: number, height: number): string =>
  `M${short(left)} ${short(top + height / 2)}a${short(width / 2)} ${short(height / 2)} 0 1 1 ${short(width)} 0a${short(width / 2)} ${short(height / 2)} 0 1 1 ${short(-width)} 0Z`;

/** A rectangle, with corners that the style may round. */
export function rectangle(width: number, height: number, style: Style): Outline {
  const radius = radiusOf(width, height, style);
  return { path: roundedPath(width, height, radius) };
}

function radiusOf(width: number, height: number, style: Style): number {
  if (!isSet(style, 'rounded')) return 0;
  const most = Math.min(width, height) / 2;
  const size = numberIn(style, 'arcSize', isSet(style, 'absoluteArcSize') ? 20 : 15);
  return Math.min(most, isSet(style, 'absoluteArcSize') ? size / 2 : (Math.min(width, height) * size) / 100);
}

function roundedPath(width: number, height: number, radius: number): string {
  if (radius <= 0) return `M0 0H${short(width)}V${short(height)}H0Z`;
  const [w, h, r] = [width, height, radius].map(short);
  const arc = (x: string, y: string): string => `A${r} ${r} 0 0 1 ${x} ${y}`;
  return `M${r} 0H${short(width - radius)}${arc(w!, r!)}V${short(height - radius)}${arc(short(width - radius), h!)}H${r}${arc('0', short(height - radius))}V${r}${arc(r!, '0')}Z`;
}

const sized = (style: Style, extent: number, otherwise: number): number => {
  const size = numberIn(style, 'size', otherwise);
  const isFixed = isSet(style, 'fixedSize') || size > 1;
  return Math.min(extent, Math.max(0, isFixed ? size : size * extent));
};

const cylinder: Draw = (width, height, style) => {
  const cap = Math.min(height / 2, numberIn(style, 'size', style.has('size') ? 15 : Math.min(40, height / 8)));
  const [w, c, b] = [short(width), short(cap), short(height - cap)];
  const arc = (x: string, y: string, sweep: number): string => `A${short(width / 2)} ${c} 0 0 ${sweep} ${x} ${y}`;
  return { path: `M0 ${c}${arc(w, c, 1)}V${b}${arc('0', b, 1)}Z`, lines: `M0 ${c}${arc(w, c, 0)}` };
};

const actor: Draw = (width, height) => {
  const [w, h] = [width, height];
  const head = h / 3;
  return {
    path: ellipse(w / 4, 0, w / 2, head / 1.33),
    lines: `M${short(w / 2)} ${short(h / 4)}V${short((h * 2) / 3)}M0 ${short(head)}H${short(w)}M0 ${short(h)}L${short(w / 2)} ${short((h * 2) / 3)}L${short(w)} ${short(h)}`,
  };
};

const document: Draw = (width, height, style) => {
  const wave = sized(style, height, 0.3);
  const y = height - wave / 2;
  return {
    path: `M0 0H${short(width)}V${short(y)}Q${short((width * 3) / 4)} ${short(y - wave * 0.7)} ${short(width / 2)} ${short(y)}T0 ${short(y)}Z`,
  };
};

const cloud: Draw = (width, height) => {
  const at = (x: number, y: number): string => `${short(x * width)} ${short(y * height)}`;
  const curve = (...points: readonly (readonly [number, number])[]): string =>
    `C${points.map(([x, y]) => at(x, y)).join(' ')}`;
  return {
    path: `M${at(0.25, 0.25)}${curve([0.05, 0.25], [0, 0.5], [0.16, 0.55])}${curve([0, 0.66], [0.18, 0.9], [0.31, 0.8])}${curve([0.4, 1], [0.7, 1], [0.8, 0.8])}${curve([1, 0.8], [1, 0.6], [0.875, 0.5])}${curve([1, 0.3], [0.8, 0.1], [0.625, 0.2])}${curve([0.5, 0.05], [0.3, 0.05], [0.25, 0.25])}Z`,
  };
};

const note: Draw = (width, height, style) => {
  const fold = Math.min(width, height, numberIn(style, 'size', 30));
  const [w, h, f, x] = [short(width), short(height), short(fold), short(width - fold)];
  return { path: `M0 0H${x}L${w} ${f}V${h}H0Z`, lines: `M${x} 0V${f}H${w}` };
};

const process: Draw = (width, height, style) => {
  const bar = sized(style, width / 2, 0.1) * (numberIn(style, 'size', 0.1) > 1 ? 1 : 2);
  return {
    ...rectangle(width, height, style),
    lines: `M${short(bar)} 0V${short(height)}M${short(width - bar)} 0V${short(height)}`,
  };
};

const cube: Draw = (width, height, style) => {
  const depth = Math.min(width, height, numberIn(style, 'size', 20));
  const [w, h, d, x] = [short(width), short(height), short(depth), short(width - depth)];
  return {
    path: `M0 0H${x}L${w} ${d}V${h}H${d}L0 ${short(height - depth)}Z`,
    lines: `M0 0L${d} ${d}H${w}M${d} ${d}V${h}`,
  };
};

const folder: Draw = (width, height, style) => {
  const tab = Math.min(width, numberIn(style, 'tabWidth', 60));
  const top = Math.min(height, numberIn(style, 'tabHeight', 20));
  return {
    path: `M0 0H${short(tab)}V${short(top)}H${short(width)}V${short(height)}H0Z`,
    lines: `M0 ${short(top)}H${short(tab)}`,
  };
};

const callout: Draw = (width, height, style) => {
  const tail = Math.min(height, numberIn(style, 'size', 30));
  const from = width * numberIn(style, 'position', 0.5);
  const tip = width * numberIn(style, 'position2', 0.5);
  const base = Math.min(width, from + numberIn(style, 'base', 20));
  const y = short(height - tail);
  return { path: `M0 0H${short(width)}V${y}H${short(base)}L${short(tip)} ${short(height)}L${short(from)} ${y}H0Z` };
};

/** A table row or a part of one: only those sides that are not left out. */
const partial: Draw = (width, height, style) => {
  const side = (name: string, from: string, to: string): string => (style.get(name) === '0' ? '' : `M${from}L${to}`);
  const [w, h] = [short(width), short(height)];
  return {
    path: '',
    lines:
      side('top', '0 0', `${w} 0`) +
      side('right', `${w} 0`, `${w} ${h}`) +
      side('bottom', `${w} ${h}`, `0 ${h}`) +
      side('left', `0 ${h}`, '0 0'),
  };
};

const lineAcross: Draw = (width, height) => ({ path: '', lines: `M0 ${short(height / 2)}H${short(width)}` });

const parallelogram: Draw = (width, height, style) => {
  const d = sized(style, width, 0.2);
  return { path: `M0 ${short(height)}L${short(d)} 0H${short(width)}L${short(width - d)} ${short(height)}Z` };
};

const trapezoid: Draw = (width, height, style) => {
  const d = sized(style, width / 2, 0.2);
  return { path: `M0 ${short(height)}L${short(d)} 0H${short(width - d)}L${short(width)} ${short(height)}Z` };
};

const hexagon: Draw = (width, height, style) => {
  const d = Math.min(width / 2, sized(style, width, 0.25));
  return {
    path: `M${short(d)} 0H${short(width - d)}L${short(width)} ${short(height / 2)}L${short(width - d)} ${short(height)}H${short(d)}L0 ${short(height / 2)}Z`,
  };
};

const step: Draw = (width, height, style) => {
  const d = Math.min(width, sized(style, width, 0.2));
  return {
    path: `M0 0H${short(width - d)}L${short(width)} ${short(height / 2)}L${short(width - d)} ${short(height)}H0L${short(d)} ${short(height / 2)}Z`,
  };
};

const card: Draw = (width, height, style) => {
  const d = Math.min(width, height, numberIn(style, 'size', 30));
  return { path: `M${short(d)} 0H${short(width)}V${short(height)}H0V${short(d)}Z` };
};

const terminator: Draw = (width, height) => ({ path: roundedPath(width, height, Math.min(width, height) / 2) });

const delay: Draw = (width, height) => {
  const r = Math.min(width, height / 2);
  return {
    path: `M0 0H${short(width - r)}A${short(r)} ${short(height / 2)} 0 0 1 ${short(width - r)} ${short(height)}H0Z`,
  };
};

const bracket: Draw = (width, height) => {
  const [w, m] = [short(width), short(width / 2)];
  const r = Math.min(width / 2, height / 4);
  const half = short(height / 2);
  return {
    path: '',
    lines: `M${w} 0Q${m} 0 ${m} ${short(r)}V${short(height / 2 - r)}Q${m} ${half} 0 ${half}Q${m} ${half} ${m} ${short(height / 2 + r)}V${short(height - r)}Q${m} ${short(height)} ${w} ${short(height)}`,
  };
};

const arrow: Draw = (width, height, style) => {
  const shaft = Math.min(1, Math.max(0, numberIn(style, 'arrowWidth', 0.3)));
  const head = width * Math.min(1, Math.max(0, numberIn(style, 'arrowSize', 0.2)));
  const [top, bottom] = [(height * (1 - shaft)) / 2, (height * (1 + shaft)) / 2].map(short);
  const x = short(width - head);
  return { path: `M0 ${top}H${x}V0L${short(width)} ${short(height / 2)}L${x} ${short(height)}V${bottom}H0Z` };
};

const doubleArrow: Draw = (width, height, style) => {
  const shaft = Math.min(1, Math.max(0, numberIn(style, 'arrowWidth', 0.3)));
  const head = (width * Math.min(1, Math.max(0, numberIn(style, 'arrowSize', 0.2)))) / 1;
  const [top, bottom] = [(height * (1 - shaft)) / 2, (height * (1 + shaft)) / 2].map(short);
  const [left, right] = [short(Math.min(head, width / 2)), short(width - Math.min(head, width / 2))];
  return {
    path: `M0 ${short(height / 2)}L${left} 0V${top}H${right}V0L${short(width)} ${short(height / 2)}L${right} ${short(height)}V${bottom}H${left}V${short(height)}Z`,
  };
};

const double =
  (draw: Draw, inset: number): Draw =>
  (width, height, style) => {
    const inner = draw(Math.max(0, width - 2 * inset), Math.max(0, height - 2 * inset), style).path;
    return { ...draw(width, height, style), lines: shifted(inner, inset) };
  };

/** Only for paths whose arcs and ends are relative after their first point. */
function shifted(path: string, by: number): string {
  return path.replace(
    /^M(-?[\d.]+) (-?[\d.]+)/,
    (_, x: string, y: string) => `M${short(Number(x) + by)} ${short(Number(y) + by)}`,
  );
}

const round: Draw = (width, height) => ({ path: ellipse(0, 0, width, height) });

const withLines =
  (draw: Draw, lines: (width: number, height: number) => string): Draw =>
  (width, height, style) => ({ ...draw(width, height, style), lines: lines(width, height) });

const SHAPES: Readonly<Record<string, Draw>> = {
  rectangle,
  rect: rectangle,
  label: rectangle,
  text: rectangle,
  ext: rectangle,
  group: rectangle,
  ellipse: round,
  doubleEllipse: double(round, 4),
  rhombus: polygon([0.5, 0], [1, 0.5], [0.5, 1], [0, 0.5]),
  triangle: polygon([0, 0], [1, 0.5], [0, 1]),
  hexagon,
  parallelogram,
  trapezoid,
  step,
  card,
  cloud,
  document,
  note,
  note2: note,
  process,
  cube,
  folder,
  callout,
  actor,
  umlActor: actor,
  cylinder,
  cylinder2: cylinder,
  cylinder3: cylinder,
  datastore: cylinder,
  delay,
  singleArrow: arrow,
  doubleArrow,
  line: lineAcross,
  partialRectangle: partial,
  tableRow: partial,
  curlyBracket: bracket,
  endState: double(round, 4),
  startState: round,
  internalStorage: withLines(rectangle, (w, h) => `M0 20H${short(w)}M20 0V${short(h)}`),
  manualInput: polygon([0, 0.3], [1, 0], [1, 1], [0, 1]),
  offPageConnector: polygon([0, 0], [1, 0], [1, 0.6], [0.5, 1], [0, 0.6]),
  loopLimit: polygon([0.1, 0], [0.9, 0], [1, 0.2], [1, 1], [0, 1], [0, 0.2]),
  or: delay,
  tape: document,
  sumEllipse: withLines(
    round,
    (w, h) =>
      `M${short(w * 0.145)} ${short(h * 0.145)}L${short(w * 0.855)} ${short(h * 0.855)}M${short(w * 0.855)} ${short(h * 0.145)}L${short(w * 0.145)} ${short(h * 0.855)}`,
  ),
  orEllipse: withLines(round, (w, h) => `M${short(w / 2)} 0V${short(h)}M0 ${short(h / 2)}H${short(w)}`),
  lineEllipse: withLines(round, (w, h) => `M0 ${short(h / 2)}H${short(w)}`),
  cross: polygon(
    [0.4, 0],
    [0.6, 0],
    [0.6, 0.4],
    [1, 0.4],
    [1, 0.6],
    [0.6, 0.6],
    [0.6, 1],
    [0.4, 1],
    [0.4, 0.6],
    [0, 0.6],
    [0, 0.4],
    [0.4, 0.4],
  ),
  message: withLines(rectangle, (w, h) => `M0 0L${short(w / 2)} ${short(h / 2)}L${short(w)} 0`),
  module: rectangle,
  component: rectangle,
  waypoint: round,
  umlLifeline: withLines(
    (width, height, style) => rectangle(width, Math.min(height, numberIn(style, 'size', 40)), style),
    (w, h) => `M${short(w / 2)} 40V${short(h)}`,
  ),
  umlFrame: withLines(rectangle, () => 'M0 30H50L60 20V0'),
};

/** Shapes of libraries that look like one above. */
const ALIKE: Readonly<Record<string, string>> = {
  'mxgraph.flowchart.terminator': 'terminator',
  'mxgraph.flowchart.decision': 'rhombus',
  'mxgraph.flowchart.process': 'rectangle',
  'mxgraph.flowchart.document': 'document',
  'mxgraph.flowchart.document2': 'document',
  'mxgraph.flowchart.data': 'parallelogram',
  'mxgraph.flowchart.database': 'cylinder',
  'mxgraph.flowchart.predefined_process': 'process',
  'mxgraph.flowchart.delay': 'delay',
  'mxgraph.flowchart.manual_input': 'manualInput',
  'mxgraph.flowchart.preparation': 'hexagon',
  'mxgraph.flowchart.start_1': 'ellipse',
  'mxgraph.flowchart.start_2': 'ellipse',
  'mxgraph.flowchart.on-page_reference': 'ellipse',
  'mxgraph.flowchart.off-page_reference': 'offPageConnector',
  'mxgraph.basic.rect': 'rectangle',
  'mxgraph.bpmn.task': 'rectangle',
  'mxgraph.bpmn.task2': 'rectangle',
  'mxgraph.bpmn.event': 'ellipse',
  'mxgraph.bpmn.gateway2': 'rhombus',
  'mxgraph.bpmn.data': 'note',
  'mxgraph.gcp2.doubleRect': 'rectangle',
};

/** The lines of a shape by its name; undefined for one that is not drawn here. */
export function outlineOf(name: string, { width, height }: Box, style: Style): Outline | undefined {
  const known = ALIKE[name] ?? name;
  if (known === 'terminator') return terminator(width, height, style);
  return Object.hasOwn(SHAPES, known) ? SHAPES[known]!(width, height, style) : undefined;
}
