// Reads of a row's heads what decides about the text that goes into the game, and no more. Heads are JSON; taking them apart
// costs more than all else an export does with a row, so the usual shape, a machine head alone whose text needs no escapes,
// is read from between its marks, and everything else is parsed whole. Inside JSON a quote of somebody's text is always
// escaped, so a member's mark can't occur in one. Hot: a million times for each export.
//
//   {"manual":null,"machine":{"seq":1,"text":"…","status":"draft",…,"sourceHash":"…",…,"isInvalid":false}}
import type { GameHead, GameHeads } from '../domain/row.ts'
import { TRANSLATION_STATUSES } from '../domain/vocabulary.ts'
import type { Database } from './environment.ts'
import { keyOfU32 } from './keyspace.ts'

const NO_HEADS: GameHeads = { manual: null, machine: null }
const BEGINS = '{"manual":null,"machine":{'
const TEXT = '"text":"'
const STATUS = '","status":"'
const SOURCE_HASH = '"sourceHash":"'
const VALID = '"isInvalid":false}}'
const INVALID = '"isInvalid":true}}'
const hashDigits = 64

/** Reads heads of one view of the store. */
export class GameHeadReader {
  readonly #db: Database
  readonly #key = keyOfU32('head', 0)

  constructor(db: Database) {
    this.#db = db
  }

  read(ordinal: number): GameHeads {
    this.#key.writeUInt32BE(ordinal, 1)
    const bytes = this.#db.getBinaryFast(this.#key)
    if (bytes === undefined) return NO_HEADS
    const machine = machineHeadIn(bytes)
    return machine === null ? parsed(bytes) : { manual: null, machine }
  }
}

const parsed = (bytes: Buffer): GameHeads => JSON.parse(bytes.toString('utf8', 0, bytes.length)) as GameHeads

/** Null when the record has another shape. */
function machineHeadIn(bytes: Buffer): GameHead | null {
  // One character a byte, so that places in the text are places in the bytes.
  const raw = bytes.toString('latin1', 0, bytes.length)
  const isInvalid = raw.endsWith(INVALID)
  if (!raw.startsWith(BEGINS) || !(isInvalid || raw.endsWith(VALID))) return null
  const textAt = raw.indexOf(TEXT) + TEXT.length
  const textEnd = raw.indexOf('"', textAt)
  if (!raw.startsWith(STATUS, textEnd)) return null
  const escape = raw.indexOf('\\', textAt)
  if (escape !== -1 && escape < textEnd) return null
  const statusAt = textEnd + STATUS.length
  const statusEnd = raw.indexOf('"', statusAt)
  const status = TRANSLATION_STATUSES.find(
    (one) => raw.startsWith(one, statusAt) && one.length === statusEnd - statusAt,
  )
  const hashAt = raw.indexOf(SOURCE_HASH, statusEnd) + SOURCE_HASH.length
  if (status === undefined || hashAt < statusEnd || raw[hashAt + hashDigits] !== '"') return null
  const text = bytes.toString('utf8', textAt, textEnd)
  return { text, status, isInvalid, sourceHash: raw.slice(hashAt, hashAt + hashDigits) }
}
