import { latin1Of } from '../../../../io/bytes.ts';
import { ByteWriter } from '../../byte-writer.ts';
import { tooLarge } from '../../sfnt.ts';

/** What counts of 16 bits hold. */
const MOST = 0xffff;

/** A structure with the places in it that point to others. */
export class Block {
  readonly bytes = new ByteWriter(32);
  readonly links: Link[] = [];

  /** How many of something follow. */
  count(items: number): void {
    if (items > MOST) throw tooLarge('parts in one list', MOST, items);
    this.bytes.u16(items);
  }

  /** An offset, filled in when it is known where everything is; zero for nothing. */
  link(target: Block | undefined, size: 2 | 4 = 2): void {
    if (target) this.links.push({ at: this.bytes.length, size, target });
    if (size === 2) this.bytes.u16(0);
    else this.bytes.u32(0);
  }
}

interface Link {
  readonly at: number;
  readonly size: 2 | 4;
  readonly target: Block;
}

/** An offset that its 16 bits do not hold. */
export class OffsetOverflow extends Error {}

/** All that a structure points to behind it, equal parts once. Throws an OffsetOverflow. */
export function packed(root: Block): Uint8Array {
  const order: Block[] = [];
  const same = new Map<Block, Block>();
  const seen = new Map<string, Block>();
  const numbers = new Map<Block, number>();
  const visit = (block: Block): Block => {
    const known = same.get(block);
    if (known) return known;
    const key = [latin1Of(block.bytes.written)];
    for (const { at, target } of block.links) {
      const shared = visit(target);
      key.push(`${at}:${numbers.get(shared)}`);
    }
    const text = key.join('|');
    const equal = seen.get(text) ?? block;
    same.set(block, equal);
    if (equal === block) {
      seen.set(text, block);
      numbers.set(block, order.length);
      order.push(block);
    }
    return equal;
  };
  visit(root);
  order.reverse(); // what points comes before what it points to
  const places = new Map<Block, number>();
  let length = 0;
  for (const block of order) {
    places.set(block, length);
    length += block.bytes.length;
  }
  const out = new ByteWriter(length);
  for (const block of order) out.add(block.bytes.written);
  const table = out.finish();
  const view = new DataView(table.buffer);
  for (const block of order) {
    const from = places.get(block)!;
    for (const { at, size, target } of block.links) {
      const offset = places.get(same.get(target)!)! - from;
      if (size === 4) view.setUint32(from + at, offset);
      else if (offset <= MOST) view.setUint16(from + at, offset);
      else throw new OffsetOverflow();
    }
  }
  return table;
}
