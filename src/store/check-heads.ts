// Checks revisions (numbered without a gap, well formed) and heads against them, row by row beside the pass over the rows.
// A head is a copy of its layer's last revision with one derived flag, so it can always be rebuilt.
import type { Head, Heads, Revision } from '../domain/row.ts'
import { NO_HEADS } from '../domain/row.ts'
import { breaksMarkup } from '../domain/text/compare.ts'
import type { CaptionPolicy } from '../domain/text/tokens.ts'
import { LAYERS, type Layer } from '../domain/vocabulary.ts'
import type { Findings } from './check-findings.ts'
import { entriesOf, jsonBytes, parseRecord, Peekable } from './check-reading.ts'
import { HeadsSchema, RevisionSchema } from './check-schemas.ts'
import type { Database } from './environment.ts'
import { keyOfU32 } from './keyspace.ts'

interface Entry {
  readonly key: Buffer
  readonly value: Buffer
}

const ordinalIn = (entry: Entry | undefined): number =>
  entry === undefined ? Number.POSITIVE_INFINITY : entry.key.readUInt32BE(1)

/** Which people and proposals revisions name; asked once for each name. */
export interface References {
  isUser(id: number): boolean
  /** The proposal is approved and of this row. */
  isApprovedProposal(id: number, ordinal: number): boolean
}

interface LastRevisions {
  manual: Revision | null
  machine: Revision | null
  isDamaged: boolean
}

const LAYER_OF: readonly Layer[] = ['manual', 'machine']

export class HeadsCheck {
  readonly #findings: Findings
  readonly #policy: CaptionPolicy
  readonly #references: References
  readonly #heads: Peekable<Entry>
  readonly #revisions: Peekable<Entry>

  constructor(db: Database, findings: Findings, policy: CaptionPolicy, references: References) {
    this.#findings = findings
    this.#policy = policy
    this.#references = references
    this.#heads = new Peekable(entriesOf(db, 'head'))
    this.#revisions = new Peekable(entriesOf(db, 'revision'))
  }

  /** The smallest ordinal with a head or revision that was not taken yet; infinite when there is none. */
  next(): number {
    return Math.min(ordinalIn(this.#heads.peek()), ordinalIn(this.#revisions.peek()))
  }

  /** Takes a row's heads and revisions; `source` is null for a row that is not visible. Returns the heads as they should be. */
  take(ordinal: number, source: string | null): Heads {
    const last = this.#takeRevisions(ordinal)
    const stored = this.#takeHeads(ordinal)
    // A damaged revision may be the last one, and the head the only good copy of it.
    if (last.isDamaged) return stored
    if (last.manual === null && last.machine === null) {
      if (stored !== NO_HEADS) this.#mismatch(ordinal, 'has heads but no revision', NO_HEADS)
      return NO_HEADS
    }
    const right: Heads = {
      manual: this.#headOf(last.manual, stored.manual, source),
      machine: this.#headOf(last.machine, stored.machine, source),
    }
    for (const layer of LAYERS) {
      const fault = headFault(stored[layer], right[layer])
      if (fault !== null) {
        this.#mismatch(ordinal, `${layer} ${fault}`, right)
        break
      }
    }
    return right
  }

  #mismatch(ordinal: number, problem: string, right: Heads): void {
    const key = keyOfU32('head', ordinal)
    this.#findings.add('head', `row ${ordinal}`, problem, (db) => {
      if (right === NO_HEADS) void db.remove(key)
      else void db.put(key, jsonBytes(right))
    })
  }

  #headOf(last: Revision | null, stored: Head | null, source: string | null): Head | null {
    if (last === null) return null
    const isInvalid = source === null ? (stored?.isInvalid ?? false) : breaksMarkup(source, last.text, this.#policy)
    return { ...last, isInvalid }
  }

  #takeHeads(ordinal: number): Heads {
    if (ordinalIn(this.#heads.peek()) !== ordinal) return NO_HEADS
    const entry = this.#heads.take() as Entry
    this.#findings.count('head')
    let heads: unknown
    try {
      heads = JSON.parse(entry.value.toString('utf8'))
    } catch {
      heads = null
    }
    const parsed = HeadsSchema.safeParse(heads)
    // Damaged heads are derived data: they are rebuilt like wrong ones.
    return parsed.success ? parsed.data : { manual: null, machine: null }
  }

  #takeRevisions(ordinal: number): LastRevisions {
    const last: LastRevisions = { manual: null, machine: null, isDamaged: false }
    const seqs = { manual: 0, machine: 0 }
    while (ordinalIn(this.#revisions.peek()) === ordinal) {
      const { key, value } = this.#revisions.take() as Entry
      this.#findings.count('revision')
      const layer = LAYER_OF[key[5] as number]
      if (key.length !== 10 || layer === undefined) {
        this.#findings.add('revision', `row ${ordinal}`, 'has a key that names no layer')
        last.isDamaged = true
        continue
      }
      const seq = key.readUInt32BE(6)
      const at = `row ${ordinal}, ${layer}, revision ${seq}`
      if (seq !== ++seqs[layer]) {
        this.#findings.add('revision', at, `comes where revision ${seqs[layer]} should be`)
        seqs[layer] = seq
      }
      const revision = parseRecord(this.#findings, 'revision', at, value, RevisionSchema)
      if (revision === null) {
        last.isDamaged = true
        continue
      }
      this.#checkRevision(revision, seq, ordinal, at)
      last[layer] = revision
    }
    return last
  }

  #checkRevision(revision: Revision, seq: number, ordinal: number, at: string): void {
    if (revision.seq !== seq) this.#findings.add('revision', at, `calls itself revision ${revision.seq}`)
    for (const id of [revision.authorId, revision.approverId]) {
      if (id !== null && !this.#references.isUser(id))
        this.#findings.add('revision', at, `names person ${id}, who is not stored`)
    }
    const { proposalId } = revision
    if (proposalId !== null && !this.#references.isApprovedProposal(proposalId, ordinal)) {
      this.#findings.add('revision', at, `comes from proposal ${proposalId}, which is not an approved one of this row`)
    }
  }
}

/** Why a stored head is not the right one; null when it is. */
function headFault(stored: Head | null, right: Head | null): string | null {
  if (stored === null || right === null) {
    if (stored === right) return null
    return stored === null ? 'head is missing' : 'head has no revision'
  }
  for (const member of Object.keys(right) as (keyof Head)[]) {
    if (stored[member] !== right[member]) {
      return member === 'isInvalid'
        ? `head is marked ${stored.isInvalid ? 'invalid' : 'valid'} but its text ${right.isInvalid ? 'breaks' : 'keeps'} the markup of the source`
        : `head differs from its last revision in ${member}`
    }
  }
  return null
}
