/*
 * Encodes 16-bit mono samples of 16 kHz from standard input as an AMR-WB file (RFC 4867, section 5) at 12.65 kbit/s:
 * no program of the distribution writes the format, only its library does.
 *
 *   cc amr-wideband.c -o amr-wideband -lvo-amrwbenc
 */
#include <stdio.h>
#include <vo-amrwbenc/enc_if.h>

enum { SAMPLES = 320, MODE_12_65 = 2, MOST_BYTES = 500 };

int main(void) {
  void *encoder = E_IF_init();
  short samples[SAMPLES];
  unsigned char frame[MOST_BYTES];
  fputs("#!AMR-WB\n", stdout);
  while (fread(samples, sizeof *samples, SAMPLES, stdin) == SAMPLES)
    fwrite(frame, 1, E_IF_encode(encoder, MODE_12_65, samples, frame, 0), stdout);
  E_IF_exit(encoder);
  return 0;
}
