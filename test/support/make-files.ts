import { crc32, deflateSync } from 'node:zlib';
import { zipSync } from 'fflate';

/** Small files with known content, made where they are needed: nothing to store, nothing to look up. */

/** Not a Buffer: its `slice` would share memory. */
function joined(parts: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts));
}

function pngChunk(type: string, data: Uint8Array): Uint8Array {
  const chunk = Buffer.alloc(12 + data.byteLength);
  chunk.writeUInt32BE(data.byteLength, 0);
  chunk.write(type, 4, 'latin1');
  chunk.set(data, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + data.byteLength)), 8 + data.byteLength);
  return chunk;
}

const PNG_COLOURS = { rgb: 2, rgba: 6 } as const;

function pngHeader(width: number, height: number, colours: keyof typeof PNG_COLOURS = 'rgb'): Uint8Array {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, PNG_COLOURS[colours], 0, 0, 0], 8); // eight bits a channel
  return pngChunk('IHDR', header);
}

const PNG_SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

/** An RGB image with a colour gradient: no two of its quarters look alike. */
export function makePng(width = 64, height = 48): Uint8Array {
  const row = 1 + width * 3;
  const pixels = new Uint8Array(row * height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      pixels.set([(255 * x) / width, (255 * y) / height, 128], y * row + 1 + x * 3);
    }
  }
  return joined([
    PNG_SIGNATURE,
    pngHeader(width, height),
    pngChunk('IDAT', deflateSync(pixels)),
    pngChunk('IEND', new Uint8Array()),
  ]);
}

/** An image with alpha, painted pixel by pixel from the upper left. */
export function makeRgbaPng(
  width: number,
  height: number,
  paint: () => readonly [number, number, number, number],
): Uint8Array {
  const row = 1 + width * 4;
  const pixels = new Uint8Array(row * height);
  for (let at = 0; at < pixels.length; at += row) {
    for (let x = 0; x < width; x++) pixels.set(paint(), at + 1 + x * 4);
  }
  return joined([
    PNG_SIGNATURE,
    pngHeader(width, height, 'rgba'),
    pngChunk('IDAT', deflateSync(pixels)),
    pngChunk('IEND', new Uint8Array()),
  ]);
}

/** A PNG of some hundred bytes that promises width × height pixels. */
export function makePixelBomb(width: number, height: number): Uint8Array {
  const data = deflateSync(new Uint8Array(1000));
  return joined([PNG_SIGNATURE, pngHeader(width, height), pngChunk('IDAT', data), pngChunk('IEND', new Uint8Array())]);
}

const CONTENT_TYPES = `<?xml version="1.0" encoding="UTF-8"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`;
const RELATIONSHIPS = `<?xml version="1.0" encoding="UTF-8"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`;

/** A Word document of the given paragraphs; `documentXml` replaces its main part. */
export function makeDocx(paragraphs: readonly string[], documentXml?: string): Uint8Array {
  const body = paragraphs.map((text) => `<w:p><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`).join('');
  const document =
    documentXml ??
    `<?xml version="1.0" encoding="UTF-8"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`;
  const text = new TextEncoder();
  return zipSync({
    '[Content_Types].xml': text.encode(CONTENT_TYPES),
    '_rels/.rels': text.encode(RELATIONSHIPS),
    'word/document.xml': text.encode(document),
  });
}

/** Mono PCM of a 440 Hz tone. */
export function makeWav(seconds = 1, sampleRate = 8000): Uint8Array {
  const samples = Math.round(seconds * sampleRate);
  const wav = Buffer.alloc(44 + samples * 2);
  wav.write('RIFF', 0, 'latin1');
  wav.writeUInt32LE(36 + samples * 2, 4);
  wav.write('WAVEfmt ', 8, 'latin1');
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20); // PCM
  wav.writeUInt16LE(1, 22); // mono
  wav.writeUInt32LE(sampleRate, 24);
  wav.writeUInt32LE(sampleRate * 2, 28);
  wav.writeUInt16LE(2, 32);
  wav.writeUInt16LE(16, 34);
  wav.write('data', 36, 'latin1');
  wav.writeUInt32LE(samples * 2, 40);
  for (let i = 0; i < samples; i++) {
    wav.writeInt16LE(Math.round(12_000 * Math.sin((2 * Math.PI * 440 * i) / sampleRate)), 44 + i * 2);
  }
  return joined([wav]);
}
