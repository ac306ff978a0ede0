/** A record of a PowerPoint file ([MS-PPT] 2.3.1) or of Office drawings ([MS-ODRAW] 2.2.1): content of its own, or other records. */
export interface OfficeRecord {
  readonly type: number;
  readonly instance: number;
  readonly isContainer: boolean;
  readonly data: Uint8Array;
}

const HEADER_BYTES = 8;
const CONTAINER = 0xf;
/** Text boxes hold records of PowerPoint inside those of drawings, without saying that they are containers. */
const CLIENT_TEXTBOX = 0xf00d;

export function readRecord(bytes: Uint8Array, offset: number): OfficeRecord | undefined {
  if (offset < 0 || offset + HEADER_BYTES > bytes.byteLength) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const version = view.getUint16(offset, true);
  const type = view.getUint16(offset + 2, true);
  const start = offset + HEADER_BYTES;
  return {
    type,
    instance: version >> 4,
    isContainer: (version & 0xf) === CONTAINER || type === CLIENT_TEXTBOX,
    data: bytes.subarray(start, start + view.getUint32(offset + 4, true)),
  };
}

export function childrenOf({ data }: OfficeRecord): OfficeRecord[] {
  const children: OfficeRecord[] = [];
  for (let offset = 0; ;) {
    const record = readRecord(data, offset);
    if (!record) return children;
    children.push(record);
    offset += HEADER_BYTES + record.data.byteLength;
  }
}
