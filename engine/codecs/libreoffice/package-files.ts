import { createHash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { ConversionError } from '../../contract/errors.ts';

const require = createRequire(import.meta.url);
const PACKAGE = '@matbee/libreoffice-converter';
/** The one release whose glue is known here; its WebAssembly is checked where it is compiled. */
const VERSION = '2.7.2';
const FILES = {
  'soffice.cjs': 'b67acadcb30171e6ec018754fcbe5b527443a3ef1c84f352e29aecff6d210e43',
  'soffice.data': '8f4e98aa67e108e161cecc7906d7ac0dd3941ef9347f999c3b9dbc049f165020',
} as const;

/** The glue's source, before it is patched. */
export function readGlue(): string {
  return new TextDecoder().decode(readChecked('soffice.cjs', 0).slice());
}

/** The files of LibreOffice in one block of shared memory, with some room behind them. */
export function readData(roomBytes: number): { readonly contents: SharedArrayBuffer; readonly size: number } {
  const { buffer, byteLength } = readChecked('soffice.data', roomBytes);
  return { contents: buffer, size: byteLength };
}

/** Throws when the file is not the one that the patches and the memory layout are made for. */
function readChecked(name: keyof typeof FILES, roomBytes: number): Uint8Array<SharedArrayBuffer> {
  const bytes = readShared(join(dirname(require.resolve(`${PACKAGE}/package.json`)), 'wasm', name), roomBytes);
  if (createHash('sha256').update(bytes).digest('hex') === FILES[name]) return bytes;
  throw new ConversionError({
    code: 'codec_not_installed',
    message: `LibreOffice cannot start: the installed ${PACKAGE} is not version ${VERSION}, or its ${name} is damaged. Install exactly that version.`,
    details: { package: PACKAGE, version: VERSION, file: name },
  });
}

function readShared(path: string, roomBytes: number): Uint8Array<SharedArrayBuffer> {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    const bytes = new Uint8Array(new SharedArrayBuffer(size + roomBytes), 0, size);
    for (let read = 0, count = -1; read < size && count !== 0; read += count) {
      count = readSync(file, bytes, read, size - read, read);
    }
    return bytes;
  } finally {
    closeSync(file);
  }
}
