"""Makes the grids of heights of the corpus with GDAL (`apt-get install gdal-bin`): `python3 corpus/make/grids.py`."""

import math
import os
import struct
import subprocess
import sys
import tempfile

SOURCES = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'sources')


def height(x, y):
    """An island with a crater and a ridge, in metres; x and y from 0 to 1."""
    mountain = 900 * math.exp(-(((x - 0.4) / 0.22) ** 2 + ((y - 0.55) / 0.25) ** 2))
    crater = -350 * math.exp(-(((x - 0.4) / 0.06) ** 2 + ((y - 0.55) / 0.07) ** 2))
    ridge = 300 * math.exp(-(((x - y * 0.4 - 0.6) / 0.05) ** 2))
    return mountain + crater + ridge + 20 * math.sin(25 * x) * math.cos(21 * y) - 30


def grid(columns, rows, digits, empty):
    """Rows from the north; None where `empty` says that there is nothing."""
    return [
        [
            None if empty(column, row) else round(height((column + 0.5) / columns, (row + 0.5) / rows), digits)
            for column in range(columns)
        ]
        for row in range(rows)
    ]


def write(name, text):
    path = os.path.join(SOURCES, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, 'w', newline='') as file:
        file.write(text)
    return path


def ascii_grid(values, cell, no_data, place):
    rows = [' '.join(str(no_data if value is None else value) for value in row) for row in values]
    head = [f'ncols         {len(values[0])}', f'nrows         {len(values)}', *place, cell, f'NODATA_value  {no_data}']
    return '\r\n'.join([*head, *rows, ''])


def translate(arguments, source, target):
    os.makedirs(os.path.dirname(target), exist_ok=True)
    subprocess.run(['gdal_translate', '-q', *arguments, source, target], check=True)


def main():
    # Cells that are named by their middle, with nothing in a corner.
    corner = grid(32, 24, 1, lambda column, row: column + row < 6)
    place = ['xllcenter     2600012.5', 'yllcenter     1200012.5']
    write('asc/centres-empty-corner.asc', ascii_grid(corner, 'cellsize      25', -9999, place))
    with tempfile.TemporaryDirectory() as folder:
        source = os.path.join(folder, 'island.asc')
        with open(source, 'w') as file:
            whole = grid(48, 40, 2, lambda column, row: (column - 20) ** 2 + (row - 9) ** 2 < 9)
            file.write(ascii_grid(whole, 'cellsize 30', -32768, ['xllcorner 500000', 'yllcorner 5240000']))
        # Floating point in tiles with differences, compressed, in UTM.
        tiles = ['-ot', 'Float32', '-a_srs', 'EPSG:32632', '-co', 'TILED=YES', '-co', 'BLOCKXSIZE=16', '-co', 'BLOCKYSIZE=16']
        target = os.path.join(SOURCES, 'geotiff', 'tiles-float-predictor-utm.tif')
        translate([*tiles, '-co', 'COMPRESS=DEFLATE', '-co', 'PREDICTOR=3'], source, target)
        translate(['-of', 'GSAG'], source, os.path.join(SOURCES, 'grd', 'nodes-blank.grd'))
    # A part of a tile, in whole metres, with voids.
    tile = grid(41, 41, 0, lambda column, row: row == 40 or (column, row) == (5, 5))
    path = os.path.join(SOURCES, 'hgt', 'N47E008-part-voids.hgt')
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, 'wb') as file:
        for row in tile:
            file.write(struct.pack('>41h', *(-32768 if value is None else int(value) for value in row)))


if __name__ == '__main__':
    sys.exit(main())
