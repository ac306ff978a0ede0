#!/bin/sh
# Makes the audio and video sources of the corpus with FFmpeg 5.1 or newer: moving test pictures, and a sweep that
# rises on the left and falls on the right, so that a lost, swapped, shifted or cut channel shows.
# The encoder of VP8 at realtime is not deterministic: a second run gives other bytes of the same film.
# Usage: sh corpus/make/media.sh corpus/sources
set -eu
out=${1:?target directory}
ff() { ffmpeg -hide_banner -loglevel error -y -fflags +bitexact "$@"; }
exact='-fflags +bitexact -flags:v +bitexact -flags:a +bitexact -map_chapters -1'
sweep='aevalsrc=0.4*sin(2*PI*(300*t+200*t*t))|0.3*sin(2*PI*(1500*t-250*t*t)):d=1:s=44100'
mono='aevalsrc=0.4*sin(2*PI*(300*t+200*t*t)):d=1:s=48000'
surround='aevalsrc=0.2*sin(2*PI*300*t)|0.2*sin(2*PI*400*t)|0.2*sin(2*PI*500*t)|0.1*sin(2*PI*60*t)|0.2*sin(2*PI*700*t)|0.2*sin(2*PI*800*t):d=0.5:s=48000:c=5.1'
picture='testsrc2=s=160x120:r=25:d=1'
tags='-metadata title=Sweep -metadata artist=Athanor -metadata album=Corpus -metadata track=3 -metadata genre=Test -metadata date=2026'
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT

ff -f lavfi -i "mandelbrot=s=64x64" -frames:v 1 -q:v 4 $exact "$work/cover.jpg"
ff -f lavfi -i "$sweep" $tags $exact "$out/wav/sweep-stereo-16bit-tags.wav"
ff -f lavfi -i "$mono" -c:a pcm_s24le $exact "$out/wav/sweep-mono-24bit.wav"
ff -f lavfi -i "$surround" $exact -c:a flac "$out/flac/surround-5.1.flac"
wav="$out/wav/sweep-stereo-16bit-tags.wav"
ff -i "$wav" -i "$work/cover.jpg" -map 0 -map 1 -c:v copy -id3v2_version 3 -disposition:v attached_pic $exact -b:a 96k "$out/mp3/sweep-tags-cover.mp3"
ff -i "$out/wav/sweep-mono-24bit.wav" $tags -c:a flac $exact "$out/flac/sweep-mono-24bit-tags.flac"
ff -i "$wav" -i "$work/cover.jpg" -map 0 -map 1 -c:v copy -disposition:v attached_pic -c:a flac $exact "$out/flac/sweep-stereo-tags-cover.flac"
ff -i "$wav" -c:a libvorbis -q:a 4 $exact "$out/ogg/sweep-vorbis-tags.ogg"
ff -i "$wav" -c:a libopus -b:a 64k $exact "$out/opus/sweep-opus-tags.opus"
ff -i "$wav" -i "$work/cover.jpg" -map 0 -map 1 -c:v copy -disposition:v attached_pic -c:a aac -b:a 96k $exact "$out/m4a/sweep-aac-tags-cover.m4a"
ff -i "$wav" -c:a alac $exact "$out/m4a/sweep-alac.m4a"

h264='-c:v libx264 -preset veryfast -crf 28 -g 10 -pix_fmt yuv420p -threads 1'
printf '1\n00:00:00,100 --> 00:00:00,500\nFirst cue\n\n2\n00:00:00,600 --> 00:00:00,900\nSecond <i>cue</i>\n' > "$work/cues.srt"
ff -f lavfi -i "$picture" -i "$wav" -map_metadata 1 $h264 -c:a aac -b:a 96k $exact "$out/mp4/h264-aac-tags.mp4"
ff -f lavfi -i "$picture" $h264 $exact "$out/mp4/h264-without-audio.mp4"
ff -i "$out/mp4/h264-aac-tags.mp4" -c copy -metadata:s:v:0 rotate=90 $exact "$out/mp4/h264-rotated-90.mp4"
ff -i "$out/mp4/h264-aac-tags.mp4" -i "$out/wav/sweep-mono-24bit.wav" -map 0:v -map 0:a -map 1:a -c copy -c:a:1 aac -b:a:1 48k \
  -metadata:s:a:0 language=eng -metadata:s:a:1 language=deu $exact "$out/mp4/h264-two-audio-languages.mp4"
