import { PartBuilder } from '../../engine/content/mesh/part-builder.ts';
import { sceneOf, type Scene } from '../../engine/content/mesh/model.ts';
import { seededRandom } from './random.ts';

/** A ring of triangles with normals, so many around and half as many across. */
export function ring(around: number): Scene {
  const across = around / 2;
  const [positions, normals]: [number[], number[]] = [[], []];
  for (let i = 0; i < around; i++) {
    for (let j = 0; j < across; j++) {
      const [a, b] = [(i / around) * 2 * Math.PI, (j / across) * 2 * Math.PI];
      const normal = [Math.cos(a) * Math.cos(b), Math.sin(a) * Math.cos(b), Math.sin(b)];
      normals.push(...normal);
      positions.push(3 * Math.cos(a) + normal[0]!, 3 * Math.sin(a) + normal[1]!, normal[2]!);
    }
  }
  const builder = new PartBuilder({ positions, normals }, 'triangles', 0);
  const corner = (i: number, j: number) => {
    const position = (i % around) * across + (j % across);
    return { position, normal: position };
  };
  for (let i = 0; i < around; i++)
    for (let j = 0; j < across; j++)
      builder.addFace([corner(i, j), corner(i + 1, j), corner(i + 1, j + 1), corner(i, j + 1)]);
  return sceneOf('ring', [builder.finish()], { materials: [{ name: 'brass', colour: [0.7, 0.6, 0.2, 1] }] });
}

/** The same geometry as COLLADA, which only Assimp reads here: without its material. */
export function colladaOf(scene: Scene): string {
  const [part] = scene.meshes[0]!.parts;
  const { positions, normals, indices } = part!;
  const source = (id: string, values: ArrayLike<number>): string => {
    const count = values.length / 3;
    const params = [...'XYZ'].map((name) => `<param name="${name}" type="float"/>`).join('');
    return `<source id="${id}"><float_array id="${id}-a" count="${values.length}">${Array.from(values, (value) => +value.toFixed(6)).join(' ')}</float_array><technique_common><accessor source="#${id}-a" count="${count}" stride="3">${params}</accessor></technique_common></source>`;
  };
  return `<?xml version="1.0" encoding="utf-8"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
<asset><created>2026-01-01T00:00:00Z</created><modified>2026-01-01T00:00:00Z</modified><unit meter="1" name="meter"/><up_axis>Y_UP</up_axis></asset>
<library_geometries><geometry id="g"><mesh>${source('p', positions)}${source('n', normals!)}<vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
<triangles count="${indices.length / 3}"><input semantic="VERTEX" source="#v" offset="0"/><input semantic="NORMAL" source="#n" offset="0"/><p>${indices.join(' ')}</p></triangles></mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene id="s"><node name="ring"><instance_geometry url="#g"/></node></visual_scene></library_visual_scenes>
<scene><instance_visual_scene url="#s"/></scene>
</COLLADA>
`;
}

/** Lots of land as GeoJSON: polygons of twelve corners with four fields each. */
export function lots(count: number): string {
  const random = seededRandom(7);
  const features = Array.from({ length: count }, (_, index) => {
    const [east, north, size] = [8 + random() * 2, 50 + random() * 2, 0.0004 + random() * 0.0004];
    const corners = Array.from({ length: 12 }, (_corner, at) => {
      const angle = (at / 12) * 2 * Math.PI;
      return [+(east + size * Math.cos(angle)).toFixed(7), +(north + size * Math.sin(angle)).toFixed(7)];
    });
    return {
      type: 'Feature',
      properties: { id: index, name: `Lot ${index}`, area: +(random() * 5_000).toFixed(2), built: index % 3 === 0 },
      geometry: { type: 'Polygon', coordinates: [[...corners, corners[0]!]] },
    };
  });
  return JSON.stringify({ type: 'FeatureCollection', features });
}

const TICKS = 480;

/** A tune in three parts, so many bars of four quarters at 120 a minute: two seconds each. */
export function tune(bars: number): Uint8Array {
  const chunk = (name: string, content: readonly number[]): number[] => [
    ...Buffer.from(name, 'latin1'),
    ...[24, 16, 8, 0].map((shift) => (content.length >> shift) & 255),
    ...content,
  ];
  const delay = (ticks: number): number[] => (ticks < 128 ? [ticks] : [(ticks >> 7) | 128, ticks & 127]);
  const part = (channel: number, program: number, pitches: readonly number[], length: number): number[] => {
    const notes = Array.from({ length: (bars * 4 * TICKS) / length }, (_, at) => {
      const pitch = pitches[at % pitches.length]!;
      return [0, 0x90 | channel, pitch, 90, ...delay(length), 0x80 | channel, pitch, 0];
    });
    return chunk('MTrk', [0, 0xc0 | channel, program, ...notes.flat(), 0, 0xff, 0x2f, 0]);
  };
  return Uint8Array.from([
    ...chunk('MThd', [0, 1, 0, 3, TICKS >> 8, TICKS & 255]),
    ...part(0, 0, [72, 76, 79, 76, 74, 77, 81, 77], TICKS / 2),
    ...part(1, 48, [60, 64, 65, 67], TICKS * 4),
    ...part(2, 32, [36, 43, 41, 38], TICKS),
  ]);
}

const COLOURS = ['#c0392b', '#e67e22', '#f1c40f', '#27ae60', '#16a085', '#2980b9', '#8e44ad', '#7f8c8d'] as const;

/** A drawing with gradients, curves and texts. */
export function poster(shapes: number): string {
  const random = seededRandom(11);
  const number = (most: number) => (random() * most).toFixed(1);
  const stops = Array.from({ length: COLOURS.length }, (_, at) => {
    const [from, to] = [COLOURS[at]!, COLOURS[(at + 3) % COLOURS.length]!];
    return `<linearGradient id="g${at}" x2="1" y2="1"><stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient>`;
  });
  const drawn = Array.from({ length: shapes }, (_, at) => {
    const [x, y] = [number(1100), number(800)];
    if (at % 5 === 4) return `<text x="${x}" y="${y}" font-family="sans-serif" font-size="24">Shape ${at}</text>`;
    return `<path d="M${x} ${y} c${number(90)} ${number(90)} ${number(90)} -${number(90)} ${number(120)} ${number(60)} s-${number(80)} ${number(80)} -${number(120)} ${number(60)} z" fill="url(#g${at % COLOURS.length})" stroke="#222" opacity="0.8"/>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="900" viewBox="0 0 1200 900"><defs>${stops.join('')}</defs><rect width="1200" height="900" fill="#fff"/>${drawn.join('\n')}</svg>\n`;
}
