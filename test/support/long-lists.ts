// Makes every list of a store longer that people, their programs or time make longer. A new kind of records does not compile until
// it says here how its list grows, or what keeps it short.
import type { App } from '../../src/app/app.ts'
import { sha256Hex } from '../../src/base/bytes.ts'
import {
  agentKeysPerPersonMax,
  commentsPerRowMax,
  editionsMax,
  invitesMax,
  labelRulesMax,
  labelsMax,
  misfitsMax,
  playerWordsMax,
  savedFiltersMax,
  suggestionsMax,
  peopleMax,
  sessionsPerPersonMax,
  notTermsMax,
  releasesMax,
  termsMax,
  webhooksMax,
} from '../../src/domain/limits.ts'
import { LAYERS } from '../../src/domain/vocabulary.ts'
import { readUserByName } from '../../src/store/people.ts'
import { IMPORT, imports, nextId } from '../../src/store/records.ts'
import { IMPORTS } from '../../src/store/records/imports.ts'
import { ACTIVITIES, activityKey } from '../../src/store/records/act-writer.ts'
import { AUDIT_ENTRIES } from '../../src/store/records/audit.ts'
import { COMMENTS } from '../../src/store/records/comments.ts'
import { DECISIONS } from '../../src/store/records/decisions.ts'
import { EVENTS } from '../../src/store/records/events.ts'
import { putInvite } from '../../src/store/records/invites.ts'
import { COMPARISONS, putVerdict } from '../../src/store/records/comparisons.ts'
import { putMisfit } from '../../src/store/records/misfits.ts'
import { PLAYER_WORD, putPlayerWord } from '../../src/store/records/player-words.ts'
import { putNotTerm } from '../../src/store/records/not-terms.ts'
import { SUGGESTIONS } from '../../src/store/records/suggestions.ts'
import { type NumberedKind, putNumbered, putOfKind } from '../../src/store/records/kind.ts'
import type { RecordName } from '../../src/store/records/kinds.ts'
import { LABEL_RULES, putLabel, LABEL } from '../../src/store/records/labels.ts'
import { KEYS, USERS } from '../../src/store/records/people-and-keys.ts'
import { PROPOSAL, putProposal } from '../../src/store/records/proposals.ts'
import { EDITIONS } from '../../src/store/records/editions.ts'
import { EXPORT_DIGESTS } from '../../src/store/records/export-digests.ts'
import { RELEASES } from '../../src/store/records/releases.ts'
import { SAMPLES } from '../../src/store/records/samples.ts'
import { putSavedFilter } from '../../src/store/records/saved-filters.ts'
import { putSession } from '../../src/store/records/sessions.ts'
import { BRIEFS, GLOSSARY_ENTRIES, raiseGeneration } from '../../src/store/records/settings.ts'
import { WEBHOOKS } from '../../src/store/records/webhooks.ts'
import { ANSWERS } from '../../src/store/records/idempotency.ts'
import { keyOf, u32, u48, u8 } from '../../src/store/file/keyspace.ts'
import { appendRevision, readHeads } from '../../src/store/rows/heads.ts'
import { readRow } from '../../src/store/rows/read-rows.ts'
import type { Txn } from '../../src/store/txn.ts'
import { writeOrThrow } from '../../src/store/write.ts'
import { draftOf, idOf } from './game-store.ts'

interface At {
  readonly txn: Txn
  readonly app: App
  /** Counts the entries of all growths, from 1. */
  readonly n: number
  /** Who signs in and asks. */
  readonly owner: number
}
type Add = (at: At) => void

const hourMs = 60 * 60 * 1000
const hash = (n: number): string => sha256Hex(`long lists ${n}`)

const append =
  <T extends { readonly id: number }>(kind: NumberedKind<T>, record: (at: At) => Omit<NoInfer<T>, 'id'>): Add =>
  (at) =>
    putNumbered(at.txn.db, kind, null, { ...record(at), id: nextId(at.txn, kind.table as typeof IMPORT) } as T)

