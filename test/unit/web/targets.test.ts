import { describe, expect, it } from 'vitest';
import {
  commonTargets,
  groupTargets,
  keptBy,
  searchTargets,
  suggestedTargets,
  type Target,
} from '../../../server/web/src/formats/targets.ts';

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
  it('are suggested by how often they are wanted, never the source itself', () => {
    expect(ids(suggestedTargets({ id: 'png', family: 'image' }, TARGETS))).toEqual(['pdf', 'docx']);
    expect(ids(suggestedTargets({ id: 'docx', family: 'document' }, TARGETS))).toEqual(['pdf', 'png']);
    expect(ids(suggestedTargets(undefined, TARGETS))).toEqual(['pdf', 'docx', 'png']);
  });

  it('are found by id, name and family, with the nearest id first', () => {
    expect(ids(searchTargets(TARGETS, 'png'))).toEqual(['png', 'apng']);
    expect(ids(searchTargets(TARGETS, '.PNG'))).toEqual(['png', 'apng']);
    expect(ids(searchTargets(TARGETS, 'word doc'))).toEqual(['docx']);
    expect(searchTargets(TARGETS, 'xyz')).toEqual([]);
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
