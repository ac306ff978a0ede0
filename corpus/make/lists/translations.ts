/** Each text of a mill's program, in German. */
const PO = `# Texts of the mill.
msgid ""
msgstr ""
"Project-Id-Version: mill 1.2\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Language: de\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

#. Shown at the gate.
#: src/gate.c:12 src/gate.c:40
msgid "Open the gate"
msgstr "Öffne das Tor"

#: src/meter.c:7
#, fuzzy, c-format
msgid "Water level: %s"
msgstr "Wasserstand: %s"

msgctxt "menu"
msgid "Open"
msgstr "Öffnen"

msgctxt "state"
msgid "Open"
msgstr "Offen"

msgid "One sack of flour"
msgid_plural "%d sacks of flour"
msgstr[0] "Ein Sack Mehl"
msgstr[1] "%d Säcke Mehl"

msgid ""
"The wheel turns.\\n"
"Say \\"stop\\" to halt it."
msgstr ""
"Das Rad dreht sich.\\n"
"Sage \\"halt\\", um es anzuhalten."

msgid "Not yet translated"
msgstr ""

#~ msgid "Gone"
#~ msgstr "Weg"
`;

const POT = `# Template.
#, fuzzy
msgid ""
msgstr ""
"Project-Id-Version: mill 1.2\\n"
"PO-Revision-Date: YEAR-MO-DA HO:MI+ZONE\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"

#. Shown at the gate.
#: src/gate.c:12
msgid "Open the gate"
msgstr ""

msgctxt "menu"
msgid "Open"
msgstr ""

msgid "One sack of flour"
msgid_plural "%d sacks of flour"
msgstr[0] ""
msgstr[1] ""
`;

const XLIFF = `<?xml version="1.0" encoding="UTF-8"?>
<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2">
  <file original="mill.resx" datatype="plaintext" source-language="en" target-language="fr">
    <body>
      <trans-unit id="1" resname="gate.open" xml:space="preserve">
        <source>Open the gate</source>
        <target state="translated">Ouvrez la porte</target>
        <note>Shown at the gate.</note>
      </trans-unit>
      <group id="g">
        <trans-unit id="meter">
          <source>Water &amp; flour: <g id="b">now</g><x id="1"/></source>
          <target state="needs-review-translation">Eau &amp; farine : <g id="b">maintenant</g><x id="1"/></target>
        </trans-unit>
      </group>
      <trans-unit id="new"><source>Not yet translated</source></trans-unit>
    </body>
  </file>
</xliff>
`;

const XLIFF_2 = `<?xml version="1.0" encoding="UTF-8"?>
<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en" trgLang="es">
  <file id="f1">
    <unit id="gate">
      <notes><note id="n1">Shown at the gate.</note></notes>
      <segment><source>Open the gate.</source><target>Abre la puerta.</target></segment>
      <ignorable><source> </source><target> </target></ignorable>
      <segment state="initial"><source>Close it at <pc id="1">night</pc>.</source><target>Ciérrala de <pc id="1">noche</pc>.</target></segment>
    </unit>
    <group id="g1"><unit id="stop"><segment><source>Stop</source></segment></unit></group>
  </file>
</xliff>
`;

const TMX = `<?xml version="1.0" encoding="UTF-8"?>
<tmx version="1.4">
  <header creationtool="by hand" creationtoolversion="1" segtype="sentence" o-tmf="none" adminlang="en" srclang="en" datatype="plaintext"/>
  <body>
    <tu tuid="gate">
      <note>Shown at the gate.</note>
      <tuv xml:lang="en"><seg>Open the gate</seg></tuv>
      <tuv xml:lang="it"><seg>Apri il cancello</seg></tuv>
    </tu>
    <tu tuid="flour">
      <tuv xml:lang="en"><seg>Flour <bpt i="1">&lt;b&gt;</bpt>fresh<ept i="1">&lt;/b&gt;</ept></seg></tuv>
      <tuv xml:lang="it"><seg>Farina fresca</seg></tuv>
    </tu>
  </body>
</tmx>
`;

const QT = `<?xml version="1.0" encoding="utf-8"?>
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
`;

const CATALOGUE = `{
  "sourceLanguage" : "en",
  "strings" : {
    "gate.open" : {
      "comment" : "Shown at the gate.",
      "localizations" : {
        "en" : { "stringUnit" : { "state" : "translated", "value" : "Open the gate" } },
        "sv" : { "stringUnit" : { "state" : "translated", "value" : "Öppna grinden" } }
      }
    },
    "Stop" : {
      "localizations" : { "sv" : { "stringUnit" : { "state" : "translated", "value" : "Stopp" } } }
    },
    "sacks %lld" : {
      "localizations" : {
        "sv" : {
          "variations" : {
            "plural" : {
              "one" : { "stringUnit" : { "state" : "translated", "value" : "%lld säck" } },
              "other" : { "stringUnit" : { "state" : "translated", "value" : "%lld säckar" } }
            }
          }
        }
      }
    },
    "Not yet" : { }
  },
  "version" : "1.0"
}
`;

