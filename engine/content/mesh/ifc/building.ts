import { Bodies, idsOf, type DeclaredBody } from './bodies.ts';
import { listOf, textOf, type ExchangeFile, type Instance, type Value } from './part-21.ts';
import { Placements } from './placement.ts';

/** An element, or what holds elements: a storey, a building, a site. */
export interface Part {
  readonly id: number;
  readonly name: string;
  /** Of the entity, in capitals. */
  readonly type: string;
  /** Whether the file gives it a body that is to be shown. */
  readonly hasBody: boolean;
}

/** What an IFC file says of its parts and of the room that they take. */
export interface Building {
  /** Absent where the file names no unit of length that is known. */
  readonly metres: number | undefined;
  readonly parts: ReadonlyMap<number, Part>;
  /** The part that each part is in, or belongs to. */
  readonly parents: ReadonlyMap<number, number>;
  /** Where a part reaches to, in the unit of the file with z up; undefined where its body is of a kind that is not read. */
  bodyOf(part: Part): DeclaredBody | undefined;
}

/** Representations (ISO 16739-1, 8.18) that are no body: lines, boxes and areas for plans and computations. */
const NO_BODY =
  /^(axis|box|footprint|annotation|plan|survey|cog|profile|lighting|clearance|reference|curve|gradient|surveypoints|mass)/i;
/** Kinds of instances that have a name and a number of their own, and no place. */
const PLACELESS = /^IFC(REL|PROPERTY|ELEMENTQUANTITY|.*(TYPE|STYLE)$|PROJECT|QUANTITY|TASK|ACTOR|GROUP|ZONE|SYSTEM)/;
/** What is cut out of others, the room between them, and lines: no part of what is built. */
const NOT_SHOWN =
  /^IFC(OPENING|SPACE|SPATIALZONE|VIRTUALELEMENT|GRID|ANNOTATION|VOIDINGFEATURE|STRUCTURAL|ALIGNMENT|REFERENT)/;
const GLOBAL_ID = /^[\w$]{22}$/;
const PREFIXES: Readonly<Record<string, number>> = {
  '.MILLI.': 1e-3,
  '.CENTI.': 1e-2,
  '.DECI.': 0.1,
  '.DECA.': 10,
  '.HECTO.': 100,
  '.KILO.': 1e3,
  '.MICRO.': 1e-6,
};

/** Reads the parts of a building, their names and what they belong to. Throws `input_corrupt`. */
export function readBuilding(file: ExchangeFile): Building {
  const placements = new Placements(file);
  const bodies = new Bodies(file, placements);
  const parts = new Map<number, Part>();
  for (const type of file.types()) {
    if (PLACELESS.test(type)) continue;
    for (const instance of rootsOf(file, type)) {
      const { id, values } = instance;
      const hasBody = !NOT_SHOWN.test(type) && bodyItems(file, values).length > 0;
      parts.set(id, { id, type, name: textOf(values[2]) || textOf(values[7]), hasBody });
    }
  }
  for (const { id, type, values } of file.ofType('IFCPROJECT'))
    parts.set(id, { id, type, name: textOf(values[2]) || textOf(values[5]), hasBody: false });
  const parents = parentsOf(file);
  const voided = new Set(file.ofType('IFCRELVOIDSELEMENT').flatMap(({ values }) => idsOf([values[4]])));
  const isVoided = (id: number): boolean => voided.has(id) || voided.has(parents.get(id) ?? -1);
  return {
    metres: metresOf(file),
    parts,
    parents,
    bodyOf({ id }) {
      const instance = file.byId(id);
      const placement = instance && placements.ofObject(instance.values[5]);
      if (!placement) return undefined;
      const body = bodies.extentOf(bodyItems(file, instance.values), placement);
      return body && { ...body, isCut: body.isCut || isVoided(id) };
    },
  };
}

/** Instances of a type, where these have numbers of their own as products have. */
function rootsOf(file: ExchangeFile, type: string): Instance[] {
  const [first] = file.ofType(type, 1);
  const isRoot = typeof first?.values[0] === 'string' && GLOBAL_ID.test(first.values[0]) && first.values.length > 6;
  return isRoot ? file.ofType(type) : [];
}

function bodyItems(file: ExchangeFile, values: readonly Value[]): Instance[] {
  const shape = file.instance(values[6]);
  if (shape?.type !== 'IFCPRODUCTDEFINITIONSHAPE') return [];
  return file
    .instances(shape.values[2])
    .filter(({ values: [, name, type] }) => !NO_BODY.test(textOf(name)) && !NO_BODY.test(textOf(type)))
    .flatMap((representation) => file.instances(representation.values[3]));
}

function parentsOf(file: ExchangeFile): Map<number, number> {
  const parents = new Map<number, number>();
  const relate = (type: string, whole: number, members: number): void => {
    for (const { values } of file.ofType(type)) {
      const [parent] = idsOf([values[whole]]);
      if (parent === undefined) continue;
      for (const id of [...idsOf(values[members]), ...idsOf([values[members]])])
        if (id !== parent && !parents.has(id)) parents.set(id, parent);
    }
  };
  relate('IFCRELAGGREGATES', 4, 5);
  relate('IFCRELNESTS', 4, 5);
  relate('IFCRELCONTAINEDINSPATIALSTRUCTURE', 5, 4);
  return parents;
}

function metresOf(file: ExchangeFile): number | undefined {
  const [project] = file.ofType('IFCPROJECT');
  const units = file.instance(project?.values[8]) ?? file.ofType('IFCUNITASSIGNMENT', 1)[0];
  const unit = file.instances(units?.values[0]).find(({ values }) => values[1] === '.LENGTHUNIT.');
  return metresOfUnit(file, unit, 0);
}

function metresOfUnit(file: ExchangeFile, unit: Instance | undefined, depth: number): number | undefined {
  if (!unit || depth > 4) return undefined;
  const { type, values } = unit;
  if (type === 'IFCSIUNIT') return values[2] === undefined ? 1 : PREFIXES[values[2] as string];
  if (type !== 'IFCCONVERSIONBASEDUNIT') return undefined;
  const [factor, base] = file.instance(values[3])?.values ?? [];
  const metres = metresOfUnit(file, file.instance(base), depth + 1);
  const [number] = listOf(factor).length > 0 ? listOf(factor) : [factor];
  return metres !== undefined && typeof number === 'number' && number > 0 ? metres * number : undefined;
}
