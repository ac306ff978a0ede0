import { describe, expect, it } from 'vitest';
import type { Codec } from '../../../engine/contract/codec.ts';
import { FORMATS } from '../../../engine/formats/index.ts';
import type { OptionId } from '../../../engine/formats/options.ts';
import { Graph } from '../../../engine/planner/graph.ts';
import { Planner } from '../../../engine/planner/planner.ts';
import { codecOf, edgeOf } from '../../support/declarations.ts';
import { refusalOf } from '../../support/refusal.ts';

function plannerOf(codecs: readonly Codec[], missing: readonly string[] = []): Planner {
  return new Planner(new Graph(codecs, FORMATS), { installed: ({ id }) => !missing.includes(id) });
}

const document = ['text', 'structure', 'look', 'vector', 'pages', 'figures', 'metadata'] as const;
const writer = codecOf('writer', [edgeOf('docx', ['pdf', 'html', 'txt'], document)], { packages: ['writer-wasm'] });
const sounds = codecOf('sounds', [edgeOf(['mp3', 'wav'], ['wav', 'mp3', 'flac'], ['audio', 'depth', 'metadata'])]);

describe('a conversion that does not exist', () => {
  it('is refused with the targets that do', () => {
    const refusal = refusalOf(() => plannerOf([writer, sounds]).plan({ from: 'mp3', to: 'pdf' }));
    expect(refusal.code).toBe('unsupported_conversion');
    expect(refusal.message).toBe('No path from mp3 to pdf keeps any of the content. Possible targets: wav and flac.');
    expect(refusal.details).toEqual({ supportedTargets: ['wav', 'flac'] });
  });

  it('names the end that no codec knows', () => {
    const planner = plannerOf([writer, sounds]);
    expect(refusalOf(() => planner.plan({ from: 'rar', to: 'pdf' })).message).toBe(
      'No codec converts from rar. Send another format than rar.',
    );
    expect(refusalOf(() => planner.plan({ from: 'docx', to: 'rar' })).message).toBe(
      'No codec converts to rar. Possible targets: pdf, html and txt.',
    );
  });

  it('names a dozen of many targets, and has all in the details', () => {
    const images = [...FORMATS.values()].filter(({ family }) => family === 'image').map(({ id }) => id);
    const planner = plannerOf([codecOf('magick', [edgeOf('png', images, ['look', 'alpha'])])]);
    const { message, details } = refusalOf(() => planner.plan({ from: 'png', to: 'mp3' }));
    expect(message).toMatch(/There are \d+ possible targets, such as ([a-z0-9]+, ){10}[a-z0-9]+ and [a-z0-9]+\.$/);
    expect((details.supportedTargets as string[]).length).toBe(images.length - 1);
  });
});

describe('a codec without its packages', () => {
  it('is named with them when nothing else stands in the way', () => {
    const refusal = refusalOf(() => plannerOf([writer], ['writer']).plan({ from: 'docx', to: 'pdf' }));
    expect(refusal).toMatchObject({
      code: 'codec_not_installed',
      message: 'Converting docx to pdf needs writer (writer-wasm), which is not available here. Install it.',
      details: { packages: ['writer-wasm'] },
    });
  });

  it('is no excuse for what it could not do either', () => {
    const refusal = refusalOf(() => plannerOf([writer, sounds], ['writer']).plan({ from: 'docx', to: 'mp3' }));
    expect(refusal.code).toBe('unsupported_conversion');
  });

  it('gives no advertised targets, and its formats stay readable', () => {
    const planner = plannerOf([writer], ['writer']);
    expect(planner.targets('docx')).toEqual([]);
    expect(planner.pairs()).toEqual([]);
  });

  it('is not on a path, but among the rejected when its path would be better', () => {
    const simple = codecOf('simple', [edgeOf('docx', 'pdf', ['text'])]);
    const plan = plannerOf([writer, simple], ['writer']).plan({ from: 'docx', to: 'pdf' });
    expect(plan.steps[0]!.codec).toBe('simple');
    expect(plan.rejected).toEqual([
      {
        route: 'docx → (writer) → pdf',
        code: 'codec_not_installed',
        reason: 'It needs writer (writer-wasm), which is not available here. Install it.',
      },
    ]);
  });
});

