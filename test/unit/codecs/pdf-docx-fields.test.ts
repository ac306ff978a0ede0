import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PDFDict, PDFDocument, PDFName } from '@cantoo/pdf-lib';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import codec from '../../../engine/codecs/pdf-docx/codec.ts';
import { symbolReader } from '../../../engine/content/pages/reading/symbols.ts';
import { startRunner, type RunnerBench } from '../../support/runner.ts';

const FORM = readFileSync(
  join(import.meta.dirname, '../../../corpus/sources/pdf/form-filled-in-without-appearances.pdf'),
);

let bench: RunnerBench;
beforeAll(async () => {
  bench = await startRunner(codec);
});
afterAll(() => bench[Symbol.asyncDispose]());

async function textOf(pdf: Uint8Array): Promise<string> {
  const [text] = await bench.convert(pdf, 'pdf', 'txt', 'markup');
  return Buffer.from(text!).toString();
}

it('takes over what is filled in, and the tick of a box', async () => {
  expect(await textOf(FORM)).toBe(
    [
      'Berth for a visiting boat',
      'Name of the boat\tMorgenstern',
      'Length in metres\t11.4',
      'Needs electricity\t\u2713\n',
    ].join('\n\n'),
  );
});

it('takes over values that no viewer is asked to draw, and each only once', async () => {
  const document = await PDFDocument.load(FORM);
  document.catalog.lookup(PDFName.of('AcroForm'), PDFDict).delete(PDFName.of('NeedAppearances'));
  const text = await textOf(await document.save());
  expect(text.match(/Morgenstern/g)).toHaveLength(1);
  expect(text.match(/11\.4/g)).toHaveLength(1);
});

/** A form with a filled and an empty text, a choice, a box that is ticked, and a text that nobody can change. */
async function newForm(): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const page = document.addPage([400, 400]);
  const form = document.getForm();
  const place = (y: number) => ({ x: 150, y, width: 120, height: 18 });
  for (const [index, label] of ['Name', 'Town', 'Colour', 'Agreed', 'Number'].entries()) {
    page.drawText(`${label} of the visitor`, { x: 40, y: 344 - 40 * index, size: 10 });
  }
  const name = form.createTextField('visitor.name');
  name.setText('Ada Quay');
  name.addToPage(page, place(340));
  form.createTextField('visitor.town').addToPage(page, place(300));
  const colour = form.createDropdown('colour');
  colour.addOptions(['Red', 'Green']);
  colour.select('Green');
  colour.addToPage(page, place(260));
  const agreed = form.createCheckBox('agreed');
  agreed.addToPage(page, { x: 150, y: 220, width: 14, height: 14, borderWidth: 0 });
  agreed.check();
  const number = form.createTextField('number');
  number.setText('4711');
  number.enableReadOnly();
  number.addToPage(page, place(180));
  return document.save();
}

