/**
 * Indices from 0 of the pages that a `pages` option means (`3`, `1-4`, `1,3-5`; counted from 1), in its order; those
 * beyond `count` are left out. The option is validated before it comes here.
 */
export function selectedPages(option: string, count: number): number[] {
  return option.split(',').flatMap((range) => {
    const [first = 1, last = first] = range.split('-').map(Number);
    const end = Math.min(last, count);
    return Array.from({ length: Math.max(0, end - first + 1) }, (_, index) => first - 1 + index);
  });
}
