<?xml version="1.0" encoding="UTF-8"?>
<map:FeatureCollection xmlns:map="urn:map" xmlns:gml="http://www.opengis.net/gml/3.2" gml:id="map">
<gml:featureMember><map:features gml:id="f1"><map:geometryProperty><gml:LineString gml:id="f1.g" srsName="urn:ogc:def:crs:EPSG::31467"><gml:posList srsDimension="3">5248809.9047 3465466.3181 408 5248820.9634 3465476.4525 408.4</gml:posList></gml:LineString></map:geometryProperty><map:kind>track</map:kind></map:features></gml:featureMember>
</map:FeatureCollection>
