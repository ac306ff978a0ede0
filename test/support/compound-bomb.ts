const SECTOR = 512;
const ENTRY = 128;
const [END, FREE, TABLE] = [0xfffffffe, 0xffffffff, 0xfffffffd] as const;
const STREAM = 2;
const ROOT = 5;

/** A compound file of one chain of sectors, in which as many streams begin, each one sector after the last. */
export function compoundBomb(sectors: number, streams: number): Uint8Array {
  const directory = Math.ceil(((streams + 1) * ENTRY) / SECTOR);
  const used = sectors + directory;
  const tables = Math.ceil((used * 4) / (SECTOR - 4));
  const bytes = new Uint8Array((1 + used + tables) * SECTOR);
  const view = new DataView(bytes.buffer);
  const u16 = (at: number, value: number): void => view.setUint16(at, value, true);
  const u32 = (at: number, value: number): void => view.setUint32(at, value, true);
  bytes.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
  for (const [at, value] of [
    [24, 0x3e],
    [26, 3],
    [28, 0xfffe],
    [30, 9],
    [32, 6],
  ] as const)
    u16(at, value);
  for (const [at, value] of [
    [44, tables],
    [48, sectors],
    [56, 4096],
    [60, END],
    [68, END],
  ] as const)
    u32(at, value);
  for (let index = 0; index < 109; index++) u32(76 + 4 * index, index < tables ? used + index : FREE);
  const chain = (index: number, next: number): void => u32((1 + used) * SECTOR + 4 * index, next);
  for (let index = 0; index < (tables * SECTOR) / 4; index++) chain(index, FREE);
  for (let index = 0; index < used; index++)
    chain(index, index === sectors - 1 || index === used - 1 ? END : index + 1);
  for (let index = 0; index < tables; index++) chain(used + index, TABLE);
  for (let index = 0; index <= streams; index++) {
    const at = (1 + sectors) * SECTOR + ENTRY * index;
    const isRoot = index === 0;
    const name = isRoot ? 'Root Entry' : `E${index}`;
    for (const [place, character] of [...name].entries()) u16(at + 2 * place, character.charCodeAt(0));
    u16(at + 64, 2 * name.length + 2);
    bytes.set([isRoot ? ROOT : STREAM, 1], at + 66);
    u32(at + 68, FREE);
    u32(at + 72, !isRoot && index < streams ? index + 1 : FREE);
    u32(at + 76, isRoot ? 1 : FREE);
    u32(at + 116, isRoot ? END : index);
    u32(at + 120, isRoot ? 0 : SECTOR * (sectors - index));
  }
  return bytes;
}
