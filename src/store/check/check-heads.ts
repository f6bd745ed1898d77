// Checks revisions (well formed, numbered without a gap) and heads (the latest of each layer, stored there only),
// beside the pass over the rows. Repairs a head's flag `isInvalid`, the number of the withdrawal of a layer without a
// head, and a missing head, which the revision before it replaces.
import type { z } from 'zod'
import type { Head, Heads, Revision } from '../../domain/row.ts'
import { headsAfter, isWithdrawal, lastSeq, NO_HEADS } from '../../domain/row.ts'
import { breaksMarkup } from '../../domain/text/compare.ts'
import type { Markup } from '../../domain/profile.ts'
import { LAYERS, type Layer } from '../../domain/vocabulary.ts'
import type { Findings } from './check-findings.ts'
import { entriesOf, Peekable } from './check-reading.ts'
import { HeadsSchema, RevisionSchema } from './check-schemas.ts'
import type { Database, Entry } from '../file/environment.ts'
import { keyOfU32 } from '../file/keyspace.ts'
import { placeInHistory, putHeads, revisionKey, revisionOf } from '../rows/heads.ts'
import { decodeHeads, decodeRevision, encodeHeads, encodeRevision } from '../rows/revision-bytes.ts'

const ordinalIn = (entry: Entry | undefined): number =>
  entry === undefined ? Number.POSITIVE_INFINITY : entry.key.readUInt32BE(1)

/** Whether people and proposals named by revisions exist; each is looked up once. */
interface References {
  isUser(id: number): boolean
  isProposalOf(id: number, ordinal: number): boolean
}

/** The latest revision of each layer that has a record besides the head. */
interface LastRevisions {
  manual: Revision | null
  machine: Revision | null
  isDamaged: boolean
}

export class HeadsCheck {
  readonly #findings: Findings
  readonly #policy: Markup
  readonly #references: References
  readonly #heads: Peekable<Entry>
  readonly #revisions: Peekable<Entry>

  constructor(db: Database, findings: Findings, policy: Markup, references: References) {
    this.#findings = findings
    this.#policy = policy
    this.#references = references
    this.#heads = new Peekable(entriesOf(db, 'head'))
    this.#revisions = new Peekable(entriesOf(db, 'revision'))
  }

  /** The next row with heads or revisions; infinite: no such row is left. */
  next(): number {
    return Math.min(ordinalIn(this.#heads.peek()), ordinalIn(this.#revisions.peek()))
  }

  /** Checks a row. `source`: null for an invisible row. Returns the heads as they should be; null: they can't be known. */
  take(ordinal: number, source: string | null): Heads | null {
    const last = this.#takeRevisions(ordinal)
    const stored = this.#takeHeads(ordinal)
    // A damaged record is reported and left alone.
    if (stored === null) return null
    let right: Heads = NO_HEADS
    let problem: string | null = null
    for (const layer of LAYERS) {
      const revision = this.#latestOf(ordinal, layer, stored[layer], last)
      if (revision === null) continue
      right = headsAfter(right, layer, { ...revision, isInvalid: this.#isInvalid(revision, stored[layer], source) })
    }
    for (const layer of LAYERS) problem ??= headFault(stored, right, layer)
    if (stored !== NO_HEADS && right === NO_HEADS) problem ??= 'has heads but no revision'
    // A damaged revision may be a withdrawal.
    if (problem !== null && !last.isDamaged) this.#mismatch(ordinal, problem, stored, right)
    return last.isDamaged ? stored : right
  }

  /** The revision that should be the layer's head, or the withdrawal that emptied it. */
  #latestOf(ordinal: number, layer: Layer, stored: Head | null, last: LastRevisions): Revision | null {
    const own = last[layer]
    if (stored === null) return own
    this.#findings.count('revision')
    const at = `row ${ordinal}, ${layer}, revision ${stored.seq}`
    const after = own?.seq ?? 0
    if (stored.seq !== after + 1 && !last.isDamaged)
      this.#findings.add('head', at, `comes where revision ${after + 1} should be`)
    this.#checkRevision(stored, stored.seq, ordinal, 'head', at)
    return revisionOf(stored)
  }

  #mismatch(ordinal: number, problem: string, stored: Heads, right: Heads): void {
    this.#findings.add('head', `row ${ordinal}`, problem, (db) => {
      if (right === NO_HEADS) void db.remove(keyOfU32('head', ordinal))
      else putHeads(db, ordinal, right)
      // The missing head gets its revision back, which then needs no record of its own.
      for (const layer of LAYERS) {
        const head = right[layer]
        if (head !== null && stored[layer] === null) void db.remove(revisionKey(ordinal, layer, head.seq))
      }
    })
  }

