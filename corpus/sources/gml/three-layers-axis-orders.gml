<?xml version="1.0" encoding="utf-8" ?>
<ogr:FeatureCollection
     gml:id="aFeatureCollection"
     xmlns:ogr="http://ogr.maptools.org/"
     xmlns:gml="http://www.opengis.net/gml/3.2">
  <gml:boundedBy><gml:Null /></gml:boundedBy>
                                                                                                                                                                                                                                                                                                                
  <ogr:featureMember>
    <ogr:piers gml:id="piers.0">
      <gml:boundedBy><gml:Envelope srsDimension="3" srsName="urn:ogc:def:crs:EPSG::4979"><gml:lowerCorner>47.3669 8.5417 408</gml:lowerCorner><gml:upperCorner>47.3669 8.5417 408</gml:upperCorner></gml:Envelope></gml:boundedBy>
      <ogr:geom><gml:Point srsName="urn:ogc:def:crs:EPSG::4979" gml:id="piers.geom.0"><gml:pos>47.3669 8.5417 408</gml:pos></gml:Point></ogr:geom>
      <ogr:name>Bürkliplatz</ogr:name>
      <ogr:boats>12</ogr:boats>
      <ogr:depth>3.25</ogr:depth>
      <ogr:opened>1892-05-01</ogr:opened>
    </ogr:piers>
  </ogr:featureMember>
  <ogr:featureMember>
    <ogr:piers gml:id="piers.1">
      <gml:boundedBy><gml:Envelope srsDimension="3" srsName="urn:ogc:def:crs:EPSG::4979"><gml:lowerCorner>47.3216 8.5859 407.5</gml:lowerCorner><gml:upperCorner>47.3216 8.5859 407.5</gml:upperCorner></gml:Envelope></gml:boundedBy>
      <ogr:geom><gml:Point srsName="urn:ogc:def:crs:EPSG::4979" gml:id="piers.geom.1"><gml:pos>47.3216 8.5859 407.5</gml:pos></gml:Point></ogr:geom>
      <ogr:name>Erlenbach</ogr:name>
      <ogr:boats>2</ogr:boats>
      <ogr:depth>2.5</ogr:depth>
      <ogr:opened>1931-07-15</ogr:opened>
    </ogr:piers>
  </ogr:featureMember>
  <ogr:featureMember>
    <ogr:piers gml:id="piers.2">
      <ogr:name>Planned</ogr:name>
      <ogr:boats xsi:nil="true"/>
      <ogr:depth xsi:nil="true"/>
      <ogr:opened xsi:nil="true"/>
    </ogr:piers>
  </ogr:featureMember>
  <ogr:featureMember>
    <ogr:areas gml:id="areas.0">
      <gml:boundedBy><gml:Envelope srsName="urn:ogc:def:crs:EPSG::25832"><gml:lowerCorner>466006.151379543 5243037.84169178</gml:lowerCorner><gml:upperCorner>467529.255879986 5245269.03248704</gml:upperCorner></gml:Envelope></gml:boundedBy>
      <ogr:geom><gml:Polygon srsName="urn:ogc:def:crs:EPSG::25832" gml:id="areas.geom.0"><gml:exterior><gml:LinearRing><gml:posList>466006.151379543 5243046.37411183 467516.986768545 5243037.84169178 467529.255879986 5245260.50054691 466018.991167602 5245269.03248704 466006.151379543 5243046.37411183</gml:posList></gml:LinearRing></gml:exterior><gml:interior><gml:LinearRing><gml:posList>466387.034088976 5243599.86854391 466390.208239683 5244155.53292616 466767.845748076 5244153.38776102 466764.707263229 5243597.72334864 466387.034088976 5243599.86854391</gml:posList></gml:LinearRing></gml:interior></gml:Polygon></ogr:geom>
      <ogr:code>9007199254740993</ogr:code>
      <ogr:open>1</ogr:open>
    </ogr:areas>
  </ogr:featureMember>
  <ogr:featureMember>
    <ogr:areas gml:id="areas.1">
      <gml:boundedBy><gml:Envelope srsName="urn:ogc:def:crs:EPSG::25832"><gml:lowerCorner>469760.425372105 5238576.64417212</gml:lowerCorner><gml:upperCorner>472038.941116137 5240795.55528038</gml:upperCorner></gml:Envelope></gml:boundedBy>
      <ogr:geom><gml:MultiSurface srsName="urn:ogc:def:crs:EPSG::25832" gml:id="areas.geom.1"><gml:surfaceMember><gml:Polygon gml:id="areas.geom.1.0"><gml:exterior><gml:LinearRing><gml:posList>469760.425372105 5238580.47447747 470516.413806108 5238576.64417212 470521.973618418 5239687.96531988 469766.127747758 5239691.79551963 469760.425372105 5238580.47447747</gml:posList></gml:LinearRing></gml:exterior></gml:Polygon></gml:surfaceMember><gml:surfaceMember><gml:Polygon gml:id="areas.geom.1.1"><gml:exterior><gml:LinearRing><gml:posList>471277.819560148 5239684.23208982 472033.665571125 5239680.59582927 472038.941116137 5240791.91912052 471283.23769111 5240795.55528038 471277.819560148 5239684.23208982</gml:posList></gml:LinearRing></gml:exterior><gml:interior><gml:LinearRing><gml:posList>471430.066609453 5239905.76156715 471432.222419876 5240350.29077391 471734.526602033 5240348.83241513 471732.393604996 5239904.30319221 471430.066609453 5239905.76156715</gml:posList></gml:LinearRing></gml:interior></gml:Polygon></gml:surfaceMember></gml:MultiSurface></ogr:geom>
      <ogr:code>2</ogr:code>
      <ogr:open>0</ogr:open>
    </ogr:areas>
  </ogr:featureMember>
  <ogr:featureMember>
    <ogr:ferries gml:id="ferries.0">
      <gml:boundedBy><gml:Envelope srsName="urn:ogc:def:crs:EPSG::3035"><gml:lowerCorner>2690799.45327495 4210776.84904966</gml:lowerCorner><gml:upperCorner>2695896.13551695 4214024.05427882</gml:upperCorner></gml:Envelope></gml:boundedBy>
      <ogr:geom><gml:LineString srsName="urn:ogc:def:crs:EPSG::3035" gml:id="ferries.geom.0"><gml:posList>2695896.13551695 4210776.84904966 2694564.88770907 4212369.65854098 2690799.45327495 4214024.05427882</gml:posList></gml:LineString></ogr:geom>
      <ogr:name>Morning</ogr:name>
    </ogr:ferries>
  </ogr:featureMember>
  <ogr:featureMember>
    <ogr:ferries gml:id="ferries.1">
      <gml:boundedBy><gml:Envelope srsName="urn:ogc:def:crs:EPSG::3035"><gml:lowerCorner>2690630.26587336 4211368.47640812</gml:lowerCorner><gml:upperCorner>2694006.57502807 4213574.48340721</gml:upperCorner></gml:Envelope></gml:boundedBy>
      <ogr:geom><gml:MultiCurve srsName="urn:ogc:def:crs:EPSG::3035" gml:id="ferries.geom.1"><gml:curveMember><gml:LineString gml:id="ferries.geom.1.0"><gml:posList>2694006.57502807 4211368.47640812 2692881.03552713 4212103.51679963</gml:posList></gml:LineString></gml:curveMember><gml:curveMember><gml:LineString gml:id="ferries.geom.1.1"><gml:posList>2691755.59912276 4212838.85248745 2690630.26587336 4213574.48340721</gml:posList></gml:LineString></gml:curveMember></gml:MultiCurve></ogr:geom>
      <ogr:name>Evening</ogr:name>
    </ogr:ferries>
  </ogr:featureMember>
</ogr:FeatureCollection>
