import { describe, expect, it } from 'vitest';
import { decodeJpegLs, readJpegLs, readJpegLsHeader } from '../../../../engine/content/raster/jpeg-ls/reader.ts';
import { bytesOfBase64 } from '../../../../engine/io/bytes.ts';

const [WIDTH, HEIGHT] = [12, 7];

/** What CharLS 2 was given: a flat corner, and stripes around it. */
function valueAt(x: number, y: number, component: number, range: number): number {
  return x < 5 && y < 4 ? 10 : (x * 17 * (component + 1) + y * y * 5) % range;
}

const FILES = [
  {
    name: 'sample by sample, near 2',
    ...{ components: 3, near: 2, bits: 8 },
    file: '/9j/9wARCAAHAAwDAREAAhEAAxEA/9oADAMBAAIAAwACAgARFf9gAAALgAABMZwXVk20mwb5S+fNvxIkgAlpSSSmkAPghGIQmGzAJBCNGhCFpjGEGCJGYEYQINiQiGAEAQZGtjV1qxDAgQEwQ7BOYQYBCEewxgQghRBWCEBAIhmFs4xshiiGY4jE5ikxxIhgIYUzCGUugDWZYhkOlEJioAJSzMcinZGA/9k=',
  },
  {
    name: 'line by line',
    ...{ components: 3, near: 0, bits: 8 },
    file: '/9j/9wARCAAHAAwDAREAAhEAAxEA/9oADAMBAAIAAwAAAQAHlQAAAZQAr7rbK4uUpSAAkLirMjYrxcUUpMCUtKyknEc8MZHJjXijFiONeKAAABZU28AAAFk4OAZxphYAAAEd4OAYBSJxoBuOsLKNxzRIAxB5xoA2iTWAAYQXNNElipQzmQAbgggAMAZhZRJAgBWh/2hJwRlDZoyIgK3712IhpkwXEooIgY9zmtaxyQ/IFCZIilpB950QMFyxbZlShMtsyY0FWLWspQAAALbbHnFliK3WWVVVZRoqZ25UoUM7cmTLwP/Z',
  },
  {
    name: 'twelve bits, near 3',
    ...{ components: 1, near: 3, bits: 12 },
    file: '/9j/9wALDAAHAAwBAREA/9oACAEBAAMAAEYRIAHW7/8HkoSrSHMTJFmkoixIF1vpbETJT2TbRJXESlKVcP/Z',
  },
  {
    name: 'component by component',
    ...{ components: 3, near: 0, bits: 8 },
    file: '/9j/9wARCAAHAAwDAREAAhEAAxEA/9oACAEBAAAAAAeVAAABlACvutsrzwxkcmNwcAzjTCwAAtAoAxB5xoAwAAC1U0QDAGYWUSQIAx7nNa1jkgAAAUVYtaylAAAAttse/9oACAECAAAAAAeVAAABvwAA5C/JXrueGMWI43BwDAKAACONANoFM4ABhBcABgAAFuW7UAAEfEZQ8dOAkWNGTBdHSxUoTEBciQEou+86644g/9oACAEDAAAAAAeVAAACAAACyCNhX11jnhgAAAWUyOKAAACycGgM40AsAbQKAAwguZxoAAAtZV1UAAAFlCBA+eEooJi4sKlloKCYkWWgiODQqZXAoJiRlcCIgET/2Q==',
  },
];

describe('JPEG-LS', () => {
  for (const { name, components, near, bits, file } of FILES)
    it(`is read as CharLS writes it, ${name}`, () => {
      const bytes = bytesOfBase64(file);
      expect(readJpegLsHeader(bytes)).toMatchObject({ width: WIDTH, height: HEIGHT, bits });
      const { planes, greatest } = readJpegLs(bytes);
      expect(greatest).toBe(2 ** bits - 1);
      expect(planes).toHaveLength(components);
      for (const [component, plane] of planes.entries())
        for (const [at, value] of plane.entries()) {
          const expected = valueAt(at % WIDTH, Math.floor(at / WIDTH), component, 2 ** bits);
          expect(Math.abs(value - expected), `component ${component}, sample ${at}`).toBeLessThanOrEqual(near);
        }
    });

  it('becomes pixels of eight bits, grey where there is one component', () => {
    const { data } = decodeJpegLs(bytesOfBase64(FILES[2]!.file));
    const last = (valueAt(11, 6, 0, 4096) * 255) / 4095;
    const [red, green, blue, alpha] = data.subarray(-4);
    expect(Math.abs(red! - last)).toBeLessThan(1);
    expect([green, blue, alpha]).toEqual([red, red, 255]);
  });

  it('is refused where it ends early or is damaged, whatever byte', () => {
    const whole = bytesOfBase64(FILES[1]!.file);
    for (let size = 0; size < whole.length - 2; size += 3)
      expect(() => readJpegLs(whole.subarray(0, size)), `${size} bytes`).toThrow(RangeError);
    for (let at = 0; at < whole.length; at++) {
      const damaged = whole.slice();
      damaged[at]! ^= 0x5a;
      try {
        const { width, height } = readJpegLsHeader(damaged);
        if (width * height < 1_000_000) readJpegLs(damaged);
      } catch (error) {
        expect(error, `byte ${at}`).toBeInstanceOf(RangeError);
      }
    }
  });
});
