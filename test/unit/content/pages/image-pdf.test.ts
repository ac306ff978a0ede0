import { expect, it } from 'vitest';
import { ImagePdf, type ImagePage } from '../../../../engine/content/pages/image-pdf.ts';

function write(pages: readonly ImagePage[]): string {
  const chunks: Buffer[] = [];
  const pdf = new ImagePdf((bytes) => chunks.push(Buffer.from(bytes)), {});
  for (const page of pages) pdf.add(page);
  pdf.finish();
  return Buffer.concat(chunks).toString('latin1');
}

function pageWith(profile: Uint8Array, data = Uint8Array.of(1, 2, 3)): ImagePage {
  const image = { data: [data], bits: 8, colours: { components: 3, profile } } as const;
  return { parts: [{ width: 1, height: 1, image }], width: 1, height: 1, orientation: 1 };
}

it('a profile that several pages have is written once, and another one for itself', () => {
  const profile = Uint8Array.of(1, 2, 3, 4);
  const file = write([pageWith(profile), pageWith(profile.slice()), pageWith(Uint8Array.of(5))]);
  expect(file.match(/\/ICCBased/g)).toHaveLength(3);
  expect(file.match(/\/N 3 \/Alternate \/DeviceRGB/g)).toHaveLength(2);
});

it('every object stands where the table of objects says, however large the images are', () => {
  const sizes = [10, 70_000, 65_536, 1, 200_000];
  const file = write(sizes.map((size) => pageWith(Uint8Array.of(9), new Uint8Array(size).fill(0x61))));
  const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(file)![1]);
  const [, ...rows] = file.slice(start).matchAll(/^(\d{10}) \d{5} [nf] $/gm);
  expect(rows.length).toBeGreaterThan(sizes.length * 3);
  for (const [index, [, offset]] of rows.entries()) {
    expect(file.slice(Number(offset), Number(offset) + 12)).toContain(`${index + 1} 0 obj`);
  }
  for (const [, length, content] of file.matchAll(/\/Length (\d+) >>\nstream\n([\s\S]*?)\nendstream/g)) {
    expect(content).toHaveLength(Number(length));
  }
});
