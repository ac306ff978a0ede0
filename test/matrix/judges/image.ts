import { formatOf, type Format } from '../../../engine/formats/index.ts';
import { isIcon } from '../../../engine/content/raster/icon/sizes.ts';
import { familyOf, type File, type Judged, type Verdict } from './verdict.ts';
import { differenceOfThumbnails, type Demand } from './image-likeness.ts';
import { ask, READERS, type Thumbnail, type Reader } from './image-readers.ts';

/** Programs that we did not write: it opens, is as large as the source, and shows the same. */
export async function judgeImage({ source, output, writer, kept }: Judged): Promise<Verdict | undefined> {
  if (!isSeen(output)) return undefined;
  const before = isSeen(source) ? await thumbnailsOf(source) : [];
  const refusals: string[] = [];
  const faults: string[] = [];
  let opened: Thumbnail | undefined;
  for (const reader of inOrder(writer)) {
    const found = await ask(reader, output);
    if (found === undefined) continue;
    if (typeof found === 'string') {
      refusals.push(`${reader.name}: ${found}`);
      continue;
    }
    opened ??= found;
    if (before.length === 0) return { judge: found.by };
    const fault = faultOf(before, found, demandOf(source, output, kept));
    const others = [...faults.map(nameOf), ...refusals.map(nameOf)];
    if (!fault) return { judge: others.length > 0 ? `${found.by} (not ${others.join(', ')})` : found.by };
    faults.push(`${found.by}: ${fault}`);
  }
  if (opened) return { judge: opened.by, fault: faults.join('; ').slice(0, 400) };
  // One program that cannot read a file proves little.
  return refusals.length > 1
    ? { judge: nameOf(refusals[0]!), fault: `does not open: ${refusals.join('; ')}`.slice(0, 400) }
    : undefined;
}

function nameOf(words: string): string {
  return words.slice(0, words.indexOf(':'));
}

function isSeen({ format }: Judged['output']): boolean {
  return familyOf(format) === 'image' || format === 'pdf';
}

/** ImageMagick is the last to judge what ImageMagick wrote, and libvips what libvips wrote. */
function inOrder(writer: string | undefined): Reader[] {
  const kin = { magick: 'imagemagick', vips: 'sharp' }[writer ?? ''];
  return [...READERS].sort((a, b) => Number(a.name === kin) - Number(b.name === kin));
}

const known = new Map<string, Promise<Thumbnail[]>>();

/** What the programs see in a source: they disagree about odd files, and then each of them may be right. */
function thumbnailsOf(source: File): Promise<Thumbnail[]> {
  let looks = known.get(source.path);
  if (!looks) {
    looks = Promise.all(READERS.map((reader) => ask(reader, source))).then((answers) =>
      answers.filter((answer) => typeof answer === 'object'),
    );
    known.set(source.path, looks);
  }
  return looks;
}

function demandOf(source: File, output: File, kept: readonly string[]): Demand {
  const target = formatOf(output.format);
  const origin = formatOf(source.format);
  const isDrawing = ({ carries }: Format): boolean => carries.includes('vector');
  const isMeasuredInPixels = [target, origin].every((format) => format.id !== 'pdf' && !isDrawing(format));
  return {
    hasColours: kept.includes('colour'),
    isBilevel: target.tones === 'bilevel',
    isPalette: target.tones === 'palette',
    isTraced: target.family === 'image' && isDrawing(target) && !isDrawing(origin),
    isIcon: isIcon(target.id),
    isSameSize: isMeasuredInPixels && !isIcon(target.id),
  };
}

/** The image is right when it is like any of the opinions about the source. */
function faultOf(before: readonly Thumbnail[], found: Thumbnail, demand: Demand): string | undefined {
  let nearest: string | undefined;
  for (const thumbnail of before) {
    const fault = differenceOfThumbnails(thumbnail, found, demand);
    if (!fault) return undefined;
    nearest ??= fault;
  }
  return nearest;
}
