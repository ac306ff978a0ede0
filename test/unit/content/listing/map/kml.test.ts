import { describe, expect, it } from 'vitest';
import { entryOfFeature, featureOfEntry } from '../../../../../engine/content/listing/map/features.ts';
import { plainNumber } from '../../../../../engine/content/listing/map/gpx.ts';
import { readKml, writeKml } from '../../../../../engine/content/listing/map/kml.ts';
import type { RunContext } from '../../../../../engine/contract/codec.ts';
import { DEFAULT_LIMITS } from '../../../../../engine/contract/limits.ts';
import { utf8Bytes } from '../../../../../engine/io/bytes.ts';

const context = { limits: DEFAULT_LIMITS, warn: () => undefined } as unknown as RunContext;

describe('a map in KML', () => {
  it('keeps blanks of values, and all digits of small coordinates', () => {
    const geometry = { type: 'Point', coordinates: [5.6843418860808e-14, -1.25e-7] } as const;
    const entry = entryOfFeature({ geometry, properties: { filler: '   ', name: ' Erlenbach' } });
    const kml = writeKml({ entries: [entry] });
    expect(kml).toContain('0.000000000000056843418860808,-0.000000125');
    const [read] = readKml(utf8Bytes(kml), context).entries;
    expect(featureOfEntry(read!)).toMatchObject({ geometry, properties: { filler: '   ', name: ' Erlenbach' } });
  });

  it('has no blanks of values that stand on lines of their own', () => {
    const data = '<ExtendedData><Data name="river">\n<value>\n  Sihl\n</value>\n</Data></ExtendedData>';
    const point = '<Point><coordinates>8,47</coordinates></Point>';
    const kml = `<kml xmlns="http://www.opengis.net/kml/2.2"><Placemark>${data}${point}</Placemark></kml>`;
    const [read] = readKml(utf8Bytes(kml), context).entries;
    expect(featureOfEntry(read!)).toMatchObject({ properties: { river: 'Sihl' } });
  });
});

describe('a number without an exponent', () => {
  it.each([5.6843418860808e-14, -1.5e-7, 1e21, -1.25e25, 0, 8.5])('of %s is the same number', (number) => {
    expect(Number(plainNumber(number))).toBe(number);
    expect(plainNumber(number)).not.toContain('e');
  });
});
