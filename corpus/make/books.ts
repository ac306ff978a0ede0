/**
 * Makes the EPUB that has what books have: a cover, parts and chapters, notes, links between chapters, a formula, a
 * drawing, a table, lists and emphasis by style sheet. Calibre's `ebook-convert`, where it is installed, makes the same
 * book in the formats of others. Run from the project's root: `node corpus/make/books.ts`.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeZip } from '../../engine/io/zip.ts';

const SOURCES = join(import.meta.dirname, '../sources');
const NAME = 'lighthouse-parts-notes-links-cover';
const COVER = readFileSync(join(SOURCES, 'jpg/grey-restart-each-row.jpg'));
const IMAGE = readFileSync(join(SOURCES, 'png/card-fading-to-transparent.png'));

const page = (title: string, body: string): string => `<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" xml:lang="en">
<head><title>${title}</title><link rel="stylesheet" type="text/css" href="../style.css"/></head>
<body>${body}</body>
</html>
`;

const CHAPTERS: Readonly<Record<string, string>> = {
  'text/cover.xhtml': page('Cover', '<div><img src="../images/cover.jpg" alt="Cover"/></div>'),
  'text/part-1.xhtml': page(
    'The coast',
    '<section><h1 id="start">Part One: The Coast</h1><p>Here the road ends.</p></section>',
  ),
  'text/1.xhtml': page(
    'Arrival',
    `<h2 id="top">Arrival</h2>
<p>The keeper said <span class="said">nothing</span>, and the door of the <em>Höllenstein</em> light stood open<a epub:type="noteref" href="notes.xhtml#n1">1</a>.</p>
<p class="centre">* * *</p>
<p>What he wrote is in <a href="2.xhtml#log">the log</a>; what he read is at <a href="https://example.org/tides?day=1&amp;port=2">the tables</a>.</p>
<p><img src="../images/card.png" alt="A card" width="40"/></p>
<ul><li>oil</li><li>wicks<ol start="3"><li>broad</li><li>narrow</li></ol></li></ul>`,
  ),
  'text/2.xhtml': page(
    'The log',
    `<h2>The Log</h2><h3 id="log">First week</h3>
<table><tr><th>Day</th><th>Wind</th></tr><tr><td>Monday</td><td>NW 7 &#8212; rain</td></tr><tr><td colspan="2">no entry</td></tr></table>
<h3 id="second">Second week</h3>
<blockquote><p>“Keep the light,” he wrote, “and the light keeps you.”</p></blockquote>
<p>The lens turns by <math xmlns="http://www.w3.org/1998/Math/MathML"><msup><mi>r</mi><mn>2</mn></msup></math> of its arm.</p>
<pre>02:10  oil   4 l
04:00  watch</pre>
<p><a href="1.xhtml#top">Back to the arrival</a></p>`,
  ),
  'text/part-2.xhtml': page('The sea', '<h1>Part Two: The Sea</h1><p>Море не спит. 海は眠らない。 البحر لا ينام.</p>'),
  'text/notes.xhtml': page(
    'Notes',
    '<section epub:type="endnotes" role="doc-endnotes"><h2>Notes</h2><aside id="n1" epub:type="footnote"><p>Built in 1871.</p></aside></section>',
  ),
};

const NAVIGATION = page(
  'Contents',
  `<nav epub:type="toc"><h1>Contents</h1><ol>
<li><a href="text/part-1.xhtml#start">Part One: The Coast</a><ol>
<li><a href="text/1.xhtml">Arrival</a></li>
<li><a href="text/2.xhtml">The Log</a><ol><li><a href="text/2.xhtml#log">First week</a></li><li><a href="text/2.xhtml#second">Second week</a></li></ol></li></ol></li>
<li><a href="text/part-2.xhtml">Part Two: The Sea</a></li>
<li><a href="text/notes.xhtml">Notes</a></li></ol></nav>`,
).replace('../style.css', 'style.css');

const names = Object.keys(CHAPTERS);
const manifest = names.map((name, index) => {
  const properties = name === 'text/2.xhtml' ? ' properties="mathml"' : '';
  return `<item id="i${index}" href="${name}" media-type="application/xhtml+xml"${properties}/>`;
});
const PACKAGE = `<?xml version="1.0" encoding="utf-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:identifier id="id">urn:isbn:9780000000002</dc:identifier><dc:title>The Keeper &amp; the Light</dc:title>
<dc:creator>Ada Quay</dc:creator><dc:creator>Jürgen Ström</dc:creator><dc:language>en-GB</dc:language>
<dc:publisher>Harbour Press</dc:publisher><dc:subject>Lighthouses</dc:subject><dc:date>2021-03-04</dc:date>
<meta property="dcterms:modified">2021-03-04T00:00:00Z</meta></metadata>
<manifest><item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
<item id="style" href="style.css" media-type="text/css"/>
<item id="cover" href="images/cover.jpg" media-type="image/jpeg" properties="cover-image"/>
<item id="card" href="images/card.png" media-type="image/png"/>
${manifest.join('\n')}</manifest>
<spine>${names.map((_, index) => `<itemref idref="i${index}"/>`).join('')}</spine></package>
`;

const text = (name: string, content: string) => ({ name, bytes: new TextEncoder().encode(content) });
const epub = writeZip([
  { ...text('mimetype', 'application/epub+zip'), stored: true },
  text(
    'META-INF/container.xml',
    '<?xml version="1.0"?><container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="OPS/package.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
  ),
  text('OPS/package.opf', PACKAGE),
  text('OPS/nav.xhtml', NAVIGATION),
  text('OPS/style.css', '.said { font-style: italic } p.centre { text-align: center; }'),
  ...names.map((name) => text(`OPS/${name}`, CHAPTERS[name]!)),
  { name: 'OPS/images/cover.jpg', bytes: COVER, stored: true },
  { name: 'OPS/images/card.png', bytes: IMAGE, stored: true },
]);

for (const format of ['epub', 'mobi', 'azw3', 'htmlz', 'txtz', 'fb2'])
  mkdirSync(join(SOURCES, format), { recursive: true });
const source = join(SOURCES, 'epub', `${NAME}.epub`);
writeFileSync(source, epub);
for (const format of ['mobi', 'azw3', 'htmlz', 'txtz', 'fb2']) {
  const options = format === 'mobi' ? ['--mobi-file-type', 'old'] : [];
  spawnSync('ebook-convert', [source, join(SOURCES, format, `${NAME}.${format}`), ...options], { stdio: 'inherit' });
}
