import { describe, expect, it } from 'vitest';
import { CODECS } from '../../../engine/codecs/index.ts';
import type { Codec } from '../../../engine/contract/codec.ts';
import { FORMATS, type FormatId } from '../../../engine/formats/index.ts';
import { Graph } from '../../../engine/planner/graph.ts';
import { Planner } from '../../../engine/planner/planner.ts';
import type { Facts } from '../../../engine/contract/facts.ts';
import { codecOf, edgeOf, takingMs } from '../../support/declarations.ts';
import { refusalOf } from '../../support/refusal.ts';

function plannerOf(...codecs: readonly Codec[]): Planner {
  return new Planner(new Graph(codecs, FORMATS));
}

function factsOf(format: FormatId, features: Facts['features'], more: Partial<Facts> = {}): Facts {
  return { format, sizeBytes: 1_000, reader: 'test', depth: 'content', features, ...more };
}

const raster = { width: 10, height: 10, frames: 1, sequence: 'single', alpha: false, bitsPerChannel: 8 } as const;

describe('what this very file has', () => {
  const jpeg = codecOf('jpeg', [edgeOf('png', 'avif', ['look', 'metadata'])]);

  it('is all that can be lost', () => {
    const planner = plannerOf(jpeg);
    expect(planner.plan({ from: 'png', to: 'avif' }).lost).toEqual(['alpha', 'depth']);
    expect(planner.plan({ from: 'png', to: 'avif', facts: factsOf('png', ['look', 'alpha']) }).lost).toEqual(['alpha']);
    expect(planner.plan({ from: 'png', to: 'avif', facts: factsOf('png', ['look']) }).lost).toEqual([]);
  });

  it('counts only within what the format carries', () => {
    const facts = factsOf('png', ['look', 'audio', 'text']);
    expect(plannerOf(jpeg).plan({ from: 'png', to: 'avif', facts }).gone).toEqual([]);
  });

  it('decides between paths', () => {
    const colours = codecOf('colours', [edgeOf('png', 'avif', ['look', 'depth', 'metadata'])]);
    const shapes = codecOf('shapes', [edgeOf('png', 'avif', ['look', 'alpha', 'metadata'])]);
    const codecFor = (features: Facts['features']) =>
      plannerOf(colours, shapes).plan({ from: 'png', to: 'avif', facts: factsOf('png', features) }).steps[0]!.codec;
    expect(codecFor(['look', 'depth'])).toBe('colours');
    expect(codecFor(['look', 'depth', 'alpha'])).toBe('shapes');
  });

  it('refuses what could only be made of something that the file lacks', () => {
    const film = codecOf('film', [edgeOf('webp', 'mp4', [], { derives: [{ from: 'animation', to: 'video' }] })]);
    const refusal = refusalOf(() =>
      plannerOf(film).plan({ from: 'webp', to: 'mp4', facts: factsOf('webp', ['look', 'alpha']) }),
    );
    expect(refusal.code).toBe('unsupported_conversion');
    expect(refusal.message).toBe('This webp file contains nothing that mp4 can hold: it has no animation.');
  });

  it('names no single feature where a file without text has no structure either', () => {
    const tables = codecOf('tables', [
      edgeOf('pdf', 'xlsx', ['structure'], { derives: [{ from: 'structure', to: 'records' }] }),
    ]);
    const refusal = refusalOf(() =>
      plannerOf(tables).plan({ from: 'pdf', to: 'xlsx', facts: factsOf('pdf', ['look']) }),
    );
    expect(refusal.message).toBe('This pdf file contains nothing that xlsx can hold.');
  });

  it('is taken to be what the format carries when a reader found no content at all', () => {
    const text = codecOf('text', [edgeOf('txt', 'md', ['text'])]);
    expect(plannerOf(text).plan({ from: 'txt', to: 'md', facts: factsOf('txt', []) }).kept).toEqual(['text']);
  });
});

