import { globSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { CORPUS } from '../../../corpus/cases.ts';
import { resolveFormat, type FormatId } from '../../../engine/formats/index.ts';
import { readOffer } from '../../matrix/pairs.ts';

/** A sample of ours, and what it becomes. */
export interface Way {
  readonly name: string;
  readonly path: string;
  readonly from: FormatId;
}

/** Every sample of ours that becomes a file of this format without consent. */
export function waysTo(to: FormatId): readonly Way[] {
  const sources = new Set(readOffer().pairs.flatMap(([from, target]) => (target === to ? [from] : [])));
  return globSync('sources/*/*', { cwd: CORPUS })
    .sort()
    .map((path) => ({ name: path.slice('sources/'.length), path: join(CORPUS, path), from: formatOf(path) }))
    .filter((way): way is Way => way.from !== undefined && sources.has(way.from));
}

const formatOf = (path: string): FormatId | undefined => resolveFormat(basename(dirname(path)));
