/** Sentences that show many letters of a script, the commonest script first. */
export const SAMPLE_TEXTS: readonly string[] = [
  'The quick brown fox jumps over the lazy dog. Sphinx of black quartz, judge my vow.',
  'Zwölf Boxkämpfer jagen Viktor quer über den großen Sylter Deich – Voix ambiguë d’un cœur.',
  'Съешь же ещё этих мягких французских булок, да выпей чаю.',
  'Ξεσκεπάζω την ψυχοφθόρα σας βδελυγμία.',
  'نص حكيم له سر قاطع وذو شأن عظيم مكتوب على ثوب أخضر',
  'דג סקרן שט בים מאוכזב ולפתע מצא לו חברה',
  'ऋषियों को सताने वाले दुष्ट राक्षसों के राजा रावण का सर्वनाश',
  'เป็นมนุษย์สุดประเสริฐเลิศคุณค่า กว่าบรรดาฝูงสัตว์เดรัจฉาน',
  '天地玄黃宇宙洪荒日月盈昃辰宿列張',
  'いろはにほへとちりぬるを わかよたれそつねならむ',
  '키스의 고유조건은 입술끼리 만나야 하고 특별한 기술은 필요치 않다',
];

/** Rows of the alphabet, as far as a font has them. */
export const ALPHABET_ROWS: readonly string[] = [
  'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
  'abcdefghijklmnopqrstuvwxyz',
  '0123456789 &@?!%$€£#*()[]{}',
];
