const GEOJSON = `{
  "type": "FeatureCollection",
  "features": [
    { "type": "Feature", "id": "f1", "geometry": { "type": "Point", "coordinates": [8.5417, 47.3769, 408] }, "properties": { "name": "Bürkliplatz", "boats": 12, "open": true, "tags": ["pier", "city"] } },
    { "type": "Feature", "geometry": { "type": "LineString", "coordinates": [[8.5417, 47.366], [8.5631, 47.3552], [8.5859, 47.3216]] }, "properties": { "name": "Ferry", "description": "Every hour" } },
    { "type": "Feature", "geometry": { "type": "Polygon", "coordinates": [[[8.55, 47.34], [8.57, 47.34], [8.57, 47.35], [8.55, 47.35], [8.55, 47.34]], [[8.555, 47.343], [8.56, 47.343], [8.56, 47.346], [8.555, 47.343]]] }, "properties": { "name": "Bay", "depth": 134.5, "note": null } },
    { "type": "Feature", "geometry": { "type": "MultiPoint", "coordinates": [[8.6, 47.3], [8.61, 47.31]] }, "properties": { "name": "Buoys" } },
    { "type": "Feature", "geometry": null, "properties": { "name": "Nowhere" } }
  ]
}
`;

const LINES = `{"type":"Feature","geometry":{"type":"Point","coordinates":[8.5417,47.3769]},"properties":{"name":"Pier"}}
{"type":"Feature","geometry":{"type":"LineString","coordinates":[[8.5417,47.366],[8.5631,47.3552]]},"properties":{"name":"Ferry","boats":3}}
`;

/** Two squares that share a side, on a grid. */
const TOPOJSON = `{
  "type": "Topology",
  "transform": { "scale": [0.01, 0.01], "translate": [8, 47] },
  "objects": {
    "fields": {
      "type": "GeometryCollection",
      "geometries": [
        { "type": "Polygon", "arcs": [[0, 1]], "properties": { "name": "West" } },
        { "type": "Polygon", "arcs": [[-1, 2]], "id": 7, "properties": { "name": "East" } }
      ]
    },
    "trees": { "type": "Point", "coordinates": [5, 5], "properties": { "name": "Oak", "height": 12 } }
  },
  "arcs": [
    [[10, 0], [0, 10]],
    [[10, 10], [-10, 0], [0, -10], [10, 0]],
    [[10, 0], [10, 0], [0, 10], [-10, 0]]
  ]
}
`;

const GPX = `<?xml version="1.0" encoding="UTF-8"?>
<gpx version="1.1" creator="by hand" xmlns="http://www.topografix.com/GPX/1/1">
  <metadata><name>Lake</name></metadata>
  <wpt lat="47.3769" lon="8.5417"><ele>408</ele><time>2024-05-01T08:00:00Z</time><name>Bürkliplatz</name><desc>The pier</desc><sym>Anchor</sym></wpt>
  <rte><name>Ferry</name><rtept lat="47.366" lon="8.5417"/><rtept lat="47.3552" lon="8.5631"/></rte>
  <trk>
    <name>Walk</name>
    <trkseg>
      <trkpt lat="47.3561" lon="8.5361"><ele>410.5</ele><time>2024-05-01T09:00:00Z</time></trkpt>
      <trkpt lat="47.355" lon="8.537"><ele>411</ele><time>2024-05-01T09:01:30Z</time></trkpt>
    </trkseg>
    <trkseg>
      <trkpt lat="47.35" lon="8.54"><ele>409</ele><time>2024-05-01T09:30:00Z</time></trkpt>
      <trkpt lat="47.349" lon="8.541"><ele>408.2</ele><time>2024-05-01T09:31:00Z</time></trkpt>
    </trkseg>
  </trk>
</gpx>
`;

const KML = `<?xml version="1.0" encoding="UTF-8"?>
<kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2">
<Document>
  <name>Harbour</name>
  <Style id="s"><IconStyle><scale>1</scale></IconStyle></Style>
  <Folder>
    <name>Piers</name>
    <Placemark id="p1">
      <name>Bürkliplatz</name>
      <description><![CDATA[<b>Main</b> pier & kiosk]]></description>
      <TimeStamp><when>2024-05-01T08:00:00Z</when></TimeStamp>
      <styleUrl>#s</styleUrl>
      <ExtendedData><Data name="boats"><value>12</value></Data></ExtendedData>
      <Point><coordinates>8.5417,47.3769,408</coordinates></Point>
    </Placemark>
  </Folder>
  <Folder>
    <name>Areas</name>
    <Placemark>
      <name>Bay</name>
      <Polygon>
        <outerBoundaryIs><LinearRing><coordinates>
          8.55,47.34 8.57,47.34 8.57,47.35 8.55,47.35 8.55,47.34
        </coordinates></LinearRing></outerBoundaryIs>
        <innerBoundaryIs><LinearRing><coordinates>8.555,47.343 8.56,47.343 8.56,47.346 8.555,47.343</coordinates></LinearRing></innerBoundaryIs>
      </Polygon>
    </Placemark>
    <Placemark>
      <name>Ferries</name>
      <MultiGeometry>
        <LineString><coordinates>8.5417,47.366 8.5631,47.3552</coordinates></LineString>
        <LineString><coordinates>8.5631,47.3552 8.5859,47.3216</coordinates></LineString>
      </MultiGeometry>
    </Placemark>
  </Folder>
</Document>
</kml>
`;

