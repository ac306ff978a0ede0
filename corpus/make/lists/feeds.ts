const BOOKMARKS = `<!DOCTYPE NETSCAPE-Bookmark-file-1>
<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
<TITLE>Bookmarks</TITLE>
<H1>Bookmarks</H1>
<DL><p>
    <DT><A HREF="https://mill.example/?a=1&amp;b=2" ADD_DATE="1700000000" TAGS="water,stone">The old mill &amp; its wheel</A>
    <DD>Open on Sundays
    <DT><H3 ADD_DATE="1700000001">Valley</H3>
    <DL><p>
        <DT><A HREF="https://river.example/">River</A>
        <DT><H3>Bridges</H3>
        <DL><p>
            <DT><A HREF="https://bridge.example/stone">Stone bridge</A>
        </DL><p>
    </DL><p>
    <DT><A HREF="https://last.example/">Last</A>
</DL><p>
`;

const CHROME = `{
   "checksum": "0123456789abcdef0123456789abcdef",
   "roots": {
      "bookmark_bar": {
         "children": [ {
            "date_added": "13344473600000000", "id": "5", "name": "The old mill", "type": "url", "url": "https://mill.example/"
         }, {
            "children": [ { "date_added": "13344473660000000", "id": "7", "name": "River", "type": "url", "url": "https://river.example/" } ],
            "id": "6", "name": "Valley", "type": "folder"
         } ],
         "id": "1", "name": "Bookmarks bar", "type": "folder"
      },
      "other": { "children": [ { "id": "8", "name": "Elsewhere", "type": "url", "url": "https://else.example/" } ], "id": "2", "name": "Other bookmarks", "type": "folder" },
      "synced": { "children": [  ], "id": "3", "name": "Mobile bookmarks", "type": "folder" }
   },
   "version": 1
}
`;

const XBEL = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE xbel PUBLIC "+//IDN python.org//DTD XML Bookmark Exchange Language 1.0//EN//XML" "http://pyxml.sourceforge.net/topics/dtds/xbel.dtd">
<xbel version="1.0">
  <title>Places</title>
  <bookmark href="https://mill.example/?a=1&amp;b=2" added="2023-11-14T22:13:20Z"><title>The old mill</title><desc>Open on Sundays</desc></bookmark>
  <folder>
    <title>Valley</title>
    <bookmark href="https://river.example/"><title>River</title></bookmark>
  </folder>
</xbel>
`;

const HOTLIST = `Opera Hotlist version 2.0
Options: encoding = utf8, version=3

#URL
	ID=11
	NAME=The old mill
	URL=https://mill.example/
	CREATED=1700000000
	DESCRIPTION=Open on Sundays

#FOLDER
	ID=12
	NAME=Valley

#URL
	NAME=River
	URL=https://river.example/

-

`;

const RSS = `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/">
  <channel>
    <title>News of the mill</title>
    <link>https://mill.example/</link>
    <description>What happens at the mill</description>
    <item>
      <title>The wheel turns again</title>
      <link>https://mill.example/wheel</link>
      <guid isPermaLink="false">mill-1</guid>
      <pubDate>Tue, 14 Nov 2023 22:13:20 GMT</pubDate>
      <dc:creator>Anna Müller</dc:creator>
      <category>wheel</category>
      <category>repair</category>
      <description>It was repaired.</description>
      <content:encoded><![CDATA[<p>It was <b>repaired</b> &amp; painted.</p>]]></content:encoded>
      <enclosure url="https://mill.example/wheel.mp3" length="12345" type="audio/mpeg"/>
    </item>
    <item><title>Flour for sale</title><link>https://mill.example/flour</link></item>
  </channel>
</rss>
`;

const ATOM = `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
  <title>News of the mill</title>
  <id>urn:mill</id>
  <updated>2023-11-15T08:00:00Z</updated>
  <entry>
    <title type="html">The wheel turns &amp;amp; turns</title>
    <id>urn:mill:1</id>
    <link rel="alternate" href="https://mill.example/wheel"/>
    <link rel="enclosure" href="https://mill.example/wheel.mp3"/>
    <published>2023-11-14T22:13:20Z</published>
    <updated>2023-11-15T08:00:00Z</updated>
    <author><name>Anna Müller</name></author>
    <category term="wheel"/>
    <summary>It was repaired.</summary>
    <content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">It was <b>repaired</b>.</div></content>
  </entry>
</feed>
`;

const JSON_FEED = `{
  "version": "https://jsonfeed.org/version/1.1",
  "title": "News of the mill",
  "home_page_url": "https://mill.example/",
  "items": [
    {
      "id": "mill-1",
      "url": "https://mill.example/wheel",
      "title": "The wheel turns again",
      "summary": "It was repaired.",
      "content_html": "<p>It was <b>repaired</b>.</p>",
      "date_published": "2023-11-14T23:13:20+01:00",
      "authors": [{ "name": "Anna Müller" }],
      "tags": ["wheel", "repair"]
    },
    { "id": "mill-2", "url": "https://mill.example/flour", "content_text": "Flour for sale" }
  ]
}
`;

const ROWS = [
  {
    title: 'The old mill',
    url: 'https://mill.example/',
    folder: 'Valley',
    added: '2023-11-14T22:13:20Z',
    description: 'Open on Sundays',
  },
  { title: 'River', url: 'https://river.example/', folder: 'Valley' },
];

export const FEEDS = {
  'bookmarks/folders-tags-note.html': BOOKMARKS,
  'chromebookmarks/bar-folder-other.json': CHROME,
  'xbel/folder-times.xbel': XBEL,
  'adr/folder.adr': HOTLIST,
  'rss/contents-categories-enclosure.rss': RSS,
  'atom/xhtml-enclosure.atom': ATOM,
  'jsonfeed/two-items.json': JSON_FEED,
  'url/page.url':
    '[DEFAULT]\r\nBASEURL=https://mill.example/\r\n[InternetShortcut]\r\nURL=https://mill.example/?a=1&b=2\r\nIconIndex=0\r\n',
  'desktop/page.desktop':
    '[Desktop Entry]\nType=Link\nName=The old mill\nComment=Open on Sundays\nURL=https://mill.example/\nIcon=text-html\n',
  'webloc/page.webloc': `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0"><dict><key>URL</key><string>https://mill.example/?a=1&amp;b=2</string></dict></plist>
`,
  'json/links-two-in-a-folder.json': `${JSON.stringify(ROWS, null, 2)}\n`,
};
