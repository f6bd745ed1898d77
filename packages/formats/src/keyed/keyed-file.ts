// A game's own file of keyed texts on disk: read whole, recognised by content, in UTF-8, in UTF-16 by its mark, or in Java's own
// ISO-8859-1, and written again in the same (docs/another-game.md#files).
import { isUtf8 } from 'node:buffer'
import { statSync } from 'node:fs'
import { readSmall } from '../../../../src/base/read-small.ts'
import { DamagedFile, damagedLine, type Problem } from '../damage.ts'
import { isContainer } from '../container/container-frame.ts'
import { kindOfFile, ownKindOf } from '../file-kinds.ts'
import { keyedBytesMax, quoted } from '../text-entry.ts'
import { unicodeEscape } from './escapes.ts'
import type { KeyedFormat } from './keyed-format.ts'
import { formatOf, KEYED_FORMATS, SHAPES } from './keyed-formats.ts'
import { NO_PROJECT, type Project } from './project.ts'

const startLength = 4_096
/** A PO file may begin with long comments. */
const headerLength = 65_536

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'iso-8859-1'

/** `project` says columns of tables and the language of a template. Throws DamagedFile, also for a file of an unknown kind. */
export async function readKeyedFile(path: string, name: string, project: Project = NO_PROJECT) {
  const there = statSync(path)
  if (!there.isFile()) throw new DamagedFile({ file: name, where: { at: 'file' }, problem: 'no_regular_file' })
  if (there.size > keyedBytesMax) {
    const where = { at: 'byte', byte: keyedBytesMax } as const
    throw new DamagedFile({ file: name, where, problem: 'file_too_large', expected: keyedBytesMax / 2 ** 20 })
  }
  const bytes = await readSmall(path, there.size)
  const foreign = isContainer(bytes) ? ({ problem: 'shape_first_game' } as const) : kindOfFile(bytes)
  if (foreign !== null) {
    const damage = { file: name, where: { at: 'file' }, shapes: SHAPES, ...foreign } as const
    throw new DamagedFile(damage)
  }
  const encoding = encodingOf(bytes, name)
  const text = textOf(bytes, encoding, name)
  const start = text.slice(0, startLength).replace(/^\uFEFF/, '')
  const own = ownKindOf(start)
  if (own !== null) throw new DamagedFile({ file: name, where: { at: 'byte', byte: 0 }, problem: own })
  const format = formatOf(start, name, project)
  const known: KeyedFormat | null = format === undefined ? null : KEYED_FORMATS[format]
  if (format !== undefined && known !== null && (known.isFreeOfLines === true || !hasOnlyCr(text))) {
    const document = known.prepared?.(text, name, project.targetLanguage) ?? text
    return { document, format, called: known.name, encoding, sizeBytes: there.size }
  }
  throw new DamagedFile({ file: name, where: { at: 'byte', byte: 0 }, ...unknown(text, start, name) })
}

const hasOnlyCr = (document: string): boolean => !document.includes('\n') && /\r./.test(document)

function unknown(document: string, start: string, name: string): Problem {
  if (document.trim() === '') return { problem: 'shape_empty' }
  // oxlint-disable-next-line no-control-regex -- every other byte of plain text in UTF-16
  if (/^(?:[^\0]\0|\0[^\0]){4}/.test(start)) return { problem: 'shape_utf16' }
  if (hasOnlyCr(document)) return { problem: 'shape_cr' }
  const found = quoted(start.trim().split(/\r?\n/, 1)[0] ?? '')
  return /\.[ct]sv$/i.test(name)
    ? { problem: 'shape_columns', found }
    : { problem: 'shape_text', found, shapes: SHAPES }
}

function encodingOf(bytes: Buffer, file: string): Encoding {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  const isJavas = /\.properties$/i.test(file) && !isUtf8(bytes) && likelyCharset(bytes) !== CYRILLIC
  return isJavas ? 'iso-8859-1' : 'utf-8'
}

/** Keeps a byte order mark. */
function textOf(bytes: Buffer, encoding: Encoding, file: string): string {
  // What the platform calls so is Windows-1252.
  if (encoding === 'iso-8859-1') return bytes.toString('latin1')
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    if (encoding !== 'utf-8') throw damagedLine(file, 1, { problem: 'no_whole_utf16' })
    const [, charset] = CHARSET.exec(bytes.toString('latin1', 0, headerLength)) ?? []
    if (charset === undefined || /^utf-?8$/i.test(charset)) {
      throw damagedLine(file, lineOfBadByte(bytes), { problem: 'no_utf8', charset: likelyCharset(bytes) })
    }
    throw damagedLine(file, 1, { problem: 'named_charset', found: quoted(charset), charset })
  }
}

const CYRILLIC = 'windows-1251'

/** Cyrillic if most of the bytes beyond ASCII stand in words of them, else Western. */
function likelyCharset(bytes: Buffer): string {
  const runs = bytes.toString('latin1').match(/[\x80-\xff]+/g) ?? []
  return runs.filter((run) => run.length > 2).length * 2 > runs.length ? CYRILLIC : 'windows-1252'
}

/** As the header of a PO file and XML name it. */
const CHARSET = /(?:charset=|encoding=["'])([\w.:-]{1,40})/i

export function bytesOf(document: string, encoding: Encoding): Buffer {
  if (encoding === 'utf-8') return Buffer.from(document)
  if (encoding === 'iso-8859-1') return Buffer.from(document.replaceAll(/[^\0-\xff]/g, unicodeEscape), 'latin1')
  const bytes = Buffer.from(document, 'utf16le')
  return encoding === 'utf-16le' ? bytes : bytes.swap16()
}

/** The line of the first character that is no UTF-8. */
function lineOfBadByte(bytes: Buffer): number {
  const decoded = bytes.toString('utf8')
  return decoded.slice(0, Math.max(0, decoded.indexOf('\uFFFD'))).split('\n').length
}
