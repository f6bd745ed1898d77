// Takes out of a picture what it tells beside what one sees: the place and time of a photograph, the camera, comments, names of
// programs. Colours stay (ICC, Adobe's transform), and how a photograph is turned. The pixels are not touched. A file whose parts
// cannot be followed to its end stays as it is.
import type { PictureType } from './misfit.ts'

export function barePicture(type: PictureType, bytes: Uint8Array): Uint8Array {
  const kept = PARTS[type](Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length))
  return kept === null ? bytes : Buffer.concat(kept)
}

type Parts = readonly Buffer[] | null

/** A file with more parts stays as it is: a picture has some dozens. */
const partsMax = 10_000

const PARTS: Readonly<Record<PictureType, (picture: Buffer) => Parts>> = {
  'image/jpeg': partsOfJpeg,
  'image/png': partsOfPng,
  'image/webp': partsOfWebp,
}

const begins = (part: Buffer, text: string): boolean => part.toString('latin1', 4, 4 + text.length) === text

/** What is kept of a segment with such a marker, or null for nothing; segments with other markers stay whole. */
const KEPT_SEGMENTS: Readonly<Record<number, (segment: Buffer) => Buffer | null>> = {
  ...Object.fromEntries(Array.from({ length: 15 }, (_, n) => [0xe1 + n, () => null])),
  0xe1: (segment) => (begins(segment, 'Exif\0\0') ? turnedBy(segment.subarray(10)) : null),
  0xe2: (segment) => (begins(segment, 'ICC_PROFILE\0') ? segment : null),
  0xee: (segment) => (begins(segment, 'Adobe') ? segment : null),
  0xfe: () => null,
}

const [startOfScan, endOfImage] = [0xda, 0xd9]

/**
 * A segment is FF, a marker, its length with the length itself (u16), and data. The segment of a scan is followed by the
 * scan's data, in which FF is followed by 00 or RSTn.
 */
function partsOfJpeg(picture: Buffer): Parts {
  const parts = [picture.subarray(0, 2)]
  let at = 2
  for (let looked = 0; looked < partsMax && at + 2 <= picture.length; looked++) {
    const marker = picture[at + 1] as number
    if (picture[at] !== 0xff || marker === 0) return null
    if (marker === 0xff) {
      at++
      continue
    }
    if (marker === endOfImage) return [...parts, picture.subarray(at, at + 2)]
    if (at + 4 > picture.length) return null
    let end = at + 2 + picture.readUInt16BE(at + 2)
    if (end > picture.length || end < at + 4) return null
    if (marker === startOfScan) end = endOfScan(picture, end)
    const segment = picture.subarray(at, end)
    const kept = (KEPT_SEGMENTS[marker] ?? ((it: Buffer) => it))(segment)
    if (kept !== null) parts.push(kept)
    at = end
  }
  return null
}

function endOfScan(picture: Buffer, from: number): number {
  let at = picture.indexOf(0xff, from)
  while (at >= 0) {
    const next = picture[at + 1] ?? 0
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at
    at = picture.indexOf(0xff, at + 1)
  }
  return picture.length
}

const orientationTag = 0x0112

/** A segment that only says how the photograph is turned, or null if it is not. `tiff`: the data of Exif. */
function turnedBy(tiff: Buffer): Buffer | null {
  const isLittle = tiff.toString('latin1', 0, 2) === 'II'
  const u16 = (at: number): number =>
    at + 2 > tiff.length ? 0 : isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at)
  const first = tiff.length < 8 ? 0 : isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  for (let entry = 0; entry < Math.min(u16(first), tiff.length / 12); entry++) {
    const at = first + 2 + entry * 12
    const turn = u16(at) === orientationTag ? u16(at + 8) : 0
    if (turn >= 2 && turn <= 8)
      return Buffer.from(`ffe100224578696600004d4d002a0000000800010112000300000001000${turn}000000000000`, 'hex')
  }
  return null
}

const pngSignatureBytes = 8
const TOLD_IN_PNG = new Set(['tEXt', 'zTXt', 'iTXt', 'eXIf', 'tIME'])

/** The parts of a PNG are chunks: the length of their data (u32), a name, data, a checksum (u32). */
function partsOfPng(picture: Buffer): Parts {
  const parts = [picture.subarray(0, pngSignatureBytes)]
  let at = pngSignatureBytes
  while (parts.length < partsMax && at + 12 <= picture.length) {
    const name = picture.toString('latin1', at + 4, at + 8)
    const end = at + 12 + picture.readUInt32BE(at)
    if (end > picture.length) return null
    parts.push(picture.subarray(at, TOLD_IN_PNG.has(name) ? at : end))
    if (name === 'IEND') return parts
    at = end
  }
  return null
}

const riffHeadBytes = 12
/** The two flags of VP8X which say that there is Exif or XMP. */
const toldFlags = 0x0c

/** The parts of a WebP are chunks: a name, the length of their data (u32, little end first), data, a byte more if that is odd. */
function partsOfWebp(picture: Buffer): Parts {
  const parts: Buffer[] = []
  let at = riffHeadBytes
  while (parts.length < partsMax && at + 8 <= picture.length) {
    const name = picture.toString('latin1', at, at + 4)
    const size = picture.readUInt32LE(at + 4)
    const end = at + 8 + size + (size % 2)
    if (end > picture.length) return null
    const chunk = Buffer.from(picture.subarray(at, end))
    if (name === 'VP8X' && size > 0) chunk[8] = (chunk[8] as number) & ~toldFlags
    parts.push(name === 'EXIF' || name === 'XMP ' ? chunk.subarray(0, 0) : chunk)
    at = end
  }
  if (at !== picture.length) return null
  const head = Buffer.from(picture.subarray(0, riffHeadBytes))
  head.writeUInt32LE(
    parts.reduce((sum, { length }) => sum + length, riffHeadBytes - 8),
    4,
  )
  return [head, ...parts]
}
