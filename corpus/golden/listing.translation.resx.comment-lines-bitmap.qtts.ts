<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE TS>
<TS version="2.1">
<context>
<name>Gate.Open</name>
<message>
<source>Open the gate</source>
<extracomment>Shown at the gate.</extracomment>
<translation type="unfinished"></translation>
</message>
</context>
<context>
<name>Lines</name>
<message>
<source>one
two &lt;three&gt;</source>
<translation type="unfinished"></translation>
</message>
</context>
</TS>