describe('colour', () => {
  const all = ['look', 'alpha', 'depth', 'metadata'] as const;
  const grey = codecOf('grey', [edgeOf('jpg', 'pgm', all), edgeOf('pgm', 'tga', all), edgeOf('pgm', 'webp', all)]);
  const thumbnail = { frame: 0, width: 1, height: 1, rgb: new Uint8Array(3) };

  it('is gone when the target holds only greys', () => {
    const plan = plannerOf(grey).plan({ from: 'jpg', to: 'pgm' });
    expect(plan).toMatchObject({ gone: ['colour'], lost: [], loss: 0 });
  });

  it('is lost on a way through greys, which is taken only when there is no other', () => {
    expect(plannerOf(grey).plan({ from: 'jpg', to: 'tga' })).toMatchObject({ lost: ['colour'], loss: 130 });
    const bitmaps = codecOf('bmp', [edgeOf('jpg', 'bmp', all)]);
    const textures = codecOf('tga', [edgeOf('bmp', 'qoi', all)]);
    const slow = codecOf('zz', [edgeOf('qoi', 'tga', all, takingMs(10_000))]);
    const plan = plannerOf(grey, bitmaps, textures, slow).plan({ from: 'jpg', to: 'tga' });
    expect(plan.steps.map(({ to }) => to)).toEqual(['bmp', 'qoi', 'tga']);
    expect(plan.lost).toEqual([]);
  });

  it('is missed by nobody in an image that was seen to be grey', () => {
    const seen = factsOf('jpg', ['look'], { raster: { ...raster, thumbnails: [thumbnail] } });
    expect(plannerOf(grey).plan({ from: 'jpg', to: 'pgm', facts: seen }).gone).toEqual([]);
    expect(plannerOf(grey).plan({ from: 'jpg', to: 'tga', facts: seen }).lost).toEqual([]);
  });

  it('is taken to be there where nobody looked at the pixels', () => {
    const unseen = factsOf('pdf', ['text', 'look']);
    const render = codecOf('render', [edgeOf('pdf', ['pgm', 'png'], ['look'], { operation: 'render' })]);
    expect(plannerOf(render).plan({ from: 'pdf', to: 'pgm', facts: unseen }).gone).toEqual(['text', 'colour']);
  });

  it('goes with the look, and is not told apart from it', () => {
    const words = codecOf('words', [edgeOf('html', ['txt', 'docx'], ['text', 'structure', 'figures', 'metadata'])]);
    expect(plannerOf(words).plan({ from: 'html', to: 'txt' }).gone).toEqual(['figures', 'look', 'vector']);
    expect(plannerOf(words).plan({ from: 'html', to: 'docx' })).toMatchObject({ lost: ['look', 'vector'], loss: 250 });
  });
});

describe('the number of pages', () => {
  const first = codecOf('first', [
    edgeOf(['pdf', 'tiff', 'gif', 'ico'], 'png', ['look', 'alpha', 'depth', 'metadata'], { takes: 'first' }),
  ]);
  const lostPages = (from: FormatId, facts?: Facts): boolean =>
    plannerOf(first).plan({ from, to: 'png', facts }).lost.includes('pages');

  it('of a document decides whether taking the first loses some', () => {
    const documentOf = (pages: number) =>
      factsOf('pdf', ['text', 'look'], { document: { pages, text: '', figures: 0 } });
    expect(lostPages('pdf', documentOf(1))).toBe(false);
    expect(lostPages('pdf', documentOf(2))).toBe(true);
  });

  it('of a raster counts when its frames are pages, not an animation', () => {
    const frames = (sequence: 'pages' | 'animation') =>
      factsOf('tiff', ['look'], { raster: { ...raster, frames: 3, sequence } });
    expect(lostPages('tiff', frames('pages'))).toBe(true);
    expect(lostPages('tiff', frames('animation'))).toBe(false);
    expect(lostPages('tiff', factsOf('tiff', ['look'], { raster }))).toBe(false);
  });

  it('is taken from the format when it is not known', () => {
    expect(lostPages('pdf')).toBe(true);
    expect(lostPages('tiff')).toBe(true);
    expect(lostPages('gif')).toBe(false);
    expect(lostPages('ico')).toBe(false);
    expect(lostPages('pdf', factsOf('pdf', ['text', 'look']))).toBe(true);
  });
});

