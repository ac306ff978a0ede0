"""
Makes the maps of other programs with GDAL (`apt-get install gdal-bin python3-gdal`): `/usr/bin/python3
corpus/make/program-maps.py`.
"""

import os
import tempfile

from osgeo import gdal, ogr

from maps import AREAS, BUOYS, FERRIES, PIERS, SITE, SITE_DATA, SOURCES, feature, pack, run, write_geojson

gdal.UseExceptions()


def path_of(format, name):
    os.makedirs(os.path.join(SOURCES, format), exist_ok=True)
    return os.path.join(SOURCES, format, name)


def geodatabase(path):
    """Points with heights and a field of codes, areas in the coordinates of the Swiss survey, lines with measures in UTM, a table."""
    with tempfile.TemporaryDirectory() as folder:
        database = os.path.join(folder, 'lake.gdb')
        piers = [{**pier, 'properties': {**pier['properties'], 'season': number}} for pier, number in zip(PIERS, (1, 2, None))]
        run('-f', 'OpenFileGDB', database, write_geojson(folder, 'piers', piers), '-nln', 'piers', '-nlt', 'POINTZ')
        more = ('-update', '-f', 'OpenFileGDB', database)
        run(*more, write_geojson(folder, 'areas', AREAS), '-nln', 'areas', '-nlt', 'MULTIPOLYGON', '-t_srs', 'EPSG:21781')
        run(*more, write_geojson(folder, 'ferries', FERRIES), '-nln', 'ferries', '-nlt', 'MULTILINESTRING', '-dim', 'XYM', '-t_srs', 'EPSG:32632')
        staff = [feature(None, None, keeper='Ängström', since='2019-04-01', lamps=3), feature(None, None, keeper='Öhm', since=None, lamps=0)]
        run(*more, write_geojson(folder, 'staff', staff), '-nln', 'staff', '-nlt', 'NONE')
        opened = gdal.OpenEx(database, gdal.OF_VECTOR | gdal.OF_UPDATE)
        texts = {'1': 'open all year', '2': 'open in summer'}
        opened.AddFieldDomain(ogr.CreateCodedFieldDomain('season', 'When boats come', ogr.OFTInteger, ogr.OFSTNone, texts))
        piers = opened.GetLayerByName('piers')
        at = piers.GetLayerDefn().GetFieldIndex('season')
        season = ogr.FieldDefn('season', ogr.OFTInteger)
        season.SetDomainName('season')
        piers.AlterFieldDefn(at, season, ogr.ALTER_DOMAIN_FLAG)
        opened = piers = None
        pack(path, folder, sorted(f'lake.gdb/{name}' for name in os.listdir(database)))


RASTER = """!table
!version 300
!charset WindowsLatin1

Definition Table
  File "photo.jpg"
  Type "RASTER"
  (8.5,47.4) (0,0) Label "Pt 1",
  (8.6,47.4) (100,0) Label "Pt 2",
  (8.6,47.3) (100,100) Label "Pt 3"
  CoordSys Earth Projection 1, 104
  Units "degree"
"""


def tables(path):
    """A table in the coordinates of the Dutch survey with Cyrillic texts and a label, one in UTM, one that shows an image."""
    with tempfile.TemporaryDirectory() as folder:
        for name, text in (('site.mif', SITE), ('site.mid', SITE_DATA)):
            with open(os.path.join(folder, name), 'w', encoding='cp1251', newline='\r\n') as file:
                file.write(text)
        run('-f', 'MapInfo File', '-lco', 'ENCODING=CP1251', os.path.join(folder, 'Site.tab'), os.path.join(folder, 'site.mif'))
        mixed = write_geojson(folder, 'mixed', [*AREAS, *FERRIES, *BUOYS, *PIERS])
        run('-f', 'MapInfo File', '-lco', 'ENCODING=CP1252', os.path.join(folder, 'lake.tab'), mixed, '-t_srs', 'EPSG:32632')
        for name, text in (('photo.tab', RASTER), ('readme.txt', 'Maps of the lake.')):
            with open(os.path.join(folder, name), 'w') as file:
                file.write(text)
        endings = ('tab', 'dat', 'map', 'id')
        for name in ('lake', 'Site'):
            # As older programs name them.
            os.replace(os.path.join(folder, f'{name}.dat'), os.path.join(folder, f'{name}.DAT'))
        names = sorted(name for name in os.listdir(folder) if name.lower().split('.')[1] in (*endings, 'txt'))
        pack(path, folder, names)


