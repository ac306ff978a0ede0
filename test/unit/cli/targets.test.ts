import { expect, it } from 'vitest';
import { numberedOutputs, planTargets } from '../../../engine/cli/targets.ts';

const nothing = (): boolean => false;
const everything = (): boolean => true;

it.each([
  [{ files: ['in.pdf', 'out.docx'] }, [{ input: 'in.pdf', output: 'out.docx', to: 'docx' }]],
  [{ files: ['in.jpeg', 'dir/out.JPEG'] }, [{ input: 'in.jpeg', output: 'dir/out.JPEG', to: 'jpg' }]],
  [{ files: ['a.txt', 'out.tar.gz'] }, [{ input: 'a.txt', output: 'out.tar.gz', to: 'tgz' }]],
  [{ files: ['-', 'out.png'] }, [{ input: '-', output: 'out.png', to: 'png' }]],
  [{ files: ['in.svg', '-'], to: 'png' }, [{ input: 'in.svg', output: '-', to: 'png' }]],
  [{ files: ['-'], to: 'png' }, [{ input: '-', output: '-', to: 'png' }]],
  [{ files: ['in.bin', 'picture'], to: 'png' }, [{ input: 'in.bin', output: 'picture', to: 'png' }]],
  [{ files: ['dir/a.jpg'], to: 'webp' }, [{ input: 'dir/a.jpg', output: 'dir/a.webp', to: 'webp' }]],
  [{ files: ['a/x.jpeg'], to: 'jpg', outDir: 'out' }, [{ input: 'a/x.jpeg', output: 'out/x.jpeg', to: 'jpg' }]],
  [{ files: ['a.tar.gz'], to: 'zip' }, [{ input: 'a.tar.gz', output: 'a.zip', to: 'zip' }]],
  [{ files: ['.hidden'], to: 'png' }, [{ input: '.hidden', output: '.hidden.png', to: 'png' }]],
  [{ files: ['-'], to: 'png', outDir: 'out' }, [{ input: '-', output: 'out/output.png', to: 'png' }]],
])('pairs inputs and outputs: %j', (request, expected) => {
  expect(planTargets(request, nothing)).toEqual(expected);
});

it('takes two existing files for inputs', () => {
  expect(planTargets({ files: ['a.jpg', 'b.gif'], to: 'webp' }, everything)).toEqual([
    { input: 'a.jpg', output: 'a.webp', to: 'webp' },
    { input: 'b.gif', output: 'b.webp', to: 'webp' },
  ]);
});

it('never guesses whether an existing file is to be written over', () => {
  expect(() => planTargets({ files: ['a.jpg', 'b.png'], to: 'png' }, everything)).toThrow(
    /could be the output or another input/,
  );
  expect(planTargets({ files: ['a.jpg', 'b.png'] }, everything)).toEqual([
    { input: 'a.jpg', output: 'b.png', to: 'png' },
  ]);
});

it.each([
  [{ files: ['a.jpg', 'b'] }, 'Expected --to FORMAT, as b has no extension.'],
  [{ files: ['a.jpg', '-'] }, 'Expected --to FORMAT with standard output.'],
  [{ files: ['a.jpg', 'b.docxx'] }, 'There is no format docxx. Did you mean docx?'],
  [
    { files: ['a/x.jpg', 'b/x.png', 'c.gif'], to: 'webp', outDir: 'out' },
    'a/x.jpg and b/x.png would both become out/x.webp. Convert them one by one.',
  ],
])('refuses %j', (request, message) => {
  expect(() => planTargets(request, nothing)).toThrow(message);
});

it('numbers several results', () => {
  expect(numberedOutputs('out.png', 1)).toEqual(['out.png']);
  expect(numberedOutputs('dir.x/out.png', 3)).toEqual(['dir.x/out-1.png', 'dir.x/out-2.png', 'dir.x/out-3.png']);
  expect(numberedOutputs('out.tar.gz', 2)).toEqual(['out-1.tar.gz', 'out-2.tar.gz']);
  expect(numberedOutputs('dir.x/out', 2)).toEqual(['dir.x/out-1', 'dir.x/out-2']);
});
