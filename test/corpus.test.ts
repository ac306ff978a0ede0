import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Case } from '../corpus/case.ts';
import { caseId, CORPUS, loadCases, loadOrigins, sourcePath } from '../corpus/cases.ts';
import type { Codec, EdgeSpec } from '../engine/contract/codec.ts';
import { CODECS } from '../engine/codecs/index.ts';
import { formatOf, type FormatId } from '../engine/formats/index.ts';

const cases = await loadCases();

/** Bytes of a file of the corpus beyond which `SOURCES.md` must say why. */
const USUAL_BYTES = 200_000;

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(join(CORPUS, folder), { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => relative(CORPUS, join(entry.parentPath, entry.name)))
    .sort();
}

/** `{ path → rest of its line }` of the table in SOURCES.md, and what stands beside the cases. */
async function listedSources(): Promise<Map<string, string>> {
  const text = await readFile(join(CORPUS, 'SOURCES.md'), 'utf8');
  const rows = text.split('\n').filter((line) => line.startsWith('| ') && line.includes('/'));
  return new Map([
    ...rows.map((row) => [row.split('|')[1]!.trim().replaceAll('`', ''), row] as const),
    ...(await loadOrigins()),
  ]);
}

/** Formats that are tested on real files beside the project, of which none may be handed on. */
const NOT_SHIPPED: readonly FormatId[] = ['kdc', 'ape', 'tak', 'dsf', 'dff', 'qcp', 'mp1', 'ogm', 'et'];

function isWithoutSample(format: FormatId): boolean {
  return formatOf(format).experimental === true || NOT_SHIPPED.includes(format);
}

/** What of a declared edge no case executes. */
function untried({ id }: Codec, edge: EdgeSpec): string[] {
  const isOwn = (one: Case): boolean => one.codec === id && one.edge === edge.name;
  // What joins films reads and writes by the tables of what converts them.
  const isShared = (edge.merges === 'frames' || edge.merges === 'parts') && cases.some(isOwn);
  const own = isShared ? cases.filter((one) => one.codec === id) : cases.filter(isOwn);
  const missing = (side: 'from' | 'to'): string[] =>
    edge[side]
      .filter((format) => !isWithoutSample(format) && !own.some((one) => one[side] === format))
      .map((format) => `${id}/${edge.name} ${side} ${format}`);
  return [...missing('from'), ...missing('to')];
}

describe('every declared edge', () => {
  it.each(CODECS.flatMap((codec) => codec.edges.map((edge) => [`${codec.id}/${edge.name}`, codec, edge] as const)))(
    '%s has a golden case for each source and each target',
    (_name, codec, edge) => {
      expect(untried(codec, edge)).toEqual([]);
    },
  );
});

describe('every golden case', () => {
  it('names an edge that exists, and formats that it has', () => {
    const wrong = cases.filter(({ codec, edge, from, to }: Case) => {
      const spec = CODECS.find(({ id }) => id === codec)?.edges.find(({ name }) => name === edge);
      return !spec?.from.includes(from) || !spec.to.includes(to);
    });
    expect(wrong.map(caseId)).toEqual([]);
  });

  it('has its source', async () => {
    const found = await Promise.all(
      cases.map((one) =>
        stat(sourcePath(one)).then(
          () => true,
          () => false,
        ),
      ),
    );
    expect(cases.filter((_, index) => !found[index]).map(caseId)).toEqual([]);
  });
});

describe('every file of the corpus', () => {
  it('has a line in SOURCES.md or beside its cases that says where it comes from', async () => {
    const listed = await listedSources();
    const files = [...(await filesBelow('sources')), ...(await filesBelow('hostile'))];
    expect(files.filter((file) => !listed.has(file))).toEqual([]);
  });

  it('has no line without a file', async () => {
    const files = new Set([...(await filesBelow('sources')), ...(await filesBelow('hostile'))]);
    const listed = [...(await listedSources()).keys()].filter((path) => /^(sources|hostile)\//.test(path));
    expect(listed.filter((path) => !files.has(path))).toEqual([]);
  });

  it('is small, or its line says why not', async () => {
    const listed = await listedSources();
    const large: string[] = [];
    for (const file of [...(await filesBelow('sources')), ...(await filesBelow('golden'))]) {
      const { size } = await stat(join(CORPUS, file));
      if (size > USUAL_BYTES && !/large because/.test(listed.get(file) ?? '')) large.push(`${file}: ${size} bytes`);
    }
    expect(large).toEqual([]);
  });
});