const suggestion =
  (status: 'pending' | 'rejected') =>
  (kind: 'term' | 'label'): Add =>
    append(
      SUGGESTIONS,
      ({ txn, n, owner }) =>
        ({
          kind,
          status,
          what:
            kind === 'term'
              ? {
                  source: `suggested ${status} ${n}`,
                  forms: ['слово'],
                  caseSensitive: false,
                  doNotTranslate: false,
                  note: '',
                }
              : { label: `suggested ${n}`, act: 'give', note: '' },
          rowIds: [idOf(n)],
          provider: 'p',
          model: 'm',
          authorId: owner,
          keyId: null,
          createdAtMs: txn.timeMs,
          deciderId: status === 'pending' ? null : owner,
          decidedAtMs: status === 'pending' ? null : txn.timeMs,
          reason: null,
        }) as never,
    )

/** On a row that samples of the site ask for. */
const row = 1

/** How each kind's list grows by an entry, with its bound if it has one; or why nobody makes it long. */
const LISTS: { readonly [Name in RecordName]: Add | readonly [number, Add] | string } = {
  // Samples add some.
  user: [
    peopleMax - 10,
    append(USERS, ({ txn, n }) => ({
      name: `person ${n}`,
      role: 'translator' as const,
      state: 'active' as const,
      password: null,
      dailyRowQuota: null,
      historicalRequests: 0,
      createdAtMs: txn.timeMs,
    })),
  ],
  key: append(KEYS, ({ txn, n, owner }) => ({
    userId: n > agentKeysPerPersonMax - 2 ? owner + n : owner,
    kind: 'agent' as const,
    name: `key ${n}`,
    prefix: `wdr_${hash(n).slice(0, 8)}`,
    digest: hash(n),
    state: 'active' as const,
    grants: [],
    denies: [],
    requestsPerMinute: null,
    legacyLimits: {},
    createdAtMs: txn.timeMs,
    lastUsedAtMs: null,
  })),
  session: [
    sessionsPerPersonMax,
    ({ txn, n, owner }) =>
      putSession(txn, hash(n), {
        userId: owner,
        createdAtMs: txn.timeMs,
        expiresAtMs: txn.timeMs + 24 * hourMs,
        passwordMark: 'x',
      }),
  ],
  saved_filter: [
    savedFiltersMax,
    ({ txn, n, owner }) => putSavedFilter(txn, { userId: owner, name: `filter ${n}`, address: `q=${n}` }),
  ],
  setting: 'The settings are a table of the program.',
  glossary: [
    termsMax - 700,
    ({ txn, n }) => {
      const term = { source: `word ${n}`, forms: [`слово ${n}`], caseSensitive: false, doNotTranslate: false, note: '' }
      putOfKind(txn.db, GLOSSARY_ENTRIES, keyOf(GLOSSARY_ENTRIES.table, u32(n + 1)), null, term)
      raiseGeneration(txn, 'glossary')
    },
  ],
  brief: append(BRIEFS, ({ txn, n, owner }) => ({
    text: `${'слово '.repeat(500)}${n}`,
    atMs: txn.timeMs,
    userId: owner,
  })),
  comparison: append(COMPARISONS, ({ txn, n, owner }) => ({
    atMs: txn.timeMs,
    userId: owner,
    models: ['a', 'b'] as const,
    pairs: Array.from({ length: 20 }, (_, at) => ({
      rowId: idOf(at + 1),
      source: 'gate',
      texts: [`a ${n}`, 'b'] as const,
    })),
    same: 0,
  })),
  comparison_verdict: ({ txn, n, owner }) =>
    putVerdict(txn, {
      comparisonId: 1 + (n % 100),
      place: n % 20,
      userId: owner + Math.floor(n / 20),
      verdict: 'first',
    }),
  not_term: [
    notTermsMax - 10,
    ({ txn, n, owner }) => putNotTerm(txn, { key: `no term ${n}`, name: `No term ${n}`, userId: owner }),
  ],
  misfit: [
    misfitsMax,
    ({ txn, n, owner }) =>
      putMisfit(txn, {
        ordinal: 40 + n,
        number: 1,
        layer: 'manual',
        text: `Брама ${(40 + n) % 500}`,
        note: 'cut off',
        picture: null,
        authorId: owner + 1 + (n % 50),
        createdAtMs: txn.timeMs,
        closed: null,
      }),
  ],
  misfit_picture: 'It is one for a mark at most.',
  player_word: [
    playerWordsMax,
    ({ txn, n }) =>
      putPlayerWord(txn, null, {
        id: nextId(txn, PLAYER_WORD),
        digest: hash(n),
        ordinal: 40 + Math.floor(n / 5),
        seen: `Брама ${n}`,
        said: 'It is not a gate, but a door.',
        release: '',
        createdAtMs: txn.timeMs,
        decided: null,
      }),
  ],
  row_key: 'The game has one for a row.',
  row_remark: 'The game has one for a row.',
  import: ({ txn, n, app, owner }) => {
    const first = [...imports(app.store.main)].at(-1)
    if (first === undefined) throw new Error('nothing was imported')
    const id = nextId(txn, IMPORT)
    putNumbered(txn.db, IMPORTS, null, { ...first, id, atMs: txn.timeMs + n, userId: owner })
  },
  audit: append(AUDIT_ENTRIES, ({ txn, n, owner }) => ({
    atMs: txn.timeMs,
    userId: n % 2 === 0 ? owner : null,
    action: 'setting.set',
    subject: `setting ${n}`,
    details: {},
  })),
  export_digest: ({ txn, n }) =>
    putOfKind(txn.db, EXPORT_DIGESTS, keyOf(EXPORT_DIGESTS.table, Buffer.from(hash(n), 'hex')), null, {
      fileName: 'main',
      exportedAtMs: txn.timeMs,
    }),
  old_source: 'It is read by the hash of one row.',
  activity: ({ txn, n, owner }) => {
    // One agent names another model with each batch.
    const of = { kind: 'machine_text', userId: owner, keyId: 1, provider: 'p', model: `model ${n}` } as const
    const hour = Math.floor(txn.timeMs / hourMs)
    putOfKind(txn.db, ACTIVITIES, activityKey(hour, of), null, {
      ...of,
      count: 1,
      firstMs: txn.timeMs,
      lastMs: txn.timeMs,
    })
    const act = keyOf('act_of_person', u32(owner), u48(txn.timeMs), u32(n), u8(1), u32(1))
    void txn.db.put(act, Buffer.alloc(0))
  },
  comment: append(COMMENTS, ({ txn, n, owner }) => ({
    ordinal: n < commentsPerRowMax ? row : row + n,
    authorId: owner + 1 + (n % 3),
    text: `@owner look at ${n}`,
    createdAtMs: txn.timeMs,
    mentions: [owner],
  })),
  sample: append(SAMPLES, ({ n, owner }) => ({
    atMs: n,
    userId: owner,
    filter: 'job=drafts',
    seed: hash(n),
    strata: [{ risk: 'plain' as const, rows: '1' }],
    drawn: [{ ordinal: row, seq: 1, risk: 'plain' as const, isEven: true }],
    accepted: null,
  })),
  sample_verdict: 'one for each row drawn, and at most some 450 are',
  decision: append(DECISIONS, ({ txn, n, owner }) => ({
    kind: 'rejected' as const,
    atMs: txn.timeMs,
    userId: owner,
    ordinal: n,
    proposalId: n,
    manual: 0,
    machine: 0,
    text: 'Брама',
    reason: `no ${n}`,
  })),
  invite: [
    invitesMax,
    ({ txn, n, owner }) =>
      putInvite(txn, hash(n), {
        role: 'translator',
        name: null,
        createdById: owner,
        createdAtMs: txn.timeMs,
        expiresAtMs: txn.timeMs + 24 * hourMs,
      }),
  ],
  edition: [
    editionsMax,
    append(EDITIONS, ({ txn, n, owner }) => ({
      slug: `edition-${n}`,
      variant: `edition_${n}`,
      label: `Edition ${n}`,
      description: '',
      audience: '',
      rules: [],
      atMs: txn.timeMs,
      userId: owner,
    })),
  ],
  release: [
    releasesMax,
    ({ txn, n, owner }) => {
      const file = { name: `default-v${n}.zip`, sizeBytes: 10, sha256: hash(n) }
      append(RELEASES, () => ({
        version: `v${n}`,
        notes: `What is new in ${n}`,
        atMs: txn.timeMs,
        userId: owner,
        gameBuild: null,
        isTested: true,
        rows: { all: 10, manual: 5, machine: 5 },
        madeFrom: [file],
        editions: [
          {
            slug: 'default',
            variant: 'default',
            label: 'Whole translation',
            description: '',
            audience: '',
            package: file,
            contents: [file],
            translatedRows: 10,
          },
        ],
        withdrawn: null,
      }))({ txn, n, owner } as At)
      raiseGeneration(txn, 'releases')
    },
  ],
  event: append(EVENTS, ({ txn, n, owner }) => ({
    kind: 'settings.changed' as const,
    atMs: txn.timeMs,
    actorId: owner,
    facts: { setting: `setting ${n}` },
  })),
  label: [
    labelsMax,
    ({ txn, n, owner }) =>
      putLabel(txn, { id: nextId(txn, LABEL), name: `label ${n}`, atMs: txn.timeMs, userId: owner }),
  ],
  label_rule: [
    labelRulesMax,
    (at) => {
      append(LABEL_RULES, ({ txn, n, owner }) => ({
        labelId: 1 + (n % 10),
        field: 'source' as const,
        patterns: [`*gate ${n}*`],
        atMs: txn.timeMs,
        userId: owner,
      }))(at)
      raiseGeneration(at.txn, 'labels')
    },
  ],
  proposal: (at) => {
    const { app, txn, n, owner } = at
    const of = readRow(txn.db, app.store.files, row)
    if (of === null) throw new Error('no row')
    for (const status of ['rejected', 'pending'] as const) {
      const isPending = status === 'pending'
      putProposal(txn, null, {
        id: nextId(txn, PROPOSAL),
        version: 1,
        status,
        // Pending ones are of one person on many rows, decided ones on one row.
        ordinal: isPending ? row + 1 + n : row,
        rowId: isPending ? idOf(row + 1 + n) : of.rowId,
        text: `Брама ${n}`,
        sourceHash: of.sourceHash,
        isVerified: true,
        authorId: owner,
        keyId: null,
        waivers: { glossary: false, validation: false },
        createdAtMs: txn.timeMs,
        updatedAtMs: txn.timeMs,
        reviewerId: isPending ? null : owner + 1,
        reviewedAtMs: isPending ? null : txn.timeMs,
        reason: isPending ? null : `no ${n}`,
      })
    }
  },
  suggestion: (at) => {
    for (const kind of ['term', 'label'] as const) {
      suggestion('rejected')(kind)(at)
      if (at.n <= suggestionsMax) suggestion('pending')(kind)(at)
    }
  },
  idempotency: ({ txn, n }) =>
    putOfKind(txn.db, ANSWERS, keyOf(ANSWERS.table, u32(1), `long ${n}`), null, {
      bodyDigest: hash(n),
      committedAtMs: txn.timeMs,
      body: '{}',
    }),
  webhook: [
    webhooksMax,
    append(WEBHOOKS, ({ txn, n, owner }) => ({
      address: `https://example.org/${n}`,
      secret: 'secret',
      kinds: [],
      form: 'plain' as const,
      chat: null,
      madeById: owner,
      createdAtMs: txn.timeMs,
      isOn: false,
      ended: null,
    })),
  ],
  webhook_place: 'It is one for a webhook.',
}

/** The texts that a row had, one of a model of its own each. */
const addRevision: Add = ({ app, txn, n }) => {
  const of = readRow(txn.db, app.store.files, row)
  if (of === null) throw new Error('no row')
  for (const layer of LAYERS) {
    const revision = { ...draftOf(of, layer), text: `Брама ${n}`, ...(layer === 'machine' && { model: `model ${n}` }) }
    appendRevision(txn, of, readHeads(txn.db, row), layer, revision, false)
  }
}

/** Each list gets so many entries; one with a bound gets as many as it may have. */
export async function growLists(app: App, entries: number): Promise<void> {
  const owner = readUserByName(app.store.main, 'owner')?.id ?? 1
  for (const list of [...Object.values(LISTS), addRevision]) {
    if (typeof list === 'string') continue
    const [count, add] = typeof list === 'function' ? [entries, list] : list
    await writeOrThrow(app.store, (txn) => {
      for (let n = 1; n < count; n++) add({ txn, app, n, owner })
    })
  }
}
