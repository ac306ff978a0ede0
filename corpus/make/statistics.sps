* Makes the statistics of the corpus with PSPP: `cd corpus/sources/sav && pspp ../../make/statistics.sps -o /dev/null`.
SET DECIMAL=DOT.
DATA LIST LIST (";") /participant (F8.0) name (A12) answer (F1.0) height (F8.2) born (ADATE10) visit (DATETIME20) started (TIME8) city (A300) sector (A2).
BEGIN DATA
1;Zoë;1;1.75;05/17/1984;17-MAY-2026 08:30:15;08:30:00;Zürich;pu
2;Бо;9;1.6;02/29/2000;01-JAN-1999 00:00:00;23:59:59;A long description of a place which is longer than two hundred and fifty-five bytes, so that programs for statistics divide it into segments of their own: this text goes on and on until it is longer than that, and ends only here after some more words that count up to the number;pr
3;;;-0.001;;;;;pu
100000;O'Neil;2;12345678.25;10/15/1582;31-DEC-2199 23:59:59;00:00:01;Bern;xx
END DATA.
VARIABLE LABELS answer 'Would you come again?' born 'Day of birth'.
VALUE LABELS answer 1 'Yes' 2 'No' 9 'No answer' /sector 'pu' 'Public' 'pr' 'Private'.
MISSING VALUES answer (9).
SAVE OUTFILE='labels-dates-long-text.sav' /COMPRESSED.
SAVE OUTFILE='plain-values.sav' /UNCOMPRESSED.
SAVE OUTFILE='packed.zsav' /ZCOMPRESSED.
