/** Makes the building of the corpus: `node corpus/make/buildings.ts`. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CORPUS } from '../cases.ts';

/** Lines of an exchange file; each call returns the number of its instance. */
const lines: string[] = [];
const add = (entity: string): string => `#${lines.push(`#${lines.length + 1}=${entity};`)}`;
const guid = (): string => `'${String(lines.length + 1).padStart(22, '0')}'`;
const list = (values: readonly (string | number)[]): string =>
  `(${values.map((value) => (typeof value === 'number' && Number.isInteger(value) ? `${value}.` : value)).join(',')})`;
const point = (...values: readonly number[]): string => add(`IFCCARTESIANPOINT(${list(values)})`);
const direction = (...values: readonly number[]): string => add(`IFCDIRECTION(${list(values)})`);

const origin = point(0, 0, 0);
const axes = add(`IFCAXIS2PLACEMENT3D(${origin},$,$)`);
const context = add(`IFCGEOMETRICREPRESENTATIONCONTEXT($,'Model',3,1.E-5,${axes},$)`);
const up = direction(0, 0, 1);
const placed = (within: string, x: number, y: number, z: number, ahead = '$'): string =>
  add(
    `IFCLOCALPLACEMENT(${within},${add(`IFCAXIS2PLACEMENT3D(${point(x, y, z)},${ahead === '$' ? '$' : up},${ahead})`)})`,
  );

const colour = (name: string, ...[red, green, blue, transparency = 0]: readonly number[]): string => {
  const rgb = add(`IFCCOLOURRGB($,${red!.toFixed(2)},${green!.toFixed(2)},${blue!.toFixed(2)})`);
  const shading = add(`IFCSURFACESTYLESHADING(${rgb},${transparency.toFixed(2)})`);
  return add(`IFCSURFACESTYLE('${name}',.BOTH.,(${shading}))`);
};
const plaster = colour('Putz', 0.9, 0.85, 0.75);
const tiles = colour('Ziegel', 0.7, 0.25, 0.15);
const glass = colour('Glas', 0.5, 0.7, 0.8, 0.6);

const styled = (item: string, style: string): string => {
  add(`IFCSTYLEDITEM(${item},(${style}),$)`);
  return item;
};
const shape = (...items: readonly string[]): string => {
  const body = add(`IFCSHAPEREPRESENTATION(${context},'Body','SweptSolid',(${items.join(',')}))`);
  return add(`IFCPRODUCTDEFINITIONSHAPE($,$,(${body}))`);
};
/** A box on the ground, whose corner is at the origin. */
const box = (width: number, depth: number, height: number): string => {
  const middle = add(`IFCAXIS2PLACEMENT2D(${point(width / 2, depth / 2)},$)`);
  const profile = add(`IFCRECTANGLEPROFILEDEF(.AREA.,$,${middle},${width}.,${depth}.)`);
  return add(`IFCEXTRUDEDAREASOLID(${profile},${axes},${up},${height}.)`);
};

const millimetre = add('IFCSIUNIT(*,.LENGTHUNIT.,.MILLI.,.METRE.)');
const units = add(`IFCUNITASSIGNMENT((${millimetre}))`);
const project = add(`IFCPROJECT(${guid()},$,'Werkstatt',$,$,$,$,(${context}),${units})`);
// Turned by thirty degrees, as sites are.
const ground = placed('$', 12_000, 5_000, 0, direction(0.866025403784439, 0.5, 0));
const site = add(`IFCSITE(${guid()},$,'Am Bach',$,$,${ground},$,$,.ELEMENT.,$,$,0.,$,$)`);
const building = add(`IFCBUILDING(${guid()},$,'Haus',$,$,${placed(ground, 0, 0, 0)},$,$,.ELEMENT.,$,$,$)`);
const floor = placed(ground, 0, 0, 200);
const storey = add(`IFCBUILDINGSTOREY(${guid()},$,'Erdgescho\\X2\\00DF\\X0\\',$,$,${floor},$,$,.ELEMENT.,200.)`);

const wall = (name: string, placement: string, length: number): string =>
  add(`IFCWALL(${guid()},$,'${name}',$,$,${placement},${shape(styled(box(length, 300, 2500), plaster))},$,.STANDARD.)`);
