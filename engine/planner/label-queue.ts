import { compareLabels, type Label } from './label.ts';

/** A binary heap: the label that comes first in the order of plans is taken first. */
export class LabelQueue {
  readonly #heap: Label[] = [];

  push(label: Label): void {
    const heap = this.#heap;
    let at = heap.push(label) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!this.#swapIfBefore(at, parent)) return;
      at = parent;
    }
  }

  pop(): Label | undefined {
    const heap = this.#heap;
    const first = heap[0];
    const last = heap.pop();
    if (heap.length > 0 && last) {
      heap[0] = last;
      this.#sink(0);
    }
    return first;
  }

  #sink(start: number): void {
    const heap = this.#heap;
    for (let at = start; ;) {
      const left = 2 * at + 1;
      if (left >= heap.length) return;
      const right = left + 1;
      const child = right < heap.length && compareLabels(heap[right]!, heap[left]!) < 0 ? right : left;
      if (!this.#swapIfBefore(child, at)) return;
      at = child;
    }
  }

  #swapIfBefore(lower: number, upper: number): boolean {
    const heap = this.#heap;
    const below = heap[lower]!;
    const above = heap[upper]!;
    if (compareLabels(below, above) >= 0) return false;
    heap[lower] = above;
    heap[upper] = below;
    return true;
  }
}
