/** UTF-16, little endian, as exports write it. */
function hexOf(text: string): string {
  return [...Buffer.from(text, 'utf16le')].map((byte) => byte.toString(16).padStart(2, '0')).join(',');
}

const ARFF = `% Measurements at the mill.
@relation 'mill water'
@attribute day DATE "yyyy-MM-dd"
@attribute 'water level' NUMERIC
@attribute wind {calm, fresh, 'very strong'}
@attribute note STRING
@data
2024-05-01, 1.25, calm, 'it\\'s dry, still'
2024-05-02, ?, 'very strong', "rain"
{0 2024-05-03, 2 fresh}
`;

const LDIF = `version: 1
# The people of the mill.
dn: cn=Anna Mueller,ou=People,dc=mill,dc=example
objectClass: top
objectClass: person
cn: Anna Mueller
cn:: QW5uYSBNw7xsbGVy
description: A long text that goes on
  in the next line
jpegPhoto:: /9j/4AAQ

dn: ou=People,dc=mill,dc=example
objectClass: organizationalUnit
ou: People
seeAlso:< file:///etc/passwd
`;

const REG = `Windows Registry Editor Version 5.00\r
\r
; The settings of the mill.\r
[HKEY_CURRENT_USER\\Software\\Mill]\r
@="default"\r
"Path"="C:\\\\Mill \\"old\\""\r
"Level"=dword:0000002a\r
"Home"=hex(2):${hexOf('%USERPROFILE%\0')}\r
"Names"=hex(7):${hexOf('Anna\0Bert\0\0')}\r
"Raw"=hex:01,02,\\\r
  ff\r
"Old"=-\r
\r
[-HKEY_CURRENT_USER\\Software\\Gone]\r
`;

const pieces = Buffer.from([...Array(20).keys()].map((index) => 200 + index));

const ROWS = {
  translations:
    'id,source,target,note,language\ngate.open,Open the gate,Öffne das Tor,"Shown, at the gate.",de\nstop,Stop,Halt,,de\n',
  playlist:
    'title,artist,duration,location\nWheel Song,Anna Müller,213,music/wheel.flac\nRain,Guests,187,music/rain.flac\n',
  links:
    'title,url,folder,added\nThe old mill,https://mill.example/,Valley,2023-11-14T22:13:20Z\nRiver,https://river.example/,Valley,\n',
  palette: 'name,colour\nSky blue,#4080ff\nSun,#ffc000\n',
  places:
    'name,longitude,latitude,description\nBürkliplatz,8.5417,47.3769,The pier\nUetliberg,8.4915,47.3495,"A hill, 870 m"\n',
} as const;

export const DATA = {
  'arff/dates-quotes-sparse.arff': ARFF,
  'ldif/lists-base64-folded.ldif': LDIF,
  'reg/kinds-deleted.reg': REG,
  'torrent/one-file.torrent': Buffer.concat([
    Buffer.from('d8:announce29:udp://tracker.example:80/mill13:creation datei1700000000e4:infod6:lengthi40000e4:name'),
    Buffer.from('9:müll.txt'),
    Buffer.from('12:piece lengthi32768e6:pieces20:'),
    pieces,
    Buffer.from('ee'),
  ]),
  ...Object.fromEntries(Object.entries(ROWS).map(([name, text]) => [`csv/${name}-as-rows.csv`, text])),
};
