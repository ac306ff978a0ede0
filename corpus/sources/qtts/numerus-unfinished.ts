<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="pl" sourcelanguage="en">
<context>
    <name>Gate</name>
    <message>
        <location filename="gate.cpp" line="12"/>
        <source>Open the gate</source>
        <extracomment>Shown at the gate.</extracomment>
        <translation>Otwórz bramę</translation>
    </message>
    <message numerus="yes">
        <source>%n sack(s)</source>
        <translation><numerusform>%n worek</numerusform><numerusform>%n worki</numerusform><numerusform>%n worków</numerusform></translation>
    </message>
    <message><source>Gone</source><translation type="vanished">Nie ma</translation></message>
</context>
<context>
    <name>Wheel</name>
    <message><source>Stop</source><translation type="unfinished"></translation></message>
    <message><source>Turn</source><translation type="unfinished">Obróć</translation></message>
</context>
</TS>
