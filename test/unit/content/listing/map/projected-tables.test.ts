import { describe, expect, it } from 'vitest';
import { compareListings } from '../../../../../engine/content/listing/diff.ts';
import { factsOfPlaces } from '../../../../../engine/content/listing/source-places.ts';
import type { ConvertOptions, FormatId } from '../../../../../engine/index.ts';
import { sharedEngine } from '../../../../support/shared-engine.ts';

const engine = sharedEngine();

type Values = NonNullable<ConvertOptions['options']>;

async function convertText(text: string, to: FormatId, options: Values) {
  const result = await engine.convert(new TextEncoder().encode(text), { from: 'csv', to, options });
  const [artifact] = result.artifacts;
  if (!artifact || !('bytes' in artifact)) throw new Error('The result is a file.');
  return { ...result, text: new TextDecoder().decode(artifact.bytes) };
}

/** The tower of a church in Hamburg, by its coordinates in UTM and in degrees. */
const [EAST, NORTH, LONGITUDE, LATITUDE] = [565931.25, 5933784.5, 9.995109, 53.54881] as const;

describe('a table of places in a projected reference system', () => {
  it.each([
    ['X,Y', `${EAST},${NORTH}`],
    ['Easting,Northing', `${EAST},${NORTH}`],
    ['wkt,note', `POINT (${EAST} ${NORTH}),church`],
  ])('becomes a map in degrees where its columns are %s', async (columns, row) => {
    const { text, report, warnings } = await convertText(`${columns},size\n${row},7\n`, 'geojson', {
      sourceCrs: 'EPSG:25832',
    });
    const { features } = JSON.parse(text) as {
      features: { geometry: { coordinates: number[] }; properties: { size: number } }[];
    };
    const [longitude, latitude] = features[0]!.geometry.coordinates;
    expect(longitude).toBeCloseTo(LONGITUDE, 5);
    expect(latitude).toBeCloseTo(LATITUDE, 5);
    expect(features[0]!.properties.size).toBe(7);
    expect(report.verified).toBe('content');
    expect(report.checks).toContainEqual(expect.objectContaining({ name: 'entries', ok: true, found: 1 }));
    expect(warnings.map(({ code }) => code)).toEqual(['coordinates_converted']);
  });

  it('keeps rows without a place, and may be written in another system', async () => {
    const rows = `name,x,y\nchurch,${EAST},${NORTH}\nnowhere,,\n`;
    const { text } = await convertText(rows, 'geojson', { sourceCrs: 'UTM 32N' });
    expect(JSON.parse(text).features[1].geometry).toBeNull();
    const { report } = await convertText(rows, 'gpkg', { sourceCrs: 'UTM 32N', crs: 'EPSG:3035' });
    expect(report.verified).toBe('content');
  });

  it.each([
    [`X,Y\n${EAST},${NORTH}\n`, {}, /Row 1 has "565931.25" as longitude.*option sourceCrs, such as EPSG:25832/],
    [
      `X,Y\n1 565 931,${NORTH}\n`,
      { sourceCrs: 'EPSG:25832' },
      /Row 1 has "1 565 931" as longitude, which is no number\./,
    ],
    [`X,Y\n${NORTH},${EAST}\n`, { sourceCrs: 'EPSG:25832' }, /lies outside of the reference system/],
    [`X,Y\n${EAST},${NORTH}\n`, { sourceCrs: 'EPSG:1' }, /known here for sourceCrs/],
  ])('is refused by name: %j with %j', async (text, options, message) => {
    await expect(convertText(text, 'geojson', options)).rejects.toThrow(message);
  });

  it('is compared with the map that it becomes, in degrees', async () => {
    const expectation = { from: 'csv', to: 'geojson', kept: ['records'], options: { sourceCrs: 'EPSG:25832' } };
    const samples = `0\u001f${EAST}\u001d1\u001f${NORTH}\u001d\u001e`;
    const source = { records: { rows: 1, columns: ['X', 'Y'], samples } };
    const told = await factsOfPlaces(source as never, expectation as never);
    const [cells] = told.listing!.entries;
    const differences = (entry: readonly string[]) =>
      [...compareListings(told, [{ listing: { count: 1, entries: [entry] } }] as never, expectation as never)].filter(
        (one) => 'kind' in one,
      );
    expect(differences(cells!)).toEqual([]);
    expect(differences(cells!.with(1, '9.9951'))).toHaveLength(1);
  });
});
