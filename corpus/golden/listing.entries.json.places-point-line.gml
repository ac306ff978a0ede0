<?xml version="1.0" encoding="UTF-8"?>
<map:FeatureCollection xmlns:map="urn:map" xmlns:gml="http://www.opengis.net/gml/3.2" gml:id="map">
<gml:featureMember><map:features gml:id="f1"><map:geometryProperty><gml:Point gml:id="f1.g" srsName="urn:ogc:def:crs:EPSG::4326"><gml:pos srsDimension="3">47.3769 8.5417 408</gml:pos></gml:Point></map:geometryProperty><map:name>Bürkliplatz</map:name></map:features></gml:featureMember>
<gml:featureMember><map:features gml:id="f2"><map:geometryProperty><gml:LineString gml:id="f2.g" srsName="urn:ogc:def:crs:EPSG::4326"><gml:posList>47.366 8.5417 47.3552 8.5631</gml:posList></gml:LineString></map:geometryProperty><map:name>Ferry</map:name><map:description>Every hour</map:description></map:features></gml:featureMember>
</map:FeatureCollection>
