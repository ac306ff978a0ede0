import { describe, expect, it } from 'vitest';
import { landscape, type Paint } from '../../../../support/images.ts';
import { expectation, failures, hole, onGround, still } from './compare-images.ts';

describe('transparency', () => {
  const promised = expectation({ kept: ['look', 'alpha'] });
  const source = still('png', hole);
  const fading: Paint = (x, y) => [...landscape(x, y).slice(0, 3), 64 + x * 190] as unknown as ReturnType<Paint>;

  it('must stay where it was promised', () => {
    expect(failures(source, [still('webp', hole)], promised)).toEqual([]);
    expect(failures(source, [still('webp', onGround([255, 255, 255]))], promised)).toEqual(['image_alpha']);
    const elsewhere: Paint = (x, y) =>
      [...landscape(x, y).slice(0, 3), x < 0.4 ? 0 : 255] as unknown as ReturnType<Paint>;
    expect(failures(source, [still('webp', elsewhere)], promised)).toContain('image_alpha');
  });

  it('must not come from nowhere', () => {
    const blank: Paint = (_, y) => [255, 255, 255, y < 0.5 ? 0 : 255];
    const paper: Paint = () => [255, 255, 255];
    expect(failures(still('png', paper), [still('webp', blank)], promised)).toEqual(['image_alpha']);
  });

  it('that is neither nor may go either way in GIF', () => {
    const shadow: Paint = (x, y) =>
      [...landscape(x, y).slice(0, 3), x > 0.6 ? 120 : 255] as unknown as ReturnType<Paint>;
    const promisedGif = expectation({ to: 'gif', kept: ['look', 'alpha'] });
    expect(failures(still('png', shadow), [still('gif', hole)], promisedGif)).toEqual([]);
    expect(failures(still('png', shadow), [still('webp', hole)], promised)).not.toEqual([]);
  });

  it('keeps its colours where what was seen through becomes opaque', () => {
    const hard = (colour: Paint): Paint => {
      return (x, y) => [...colour(x, y).slice(0, 3), x > 0.34 ? 255 : 0] as unknown as ReturnType<Paint>;
    };
    const paler: Paint = (x, y) => {
      return landscape(x, y).map((value = 0) => 64 + value * 0.75) as unknown as ReturnType<Paint>;
    };
    const promisedXpm = expectation({ to: 'xpm', kept: ['look', 'alpha'] });
    expect(failures(still('png', fading), [still('xpm', hard(landscape))], promisedXpm)).toEqual([]);
    expect(failures(still('png', fading), [still('xpm', hard(paler))], promisedXpm)).not.toEqual([]);
  });

  it('is laid on white where the target holds no opacity at all', () => {
    const laid: Paint = (x, y) => {
      const opacity = (64 + x * 190) / 255;
      return landscape(x, y).map((value = 0) => value * opacity + 255 * (1 - opacity)) as unknown as ReturnType<Paint>;
    };
    const promisedSixel = expectation({ to: 'sixel', kept: ['look'] });
    expect(failures(still('png', fading), [still('sixel', laid)], promisedSixel)).toEqual([]);
    expect(failures(still('png', fading), [still('sixel', landscape)], promisedSixel)).not.toEqual([]);
  });
});
