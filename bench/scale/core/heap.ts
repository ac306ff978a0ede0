/** A binary heap: the least first, among equals the one that was added first. */
export class Heap<Item> {
  readonly #entries: Entry<Item>[] = [];
  #added = 0;

  get size(): number {
    return this.#entries.length;
  }

  get least(): number | undefined {
    return this.#entries[0]?.key;
  }

  get first(): Item | undefined {
    return this.#entries[0]?.item;
  }

  add(key: number, item: Item): void {
    const entry = { key, order: this.#added++, item };
    const entries = this.#entries;
    let place = entries.length;
    entries.push(entry);
    while (place > 0) {
      const above = (place - 1) >> 1;
      if (!isBefore(entry, entries[above]!)) break;
      entries[place] = entries[above]!;
      place = above;
    }
    entries[place] = entry;
  }

  takeLeast(): Item | undefined {
    const entries = this.#entries;
    const first = entries[0];
    const last = entries.pop();
    if (!first || entries.length === 0) return first?.item;
    let place = 0;
    for (;;) {
      let below = 2 * place + 1;
      if (below >= entries.length) break;
      if (below + 1 < entries.length && isBefore(entries[below + 1]!, entries[below]!)) below++;
      if (!isBefore(entries[below]!, last!)) break;
      entries[place] = entries[below]!;
      place = below;
    }
    entries[place] = last!;
    return first.item;
  }
}

interface Entry<Item> {
  readonly key: number;
  readonly order: number;
  readonly item: Item;
}

function isBefore<Item>(a: Entry<Item>, b: Entry<Item>): boolean {
  return a.key < b.key || (a.key === b.key && a.order < b.order);
}