ff -i "$out/mp4/h264-aac-tags.mp4" -i "$work/cues.srt" -map 0 -map 1 -c copy -c:s mov_text -metadata:s:s:0 language=eng $exact "$out/mp4/h264-aac-subtitles.mp4"
ff -i "$out/mp4/h264-aac-tags.mp4" -c copy $exact "$out/mov/h264-aac-tags.mov"
ff -f lavfi -i "$picture" -i "$wav" -c:v mjpeg -q:v 8 -c:a pcm_s16le -t 0.6 $exact "$out/mov/mjpeg-pcm.mov"
ff -i "$out/mp4/h264-aac-tags.mp4" -i "$work/cues.srt" -map 0 -map 1 -c copy -metadata:s:s:0 language=eng $exact "$out/mkv/h264-aac-subtitles.mkv"
ff -f lavfi -i "$picture" -i "$wav" -c:v mpeg4 -q:v 6 -c:a flac $exact "$out/mkv/mpeg4-flac.mkv"
ff -f lavfi -i "$picture" -i "$wav" -map_metadata 1 -c:v libvpx -deadline realtime -cpu-used 8 -b:v 300k -c:a libvorbis -q:a 3 $exact "$out/webm/vp8-vorbis.webm"
ff -f lavfi -i "$picture" -i "$wav" -c:v libvpx-vp9 -deadline realtime -cpu-used 8 -crf 36 -b:v 0 -c:a libopus -b:a 64k $exact "$out/webm/vp9-opus.webm"

small='testsrc2=s=96x72:r=10:d=0.8'
ff -f lavfi -i "$small" -filter_complex 'split[a][b];[a]palettegen=stats_mode=diff[p];[b][p]paletteuse' -loop 0 $exact "$out/gif/test-card-animated.gif"
ff -f lavfi -i 'color=c=black@0.0:s=61x45:r=10:d=0.6,format=rgba' -f lavfi -i 'color=c=red:s=20x20:r=10:d=0.6,format=rgba' \
  -filter_complex '[0][1]overlay=x=t*60:y=10:format=auto,split[a][b];[a]palettegen=reserve_transparent=1[p];[b][p]paletteuse' \
  -loop 0 $exact "$out/gif/square-on-transparent-odd-size.gif"
ff -f lavfi -i "$small" -c:v apng -pix_fmt rgb24 -plays 0 -f apng $exact "$out/apng/test-card-animated.apng"
hdr='zscale=tin=bt709:min=bt709:pin=bt709:rin=tv:t=smpte2084:m=bt2020nc:p=bt2020:npl=203,format=yuv420p10le'
ff -f lavfi -i 'testsrc2=s=160x120:d=0.5:r=10' -vf "$hdr" -c:v libx265 -threads 1 -tag:v hvc1 \
  -x265-params 'log-level=error:pools=none:frame-threads=1:info=0:colorprim=bt2020:transfer=smpte2084:colormatrix=bt2020nc' $exact "$out/mp4/hevc-hdr10.mp4"
# White (203 cd/m²) at the left and the grey of 18 % at the right, in the two kinds of high dynamic range.
patches() { # transfer, white, grey, output
  ff -f lavfi -i "color=s=64x48:d=0.4:r=10,format=yuv420p10le,geq=lum='if(lt(X,32),$2,$3)':cb=512:cr=512" \
    -vf "setparams=color_primaries=bt2020:color_trc=$1:colorspace=bt2020nc:range=tv" \
    -c:v libx264 -profile:v high10 -qp 8 -pix_fmt yuv420p10le -color_primaries bt2020 -color_trc "$1" \
    -colorspace bt2020nc -color_range tv $exact "$4"
}
patches smpte2084 572 386 "$out/mp4/h264-pq-white-and-grey.mp4"
patches arib-std-b67 721 397 "$out/mp4/h264-hlg-white-and-grey.mp4"
ff -f lavfi -i 'testsrc2=s=160x120:d=1.2:r=25' -vf "select='not(mod(n\,5))+lt(n\,10)'" -vsync vfr $h264 $exact "$out/mp4/h264-uneven-pace.mp4"
ff -f lavfi -i 'testsrc2=s=64x48:d=0.3:r=10' -f lavfi -i 'sine=d=0.3' -c:v libaom-av1 -cpu-used 8 -threads 1 -c:a libopus -b:a 32k $exact "$out/mp4/av1-opus.mp4"