# The library writes texts as they are: the chart says that they are in Latin-1.
UMLAUT = '~'
ISOLATED_NODE, CONNECTED_NODE, EDGE = 110, 120, 130
FORWARD = 1


class Chart:
    """A chart of S-57: nodes and edges, and the objects that consist of them."""

    def __init__(self, path):
        self.data = ogr.GetDriverByName('S57').CreateDataSource(path)
        self.number = 0

    def add(self, layer, geometry=None, **values):
        self.number += 1
        layer = self.data.GetLayerByName(layer)
        made = ogr.Feature(layer.GetLayerDefn())
        for name, value in values.items():
            if isinstance(value, list) and all(isinstance(each, int) for each in value):
                made.SetFieldIntegerList(layer.GetLayerDefn().GetFieldIndex(name), value)
            elif isinstance(value, list):
                made.SetFieldStringList(layer.GetLayerDefn().GetFieldIndex(name), value)
            else:
                made.SetField(name, value)
        made.SetField('RCID', self.number)
        made.SetField('RVER', 1)
        if geometry is not None:
            made.SetGeometry(ogr.CreateGeometryFromWkt(geometry))
        layer.CreateFeature(made)
        return self.number

    def primitive(self, layer, kind, geometry, **values):
        return self.add(layer, geometry, RCNM=kind, RUIN=1, **values)

    def object(self, layer, primitive, code, parts, **values):
        kinds, ids = zip(*parts)
        self.add(
            layer,
            **{'PRIM': primitive, 'GRUP': 2, 'OBJL': code, 'AGEN': 540, 'FIDN': 1000 + self.number, 'FIDS': 1},
            **{'NAME_RCNM': list(kinds), 'NAME_RCID': list(ids), 'ORNT': [FORWARD] * len(ids)},
            **{'USAG': [1 if primitive == 3 else 255] * len(ids), 'MASK': [255] * len(ids)},
            **values,
        )


def chart(path):
    """An island with its coast, soundings, a named buoy and a light."""
    with tempfile.TemporaryDirectory() as folder:
        made = Chart(os.path.join(folder, 'chart.000'))
        start = made.primitive('ConnectedNode', CONNECTED_NODE, 'POINT (8.55 47.34)')
        end = made.primitive('ConnectedNode', CONNECTED_NODE, 'POINT (8.57 47.36)')
        ends = {'NAME_RCNM_0': CONNECTED_NODE, 'NAME_RCNM_1': CONNECTED_NODE, 'TOPI_0': 1, 'TOPI_1': 2}
        ends |= {f'{name}_{end}': 255 for name in ('ORNT', 'USAG', 'MASK') for end in (0, 1)}
        south = made.primitive('Edge', EDGE, 'LINESTRING (8.56 47.335, 8.575 47.345)', NAME_RCID_0=start, NAME_RCID_1=end, **ends)
        north = made.primitive('Edge', EDGE, 'LINESTRING (8.565 47.365, 8.545 47.355)', NAME_RCID_0=end, NAME_RCID_1=start, **ends)
        depths = made.primitive('IsolatedNode', ISOLATED_NODE, 'MULTIPOINT Z (8.6 47.3 12.5, 8.61 47.31 3.2)')
        buoy = made.primitive('IsolatedNode', ISOLATED_NODE, 'POINT (8.62 47.32)')
        coast = [(EDGE, south), (EDGE, north)]
        made.object('LNDARE', 3, 71, coast, OBJNAM='Ufenau')
        made.object('COALNE', 2, 30, coast, CATCOA=4)
        made.object('SOUNDG', 1, 129, [(ISOLATED_NODE, depths)], QUASOU=['6'])
        made.object('BOYLAT', 1, 17, [(ISOLATED_NODE, buoy)], OBJNAM='Fahrwasser 3', BOYSHP=1, COLOUR=['3', '4'])
        made.object('LIGHTS', 1, 75, [(ISOLATED_NODE, buoy)], COLOUR=['3'], HEIGHT=4.5, LITCHR=2, SIGPER=5, INFORM=f'N{UMLAUT}chtlich')
        made.data = None
        with open(os.path.join(folder, 'chart.000'), 'rb') as file:
            written = file.read()
        with open(path, 'wb') as file:
            file.write(written.replace(UMLAUT.encode(), 'ä'.encode('latin-1')))


