import { describe, expect, it } from 'vitest';
import {
  commonTargets,
  groupTargets,
  keptBy,
  searchTargets,
  type Target,
  targetsByUse,
} from '../../../server/web/src/formats/targets.ts';
import { sharedEngine } from '../../support/shared-engine.ts';

const target = (id: string, family: string, changes: Partial<Target> = {}): Target => ({
  ...{ id, family, name: `Format ${id}`, lost: [], gone: [] },
  ...changes,
});
const TARGETS = [
  target('bmp', 'image'),
  target('png', 'image', { name: 'Portable Network Graphics' }),
  target('apng', 'image'),
  target('docx', 'document', { name: 'Word document' }),
  target('pdf', 'document'),
];
const ids = (targets: readonly Target[]) => targets.map(({ id }) => id);

describe('targets', () => {
  it('are suggested by use, each once, never the source itself', () => {
    const suggested = (source: { readonly id: string; readonly family: string } | undefined) =>
      targetsByUse(source, TARGETS).map(({ use, targets }) => [use, ...ids(targets)]);
    expect(suggested({ id: 'png', family: 'image' })).toEqual([['share', 'pdf']]);
    expect(suggested({ id: 'docx', family: 'document' })).toEqual([['share', 'pdf', 'png']]);
    expect(suggested(undefined)).toEqual([
      ['edit', 'docx', 'png'],
      ['share', 'pdf'],
    ]);
  });

  it('are suggested for formats of every family, a 3D model to print too', async () => {
    const engine = sharedEngine();
    const all = engine.formats().filter(({ write }) => write);
    const targets = all.map(({ id, family }) => target(id, family));
    for (const family of new Set(all.map((format) => format.family)))
      expect(targetsByUse({ id: '', family }, targets).length, family).toBeGreaterThan(2);
    const prints = targetsByUse({ id: 'obj', family: 'model' }, targets).find(({ use }) => use === 'print');
    expect(ids(prints!.targets)).toEqual(['3mf', 'stl']);
  });

  it('are found by id, name and family, with the nearest id first', () => {
    expect(ids(searchTargets(TARGETS, 'png'))).toEqual(['png', 'apng']);
    expect(ids(searchTargets(TARGETS, '.PNG'))).toEqual(['png', 'apng']);
    expect(ids(searchTargets(TARGETS, 'word doc'))).toEqual(['docx']);
    expect(searchTargets(TARGETS, 'xyz')).toEqual([]);
    const german = ({ id, name }: Target) => (id === 'docx' ? 'Word-Dokument' : name);
    expect(ids(searchTargets(TARGETS, 'word-dok', german))).toEqual(['docx']);
  });

  it('are grouped by family, that of the source first', () => {
    expect(groupTargets(TARGETS, 'document').map(({ family, targets }) => [family, ids(targets)])).toEqual([
      ['document', ['docx', 'pdf']],
      ['image', ['bmp', 'png', 'apng']],
    ]);
  });

  it('of several files are those that all can become', () => {
    expect(ids(commonTargets([TARGETS, [target('pdf', 'document'), target('png', 'image')]]))).toEqual(['png', 'pdf']);
    expect(commonTargets([])).toEqual([]);
  });

  it('keep everything, most, or a part', () => {
    expect(keptBy(target('a', 'image'))).toBe('all');
    expect(keptBy(target('a', 'image', { lost: ['alpha'] }))).toBe('most');
    expect(keptBy(target('a', 'image', { lost: ['alpha'], gone: ['text'] }))).toBe('part');
  });
});