# Subtitles to take out: two languages, styles, WebVTT, and pictures of text (one empty segment of PGS).
tiny="-f lavfi -i testsrc2=s=64x48:r=10:d=1"
printf '1\n00:00:00,100 --> 00:00:00,500\nErster Untertitel\n' > "$work/german.srt"
printf '[Script Info]\nScriptType: v4.00+\n[V4+ Styles]\nFormat: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, Italic, Underline, StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, Encoding\nStyle: Loud,Arial,20,&H000000FF,&H0,&H0,&H0,-1,0,0,0,100,100,0,0,1,1,0,8,10,10,10,0\n[Events]\nFormat: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\nDialogue: 0,0:00:00.10,0:00:00.50,Loud,,0,0,0,,Red {\\i1}and{\\i0} bold\nDialogue: 0,0:00:00.60,0:00:00.90,Loud,,0,0,0,,At the top\n' > "$work/styled.ass"
printf 'PG\000\000\043\050\000\000\000\000\200\000\000' > "$work/empty.sup"
ff $tiny -i "$work/cues.srt" -i "$work/german.srt" -map 0 -map 1 -map 2 $h264 -c:s mov_text -metadata:s:s:0 language=eng -metadata:s:s:1 language=ger $exact "$out/mov/two-subtitle-languages.mov"
ff $tiny -i "$work/cues.srt" -map 0 -map 1 -c:v libvpx -deadline realtime -cpu-used 8 -b:v 60k -c:s webvtt $exact "$out/webm/vp8-webvtt.webm"
ff $tiny -i "$work/styled.ass" -map 0 -map 1 $h264 -c:s copy $exact "$out/mkv/h264-ass-styles.mkv"
ff $tiny -i "$work/empty.sup" -map 0 -map 1 $h264 -c:s copy $exact "$out/mkv/h264-picture-subtitles.mkv"