def gmt(path):
    """Polygons with a hole in UTM, as the Generic Mapping Tools have them."""
    with tempfile.TemporaryDirectory() as folder:
        run('-f', 'OGR_GMT', os.path.join(folder, 'areas.gmt'), write_geojson(folder, 'areas', AREAS), '-nlt', 'MULTIPOLYGON', '-t_srs', 'EPSG:25832')
        os.replace(os.path.join(folder, 'areas.gmt'), path)


def drawing(path):
    """A drawing of MicroStation: outlines with colours and weights, an area with a hole, labels of which one is turned, a point."""
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        written = os.path.join(folder, 'drawing.dgn')
        data = ogr.GetDriverByName('DGN').CreateDataSource(written)
        layer = data.CreateLayer('elements')
        for geometry, style, values in ELEMENTS:
            element = ogr.Feature(layer.GetLayerDefn())
            for name, value in values.items():
                element.SetField(name, value)
            element.SetGeometry(ogr.CreateGeometryFromWkt(geometry))
            if style:
                element.SetStyleString(style)
            layer.CreateFeature(element)
        data = layer = None
        with open(written, 'rb') as file:
            made = file.read()
        # In the code page of Windows.
        with open(path, 'wb') as file:
            file.write(with_fill(made.replace(UMLAUT.encode(), 'ä'.encode('latin-1')), FILLED))


FILLED = 2
SHAPE = 6


def with_fill(drawing, colour):
    """The shapes of a colour filled with it: the library writes no such linkage."""
    at, out = 0, b''
    while drawing[at : at + 2] not in (b'', b'\xff\xff'):
        size = 4 + 2 * int.from_bytes(drawing[at + 2 : at + 4], 'little')
        element = bytearray(drawing[at : at + size])
        if element[1] & 0x7F == SHAPE and element[35] == colour:
            element[2:4] = ((size - 4) // 2 + 8).to_bytes(2, 'little')
            element[33] |= 0x08
            element += bytes([0x07, 0x10, 0x41, 0x00, 0x02, 0x08, 0x01, 0x00, colour, *[0] * 7])
        out += element
        at += size
    return out + drawing[at:]


ELEMENTS = [
    ('LINESTRING (600000 5240000,600040 5240000,600040 5240012)', None, {'Level': 1, 'ColorIndex': 3, 'Weight': 4}),
    ('POLYGON ((600000 5240005,600030 5240005,600030 5240025,600000 5240025,600000 5240005))', None, {'Level': 2, 'ColorIndex': 1}),
    ('POLYGON ((600050 5240000,600060 5240000,600060 5240010,600050 5240000))', None, {'Level': 2, 'ColorIndex': FILLED}),
    ('MULTILINESTRING ((600050 5240020,600060 5240020),(600050 5240022,600060 5240022))', None, {'Level': 5}),
    ('POINT (600004 5240008)', f'LABEL(t:"Grundriss H{UMLAUT}user",s:1.5g)', {'Level': 3, 'Text': f'Grundriss H{UMLAUT}user'}),
    ('POINT (600042 5240002)', 'LABEL(t:"Weg",s:2g,a:90)', {'Level': 3, 'Text': 'Weg'}),
    ('POINT (600055 5240015)', None, {'Level': 3}),
]


def main():
    geodatabase(path_of('filegdb', 'layers-codes-grids.gdb.zip'))
    tables(path_of('maptab', 'site-lake-image.tab.zip'))
    chart(path_of('s57', 'island-soundings-buoy.000'))
    gmt(path_of('gmt', 'areas-hole-utm.gmt'))
    drawing(path_of('dgn', 'plan-labels-levels.dgn'))


if __name__ == '__main__':
    main()
