"""Makes the GeoParquet file of the corpus (`pip install pyarrow pyproj shapely`): `python3 corpus/make/geoparquet.py`."""

import datetime
import json
import os

import pyarrow
import pyarrow.parquet
import pyproj
import shapely
from maps import AREAS, BUOYS, FERRIES, PIERS, SOURCES, feature
from shapely.geometry import shape
from shapely.ops import transform

UTM = 'EPSG:25832'
MIXED = feature(
    'GeometryCollection',
    [],
    name='Regatta',
)
MIXED['geometry'] = {
    'type': 'GeometryCollection',
    'geometries': [
        {'type': 'Point', 'coordinates': [8.58, 47.34]},
        {'type': 'LineString', 'coordinates': [[8.58, 47.34], [8.59, 47.33]]},
    ],
}


def placed(geometry, system):
    if geometry is None:
        return None
    project = pyproj.Transformer.from_crs('EPSG:4326', system, always_xy=True).transform
    return transform(project, shape(geometry))


def wkb(geometries):
    return [None if each is None else shapely.to_wkb(each, output_dimension=3, flavor='iso') for each in geometries]


def write(path):
    """Kinds of geometries in UTM, heights, nothing, the boxes of an index, a second column of geometries, a list and a moment."""
    features = [*PIERS, *AREAS, *FERRIES, *BUOYS, MIXED]
    geometries = [placed(each['geometry'], UTM) for each in features]
    boxes = [None if each is None else dict(zip(('xmin', 'ymin', 'xmax', 'ymax'), each.bounds)) for each in geometries]
    columns = {
        'name': [each['properties'].get('name') for each in features],
        'boats': pyarrow.array([each['properties'].get('boats') for each in features], pyarrow.int16()),
        'depth': pyarrow.array([each['properties'].get('depth') for each in features], pyarrow.float32()),
        'code': pyarrow.array([each['properties'].get('code') for each in features], pyarrow.int64()),
        'tags': pyarrow.array([['pier', 'city'], [], *[None] * (len(features) - 2)], pyarrow.list_(pyarrow.string())),
        'seen': pyarrow.array(
            [datetime.datetime(2024, 5, 1, 8, 30, tzinfo=datetime.timezone.utc), *[None] * (len(features) - 1)],
            pyarrow.timestamp('ms', 'UTC'),
        ),
        'place': pyarrow.array(wkb(geometries), pyarrow.binary()),
        'middle': pyarrow.array(wkb([each and each.centroid for each in geometries]), pyarrow.binary()),
        'bbox': pyarrow.array(boxes, pyarrow.struct([(name, pyarrow.float64()) for name in ('xmin', 'ymin', 'xmax', 'ymax')])),
    }
    crs = pyproj.CRS(UTM).to_json_dict()
    for name in ('area', 'bbox', 'scope', '$schema'):
        crs.pop(name, None)
    covering = {'bbox': {name: ['bbox', name] for name in ('xmin', 'ymin', 'xmax', 'ymax')}}
    geo = {
        'version': '1.1.0',
        'primary_column': 'place',
        'columns': {
            'place': {'encoding': 'WKB', 'geometry_types': [], 'crs': crs, 'covering': covering},
            'middle': {'encoding': 'WKB', 'geometry_types': ['Point'], 'crs': crs},
        },
    }
    table = pyarrow.table(columns)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with pyarrow.parquet.ParquetWriter(path, table.schema, compression='zstd', store_schema=False) as writer:
        writer.write_table(table)
        writer.add_key_value_metadata({'geo': json.dumps(geo)})


if __name__ == '__main__':
    write(os.path.join(SOURCES, 'geoparquet', 'utm-index-two-geometries.geoparquet'))