const TCX = `<?xml version="1.0" encoding="UTF-8"?>
<TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2">
  <Activities>
    <Activity Sport="Running">
      <Id>2024-05-01T09:00:00Z</Id>
      <Lap StartTime="2024-05-01T09:00:00Z">
        <TotalTimeSeconds>90</TotalTimeSeconds>
        <Track>
          <Trackpoint><Time>2024-05-01T09:00:00Z</Time><Position><LatitudeDegrees>47.3561</LatitudeDegrees><LongitudeDegrees>8.5361</LongitudeDegrees></Position><AltitudeMeters>410.5</AltitudeMeters><HeartRateBpm><Value>120</Value></HeartRateBpm></Trackpoint>
          <Trackpoint><Time>2024-05-01T09:00:30Z</Time></Trackpoint>
          <Trackpoint><Time>2024-05-01T09:01:30Z</Time><Position><LatitudeDegrees>47.355</LatitudeDegrees><LongitudeDegrees>8.537</LongitudeDegrees></Position><AltitudeMeters>411</AltitudeMeters></Trackpoint>
        </Track>
      </Lap>
    </Activity>
  </Activities>
</TrainingCenterDatabase>
`;

const WKT = `POINT Z (8.5417 47.3769 408)
LINESTRING (8.5417 47.366, 8.5631 47.3552)
MULTIPOINT ((8.6 47.3), (8.61 47.31))
POLYGON ((8.55 47.34, 8.57 47.34, 8.57 47.35, 8.55 47.34), (8.555 47.341, 8.56 47.341, 8.56 47.343, 8.555 47.341))
GEOMETRYCOLLECTION (POINT (8.5 47.5), LINESTRING (8.5 47.5, 8.6 47.6))
`;

const IGC = `AXXXABC001
HFDTE010524
HFPLTPILOTINCHARGE:Anna Mueller
HFGTYGLIDERTYPE:ASK 21
HFGIDGLIDERID:HB-1234
I013638FXA
B1101354721564N00832125EA0158701620010
B1101404721580N00832200EA0159001625010
B1101454721601N00832290EA0159501631010
LXXXend
`;

const NMEA = `$GPRMC,120000.00,A,4722.6140,N,00832.5020,E,5.1,045.0,010524,,,A*54
$GPGGA,120000.00,4722.6140,N,00832.5020,E,1,08,0.9,408.0,M,47.0,M,,*6F
$GPRMC,120005.00,A,4722.6200,N,00832.5100,E,5.0,045.0,010524,,,A*54
$GPGGA,120005.00,4722.6200,N,00832.5100,E,1,08,0.9,408.4,M,47.0,M,,*6A
`;

const OSM = `<?xml version="1.0" encoding="UTF-8"?>
<osm version="0.6" generator="by hand">
  <node id="1" lat="47.3769" lon="8.5417"><tag k="name" v="Bürkliplatz"/><tag k="amenity" v="ferry_terminal"/></node>
  <node id="2" lat="47.34" lon="8.55"/>
  <node id="3" lat="47.34" lon="8.57"/>
  <node id="4" lat="47.35" lon="8.57"/>
  <way id="10"><nd ref="2"/><nd ref="3"/><nd ref="4"/><nd ref="2"/><tag k="natural" v="water"/><tag k="name" v="Bay"/></way>
  <way id="11"><nd ref="2"/><nd ref="4"/><tag k="highway" v="path"/></way>
</osm>
`;

const ROWS = [
  { name: 'Bürkliplatz', longitude: 8.5417, latitude: 47.3769, elevation: 408 },
  {
    name: 'Ferry',
    description: 'Every hour',
    geometry: {
      type: 'LineString',
      coordinates: [
        [8.5417, 47.366],
        [8.5631, 47.3552],
      ],
    },
  },
];

/** Of the Swiss system (EPSG:2056), in metres. */
const PROJECTED_ROWS = [
  { Name: 'Bürkliplatz', X: 2683354.5, Y: 1247250.25, stops: 4 },
  { Name: 'Uetliberg', X: 2679450, Y: 1245000 },
];

export const MAPS = {
  'geojson/kinds-hole-properties.geojson': GEOJSON,
  'geojsonl/two-features.geojsonl': LINES,
  'topojson/shared-arc-grid.topojson': TOPOJSON,
  'gpx/waypoint-route-segments-times.gpx': GPX,
  'kml/harbour-folders-hole-data.kml': KML,
  'tcx/run-with-gap.tcx': TCX,
  'wkt/kinds.wkt': WKT,
  'igc/three-fixes.igc': IGC,
  'nmea/two-positions.nmea': NMEA,
  'osm/nodes-ways.osm': OSM,
  'json/places-point-line.json': `${JSON.stringify(ROWS, null, 2)}\n`,
  'json/places-swiss-metres.json': `${JSON.stringify(PROJECTED_ROWS, null, 2)}\n`,
};
