// What a stored picture tells beside what one sees of it.
import { describe, expect, it } from 'vitest'
import { barePicture } from '../../../src/domain/bare-picture.ts'
import { type PictureType, pictureTypeOf } from '../../../src/domain/misfit.ts'

const place = 'GPS 49.84, 24.03'
const u16 = (value: number): Buffer => Buffer.from([value >> 8, value & 0xff])
const u32 = (value: number): Buffer => Buffer.concat([u16(value >>> 16), u16(value & 0xffff)])

const segment = (marker: number, ...data: readonly (string | Buffer)[]): Buffer => {
  const all = Buffer.concat(data.map((each) => Buffer.from(each)))
  return Buffer.concat([Buffer.from([0xff, marker]), u16(all.length + 2), all])
}
const [start, end] = [Buffer.from('ffd8', 'hex'), Buffer.from('ffd9', 'hex')]
const jfif = segment(0xe0, 'JFIF\0', Buffer.alloc(9))
const icc = segment(0xe2, 'ICC_PROFILE\0', 'colours')
const adobe = segment(0xee, 'Adobe', Buffer.alloc(7))
const tables = segment(0xdb, Buffer.alloc(65, 3))
/** Its data has a stuffed FF and a restart. */
const scan = Buffer.concat([segment(0xda, Buffer.alloc(10, 1)), Buffer.from('1234ff00ffd056', 'hex')])

/** A photograph that lies on its side (6), with the place behind that entry. */
function exif(isLittle: boolean, turn: number): Buffer {
  const [short, long] = [u16, u32].map(
    (write) => (value: number) => (isLittle ? write(value).reverse() : write(value)),
  ) as [typeof u16, typeof u32]
  const entry = (tag: number, type: number, value: Buffer): Buffer =>
    Buffer.concat([short(tag), short(type), long(1), value])
  const entries = [entry(0x010f, 2, Buffer.from('Cam\0')), entry(0x0112, 3, Buffer.concat([short(turn), short(0)]))]
  const tiff = [
    Buffer.from(isLittle ? 'II*\0' : 'MM\0*'),
    long(8),
    short(entries.length),
    ...entries,
    long(0),
    Buffer.from(place),
  ]
  return segment(0xe1, 'Exif\0\0', ...tiff)
}

const jpeg = (...parts: readonly Buffer[]): Buffer => Buffer.concat([start, ...parts, tables, scan, end])

const chunk = (name: string, data: string): Buffer =>
  Buffer.concat([u32(data.length), Buffer.from(name), Buffer.from(data), u32(7)])
const png = (...chunks: readonly Buffer[]): Buffer =>
  Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...chunks, Buffer.from('0000000049454e44ae426082', 'hex')])

const piece = (name: string, data: Buffer | string): Buffer => {
  const all = Buffer.from(data)
  return Buffer.concat([Buffer.from(name), u32(all.length).reverse(), all, Buffer.alloc(all.length % 2)])
}
const webp = (...pieces: readonly Buffer[]): Buffer => {
  const all = Buffer.concat([Buffer.from('WEBP'), ...pieces])
  return Buffer.concat([Buffer.from('RIFF'), u32(all.length).reverse(), all])
}
const shown = (flags: number): Buffer => piece('VP8X', Buffer.from([flags, 0, 0, 0, 1, 0, 0, 1, 0, 0]))

const bare = (picture: Buffer): Buffer => {
  const type = pictureTypeOf(picture) as PictureType
  const kept = Buffer.from(barePicture(type, picture))
  expect(pictureTypeOf(kept)).toBe(type)
  return kept
}

describe('a stored picture tells no place', () => {
  it.each<readonly [string, Buffer, Buffer]>([
    ['Exif', jpeg(jfif, exif(false, 1)), jpeg(jfif)],
    ['XMP', jpeg(segment(0xe1, 'http://ns.adobe.com/xap/1.0/\0', place)), jpeg()],
    ['what programs add', jpeg(segment(0xed, place), icc, segment(0xe2, 'MPF\0', place), adobe), jpeg(icc, adobe)],
    ['a comment', jpeg(jfif, segment(0xfe, place)), jpeg(jfif)],
    ['a comment between scans', jpeg(scan, segment(0xfe, place)), jpeg(scan)],
    ['a second picture behind the first', Buffer.concat([jpeg(), jpeg(exif(true, 6))]), jpeg()],
    [
      'texts',
      png(chunk('IHDR', 'x'), chunk('tEXt', place), chunk('iTXt', place), chunk('IDAT', 'y')),
      png(chunk('IHDR', 'x'), chunk('IDAT', 'y')),
    ],
    [
      'Exif',
      png(chunk('eXIf', place), chunk('zTXt', place), chunk('tIME', place), chunk('acTL', 'z')),
      png(chunk('acTL', 'z')),
    ],
    [
      'Exif and XMP',
      webp(shown(0x1c), piece('VP8 ', 'odd'), piece('EXIF', place), piece('XMP ', place)),
      webp(shown(0x10), piece('VP8 ', 'odd')),
    ],
  ])('%s', (_, picture, kept) => {
    expect(picture.includes(place)).toBe(true)
    expect(bare(picture)).toEqual(kept)
  })

  it.each([true, false])('and stays turned as it was, little end first: %s', (isLittle) => {
    const kept = bare(jpeg(exif(isLittle, 6)))
    expect(kept.includes(place) || kept.includes('Cam')).toBe(false)
    expect(kept).toEqual(bare(kept))
    expect(kept).toEqual(jpeg(bareTurn(6)))
  })

  it('one without anything to take out stays as it is', () => {
    for (const picture of [jpeg(jfif, icc, adobe), png(chunk('IHDR', 'x')), webp(piece('VP8L', 'x'))])
      expect(bare(picture)).toEqual(picture)
  })

  it('one that cannot be followed to its end stays as it is', () => {
    const long = Buffer.from('fffeffff', 'hex')
    for (const picture of [
      Buffer.concat([start, long, end]),
      png(Buffer.from('ffffffff74455874', 'hex')),
      webp(Buffer.from('45584946ffffffff', 'hex')),
    ])
      expect(bare(picture)).toEqual(picture)
  })
})

const bareTurn = (turn: number): Buffer =>
  segment(0xe1, 'Exif\0\0', 'MM\0*', u32(8), u16(1), u16(0x0112), u16(3), u32(1), u16(turn), u16(0), u32(0))
