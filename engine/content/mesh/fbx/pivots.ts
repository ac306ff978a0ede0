import { product, type Matrix } from '../model.ts';
import { rotated, scaled, translated } from '../transforms.ts';
import { propertyOf, type FbxNode } from './node.ts';

type Triple = readonly [x: number, y: number, z: number];

const ZERO: Triple = [0, 0, 0];
const ONE: Triple = [1, 1, 1];
/** Axes in the order in which they are turned around, by the number of the order. */
const ORDERS = ['xyz', 'xzy', 'yzx', 'yxz', 'zxy', 'zyx'] as const;
const AXES: Readonly<Record<string, Triple>> = { x: [1, 0, 0], y: [0, 1, 0], z: [0, 0, 1] };

/**
 * From the coordinates of a model to those of its parent, with all of its pivots:
 * T · Roff · Rp · Rpre · R · Rpost⁻¹ · Rp⁻¹ · Soff · Sp · S · Sp⁻¹ (Autodesk, FBX SDK: "Computing transformation matrices").
 */
export function nodeTransform(model: FbxNode): Matrix | undefined {
  const triple = (name: string, otherwise = ZERO): Triple => tripleOf(model, name) ?? otherwise;
  const order = ORDERS[propertyOf(model, 'RotationOrder')?.[0] ?? 0] ?? 'xyz';
  const [rotationPivot, scalingPivot] = [triple('RotationPivot'), triple('ScalingPivot')];
  return [
    translated(...triple('Lcl Translation')),
    translated(...triple('RotationOffset')),
    translated(...rotationPivot),
    turned(triple('PreRotation'), 'xyz'),
    turned(triple('Lcl Rotation'), order),
    turnedBack(triple('PostRotation')),
    translated(...negated(rotationPivot)),
    translated(...triple('ScalingOffset')),
    translated(...scalingPivot),
    scaled(...triple('Lcl Scaling', ONE)),
    translated(...negated(scalingPivot)),
  ].reduce<Matrix | undefined>(product, undefined);
}

/** From the coordinates of a geometry to those of the model that shows it; models below it are not moved. */
export function geometricTransform(model: FbxNode): Matrix | undefined {
  return [
    translated(...(tripleOf(model, 'GeometricTranslation') ?? ZERO)),
    turned(tripleOf(model, 'GeometricRotation') ?? ZERO, 'xyz'),
    scaled(...(tripleOf(model, 'GeometricScaling') ?? ONE)),
  ].reduce<Matrix | undefined>(product, undefined);
}

function tripleOf(model: FbxNode, name: string): Triple | undefined {
  const [x, y, z] = propertyOf(model, name) ?? [];
  return x === undefined || y === undefined || z === undefined ? undefined : [x, y, z];
}

function negated([x, y, z]: Triple): Triple {
  return [-x, -y, -z];
}

/** Around each axis by its angle in degrees, around the first of the order first. */
function turned([x, y, z]: Triple, order: (typeof ORDERS)[number]): Matrix {
  const degrees: Readonly<Record<string, number>> = { x, y, z };
  return [...order]
    .map((axis) => rotated(...AXES[axis]!, degrees[axis]!))
    .reduceRight((outer, inner) => product(outer, inner)!);
}

/** The inverse of a turn: around the axes in the opposite order by the opposite angles. */
function turnedBack(angles: Triple): Matrix {
  return turned(negated(angles), 'zyx');
}
