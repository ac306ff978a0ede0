import { utf8Of } from '../../../io/bytes.ts';
import type { Material } from '../model.ts';
import type { TextureList } from '../textures.ts';

/** A material library (MTL): diffuse colours, opacity, light, and the textures of colours. */
export function readMaterials(bytes: Uint8Array, textures: TextureList): Material[] {
  const found: { -readonly [Key in keyof Material]: Material[Key] }[] = [];
  for (const line of utf8Of(bytes).split(/\r?\n/)) {
    const [word = '', ...rest] = line.trim().split(/\s+/);
    const numbers = rest.map(Number);
    const current = found.at(-1);
    if (word === 'newmtl') found.push({ name: rest.join(' '), colour: [0.8, 0.8, 0.8, 1] });
    else if (!current || numbers.length === 0) continue;
    else if (word === 'Kd' && isColour(numbers))
      current.colour = [numbers[0]!, numbers[1]!, numbers[2]!, current.colour[3]];
    else if (word === 'd' || word === 'Tr') current.colour = withOpacity(current.colour, word, numbers);
    else if (word === 'Ke' && isColour(numbers) && numbers.some((part) => part > 0))
      current.emission = [numbers[0]!, numbers[1]!, numbers[2]!];
    else if (word === 'Pr' && Number.isFinite(numbers[0])) current.roughness = numbers[0]!;
    else if (word === 'Pm' && Number.isFinite(numbers[0])) current.metallic = numbers[0]!;
    else if (word === 'map_Kd') {
      const texture = textures.named(fileOf(line));
      if (texture !== undefined) current.texture = texture;
    }
  }
  return found;
}

function isColour(numbers: readonly number[]): boolean {
  return numbers.length >= 3 && numbers.slice(0, 3).every(Number.isFinite);
}

function withOpacity(
  [red, green, blue, opacity]: Material['colour'],
  word: 'd' | 'Tr',
  numbers: readonly number[],
): Material['colour'] {
  const value = numbers.findLast(Number.isFinite);
  if (value === undefined) return [red, green, blue, opacity];
  return [red, green, blue, word === 'd' ? value : 1 - value];
}

/** What follows options such as `-s 1 1 1`: the name may have blanks. */
function fileOf(line: string): string {
  return line
    .trim()
    .replace(/^\S+\s+/, '')
    .replace(/^(?:-\w+(?:\s+(?:-?[\d.]+|on|off))+\s+)+/, '');
}

export function writeMaterials(
  materials: readonly Material[],
  names: readonly string[],
  files: readonly string[],
): string {
  const lines = materials.flatMap(
    ({ colour: [red, green, blue, opacity], emission, texture, roughness, metallic }, index) => [
      `newmtl ${names[index]}`,
      `Kd ${red} ${green} ${blue}`,
      `d ${opacity}`,
      ...(emission ? [`Ke ${emission.join(' ')}`] : []),
      ...(roughness === undefined ? [] : [`Pr ${roughness}`]),
      ...(metallic === undefined ? [] : [`Pm ${metallic}`]),
      ...(texture === undefined ? [] : [`map_Kd ${files[texture]}`]),
      '',
    ],
  );
  return lines.join('\n');
}

/** Names without blanks, each once: programs end a name at the first blank. */
export function materialNames(materials: readonly Material[]): string[] {
  const taken = new Set<string>();
  return materials.map(({ name }, index) => {
    const base = name.trim().replaceAll(/\s+/g, '_') || `material-${index + 1}`;
    let unique = base;
    for (let number = 2; taken.has(unique); number++) unique = `${base}-${number}`;
    taken.add(unique);
    return unique;
  });
}
