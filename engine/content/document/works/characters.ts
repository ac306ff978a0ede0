/** The upper half of the code page of DOS in Western Europe (850). */
const DOS =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0';
/** From this version on the format is that of Windows. */
const FIRST_OF_WINDOWS = 3;

/** How bytes of a version's texts are read: one character each. */
export function characterReader(version: number): (bytes: Uint8Array) => string {
  if (version < FIRST_OF_WINDOWS) {
    return (bytes) =>
      Array.from(bytes, (byte) => (byte < 0x80 ? String.fromCharCode(byte) : DOS[byte - 0x80]!)).join('');
  }
  const decoder = new TextDecoder('windows-1252');
  return (bytes) => decoder.decode(bytes);
}
