import { viewOf } from '../../../io/bytes.ts';

/** What an object of a hyperlink holds ([MS-OSHARED] 2.3.7.1). */
const HAS_MONIKER = 0x0001;
const HAS_LOCATION = 0x0008;
const HAS_NAME = 0x0010;
const HAS_FRAME = 0x0080;
const IS_TEXT = 0x0100;
/** Class and version before the flags. */
const FLAGS_AT = 20;
const CLASS_BYTES = 16;
/** The first bytes of the class of an address on the web. */
const URL_CLASS = 0x79eac9e0;

const utf16 = new TextDecoder('utf-16le');

/** The address of a hyperlink, with its place behind `#`; '' where it leads to a file, or cannot be read. */
export function addressOfHyperlink(data: Uint8Array): string {
  const view = viewOf(data);
  if (view.byteLength < FLAGS_AT + 4) return '';
  const flags = view.getUint32(FLAGS_AT, true);
  let at = FLAGS_AT + 4;
  const uint32 = (): number => {
    const value = at + 4 <= view.byteLength ? view.getUint32(at, true) : 0;
    at += 4;
    return value;
  };
  /** A text of so many bytes, which may end before by a zero. */
  const text = (bytes: number): string => {
    const found = utf16.decode(data.subarray(at, at + bytes)).replace(/\0.*$/s, '');
    at += bytes;
    return found;
  };
  if (flags & HAS_NAME) text(uint32() * 2);
  if (flags & HAS_FRAME) text(uint32() * 2);
  let address = '';
  if (flags & HAS_MONIKER && flags & IS_TEXT) address = text(uint32() * 2);
  else if (flags & HAS_MONIKER) {
    if (uint32() !== URL_CLASS) return '';
    at += CLASS_BYTES - 4;
    address = text(uint32());
  }
  const location = flags & HAS_LOCATION ? text(uint32() * 2) : '';
  return location === '' ? address : `${address}#${location}`;
}