describe('fields that can be filled in', () => {
  const controlsOf = async (source: Uint8Array): Promise<string[]> => {
    const [docx] = await bench.convert(source, 'pdf', 'docx', 'document');
    const body = strFromU8(unzipSync(docx!)['word/document.xml']!);
    return body.match(/<w:sdt>.*?<\/w:sdt>/g) ?? [];
  };

  it('are content controls with their names and values', async () => {
    const controls = await controlsOf(await newForm());
    expect(controls.map((control) => /<w:tag w:val="([^"]*)"/.exec(control)?.[1])).toEqual([
      'visitor.name',
      'visitor.town',
      'colour',
      'agreed',
    ]);
    const [name, town, colour, agreed] = controls;
    expect(name).toMatch(/<w:text\/><\/w:sdtPr><w:sdtContent>.*>Ada Quay</);
    expect(name).not.toContain('showingPlcHdr');
    expect(town).toMatch(/<w:showingPlcHdr\/><w:text\/>.*>\u2002+</);
    expect(colour).toContain('<w:dropDownList><w:listItem w:displayText="Red" w:value="Red"/>');
    expect(colour).toMatch(/<w:sdtContent>.*>Green</);
    expect(agreed).toContain('<w14:checkbox><w14:checked w14:val="1"/>');
  });

  it('have boxes to tick, with the sign of those of which one alone can be ticked', async () => {
    const document = await PDFDocument.create();
    const page = document.addPage([400, 400]);
    const form = document.getForm();
    form.createCheckBox('open').addToPage(page, { x: 40, y: 200, width: 12, height: 12, borderWidth: 1 });
    const choice = form.createRadioGroup('size');
    choice.addOptionToPage('small', page, { x: 40, y: 160, width: 12, height: 12 });
    choice.addOptionToPage('large', page, { x: 40, y: 120, width: 12, height: 12 });
    choice.select('large');
    for (const [index, label] of ['Open', 'Small', 'Large'].entries())
      page.drawText(label, { x: 60, y: 200 - 40 * index });
    const controls = await controlsOf(await document.save());
    expect(controls.map((control) => /<w14:checked w14:val="(\d)"/.exec(control)?.[1])).toEqual(['0', '0', '1']);
    expect(controls.map((control) => /<w:t[ >][^<]*?>?([^<>]+)<\/w:t>/.exec(control)?.[1])).toEqual(['☐', '◯', '◉']);
  });

  it('have no mark in the text where they are lower than the letters beside them', async () => {
    const document = await PDFDocument.create();
    const page = document.addPage([400, 400]);
    page.drawText('Name of the visitor', { x: 40, y: 200, size: 14 });
    const field = document.getForm().createTextField('low');
    field.addToPage(page, { x: 200, y: 194, width: 120, height: 8, borderWidth: 0 });
    const [docx] = await bench.convert(await document.save(), 'pdf', 'docx', 'document');
    const body = strFromU8(unzipSync(docx!)['word/document.xml']!);
    expect(body).toContain('<w:tag w:val="low"/>');
    expect(body).not.toContain('\u2800');
  });

  it('are in the body, also at the head of pages that have nothing else', async () => {
    const document = await PDFDocument.create();
    for (const name of ['first', 'second']) {
      const field = document.getForm().createTextField(name);
      field.addToPage(document.addPage([400, 400]), { x: 40, y: 360, width: 200, height: 18 });
    }
    expect(await controlsOf(await document.save())).toHaveLength(2);
  });

  it('are told of where they are plain text', async () => {
    const message = 'Form fields become plain text with their present values.';
    const told = async (to: 'docx' | 'txt', edge: string): Promise<unknown> => {
      bench.warnings.length = 0;
      await bench.convert(await newForm(), 'pdf', to, edge);
      return bench.warnings.find((warning) => warning.message === message)?.details;
    };
    expect(await told('docx', 'document')).toEqual({ fields: 1 });
    expect(await told('txt', 'markup')).toEqual({ fields: 5 });
  });
});

it('knows the symbols of forms by their codes', () => {
  const read = symbolReader('ZapfDingbats')!;
  const symbols = [0x34, 0x54, 0x6c, 0xac, 0xb5, 0xb6, 0xd5, 0xfe].map((code) =>
    read(String.fromCodePoint(code), code),
  );
  expect(symbols).toEqual([...'\u2714\u2734\u25cf①⑩❶→➾']);
  expect(read('\u2713', 0x34)).toBe('\u2713');
  expect(symbolReader('Helvetica')).toBeUndefined();
});

it("knows TeX's large symbols by their codes, where the file names no characters", () => {
  const read = symbolReader('CMEX10')!;
  expect([0x00, 0x12, 0x28, 0x30, 0x3e, 0x58, 0x5a, 0x68, 0x72].map((code) => read('', code)).join('')).toBe(
    '(({⎛⎪∑∫[√',
  );
  expect(read('X', 0x58)).toBe('∑');
  expect(read('(', 0x01)).toBe('(');
  expect(read(' ', 0x77)).toBe('\u2016');
  expect(read('u', 0x75)).toBe('');
});
