<?xml version="1.0" encoding="UTF-8"?>
<map:FeatureCollection xmlns:map="urn:map" xmlns:gml="http://www.opengis.net/gml/3.2" gml:id="map">
<gml:featureMember><map:features gml:id="f1"><map:geometryProperty><gml:Point gml:id="f1.g" srsName="urn:ogc:def:crs:EPSG::31467"><gml:pos srsDimension="3">5248809.9047 3465466.3181 408</gml:pos></gml:Point></map:geometryProperty><map:name>Bürkliplatz</map:name></map:features></gml:featureMember>
<gml:featureMember><map:features gml:id="f2"><map:geometryProperty><gml:LineString gml:id="f2.g" srsName="urn:ogc:def:crs:EPSG::31467"><gml:posList>5247598.0646 3465459.1957 5246388.0667 3467068.9192</gml:posList></gml:LineString></map:geometryProperty><map:name>Ferry</map:name><map:description>Every hour</map:description></map:features></gml:featureMember>
</map:FeatureCollection>
