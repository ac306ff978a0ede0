<?xml version="1.0" encoding="UTF-8"?>
<map:FeatureCollection xmlns:map="urn:map" xmlns:gml="http://www.opengis.net/gml/3.2" gml:id="map">
<gml:featureMember><map:features gml:id="f1"><map:geometryProperty><gml:LineString gml:id="f1.g" srsName="urn:ogc:def:crs:EPSG::31467"><gml:posList srsDimension="3">5246499.9055 3465029.6527 410.5 5246377.2061 3465096.9209 411</gml:posList></gml:LineString></map:geometryProperty><map:name>2024-05-01T09:00:00Z</map:name><map:kind>track</map:kind><map:sport>Running</map:sport></map:features></gml:featureMember>
</map:FeatureCollection>
