import { describe, expect, it } from 'vitest';
import { nameWithExtension } from '../../../engine/run/file-name.ts';

describe('the name of an input', () => {
  it.each([
    ['letter.DOCX', 'docx', 'letter.docx'],
    ['photo.jpeg', 'jpg', 'photo.jpeg'],
    ['photo', 'png', 'photo.png'],
    ['photo.txt', 'png', 'photo.png'],
    ['places.shp.zip', 'shapefile', 'places.shp.zip'],
    ['backup.tar.gz', 'tgz', 'backup.tar.gz'],
    ['chart.vl.json', 'vegalite', 'chart.vl.json'],
    ['a\\b/c:d.png', 'png', 'c_d.png'],
    ['.png', 'png', 'file.png'],
    ['..', 'png', 'file.png'],
    [undefined, 'png', 'file.png'],
  ] as const)('%s of %s is %s', (name, format, expected) => {
    expect(nameWithExtension(name, format)).toBe(expected);
  });
});
