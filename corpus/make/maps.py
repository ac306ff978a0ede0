"""Makes the binary maps of the corpus with GDAL (`apt-get install gdal-bin`): `python3 corpus/make/maps.py`."""

import json
import os
import subprocess
import sys
import tempfile
import zipfile

SOURCES = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'sources')


def feature(geometry, coordinates, **properties):
    return {
        'type': 'Feature',
        'geometry': geometry and {'type': geometry, 'coordinates': coordinates},
        'properties': properties,
    }


def square(x, y, side, clockwise=False):
    ring = [[x, y], [x + side, y], [x + side, y + side], [x, y + side], [x, y]]
    return ring[::-1] if clockwise else ring


PIERS = [
    feature('Point', [8.5417, 47.3669, 408], name='Bürkliplatz', boats=12, depth=3.25, opened='1892-05-01'),
    feature('Point', [8.5859, 47.3216, 407.5], name='Erlenbach', boats=2, depth=2.5, opened='1931-07-15'),
    feature(None, None, name='Planned', boats=None, depth=None, opened=None),
]
AREAS = [
    feature('Polygon', [square(8.55, 47.34, 0.02), square(8.555, 47.345, 0.005, True)], code=9007199254740993, open=1),
    feature(
        'MultiPolygon',
        [[square(8.6, 47.3, 0.01)], [square(8.62, 47.31, 0.01), square(8.622, 47.312, 0.004, True)]],
        code=2,
        open=0,
    ),
]
FERRIES = [
    feature('LineString', [[8.5417, 47.3669], [8.5631, 47.3552], [8.5859, 47.3216]], name='Morning'),
    feature('MultiLineString', [[[8.55, 47.35], [8.56, 47.34]], [[8.57, 47.33], [8.58, 47.32]]], name='Evening'),
]
BUOYS = [feature('MultiPoint', [[8.6, 47.3], [8.61, 47.31]], name='Zürichsee'), feature('MultiPoint', [[8.65, 47.25]], name='Obersee')]


def run(*arguments):
    environment = {**os.environ, 'OGR_CURRENT_DATE': '2026-01-01T00:00:00.000Z'}
    subprocess.run(['ogr2ogr', '-q', *arguments], check=True, env=environment)


def write_geojson(folder, name, features):
    path = os.path.join(folder, f'{name}.geojson')
    with open(path, 'w') as file:
        json.dump({'type': 'FeatureCollection', 'features': features}, file)
    return path


def shapefile(folder, name, features, *arguments):
    run('-f', 'ESRI Shapefile', os.path.join(folder, f'{name}.shp'), write_geojson(folder, name, features), *arguments)
    with open(os.path.join(folder, f'{name}.dbf'), 'r+b') as table:
        # The day on which it was written.
        table.seek(1)
        table.write(bytes([126, 1, 1]))


def pack(path, folder, names):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with zipfile.ZipFile(path, 'w', zipfile.ZIP_DEFLATED) as archive:
        for name in names:
            with open(os.path.join(folder, name), 'rb') as file:
                archive.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), file.read(), zipfile.ZIP_DEFLATED)


def main():
    with tempfile.TemporaryDirectory() as folder:
        # Heights, a shape of nothing, dates, and texts in code page 1252 that only the table's header names.
        shapefile(folder, 'piers', PIERS, '-lco', 'ENCODING=LDID/87', '-nlt', 'POINTZ')
        # In the coordinates of the Swiss national survey, on an older datum.
        shapefile(folder, 'areas', AREAS, '-t_srs', 'EPSG:21781')
        # With measures, and in UTM.
        shapefile(folder, 'ferries', FERRIES, '-dim', 'XYM', '-t_srs', 'EPSG:32632')
        shapefile(folder, 'buoys', BUOYS, '-lco', 'ENCODING=CP850')
        names = sorted(name for name in os.listdir(folder) if not name.endswith('.geojson'))
        pack(os.path.join(SOURCES, 'shapefile', 'four-layers-code-pages-grids.shp.zip'), folder, names)
        os.makedirs(os.path.join(SOURCES, 'shp'), exist_ok=True)
        gml(os.path.join(SOURCES, 'gml', 'three-layers-axis-orders.gml'))
        flatgeobuf(os.path.join(SOURCES, 'fgb', 'utm-index-kinds.fgb'))
        geopackage(os.path.join(SOURCES, 'gpkg', 'layers-grids-table.gpkg'))
        os.replace(os.path.join(folder, 'buoys.shp'), os.path.join(SOURCES, 'shp', 'multipoints.shp'))


def gml(path):
    """Layers in degrees with the latitude first, and in UTM; holes, heights, parts, nothing, and a date."""
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        run('-f', 'GPKG', os.path.join(folder, 'all.gpkg'), write_geojson(folder, 'piers', PIERS), '-nln', 'piers', '-nlt', 'POINTZ')
        for name, features, system in (('areas', AREAS, 'EPSG:25832'), ('ferries', FERRIES, 'EPSG:3035')):
            source = write_geojson(folder, name, features)
            run('-update', os.path.join(folder, 'all.gpkg'), source, '-nln', name, '-t_srs', system, '-nlt', 'GEOMETRY')
        run('-f', 'GML', '-dsco', 'FORMAT=GML3.2', '-dsco', 'XSISCHEMA=OFF', path, os.path.join(folder, 'all.gpkg'))


def flatgeobuf(path):
    """Kinds of geometries in UTM, in the order of an index, with columns of several types and a moment."""
    os.makedirs(os.path.dirname(path), exist_ok=True)
    features = [*AREAS, *FERRIES, *BUOYS, feature('Point', [8.5417, 47.3669], depth=3.25, at='2024-05-01T08:00:00Z', big=5000000000)]
    with tempfile.TemporaryDirectory() as folder:
        source = write_geojson(folder, 'lake', features)
        run('-f', 'FlatGeobuf', path, source, '-nln', 'lake', '-t_srs', 'EPSG:25832', '-nlt', 'GEOMETRY')


def geopackage(path):
    """Layers in several reference systems, a table without places, indexes, Booleans and a time."""
    if os.path.exists(path):
        os.remove(path)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        piers = write_geojson(folder, 'piers', PIERS)
        run('-f', 'GPKG', path, piers, '-nln', 'piers', '-nlt', 'POINTZ')
        areas = [{**area, 'properties': {**area['properties'], 'open': bool(area['properties']['open'])}} for area in AREAS]
        mixed = write_geojson(folder, 'areas', areas)
        run('-update', path, mixed, '-nln', 'areas', '-t_srs', 'EPSG:21781', '-nlt', 'GEOMETRY')
        run('-update', path, write_geojson(folder, 'ferries', FERRIES), '-nln', 'ferries', '-dim', 'XYZM')
        notes = [feature(None, None, note='Low water', at='2026-05-01T08:30:00Z', metres=405.5)]
        table = write_geojson(folder, 'notes', notes)
        run('-update', path, table, '-nln', 'notes', '-nlt', 'NONE', '-lco', 'ASPATIAL_VARIANT=GPKG_ATTRIBUTES')


if __name__ == '__main__':
    sys.exit(main())