# The long tail: half a second of the same sweep and picture in every other format. SoX, Speex, TwoLAME and Musepack's
# encoder make what FFmpeg only reads.
short="$work/short.wav"
ff -i "$wav" -t 0.5 $tags $exact "$short"
plain="$work/plain.wav"
ff -i "$short" -map_metadata -1 -ar 48000 $exact "$plain"
for format in aac ac3 eac3 aiff au caf w64 voc wv tta mp2 mka ra; do mkdir -p "$out/$format"; done
ff -i "$short" -c:a aac -b:a 96k $exact "$out/aac/sweep.aac"
ff -i "$plain" -c:a ac3 -b:a 128k $exact "$out/ac3/sweep.ac3"
ff -i "$plain" -c:a eac3 -b:a 128k $exact "$out/eac3/sweep.eac3"
ff -i "$short" -write_id3v2 1 $exact "$out/aiff/sweep-tags.aiff"
mkdir -p "$out/aifc" && ff -i "$short" -c:a pcm_mulaw $exact -f aiff "$out/aifc/sweep-ulaw.aifc"
ff -i "$short" -c:a pcm_s16be $exact "$out/au/sweep.au"
ff -i "$short" -c:a alac $exact "$out/caf/sweep-alac.caf"
ff -i "$short" $exact "$out/w64/sweep.w64"
ff -i "$plain" -ac 1 -ar 22050 -c:a pcm_u8 $exact "$out/voc/sweep-8bit.voc"
mkdir -p "$out/ast" && ff -i "$short" -c:a pcm_s16be_planar $exact -f ast "$out/ast/sweep.ast"
mkdir -p "$out/mmf" && ff -i "$plain" -ac 1 -ar 22050 -c:a adpcm_yamaha $exact "$out/mmf/sweep-22k.mmf"
ff -i "$short" $exact "$out/wv/sweep-tags.wv"
ff -i "$short" $exact "$out/tta/sweep-tags.tta"
ff -i "$plain" -c:a mp2 -b:a 128k $exact "$out/mp2/sweep.mp2"
mkdir -p "$out/wma" && ff -i "$short" -c:a wmav2 -b:a 96k $exact -f asf "$out/wma/sweep-tags.wma"
ff -i "$short" -c:a flac $exact "$out/mka/sweep-flac-tags.mka"
mkdir -p "$out/weba" && ff -i "$short" -c:a libopus -b:a 64k $exact -f webm "$out/weba/sweep-tags.weba"
mkdir -p "$out/oga" && ff -i "$short" -c:a flac $exact -f oga "$out/oga/sweep-flac-tags.oga"
mkdir -p "$out/dts" && ff -i "$plain" -ac 1 -c:a dca -strict -2 -b:a 192k $exact "$out/dts/sweep-mono.dts"
ff -i "$short" -c:a ac3 -b:a 128k $exact -f rm "$out/ra/sweep-ac3.ra"
mkdir -p "$out/sox" && ff -i "$plain" -ac 1 -ar 16000 $exact "$out/sox/sweep-mono.sox"
mkdir -p "$out/3ga" && ff -i "$plain" -c:a aac -b:a 64k $exact -f mp4 -brand 3gp6 "$out/3ga/sweep-aac.3ga"
mkdir -p "$out/g722" && ff -i "$plain" -ac 1 -ar 16000 -c:a g722 $exact "$out/g722/sweep.g722"
mkdir -p "$out/aptx" && ff -i "$plain" -c:a aptx $exact "$out/aptx/sweep.aptx"
mkdir -p "$out/spx" && ff -i "$plain" -ac 1 -ar 16000 $exact "$work/wide.wav" && speexenc --quiet "$work/wide.wav" "$out/spx/sweep-wideband.spx" 2> /dev/null
for format in gsm amr awb; do mkdir -p "$out/$format"; done
ff -i "$plain" -ac 1 -ar 8000 $exact "$work/narrow.wav"
sox "$work/narrow.wav" "$out/gsm/sweep.gsm"
sox "$work/narrow.wav" -t amr-nb "$out/amr/sweep.amr"
cc "$(dirname "$0")/amr-wideband.c" -o "$work/amr-wideband" -lvo-amrwbenc
sox "$work/wide.wav" -b 16 -t raw - | "$work/amr-wideband" > "$out/awb/sweep.awb"
mkdir -p "$out/mpc" && mpcenc --silent --overwrite "$work/plain.wav" "$out/mpc/sweep.mpc" 2> /dev/null

