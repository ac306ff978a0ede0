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
        mapinfo(os.path.join(SOURCES, 'mapinfo', 'two-layers-grid-kinds.mif.zip'))
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


def mapinfo(path):
    """A layer in the coordinates of the Dutch survey by MapInfo's own clause, with a date and a number of nothing; one by GDAL in UTM."""
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        mixed = [*AREAS, *FERRIES, *BUOYS, *PIERS]
        run('-f', 'MapInfo File', '-dsco', 'FORMAT=MIF', '-lco', 'ENCODING=CP1252', os.path.join(folder, 'lake.mif'), write_geojson(folder, 'lake', mixed), '-t_srs', 'EPSG:32632')
        with open(os.path.join(folder, 'Site.MIF'), 'w', encoding='cp1251', newline='\r\n') as file:
            file.write(SITE)
        with open(os.path.join(folder, 'Site.MID'), 'w', encoding='cp1251', newline='\r\n') as file:
            file.write(SITE_DATA)
        pack(path, folder, ['Site.MID', 'Site.MIF', 'lake.mid', 'lake.mif'])
        os.makedirs(os.path.join(SOURCES, 'mif'), exist_ok=True)
        os.replace(os.path.join(folder, 'Site.MIF'), os.path.join(SOURCES, 'mif', 'objects-curves-label.mif'))


SITE = """Version 300
Charset "WindowsCyrillic"
Delimiter ";"
Unique 1
Index 1
CoordSys Earth Projection 31, 109, "m", 5.3876388889, 52.156160556, 0.9999079, 155000, 463000 Bounds (0, 300000) (300000, 620000)
Columns 5
  code Integer
  name Char(40)
  built Date
  open Logical
  depth Decimal(8, 2)
Data

Region 3
  5
121000 487000
122000 487000
122000 488000
121000 488000
121000 487000
  4
121200 487200
121400 487200
121400 487400
121200 487200
  4
121300 487260
121340 487260
121340 487300
121300 487260
    Pen (1,2,0)
    Brush (2,16777215,16777215)
    Center 121500 487500
Pline Multiple 2
  2
121000 486000
121500 486500
  3
121600 486500
121700 486600
121800 486500
    Pen (2,2,255)
    Smooth
Line 120000 485000 120500 485500
    Pen (1,2,0)
Rect 119000 484000 119500 484250
    Pen (1,2,0)
    Brush (1,0,16777215)
Ellipse 118000 484000 118400 484200
Arc 117000 484000 117400 484400 0 90
    Pen (1,2,0)
Text "Old pier"
    121050 486050 121250 486150
    Font ("Arial",0,0,0)
    Angle 20
Point 121100 486100
    Symbol (34,16711680,12)
None
"""
SITE_DATA = '''1;"Гавань; ""старая""";18920501;T;3.25
2;"Линия";;F;
3;Причал;20240131;;-0.5
4;"Rect";;T;1
5;"Circle";;T;1
6;"Arc";;T;1
7;"";;;
8;"Буй";20240229;F;12
9;"Nowhere";;;
'''


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