  #isInvalid(last: Revision, stored: Head | null, source: string | null): boolean {
    if (isWithdrawal(last)) return false
    return source === null ? (stored?.isInvalid ?? false) : breaksMarkup(source, last.text, this.#policy)
  }

  /** Decodes the row's heads. Null: they are damaged, which is reported. */
  #takeHeads(ordinal: number): Heads | null {
    if (ordinalIn(this.#heads.peek()) !== ordinal) return NO_HEADS
    const { value } = this.#heads.take() as Entry
    this.#findings.count('head')
    return decoded(this.#findings, 'head', `row ${ordinal}`, value, headsCodec)
  }

  #takeRevisions(ordinal: number): LastRevisions {
    const last: LastRevisions = { manual: null, machine: null, isDamaged: false }
    const seqs = { manual: 0, machine: 0 }
    while (ordinalIn(this.#revisions.peek()) === ordinal) {
      const { key, value } = this.#revisions.take() as Entry
      this.#findings.count('revision')
      const place = placeInHistory(key)
      if (place === null) {
        this.#findings.add('revision', `row ${ordinal}`, 'has a key that names no layer')
        last.isDamaged = true
        continue
      }
      const { layer, seq } = place
      const at = `row ${ordinal}, ${layer}, revision ${seq}`
      if (seq !== ++seqs[layer]) {
        this.#findings.add('revision', at, `comes where revision ${seqs[layer]} should be`)
        seqs[layer] = seq
      }
      const revision = decoded(this.#findings, 'revision', at, value, revisionCodec)
      if (revision === null) {
        last.isDamaged = true
        continue
      }
      this.#checkRevision(revision, seq, ordinal, 'revision', at)
      last[layer] = revision
    }
    return last
  }

  #checkRevision(revision: Revision, seq: number, ordinal: number, table: 'head' | 'revision', at: string): void {
    if (revision.seq !== seq) this.#findings.add(table, at, `calls itself revision ${revision.seq}`)
    for (const id of [revision.authorId, revision.approverId]) {
      if (id !== null && !this.#references.isUser(id))
        this.#findings.add(table, at, `names person ${id}, who is not stored`)
    }
    const { proposalId } = revision
    if (proposalId !== null && !this.#references.isProposalOf(proposalId, ordinal)) {
      this.#findings.add(table, at, `comes from proposal ${proposalId}, which is not one of this row`)
    }
  }
}

interface Codec<T> {
  readonly decode: (bytes: Buffer) => T
  readonly encode: (value: T) => Uint8Array
  readonly schema: z.ZodType<T>
}
const headsCodec: Codec<Heads> = { decode: decodeHeads, encode: encodeHeads, schema: HeadsSchema }
const revisionCodec: Codec<Revision> = { decode: decodeRevision, encode: encodeRevision, schema: RevisionSchema }

/** Decodes bytes, and reports them if encoding the result does not give the same bytes again. */
function decoded<T>(
  findings: Findings,
  table: 'head' | 'revision',
  at: string,
  bytes: Buffer,
  { decode, encode, schema }: Codec<T>,
): T | null {
  try {
    const value = schema.parse(decode(bytes))
    if (bytes.equals(encode(value))) return value
  } catch {
    // The caller reports the damage.
  }
  findings.add(table, at, 'is not a good record')
  findings.damaged.add(table)
  return null
}

function headFault(stored: Heads, right: Heads, layer: Layer): string | null {
  const [is, should] = [stored[layer], right[layer]]
  if (is !== null && should !== null && is.isInvalid !== should.isInvalid)
    return (
      `${layer} head is marked ${is.isInvalid ? 'invalid' : 'valid'} but its text ` +
      `${should.isInvalid ? 'breaks' : 'keeps'} the markup of the source`
    )
  if (is === null && should !== null) return `${layer} head is missing`
  // These differ where the heads name a wrong withdrawal for an emptied layer: its next revision is numbered from that.
  return lastSeq(stored, layer) === lastSeq(right, layer)
    ? null
    : `${layer} was emptied by a revision other than its heads say`
}