const ANDROID = `<?xml version="1.0" encoding="utf-8"?>
<resources>
    <!-- Shown at the gate. -->
    <string name="gate_open">Open the gate</string>
    <string name="quotes">It\\'s \\"open\\" \\u2013 come in\\nand rest</string>
    <string name="spaces">"  two blanks  "</string>
    <string name="bold">Flour, <b>fresh</b> &amp; white</string>
    <string-array name="days">
        <item>Monday</item>
        <item>Tuesday</item>
    </string-array>
    <plurals name="sacks">
        <item quantity="one">%d sack</item>
        <item quantity="other">%d sacks</item>
    </plurals>
</resources>
`;

const APPLE = `/* Shown at the gate. */
"gate.open" = "Öffne das Tor";

/* No comment provided by engineer. */
"quotes" = "Sage \\"halt\\"\\nund warte";

// A line of its own.
"percent %@" = "Zu %@ voll; weiter = nein";
"dash" = "vorn \\U2013 hinten";
`;

const STRINGSDICT = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>sacks in the mill</key>
  <dict>
    <key>NSStringLocalizedFormatKey</key>
    <string>%#@sacks@ in the mill</string>
    <key>sacks</key>
    <dict>
      <key>NSStringFormatSpecTypeKey</key><string>NSStringPluralRuleType</string>
      <key>NSStringFormatValueTypeKey</key><string>d</string>
      <key>zero</key><string>No sacks</string>
      <key>one</key><string>%d sack</string>
      <key>other</key><string>%d sacks</string>
    </dict>
  </dict>
</dict>
</plist>
`;

const RESX = `<?xml version="1.0" encoding="utf-8"?>
<root>
  <resheader name="resmimetype"><value>text/microsoft-resx</value></resheader>
  <resheader name="version"><value>2.0</value></resheader>
  <data name="Gate.Open" xml:space="preserve">
    <value>Open the gate</value>
    <comment>Shown at the gate.</comment>
  </data>
  <data name="Lines" xml:space="preserve"><value>one
two &lt;three&gt;</value></data>
  <data name="Icon" type="System.Drawing.Bitmap, System.Drawing" mimetype="application/x-microsoft.net.object.bytearray.base64"><value>AAAA</value></data>
</root>
`;

const ARB = `{
  "@@locale": "nl",
  "gateOpen": "Open de poort",
  "@gateOpen": { "description": "Shown at the gate." },
  "hello": "Hallo {name}",
  "@hello": { "placeholders": { "name": { "type": "String" } } },
  "sacks": "{count, plural, =0{Geen zakken} one{{count} zak} other{{count} zakken}}",
  "@sacks": { "placeholders": { "count": { "type": "num" } } }
}
`;

const ROWS = [
  {
    id: 'gate.open',
    source: 'Open the gate',
    target: 'Öffne das Tor',
    note: 'Shown at the gate.',
    sourceLanguage: 'en',
    language: 'de',
  },
  { id: 'stop', source: 'Stop', target: 'Halt', sourceLanguage: 'en', language: 'de' },
];

/** A compiled catalogue, field by field: sorted by the texts, big endian. */
function compiled(pairs: readonly (readonly [string, string])[]): Uint8Array {
  const texts = [0, 1].flatMap((column) => pairs.map((pair) => Buffer.from(pair[column]!)));
  const head = Buffer.alloc(28 + 16 * pairs.length);
  for (const [index, value] of [0x950412de, 0, pairs.length, 28, 28 + 8 * pairs.length, 0, head.length].entries())
    head.writeUInt32BE(value, 4 * index);
  let at = head.length;
  for (const [index, text] of texts.entries()) {
    head.writeUInt32BE(text.length, 28 + 8 * index);
    head.writeUInt32BE(at, 32 + 8 * index);
    at += text.length + 1;
  }
  return Buffer.concat([head, ...texts.flatMap((text) => [text, Buffer.alloc(1)])]);
}

export const TRANSLATIONS = {
  'po/contexts-plurals-fuzzy-obsolete.po': PO,
  'pot/template-plural.pot': POT,
  'mo/big-endian-context-plural.mo': compiled([
    [
      '',
      'Content-Type: text/plain; charset=UTF-8\nLanguage: cs\nPlural-Forms: nplurals=3; plural=(n==1 ? 0 : n>=2 && n<=4 ? 1 : 2);\n',
    ],
    ['One sack\0%d sacks', '%d pytel\0%d pytle\0%d pytlů'],
    ['Open the gate', 'Otevři bránu'],
    ['menu\x04Open', 'Otevřít'],
  ]),
  'xliff/groups-codes-states.xlf': XLIFF,
  'xliff2/segments-notes.xlf': XLIFF_2,
  'tmx/memory-codes.tmx': TMX,
  'qtts/numerus-unfinished.ts': QT,
  'xcstrings/plural-variations.xcstrings': CATALOGUE,
  'androidstrings/escapes-arrays-plurals.xml': ANDROID,
  'applestrings/comments-escapes.strings': APPLE,
  'stringsdict/plural-forms.stringsdict': STRINGSDICT,
  'resx/comment-lines-bitmap.resx': RESX,
  'arb/plural-description.arb': ARB,
  'json/translations-two-texts.json': `${JSON.stringify(ROWS, null, 2)}\n`,
};
