<?xml version="1.0" encoding="UTF-8"?>
<map:FeatureCollection xmlns:map="urn:map" xmlns:gml="http://www.opengis.net/gml/3.2" gml:id="map">
<gml:featureMember><map:features gml:id="f1"><map:geometryProperty><gml:Point gml:id="f1.g" srsName="urn:ogc:def:crs:EPSG::4326"><gml:pos>47.370819688 8.542245113</gml:pos></gml:Point></map:geometryProperty><map:name>Bürkliplatz</map:name><map:stops>4</map:stops></map:features></gml:featureMember>
<gml:featureMember><map:features gml:id="f2"><map:geometryProperty><gml:Point gml:id="f2.g" srsName="urn:ogc:def:crs:EPSG::4326"><gml:pos>47.351064407 8.490156425</gml:pos></gml:Point></map:geometryProperty><map:name>Uetliberg</map:name></map:features></gml:featureMember>
</map:FeatureCollection>
