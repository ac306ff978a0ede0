/** Files for the stand-in of the engine, which knows PDF and PNG by their first bytes. */
interface TestFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

export function pdfFile(name = 'Report 2026.pdf'): TestFile {
  return { name, mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7 a small file') };
}

export function pngFile(name = 'photo.png'): TestFile {
  return { name, mimeType: 'image/png', buffer: Buffer.from('\x89PNG a small picture', 'latin1') };
}

export function unknownFile(name = 'something.bin', bytes = 'what is it?'): TestFile {
  return { name, mimeType: 'application/octet-stream', buffer: Buffer.from(bytes) };
}