describe('an option that no path takes', () => {
  const options: readonly OptionId[] = ['quality', 'width'];
  const vips = codecOf('vips', [edgeOf('png', 'jpg', ['look', 'metadata'], { options })]);

  it('is refused with the options that there are', () => {
    const refusal = refusalOf(() => plannerOf([vips]).plan({ from: 'png', to: 'jpg', options: { dpi: 100 } }));
    expect(refusal).toMatchObject({
      code: 'invalid_options',
      message: 'The option dpi is not available from png to jpg. Available options: quality and width.',
      details: { option: 'dpi', possibleOptions: ['quality', 'width'] },
    });
  });

  it('is named among several', () => {
    const request = { from: 'png', to: 'jpg', options: { quality: 80, dpi: 100, width: 10 } } as const;
    expect(refusalOf(() => plannerOf([vips]).plan(request)).details.option).toBe('dpi');
  });

  it('is told when only the combination fails', () => {
    const codecs = [
      codecOf('a', [edgeOf('png', 'jpg', ['look', 'metadata'], { options: ['quality'] })]),
      codecOf('b', [edgeOf('png', 'jpg', ['look', 'metadata'], { options: ['width'] })]),
    ];
    const request = { from: 'png', to: 'jpg', options: { quality: 80, width: 10 } } as const;
    expect(refusalOf(() => plannerOf(codecs).plan(request)).message).toBe(
      'The options quality and width cannot be combined from png to jpg. Available options: quality and width.',
    );
  });

  it('is told of a conversion without any', () => {
    const request = { from: 'mp3', to: 'wav', options: { quality: 80 } } as const;
    expect(refusalOf(() => plannerOf([sounds]).plan(request)).message).toBe(
      'The option quality is not available from mp3 to wav. This conversion has no options.',
    );
  });
});

it('of several obstacles the first is named that alone, or with the fewest others, stands in the way', () => {
  const writer = codecOf('writer', [edgeOf('docx', 'pdf', document, { options: ['dpi'] })], { packages: ['w'] });
  const simple = codecOf('simple', [edgeOf('docx', 'pdf', ['text'])]);
  const planner = plannerOf([writer, simple], ['writer']);
  expect(refusalOf(() => planner.plan({ from: 'docx', to: 'pdf', options: { dpi: 90 } })).code).toBe(
    'codec_not_installed',
  );
  expect(refusalOf(() => planner.plan({ from: 'docx', to: 'pdf', options: { quality: 90 } })).code).toBe(
    'invalid_options',
  );
});

describe('consent', () => {
  const subtitles = codecOf('ffmpeg', [
    edgeOf('mp4', 'txt', [], { operation: 'extract', derives: [{ from: 'subtitles', to: 'text' }] }),
  ]);
  const tables = codecOf('tables', [edgeOf('xlsx', 'csv', ['metadata', 'look']), edgeOf('docx', 'odt', ['look'])]);

  it('is needed for a pair that is not natural, and only "any" gives it', () => {
    const planner = plannerOf([subtitles]);
    const request = { from: 'mp4', to: 'txt' } as const;
    const refusal = refusalOf(() => planner.plan(request));
    expect(refusal.code).toBe('loss_not_allowed');
    expect(refusal.message).toBe(
      'Converting mp4 to txt is unusual: it drops audio, video, animation and subtitles. ' +
        "Send allowLoss: 'any' to convert anyway.",
    );
    expect(refusal.details).toEqual({ lost: [], gone: ['audio', 'video', 'animation', 'subtitles'], allowLoss: 'any' });
    expect(refusalOf(() => planner.plan({ ...request, allowLoss: ['audio', 'video'] })).code).toBe('loss_not_allowed');
    expect(planner.plan({ ...request, allowLoss: 'any' }).consent).toMatch(/^Converting mp4 to txt is unusual/);
    expect(planner.targets('mp4')).toEqual([]);
  });

  it('is needed to lose what the file is about, and naming it is enough', () => {
    const planner = plannerOf([tables]);
    const request = { from: 'docx', to: 'odt' } as const;
    const refusal = refusalOf(() => planner.plan(request));
    expect(refusal.message).toBe(
      "Converting docx to odt would lose text, although odt can hold it. Send allowLoss: ['text'] to convert anyway.",
    );
    expect(refusal.details.allowLoss).toEqual(['text']);
    expect(planner.plan({ ...request, allowLoss: ['text'] }).consent).toBe(
      'Converting docx to odt would lose text, although odt can hold it.',
    );
    expect(planner.targets('docx')).toEqual([]);
  });

  it('is not needed for anything less, which is reported', () => {
    const plan = plannerOf([writer]).plan({ from: 'docx', to: 'txt' });
    expect(plan.consent).toBeUndefined();
    expect(plan.gone).toEqual(['figures', 'look', 'vector']);
  });
});
