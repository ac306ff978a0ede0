/** A stream; `entries` are those of its dictionary, without its length. A character of the content is a byte. */
export function pdfStream(entries: string, content: string): string {
  return `<< ${entries} /Length ${content.length} >>\nstream\n${content}\nendstream`;
}

/**
 * The file of these objects, which are numbered from 1, the catalogue first; `info` is the number of the document
 * information. A character is a byte.
 */
export function pdfOfObjects(objects: readonly string[], { info }: { readonly info?: number } = {}): Uint8Array {
  let file = '%PDF-1.7\n';
  const rows = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const size = objects.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${rows.join('')}`;
  const information = info === undefined ? '' : ` /Info ${info} 0 R`;
  const trailer = `trailer\n<< /Size ${size} /Root 1 0 R${information} >>\nstartxref\n${file.length}\n%%EOF\n`;
  return Buffer.from(file + table + trailer, 'latin1');
}
