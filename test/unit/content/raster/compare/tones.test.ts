import { describe, expect, it } from 'vitest';
import { ditherToBilevel } from '../../../../../engine/codecs/magick/bilevel.ts';
import { landscape, paintImage, type Paint } from '../../../../support/images.ts';
import { expectation, failures, SIZE, still } from './compare-images.ts';

const greyed =
  (shares: readonly [number, number, number], paint: Paint = landscape): Paint =>
  (x, y) => {
    const grey = paint(x, y)
      .slice(0, 3)
      .reduce<number>((sum, value, channel) => sum + value! * shares[channel]!, 0);
    return [grey, grey, grey];
  };
const GREY_601 = [0.299, 0.587, 0.114] as const;
const GREY_709 = [0.2126, 0.7152, 0.0722] as const;

describe('images without colours', () => {
  const source = still('png', landscape);

  it('pass where the target holds only greys, whichever way they were made', () => {
    for (const shares of [GREY_601, GREY_709])
      expect(failures(source, [still('pgm', greyed(shares))], expectation({ to: 'pgm' }))).toEqual([]);
    expect(failures(source, [still('pgm', greyed([0, 0, 1]))], expectation({ to: 'pgm' }))).not.toEqual([]);
    const upsideDown: Paint = (x, y) => greyed(GREY_709)(x, 1 - y);
    expect(failures(source, [still('pgm', upsideDown)], expectation({ to: 'pgm' }))).not.toEqual([]);
  });

  it('pass where the plan says that they were lost on the way, and nowhere else', () => {
    const grey = still('tga', greyed(GREY_709));
    expect(failures(source, [grey], expectation({ to: 'tga', lost: ['colour'] }))).toEqual([]);
    expect(failures(source, [grey], expectation({ to: 'tga' }))).toContain('pixels_changed');
  });

  it('are found where the colours were so faint that little has changed', () => {
    const faint: Paint = (x, y) => landscape(x, y).map((value) => 200 + 0.1 * value!) as unknown as ReturnType<Paint>;
    const promised = expectation({ to: 'png' });
    expect(failures(still('png', faint), [still('png', faint)], promised)).toEqual([]);
    expect(failures(still('png', faint), [still('png', greyed(GREY_709, faint))], promised)).toEqual([
      'pixels_changed',
    ]);
  });

  it('were made of colours before something shone through', () => {
    const clear: Paint = () => [213, 0, 41, 96];
    const asked = expectation({ to: 'png', options: { colourSpace: 'grey' } });
    expect(failures(still('png', clear), [still('png', () => [106, 106, 106, 96])], asked)).toEqual([]);
    expect(failures(still('png', clear), [still('png', () => [160, 160, 160, 96])], asked)).not.toEqual([]);
  });

  it('are what was asked for', () => {
    const asked = expectation({ to: 'jpg', options: { colourSpace: 'grey' } });
    expect(failures(source, [still('jpg', greyed(GREY_709))], asked)).toEqual([]);
    expect(failures(source, [still('jpg', landscape)], asked)).toEqual(['greys']);
  });

  it('may be dots that stand for shades', () => {
    const dots: Paint = (x, y) => {
      const [grey] = greyed(GREY_709)(x, y);
      const threshold = (((Math.floor(x * 320) * 5 + Math.floor(y * 240) * 3) % 8) + 0.5) * 32;
      return grey > threshold ? [255, 255, 255] : [0, 0, 0];
    };
    const promised = expectation({ to: 'pbm' });
    expect(failures(source, [still('pbm', dots)], promised)).toEqual([]);
    expect(failures(source, [still('pbm', (x, y) => dots(1 - x, y))], promised)).not.toEqual([]);
    expect(failures(source, [still('pbm', () => [0, 0, 0])], promised)).not.toEqual([]);
  });
});

describe('dots of one shade', () => {
  const flat =
    (shade: number): Paint =>
    () => [shade, shade, shade];
  /** The same with a part that is a little lighter. */
  const marked: Paint = (x, y) => (x > 0.25 && x < 0.5 && y > 0.25 && y < 0.5 ? [116, 116, 116] : [100, 100, 100]);

  function dotted(paint: Paint): Paint {
    const { width, height } = SIZE;
    const dots = ditherToBilevel(paintImage(width, height, paint)).data;
    return (x, y) => {
      const value = dots[(Math.floor(y * height) * width + Math.floor(x * width)) * 4]!;
      return [value, value, value];
    };
  }

  const promised = expectation({ to: 'pbm' });

  it('do not lie evenly in all cells', () => {
    for (const shade of [4, 29, 64, 100, 127, 191, 248])
      expect(failures(still('png', flat(shade)), [still('pbm', dotted(flat(shade)))], promised)).toEqual([]);
  });

  it('hide no part that is lighter, and are of no other shade', () => {
    expect(failures(still('png', marked), [still('pbm', dotted(marked))], promised)).toEqual([]);
    expect(failures(still('png', marked), [still('pbm', dotted(flat(100)))], promised)).not.toEqual([]);
    expect(failures(still('png', flat(100)), [still('pbm', dotted(marked))], promised)).not.toEqual([]);
    expect(failures(still('png', flat(100)), [still('pbm', dotted(flat(130)))], promised)).not.toEqual([]);
  });
});

describe('colours in whole percent', () => {
  const flat =
    (colour: readonly [number, number, number]): Paint =>
    () =>
      colour;

  it('are the nearest that Sixel can say', () => {
    const source = still('png', flat([34, 85, 204]));
    const promised = expectation({ to: 'sixel' });
    expect(failures(source, [still('sixel', flat([33, 84, 204]))], promised)).toEqual([]);
    for (const other of [
      [33, 82, 204],
      [36, 87, 204],
      [33, 84, 209],
    ] as const)
      expect(failures(source, [still('sixel', flat(other))], promised), other.join(', ')).toContain('pixels_changed');
  });

  it('are others where the target can say all', () => {
    const source = still('png', flat([34, 85, 204]));
    expect(failures(source, [still('gif', flat([33, 84, 204]))], expectation({ to: 'gif' }))).toContain(
      'pixels_changed',
    );
  });
});
