import type { FormatTable } from '../format.ts';

/** What the sensor saw: a picture of more than eight bits with the camera's notes. */
const RAW = ['look', 'depth', 'metadata'] as const;

/** `experimental` where no whole file of the camera is at hand to test on. DNG stands with the images. */
export const cameraRawFormats = {
  '3fr': {
    name: 'Hasselblad raw',
    mime: ['image/x-hasselblad-3fr'],
    extensions: ['3fr'],
    carries: RAW,
    experimental: true,
  },
  arw: { name: 'Sony raw', mime: ['image/x-sony-arw'], extensions: ['arw'], carries: RAW, experimental: true },
  cr2: { name: 'Canon raw 2', mime: ['image/x-canon-cr2'], extensions: ['cr2'], carries: RAW, experimental: true },
  cr3: { name: 'Canon raw 3', mime: ['image/x-canon-cr3'], extensions: ['cr3'], carries: RAW, experimental: true },
  crw: { name: 'Canon raw', mime: ['image/x-canon-crw'], extensions: ['crw'], carries: RAW, experimental: true },
  dcr: { name: 'Kodak raw', mime: ['image/x-kodak-dcr'], extensions: ['dcr'], carries: RAW, experimental: true },
  erf: { name: 'Epson raw', mime: ['image/x-epson-erf'], extensions: ['erf'], carries: RAW, experimental: true },
  fff: { name: 'Imacon raw', mime: ['image/x-hasselblad-fff'], extensions: ['fff'], carries: RAW, experimental: true },
  iiq: { name: 'Phase One raw', mime: ['image/x-phaseone-iiq'], extensions: ['iiq'], carries: RAW, experimental: true },
  k25: { name: 'Kodak DC25 raw', mime: ['image/x-kodak-k25'], extensions: ['k25'], carries: RAW, experimental: true },
  kdc: { name: 'Kodak DC raw', mime: ['image/x-kodak-kdc'], extensions: ['kdc'], carries: RAW },
  mef: { name: 'Mamiya raw', mime: ['image/x-mamiya-mef'], extensions: ['mef'], carries: RAW, experimental: true },
  mos: { name: 'Leaf raw', mime: ['image/x-leaf-mos'], extensions: ['mos'], carries: RAW, experimental: true },
  mrw: { name: 'Minolta raw', mime: ['image/x-minolta-mrw'], extensions: ['mrw'], carries: RAW, experimental: true },
  nef: { name: 'Nikon raw', mime: ['image/x-nikon-nef'], extensions: ['nef'], carries: RAW, experimental: true },
  nrw: {
    name: 'Nikon Coolpix raw',
    mime: ['image/x-nikon-nrw'],
    extensions: ['nrw'],
    carries: RAW,
    experimental: true,
  },
  orf: { name: 'Olympus raw', mime: ['image/x-olympus-orf'], extensions: ['orf'], carries: RAW, experimental: true },
  pef: { name: 'Pentax raw', mime: ['image/x-pentax-pef'], extensions: ['pef'], carries: RAW, experimental: true },
  raf: { name: 'Fujifilm raw', mime: ['image/x-fuji-raf'], extensions: ['raf'], carries: RAW, experimental: true },
  raw: {
    name: 'Panasonic or Leica raw',
    mime: ['image/x-panasonic-raw'],
    extensions: ['raw'],
    carries: RAW,
    experimental: true,
  },
  rw2: {
    name: 'Panasonic raw 2',
    mime: ['image/x-panasonic-rw2'],
    extensions: ['rw2'],
    carries: RAW,
    experimental: true,
  },
  rwl: { name: 'Leica raw', mime: ['image/x-leica-rwl'], extensions: ['rwl'], carries: RAW, experimental: true },
  sr2: { name: 'Sony raw 2', mime: ['image/x-sony-sr2'], extensions: ['sr2'], carries: RAW, experimental: true },
  srf: { name: 'Sony raw 1', mime: ['image/x-sony-srf'], extensions: ['srf'], carries: RAW, experimental: true },
  srw: { name: 'Samsung raw', mime: ['image/x-samsung-srw'], extensions: ['srw'], carries: RAW, experimental: true },
  x3f: { name: 'Sigma raw', mime: ['image/x-sigma-x3f'], extensions: ['x3f'], carries: RAW, experimental: true },
} as const satisfies FormatTable;
