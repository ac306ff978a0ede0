<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
<context>
<name>gate.open</name>
<message>
<source>Open the gate</source>
<extracomment>Shown at the gate.</extracomment>
<translation>Öffne das Tor</translation>
</message>
</context>
<context>
<name>stop</name>
<message>
<source>Stop</source>
<translation>Halt</translation>
</message>
</context>
</TS>
