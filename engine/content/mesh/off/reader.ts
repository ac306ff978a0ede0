import { utf8Of } from '../../../io/bytes.ts';
import { corruptMesh, truncatedMesh, unsupportedMesh } from '../failures.ts';
import { sceneOf, type Scene } from '../model.ts';
import { PartBuilder } from '../part-builder.ts';

const HEADER = /^(ST)?(C)?(N)?(4)?(n)?OFF(\s+BINARY)?\b/;
const COMMENT = /#[^\n]*/g;

/** Object File Format of Geomview, in text: faces of any number of corners, colours of vertices or of faces. */
export function readOff(bytes: Uint8Array): Scene {
  const text = utf8Of(bytes).replaceAll(COMMENT, '');
  const header = HEADER.exec(text.trimStart());
  if (header?.[6]) throw unsupportedMesh('is a binary OFF file, which is not read. Save it as text');
  if (header?.[4] || header?.[5]) throw unsupportedMesh('has four or more dimensions, which is not read');
  const body = header ? text.trimStart().slice(header[0].length) : text;
  const lines = body
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const [vertices = Number.NaN, faces = Number.NaN] = numbersOf(lines.shift() ?? '');
  if (!(vertices >= 0) || !(faces >= 0))
    throw corruptMesh('its first line does not say how many vertices and faces follow');
  if (lines.length < vertices + faces) throw truncatedMesh();
  return sceneOf(
    '',
    partsOf(lines, { vertices, faces, hasNormals: header?.[3] !== undefined, hasColours: header?.[2] !== undefined }),
  );
}

interface Layout {
  readonly vertices: number;
  readonly faces: number;
  readonly hasNormals: boolean;
  readonly hasColours: boolean;
}

function partsOf(lines: readonly string[], { vertices, faces, hasNormals, hasColours }: Layout) {
  const positions: number[] = [];
  const normals: number[] = [];
  const colours: number[] = [];
  for (const line of lines.slice(0, vertices)) {
    const values = numbersOf(line);
    if (values.length < 3 || values.some((value) => !Number.isFinite(value)))
      throw corruptMesh('a vertex has a place that is no number');
    positions.push(...values.slice(0, 3));
    if (hasNormals) normals.push(...values.slice(3, 6));
    if (hasColours) colours.push(...colourOf(values.slice(hasNormals ? 6 : 3)));
  }
  const faceColours: number[] = [];
  const corners: number[][] = [];
  for (const line of lines.slice(vertices, vertices + faces)) {
    const [count = 0, ...values] = numbersOf(line);
    const face = values.slice(0, count);
    if (face.length < count || face.some((corner) => !(corner >= 0 && corner < vertices)))
      throw corruptMesh('a face has a corner that is not among its vertices');
    corners.push(face);
    const rest = values.slice(count);
    faceColours.push(...(rest.length >= 3 ? colourOf(rest) : []));
  }
  const isColouredByFace = !hasColours && faceColours.length === corners.length * 4 && corners.length > 0;
  const builder = new PartBuilder({
    positions,
    ...(hasNormals && { normals }),
    ...(hasColours && { colours }),
    ...(isColouredByFace && { colours: faceColours }),
  });
  for (const [face, places] of corners.entries()) {
    builder.addFace(
      places.map((position) => ({
        position,
        ...(hasNormals && { normal: position }),
        ...(hasColours && { colour: position }),
        ...(isColouredByFace && { colour: face }),
      })),
    );
  }
  return [builder.finish()];
}

function numbersOf(line: string): number[] {
  return line.trim().split(/\s+/).map(Number);
}

/** Whole numbers go to 255, others to 1. */
function colourOf(values: readonly number[]): number[] {
  const isWhole = values.every(Number.isInteger) && values.some((value) => value > 1);
  const [red = 0.8, green = 0.8, blue = 0.8, opacity = isWhole ? 255 : 1] = values;
  return [red, green, blue, opacity].map((value) => (isWhole ? value / 255 : value));
}