const front = placed(floor, 0, 0, 0);
const walls = [
  wall('Wand vorn', front, 6000),
  wall('Wand hinten', placed(floor, 0, 4700, 0), 6000),
  wall('Wand links', placed(floor, 300, 300, 0, direction(0, 1, 0)), 4400),
  wall('Wand rechts', placed(floor, 6000, 300, 0, direction(0, 1, 0)), 4400),
];

// Two openings in the front wall, and the same window in both.
const pane = styled(box(1200, 60, 1000), glass);
const map = add(
  `IFCREPRESENTATIONMAP(${axes},${add(`IFCSHAPEREPRESENTATION(${context},'Body','SweptSolid',(${pane}))`)})`,
);
const same = add(`IFCCARTESIANTRANSFORMATIONOPERATOR3D($,$,${origin},1.,$)`);
const windows = [700, 4100].map((left, index) => {
  const hole = placed(front, left, 0, 900);
  const opening = add(`IFCOPENINGELEMENT(${guid()},$,'Loch',$,$,${hole},${shape(box(1200, 300, 1000))},$,.OPENING.)`);
  add(`IFCRELVOIDSELEMENT(${guid()},$,$,$,${walls[0]},${opening})`);
  const mapped = add(
    `IFCSHAPEREPRESENTATION(${context},'Body','MappedRepresentation',(${add(`IFCMAPPEDITEM(${map},${same})`)}))`,
  );
  const window = add(
    `IFCWINDOW(${guid()},$,'Fenster ${index + 1}',$,$,${placed(hole, 0, 120, 0)},${add(`IFCPRODUCTDEFINITIONSHAPE($,$,(${mapped}))`)},$,1000.,1200.,.WINDOW.,.SINGLE_PANEL.,$)`,
  );
  add(`IFCRELFILLSELEMENT(${guid()},$,$,$,${opening},${window})`);
  return window;
});

const corners = [
  ...[point(-400, -400, 0), point(6400, -400, 0), point(6400, 5400, 0), point(-400, 5400, 0)],
  ...[point(-400, 2500, 1800), point(6400, 2500, 1800)],
];
const face = (...places: readonly number[]): string => {
  const loop = add(`IFCPOLYLOOP(${list(places.map((place) => corners[place]!))})`);
  return add(`IFCFACE((${add(`IFCFACEOUTERBOUND(${loop},.T.)`)}))`);
};
const faces = [face(3, 2, 1, 0), face(0, 1, 5, 4), face(2, 3, 4, 5), face(1, 2, 5), face(3, 0, 4)];
const brep = add(`IFCFACETEDBREP(${add(`IFCCLOSEDSHELL(${list(faces)})`)})`);
const roofBody = add(`IFCSHAPEREPRESENTATION(${context},'Body','Brep',(${styled(brep, tiles)}))`);
const roof = add(
  `IFCROOF(${guid()},$,'Dach',$,$,${placed(floor, 0, 0, 2500)},${add(`IFCPRODUCTDEFINITIONSHAPE($,$,(${roofBody}))`)},$,.GABLE_ROOF.)`,
);

add(`IFCRELAGGREGATES(${guid()},$,$,$,${project},(${site}))`);
add(`IFCRELAGGREGATES(${guid()},$,$,$,${site},(${building}))`);
add(`IFCRELAGGREGATES(${guid()},$,$,$,${building},(${storey}))`);
add(`IFCRELCONTAINEDINSPATIALSTRUCTURE(${guid()},$,$,$,${list([...walls, ...windows, roof])},${storey})`);

mkdirSync(join(CORPUS, 'sources/ifc'), { recursive: true });
writeFileSync(
  join(CORPUS, 'sources/ifc/workshop-openings-mapped-windows.ifc'),
  `ISO-10303-21;
HEADER;
FILE_DESCRIPTION(('ViewDefinition [ReferenceView]'),'2;1');
FILE_NAME('workshop.ifc','2026-01-01T00:00:00',(''),(''),'','','');
FILE_SCHEMA(('IFC4'));
ENDSEC;
DATA;
${lines.join('\n')}
ENDSEC;
END-ISO-10303-21;
`,
);
