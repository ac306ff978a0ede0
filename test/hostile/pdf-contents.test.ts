import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { ConversionError, type ConversionResult } from '../../engine/index.ts';
import { readDocx } from '../support/docx-reader.ts';
import { sharedEngine } from '../support/shared-engine.ts';

const engine = sharedEngine();

interface PdfParts {
  readonly content: string;
  readonly resources?: string;
  readonly catalog?: string;
  readonly page?: string;
  /** Objects from number 5 on. */
  readonly objects?: readonly (string | Buffer)[];
}

/** A PDF of one page. No cross-reference table: readers rebuild it. */
function pdfOf({ content, resources = '', catalog = '', page = '', objects = [] }: PdfParts): Uint8Array {
  const all = [
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << ${resources} >> /Contents 4 0 R ${page} >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    ...objects,
  ];
  const body = all.flatMap((object, index) => [
    Buffer.from(`${index + 1} 0 obj\n`),
    Buffer.isBuffer(object) ? object : Buffer.from(object, 'latin1'),
    Buffer.from('\nendobj\n'),
  ]);
  const trailer = `trailer\n<< /Root 1 0 R /Size ${all.length + 1} >>\n%%EOF\n`;
  return Buffer.concat([Buffer.from('%PDF-1.7\n'), ...body, Buffer.from(trailer)]);
}

const HELVETICA = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>';
const FONT = '/Font << /F0 5 0 R >>';

function streamOf(dictionary: string, data: Buffer): Buffer {
  const head = `<< ${dictionary} /Length ${data.length} >>\nstream\n`;
  return Buffer.concat([Buffer.from(head), data, Buffer.from('\nendstream')]);
}

function convert(input: Uint8Array, to: 'docx' | 'txt' | 'md' = 'docx'): Promise<ConversionResult> {
  return engine.convert(input, { to, fileName: 'input.pdf' });
}

async function refusal(input: Uint8Array): Promise<ConversionError> {
  const error: unknown = await convert(input).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof ConversionError) return error;
  throw new Error('Expected a named error.', { cause: error });
}

function bytesOf({ artifacts: [artifact] }: ConversionResult): Uint8Array {
  if (!artifact || !('bytes' in artifact)) throw new Error('Expected one result in memory.');
  return artifact.bytes;
}

const textsOf = (result: ConversionResult): string[] => readDocx(bytesOf(result)).paragraphs.map(({ text }) => text);
const messagesOf = ({ warnings }: ConversionResult): string => warnings.map(({ message }) => message).join('\n');

describe('fonts that do not say which characters their glyphs are', () => {
  const objects = [
    '<< /Type /Font /Subtype /Type0 /BaseFont /ABCDEF+Secret /Encoding /Identity-H /DescendantFonts [6 0 R] >>',
    '<< /Type /Font /Subtype /CIDFontType2 /BaseFont /ABCDEF+Secret /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor 7 0 R /DW 500 >>',
    '<< /Type /FontDescriptor /FontName /ABCDEF+Secret /Flags 4 /FontBBox [0 -200 1000 800] /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 /ItalicAngle 0 >>',
  ];
  const page = (glyphs: string): Uint8Array =>
    pdfOf({ content: `BT /F0 12 Tf 72 700 Td <${glyphs}> Tj ET`, resources: FONT, objects });

  it('are read in the usual order of glyphs where they are not embedded, and this is told', async () => {
    // "Hello you" by the glyph numbers of a font whose space is glyph 3
    const result = await convert(page('002B0048004F004F00520003005C005200580003'));
    expect(textsOf(result)).toContain('Hello you');
    const warning = result.warnings.find(({ code }) => code === 'encoding_assumed');
    expect(warning?.details).toMatchObject({ fonts: ['Secret'], glyphs: 10 });
  });

  it('are told as text that nothing tells, where their numbers are beyond that order', async () => {
    const result = await convert(page('0001000200010001000207D10002000107D20002'));
    const warning = result.warnings.find(({ code }) => code === 'text_dropped');
    expect(warning?.details).toMatchObject({ fonts: ['Secret'] });
  });

  it('are not suspected where the codes are Unicode', async () => {
    const result = await convert(page('00480065006C006C006F00200079006F0075'));
    expect(textsOf(result)).toContain('Hello you');
    expect(messagesOf(result)).not.toMatch(/glyphs/);
  });
});

describe('forms', () => {
  const xfa = (content: string): Uint8Array =>
    pdfOf({
      content,
      resources: FONT,
      catalog: '/NeedsRendering true /AcroForm << /Fields [] /XFA 6 0 R >>',
      objects: [
        HELVETICA,
        streamOf('', Buffer.from('<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/"><template/></xdp:xdp>')),
      ],
    });

  it('that only a program lays out are named', async () => {
    const notice = 'Please wait... If this message is not replaced, upgrade.';
    const result = await convert(xfa(`BT /F0 12 Tf 72 700 Td (${notice}) Tj ET`));
    expect(textsOf(result)).toContain(notice);
    expect(messagesOf(result)).toMatch(/XFA form/);
    const error = await refusal(xfa(''));
    expect(error).toMatchObject({ code: 'unsupported_conversion', details: { form: 'XFA' } });
  });

  it('that have pages beside their program are converted', async () => {
    const result = await convert(xfa('BT /F0 12 Tf 72 700 Td (Name of the applicant) Tj ET'));
    expect(textsOf(result)).toContain('Name of the applicant');
  });
});

describe('scripts', () => {
  it('are neither run nor taken over', async () => {
    const script = '/S /JavaScript /JS (app.alert\\(1\\); while \\(true\\) {})';
    const result = await convert(
      pdfOf({
        content: 'BT /F0 12 Tf 72 700 Td (Some words) Tj ET',
        resources: FONT,
        catalog: `/OpenAction << ${script} >> /Names << /JavaScript << /Names [(a) << ${script} >>] >> >>`,
        page: `/AA << /O << ${script} >> >> /Annots [<< /Type /Annot /Subtype /Link /Rect [72 690 200 712] /A << ${script} >> >>]`,
        objects: [HELVETICA],
      }),
    );
    expect(textsOf(result)).toContain('Some words');
    expect(readDocx(bytesOf(result)).xml).not.toMatch(/script|alert/i);
  });
});

describe('images', () => {
  const image = (width: number, height: number, data: Buffer, words = ''): Uint8Array =>
    pdfOf({
      content: `q 400 0 0 400 72 300 cm /I0 Do Q ${words === '' ? '' : `BT /F0 12 Tf 72 740 Td (${words}) Tj ET`}`,
      resources: `${FONT} /XObject << /I0 6 0 R >>`,
      objects: [
        HELVETICA,
        streamOf(
          `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /FlateDecode`,
          data,
        ),
      ],
    });

  it('of a hundred megabytes become images of the size that they show', async () => {
    const [width, height] = [6_000, 5_800];
    const result = await convert(image(width, height, deflateSync(Buffer.alloc(width * height * 3, 0x7f)), 'Beside'));
    expect(textsOf(result)).toContain('Beside');
    expect(bytesOf(result).byteLength).toBeLessThan(1_000_000);
  });

  it('of more pixels than are allowed are refused where there is nothing else', async () => {
    const error = await refusal(image(30_000, 30_000, deflateSync(Buffer.alloc(1_000))));
    expect(error.code).toBe('input_too_complex');
    expect(error.message).toMatch(/pixels/);
  });
});
