const M3U = `#EXTM3U
#PLAYLIST:Evening at the mill
#EXTINF:213,Anna Müller - Wheel Song
music/wheel song.flac
#EXTINF:-1,Radio of the valley
https://radio.example/stream?id=7&q=high

music/plain.mp3
`;

const PLS = `[playlist]
File1=music/wheel.ogg
Title1=Wheel Song
Length1=213
File2=https://radio.example/stream
Title2=Radio of the valley
Length2=-1
NumberOfEntries=2
Version=2
`;

const XSPF = `<?xml version="1.0" encoding="UTF-8"?>
<playlist version="1" xmlns="http://xspf.org/ns/0/">
  <title>Evening at the mill</title>
  <trackList>
    <track>
      <location>file:///music/wheel%20song.flac</location>
      <title>Wheel Song</title>
      <creator>Anna Müller</creator>
      <album>Water &amp; Stone</album>
      <duration>213400</duration>
      <image>https://covers.example/wheel.png</image>
      <annotation>Recorded outdoors</annotation>
    </track>
    <track><location>https://radio.example/stream?id=7&amp;q=high</location><title>Radio</title></track>
  </trackList>
</playlist>
`;

const JSPF = `{
  "playlist": {
    "title": "Evening at the mill",
    "track": [
      { "location": ["file:///music/wheel.flac"], "title": "Wheel Song", "creator": "Anna Müller", "album": "Water & Stone", "duration": 213400 },
      { "location": ["https://radio.example/stream"], "title": "Radio" }
    ]
  }
}
`;

const WPL = `<?wpl version="1.0"?>
<smil>
  <head><meta name="Generator" content="by hand"/><title>Evening at the mill</title></head>
  <body>
    <seq>
      <media src="music\\wheel song.wma"/>
      <media src="music\\rain &amp; sun.wma"/>
    </seq>
  </body>
</smil>
`;

const ASX = `<ASX Version="3.0">
  <Title>Evening at the mill</Title>
  <Entry>
    <Title>Wheel Song</Title>
    <Author>Anna Müller</Author>
    <Abstract>Recorded outdoors</Abstract>
    <Duration value="00:03:33.400"/>
    <Ref href="https://media.example/wheel.wma?a=1&amp;b=2"/>
  </Entry>
  <entry><ref HREF="https://radio.example/live.asf"/></entry>
</ASX>
`;

const CUE = `REM GENRE Folk
PERFORMER "Anna Müller"
TITLE "Water & Stone"
FILE "water and stone.wav" WAVE
  TRACK 01 AUDIO
    TITLE "Wheel Song"
    INDEX 01 00:00:00
  TRACK 02 AUDIO
    TITLE "Rain"
    PERFORMER "Guests"
    INDEX 00 03:31:50
    INDEX 01 03:33:30
`;

const ROWS = [
  { title: 'Wheel Song', artist: 'Anna Müller', album: 'Water & Stone', duration: 213, location: 'music/wheel.flac' },
  { title: 'Rain', artist: 'Guests', duration: 187, location: 'music/rain.flac' },
];

export const PLAYLISTS = {
  'm3u/extended-stream-plain.m3u8': M3U,
  'pls/two-tracks.pls': PLS,
  'xspf/all-fields.xspf': XSPF,
  'jspf/two-tracks.jspf': JSPF,
  'wpl/two-tracks.wpl': WPL,
  'asx/any-case.asx': ASX,
  'cue/disc-two-performers.cue': CUE,
  'json/playlist-two-tracks.json': `${JSON.stringify(ROWS, null, 2)}\n`,
};
