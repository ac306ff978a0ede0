#!/bin/sh
# Makes the archive sources of the corpus that common programs write: GNU tar, 7-Zip, gzip, bzip2, xz, zstd, lz4, binutils
# and dpkg. In them is what must survive: a program with its executable bit, a link, an empty folder, names in other
# scripts, old times, and a name of more than a hundred letters.
# Usage: sh corpus/make/archives.sh corpus/sources
set -eu
out=$(realpath "${1:?target directory}")
export TZ=UTC
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
for format in zip 7z tar tgz tbz2 txz tzst tlz gz bz2 xz zst lz4 lzma wim zipx jar apk xpi ar deb cbz cbt cb7; do mkdir -p "$out/$format"; done

tree=$work/tree
mkdir -p "$tree/bin" "$tree/empty" "$tree/docs"
printf '#!/bin/sh\necho "Hello from an archive."\n' > "$tree/bin/run.sh"; chmod 755 "$tree/bin/run.sh"
ln -s run.sh "$tree/bin/start"
printf 'name;size\nthree;3\ntwelve;12\n' > "$tree/docs/table.csv"
printf 'Grüße, 世界!\n' > "$tree/docs/Größe 日本.txt"
: > "$tree/docs/nothing.txt"
long=$(printf 'a-long-name-%.0s' 1 2 3 4 5 6 7 8 9 10)
printf 'long\n' > "$tree/docs/$long.txt"
i=0; while [ $i -lt 200 ]; do echo "line $i of a text that packs well"; i=$((i + 1)); done > "$tree/lines.txt"
chmod 644 "$tree"/docs/* "$tree/lines.txt"; chmod 600 "$tree/docs/table.csv"; chmod 755 "$tree" "$tree/bin" "$tree/docs" "$tree/empty"
find "$tree" -exec touch -h -d '2021-03-04 05:06:08' {} +
touch -d '1999-12-31 23:59:58' "$tree/docs/table.csv"

name=modes-links-unicode-empty-folder
# Without names of people, and in one order, the same tree gives the same bytes.
plain="--owner=0 --group=0 --numeric-owner --sort=name"
tar -C "$tree" $plain --format=gnu -cf "$out/tar/gnu-$name.tar" .
tar -C "$tree" $plain --format=posix --pax-option=exthdr.name=%d/PaxHeaders/%f,delete=atime,delete=ctime -cf "$work/pax.tar" .
cp "$work/pax.tar" "$out/tar/pax-$name.tar"
gzip -n9c "$work/pax.tar" > "$out/tgz/$name.tgz"
bzip2 -9c "$work/pax.tar" > "$out/tbz2/$name.tbz2"
xz -6c "$work/pax.tar" > "$out/txz/$name.txz"
zstd -q -19 -c "$work/pax.tar" > "$out/tzst/$name.tzst"
xz --format=lzma -6c "$work/pax.tar" > "$out/tlz/$name.tlz"
(cd "$tree" && 7z a -bso0 -snl -mtm=on -t7z "$out/7z/$name.7z" .)
(cd "$tree" && 7z a -bso0 -snl -t7z -pAthanor -mhe=on "$out/7z/encrypted-names.7z" lines.txt docs)
(cd "$tree" && 7z a -bso0 -snl -tzip "$out/zip/$name.zip" .)
(cd "$tree" && 7z a -bso0 -tzip -pAthanor -mem=AES256 "$out/zip/encrypted-aes.zip" lines.txt docs)
(cd "$tree" && 7z a -bso0 -tzip -mm=BZip2 "$out/zipx/bzip2-and-lzma.zipx" lines.txt && 7z a -bso0 -tzip -mm=LZMA "$out/zipx/bzip2-and-lzma.zipx" docs)
(cd "$tree" && 7z a -bso0 -twim "$out/wim/folders-and-times.wim" lines.txt docs empty)

touch -d '2021-03-04 05:06:08' "$work/"*
(cd "$tree" && gzip -k9c lines.txt > "$out/gz/with-name-and-time.txt.gz")
bzip2 -9c "$tree/lines.txt" > "$out/bz2/lines.txt.bz2"
(xz -c "$tree/lines.txt"; xz -c "$tree/docs/table.csv") > "$out/xz/two-streams.txt.xz"
xz --format=lzma -c "$tree/lines.txt" > "$out/lzma/lines.txt.lzma"
zstd -q -c "$tree/lines.txt" > "$out/zst/lines.txt.zst"
(lz4 -q -BX -c "$tree/lines.txt"; lz4 -q -c "$tree/docs/table.csv") > "$out/lz4/two-frames-block-checksums.txt.lz4"

mkdir -p "$work/jar/META-INF" "$work/apk" "$work/xpi/META-INF"
printf 'Manifest-Version: 1.0\r\nMain-Class: Hello\r\n\r\n' > "$work/jar/META-INF/MANIFEST.MF"
printf 'not a class\n' > "$work/jar/Hello.class"
printf 'not a manifest\n' > "$work/apk/AndroidManifest.xml"; printf 'not code\n' > "$work/apk/classes.dex"
printf '<RDF/>\n' > "$work/xpi/install.rdf"; printf '{}\n' > "$work/xpi/META-INF/x.json"
find "$work/jar" "$work/apk" "$work/xpi" -exec touch -d '2021-03-04 05:06:08' {} +
(cd "$work/jar" && 7z a -bso0 -tzip "$out/jar/manifest.jar" .)
(cd "$work/apk" && 7z a -bso0 -tzip "$out/apk/manifest-and-code.apk" .)
(cd "$work/xpi" && 7z a -bso0 -tzip "$out/xpi/install-rdf.xpi" .)

(cd "$tree" && ar rcDS "$out/ar/long-names.a" lines.txt docs/table.csv "docs/$long.txt") && mv "$out/ar/long-names.a" "$out/ar/long-names.ar"
mkdir -p "$work/deb/DEBIAN" "$work/deb/usr/bin"
printf 'Package: hello\nVersion: 1.0\nArchitecture: all\nMaintainer: Nobody <nobody@example.org>\nDescription: says hello\n' > "$work/deb/DEBIAN/control"
cp -p "$tree/bin/run.sh" "$work/deb/usr/bin/hello"
find "$work/deb" -exec touch -d '2021-03-04 05:06:08' {} +
SOURCE_DATE_EPOCH=1614834368 dpkg-deb --root-owner-group -Zxz -b "$work/deb" "$out/deb/control-and-program.deb" > /dev/null

comic=$work/comic
mkdir -p "$comic"
cp "$out/jpg/orientation-6-exif.jpg" "$comic/page 10.jpg"
cp "$out/jpg/grey-restart-each-row.jpg" "$comic/page 2.jpg"
cp "$out/png/flat-shapes-and-letters.png" "$comic/page 1.png"
printf '<?xml version="1.0"?>\n<ComicInfo><Title>Three pages</Title><PageCount>3</PageCount></ComicInfo>\n' > "$comic/ComicInfo.xml"
find "$comic" -exec touch -d '2021-03-04 05:06:08' {} +
(cd "$comic" && 7z a -bso0 -tzip "$out/cbz/pages-in-natural-order.cbz" .)
(cd "$comic" && 7z a -bso0 -t7z "$out/cb7/pages-in-natural-order.cb7" .)
tar -C "$comic" $plain --format=gnu -cf "$out/cbt/pages-in-natural-order.cbt" .
