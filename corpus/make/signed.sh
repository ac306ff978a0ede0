#!/bin/sh
# Makes the signed files of the corpus with OpenSSL: sh corpus/make/signed.sh corpus/sources
set -eu
out="$1/p7m"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$out"
openssl req -x509 -newkey rsa:2048 -nodes -keyout "$work/key.pem" -out "$work/certificate.pem" -days 36500 \
  -subj '/C=IT/O=Athanor/CN=Zoë Signer/emailAddress=zoe@example.org' -utf8 2>/dev/null
printf 'day,amount\n2024-02-29,12.50\n2024-03-01,-3\n' > "$work/statement.csv"
openssl cms -sign -binary -nodetach -outform DER -md sha256 -in "$work/statement.csv" \
  -signer "$work/certificate.pem" -inkey "$work/key.pem" -out "$out/statement.csv.p7m"
printf 'Content-Type: text/plain; charset=utf-8\r\nSubject: Signed\r\n\r\nThe furnace is warm.\r\n' > "$work/message.eml"
# BER: values of a length that is not said, and the content in parts.
openssl cms -sign -binary -nodetach -stream -outform DER -md sha512 -in "$work/message.eml" \
  -signer "$work/certificate.pem" -inkey "$work/key.pem" -out "$out/message-in-parts.p7m"