describe('needs', () => {
  const extract = codecOf('ffmpeg', [edgeOf('mp4', ['mp3', 'wav'], ['audio', 'metadata'], { needs: ['audio'] })]);
  const silent = factsOf('mp4', ['video'], {
    media: { durationMs: 1_000, tags: {}, tracks: [{ kind: 'video', codec: 'avc' }] },
  });

  it('refuse a file that lacks what the edge needs, in the words of the need', () => {
    const refusal = refusalOf(() => plannerOf(extract).plan({ from: 'mp4', to: 'mp3', facts: silent }));
    expect(refusal).toMatchObject({
      code: 'unsupported_conversion',
      message: 'The file has no audio track.',
      details: { need: 'audio', supportedTargets: ['wav', 'mp3'] },
    });
  });

  it('are met by unknown facts', () => {
    expect(plannerOf(extract).plan({ from: 'mp4', to: 'mp3' }).steps).toHaveLength(1);
    expect(plannerOf(extract).plan({ from: 'mp4', to: 'mp3', facts: factsOf('mp4', ['audio']) }).steps).toHaveLength(1);
  });

  it('count only where the step starts at the source', () => {
    const film = codecOf('film', [
      edgeOf('gif', 'mp4', ['animation', 'look'], { derives: [{ from: 'look', to: 'audio' }] }),
    ]);
    const facts = factsOf('gif', ['look', 'animation'], { media: silent.media });
    const { steps } = plannerOf(extract, film).plan({ from: 'gif', to: 'mp3', facts, allowLoss: 'any' });
    expect(steps.map(({ codec }) => codec)).toEqual(['film', 'ffmpeg']);
  });

  it('count anywhere on a path where what they ask is of the source for good', () => {
    const markup = codecOf('markup', [edgeOf('latex', ['docx', 'html'], ['text', 'formulas'])]);
    const office = codecOf('office', [edgeOf('docx', 'pdf', ['text'], { needs: ['officeFormulas'] })]);
    const pages = codecOf('pages', [edgeOf('html', 'pdf', ['text'])]);
    const pathOf = (from: FormatId, features: Facts['features']): string[] =>
      plannerOf(markup, office, pages)
        .plan({ from, to: 'pdf', facts: factsOf(from, features) })
        .steps.map(({ codec }) => codec);
    expect(pathOf('latex', ['text', 'formulas'])).toEqual(['markup', 'pages']);
    expect(pathOf('latex', ['text'])).toEqual(['markup', 'office']);
    expect(pathOf('docx', ['text', 'formulas'])).toEqual(['office']);
  });

  it('say which option to leave out where there is another way without it', () => {
    const markup = codecOf('markup', [edgeOf('latex', ['docx', 'html'], ['text', 'formulas'])]);
    const office = codecOf('office', [
      edgeOf('docx', 'pdf', ['text'], { needs: ['officeFormulas'], options: ['pdfStandard', 'pages'] }),
    ]);
    const pages = codecOf('pages', [edgeOf('html', 'pdf', ['text'], { options: ['pages'] })]);
    const request = { from: 'latex', to: 'pdf', facts: factsOf('latex', ['text', 'formulas']) } as const;
    const options = { pdfStandard: 'pdfa-2b', pages: '1' } as const;
    const refusal = refusalOf(() => plannerOf(markup, office, pages).plan({ ...request, options }));
    expect(refusal.message).toMatch(/formulas .*\. Remove the option pdfStandard/);
    const hopeless = refusalOf(() => plannerOf(markup, office).plan({ ...request, options }));
    expect(hopeless.message).not.toContain('Leave');
  });

  it('refuse an encrypted file by its own code, unless a password is given', () => {
    const edge = edgeOf('pdf', 'docx', ['text', 'structure'], { needs: ['decrypted'], options: ['password'] });
    const planner = plannerOf(codecOf('flow', [edge]));
    const facts = factsOf('pdf', ['text'], { encrypted: true });
    const refusal = refusalOf(() => planner.plan({ from: 'pdf', to: 'docx', facts }));
    expect(refusal.code).toBe('input_encrypted');
    expect(refusal.message).toMatch(/^The file is encrypted\. Remove its password/);
    const plan = planner.plan({ from: 'pdf', to: 'docx', facts, options: { password: 'secret' } });
    expect(plan.steps[0]!.options).toEqual({ password: 'secret' });
  });

  it('are told before the loss of a path that has no such need', () => {
    const whole = codecOf('whole', [edgeOf('pdf', 'docx', ['text', 'figures'], { needs: ['decrypted'] })]);
    const planner = plannerOf(whole, codecOf('bare', [edgeOf('pdf', 'docx', ['figures'])]));
    const request = { from: 'pdf', to: 'docx' } as const;
    const encrypted = factsOf('pdf', ['text', 'figures'], { encrypted: true });
    const refusal = refusalOf(() => planner.plan({ ...request, facts: encrypted }));
    expect(refusal).toMatchObject({ code: 'input_encrypted', details: { need: 'decrypted' } });
    expect(planner.plan({ ...request, facts: encrypted, allowLoss: ['text'] }).steps[0]!.codec).toBe('bare');
    const bare = plannerOf(codecOf('bare', [edgeOf('pdf', 'docx', ['figures'])]));
    expect(refusalOf(() => bare.plan({ ...request, facts: encrypted })).code).toBe('loss_not_allowed');
  });
});

it.each(['sqlite', 'parquet', 'avro', 'bson'] as const)('values of a sheet keep their types on the way to %s', (to) => {
  const planner = new Planner(new Graph(CODECS, FORMATS));
  const between = planner.plan({ from: 'xlsx', to, bytes: 100_000 }).steps.slice(0, -1);
  expect(between.map((step) => step.to)).toEqual(['json']);
});