film='-f lavfi -i testsrc2=s=160x128:r=25:d=0.6'
for format in avi wmv asf flv f4v mpg vob ts m2ts 3gp 3g2 ogv mxf dv swf y4m mjpeg rm nut ivf gxf wtv amv roq; do mkdir -p "$out/$format"; done
ff $film -i "$plain" -c:v mpeg4 -q:v 6 -c:a libmp3lame -b:a 96k $exact "$out/avi/mpeg4-mp3.avi"
ff $film -i "$short" -c:v wmv2 -q:v 6 -c:a wmav2 -b:a 64k $exact "$out/wmv/wmv2-wma-tags.wmv"
ff $film -i "$plain" -c:v wmv1 -q:v 6 -c:a wmav1 -b:a 64k $exact "$out/asf/wmv1-wma.asf"
ff $film -i "$plain" -c:v flv -q:v 6 -ar 44100 -c:a libmp3lame -b:a 64k $exact "$out/flv/flv1-mp3.flv"
ff $film -i "$plain" $h264 -c:a aac -b:a 64k $exact "$out/f4v/h264-aac.f4v"
ff $film -i "$plain" -c:v mpeg1video -q:v 6 -c:a mp2 -b:a 96k $exact "$out/mpg/mpeg1-mp2.mpg"
ff $film -i "$plain" -c:v mpeg2video -q:v 6 -c:a ac3 -b:a 96k $exact "$out/vob/mpeg2-ac3.vob"
ff $film -i "$plain" -c:v mpeg2video -q:v 6 -c:a mp2 -b:a 96k $exact "$out/ts/mpeg2-mp2.ts"
ff $film -i "$plain" $h264 -c:a ac3 -b:a 96k $exact -f mpegts -mpegts_m2ts_mode 1 "$out/m2ts/h264-ac3.m2ts"
ff $film -i "$plain" -s 176x144 -c:v h263 -q:v 6 -c:a aac -b:a 48k -ac 1 $exact "$out/3gp/h263-aac.3gp"
ff $film -i "$plain" -c:v mpeg4 -q:v 6 -c:a aac -b:a 48k -ac 1 $exact "$out/3g2/mpeg4-aac.3g2"
ff $film -i "$short" -c:v libtheora -q:v 5 -c:a libvorbis -q:a 2 $exact "$out/ogv/theora-vorbis-tags.ogv"
ff $film -i "$plain" -c:v mpeg2video -q:v 8 -c:a pcm_s16le -ac 1 -t 0.4 $exact "$out/mxf/mpeg2-pcm.mxf"
ff -f lavfi -i 'testsrc2=s=720x576:r=25:d=0.04' -i "$plain" -c:v dvvideo -t 0.04 $exact "$out/dv/pal-one-picture.dv"
ff $film -i "$plain" -c:v flv -q:v 6 -ar 22050 -c:a libmp3lame -b:a 64k $exact "$out/swf/flv1-mp3.swf"
ff -f lavfi -i 'testsrc2=s=64x48:r=10:d=0.5' -pix_fmt yuv420p $exact "$out/y4m/five-pictures.y4m"
ff $film -c:v mjpeg -q:v 8 $exact "$out/mjpeg/fifteen-pictures.mjpeg"
ff $film -i "$plain" -c:v rv10 -q:v 6 -c:a ac3 -b:a 64k $exact "$out/rm/rv10-ac3.rm"
ff $film -i "$plain" -c:v mpeg4 -q:v 6 -c:a libvorbis -q:a 2 $exact "$out/nut/mpeg4-vorbis.nut"
ff $film -c:v libvpx -deadline realtime -cpu-used 8 -b:v 200k $exact "$out/ivf/vp8.ivf"
# Its packets of sound are 0.68 seconds long.
ff -f lavfi -i 'smptebars=s=720x576:r=25:d=0.68' -i "$wav" -c:v mpeg2video -q:v 8 -c:a pcm_s16le -ac 1 -ar 48000 -t 0.68 $exact "$out/gxf/mpeg2-pcm.gxf"
ff $film -i "$plain" -c:v mpeg2video -q:v 6 -c:a mp2 -b:a 96k $exact "$out/wtv/mpeg2-mp2.wtv"
ff $film -i "$plain" -c:v amv -pix_fmt yuvj420p -ac 1 -ar 22050 -c:a adpcm_ima_amv -block_size 882 $exact -strict -1 "$out/amv/amv-adpcm.amv"
ff -f lavfi -i 'testsrc2=s=160x128:r=30:d=0.3' -i "$plain" -c:v roqvideo -ar 22050 -c:a roq_dpcm -t 0.3 $exact "$out/roq/roq-dpcm.roq"

# Two chapters, with a cover: audio books and films.
printf ';FFMETADATA1\ntitle=Sweep\nartist=Athanor\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=0\nEND=250\ntitle=One\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=250\nEND=500\ntitle=Two\n' > "$work/chapters.txt"
ff -f lavfi -i 'mandelbrot=s=32x32' -frames:v 1 -q:v 8 $exact "$work/small-cover.jpg"
ffmpeg -hide_banner -loglevel error -y -i "$short" -i "$work/small-cover.jpg" -i "$work/chapters.txt" -map 0 -map 1 -map_metadata 2 -map_chapters 2 -c:a aac -b:a 48k -c:v copy -disposition:v attached_pic -f ipod "$out/m4a/two-chapters-cover.m4a"
