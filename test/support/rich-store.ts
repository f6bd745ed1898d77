// A store with something of everything in it that a layout of the store has to keep: heads in both layers, long histories,
// stale and broken texts, retired rows with work on them, proposals of every kind, what was taken back and withdrawn, what an
// import and a merge brought, answers kept for replays, and what a killed import left. And all that can be read of a store,
// to be compared with what another windrow read of it. Made again by test/vectors/stores/make.ts.
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { App } from '../../src/app/app.ts'
import { exportTexts } from '../../src/app/export/export-texts.ts'
import { importLocalized } from '../../src/app/import/import-localized.ts'
import { exportHistory, rowsWithWork } from '../../src/app/merge/export-history.ts'
import { createKey } from '../../src/app/people/manage-keys.ts'
import { openSession } from '../../src/app/people/sessions.ts'
import { revertRevisions } from '../../src/app/undo/revert.ts'
import { rowsWithRevisions } from '../../src/app/undo/read-log.ts'
import { readStoreStatistics } from '../../src/app/upkeep/store-statistics.ts'
import { v1Routes } from '../../src/api-v1/routes.ts'
import { v2Routes } from '../../src/api-v2/routes.ts'
import { sha256Hex } from '../../src/base/bytes.ts'
import type { User } from '../../src/domain/people.ts'
import { type Layer, ROW_STATES } from '../../src/domain/vocabulary.ts'
import { keyOf, keyOfU32, u32 } from '../../src/store/file/keyspace.ts'
import { COMMENT, putComment } from '../../src/store/records/comments.ts'
import { EDITION, putEdition } from '../../src/store/records/editions.ts'
import { allOfKind, nextId } from '../../src/store/records/kind.ts'
import { KINDS } from '../../src/store/records/kinds.ts'
import { LABEL, LABEL_RULE, putLabel, putLabelRule } from '../../src/store/records/labels.ts'
import { putMisfit } from '../../src/store/records/misfits.ts'
import { putNotTerm } from '../../src/store/records/not-terms.ts'
import { PLAYER_WORD, putPlayerWord } from '../../src/store/records/player-words.ts'
import { putRowKey } from '../../src/store/records/row-keys.ts'
import { putRemark } from '../../src/store/records/row-remarks.ts'
import { putSavedFilter } from '../../src/store/records/saved-filters.ts'
import { putBrief, putGlossary, putSetting } from '../../src/store/records/settings.ts'
import { putSuggestion, SUGGESTION } from '../../src/store/records/suggestions.ts'
import { allUsers, readUserByName } from '../../src/store/records/people-and-keys.ts'
import { putRecord } from '../../src/store/file/record.ts'
import { readHeads } from '../../src/store/rows/heads.ts'
import { readNextOrdinal } from '../../src/store/rows/ordinals.ts'
import { freshen } from '../../src/store/view.ts'
import { writeOrThrow } from '../../src/store/write.ts'
import { importSlots } from './import-slots.ts'
import { type TeamStore, teamStore } from './team-stores.ts'
import { granted } from './app-world.ts'
import { EVERY_REVISION } from './every-revision.ts'

const ROWS = 330
const minuteMs = 60_000
export const idOf = (number: number): string => number.toString(16).padStart(16, '0')
const secretOf = (name: string): string => `wdr_${sha256Hex(name).slice(0, 60)}`

const WORDS = ['wind', 'Straße', '風', '“quoted”', 'a "mark"', 'back\\slash', 'two\nlines', '🎮', 'tab\tbed']
const sourceOf = (n: number): string => `Text {${n % 3}} number ${n % 40} of ${WORDS[n % WORDS.length]}`
const translationOf = (n: number, turn: number): string =>
  `Переклад {${n % 3}} ${turn} — ${WORDS[(n + turn) % WORDS.length]}`

const quiet = { signal: new AbortController().signal, onProgress: () => {}, onRow: () => {} }

/** Makes the store, minute by minute of a clock of its own. Close it. */
export async function richStore(): Promise<TeamStore> {
  const store = await teamStore('rich', ['ann', 'Bœb', 'cy'])
  const texts = Object.fromEntries(Array.from({ length: ROWS }, (_, n) => [idOf(n + 1), sourceOf(n + 1)]))
  const pause = (): void => void (store.clock.ms += minuteMs)
  await store.game(texts)
  await writeBatches(store, pause)
  await importTexts(store)
  pause()
  await workByHand(store, pause)
  await changeTheGame(store, texts)
  pause()
  await takeBack(store, pause)
  await mergeAnother(texts, store)
  pause()
  await writeAsClients(store.app)
  pause()
  await saySomething(store.app)
  pause()
  await openSession(store.app, personOf(store.app, 'ann'), '127.0.0.1')
  await leaveAside(store.app)
  return store
}

const personOf = (app: App, name: string): User => readUserByName(app.store.main, name) as User

async function writeBatches(store: TeamStore, pause: () => void): Promise<void> {
  for (const userName of ['ann', 'Bœb']) {
    const request = {
      userName,
      kind: 'agent' as const,
      name: 'k',
      grants: [],
      denies: [],
      requestsPerMinute: 1_000_000,
    }
    granted(await createKey(store.app, null, { ...request, secret: secretOf(userName) }))
  }
  for (const [turn, layer] of (['machine', 'manual', 'machine'] as const).entries()) {
    for (let first = 1 + 20 * turn; first < 250; first += 50 + 20 * turn) {
      await sendBatch(store.app, turn, layer, first)
      pause()
    }
  }
}

function sendBatch(app: App, turn: number, layer: Layer, first: number): Promise<Answered> {
  const items = Array.from({ length: 50 }, (_, i) => ({
    row_id: idOf(first + i),
    text: translationOf(first + i, turn),
    layer,
    mode: turn === 1 && i % 3 === 0 ? 'proposal' : 'direct',
    overwrite: true,
    source_hash: sha256Hex(sourceOf(first + i)),
    ...(layer === 'machine' && { provider: 'some-provider', model: `model-${(first + i) % 3}` }),
  }))
  return ask(app, '/translations', turn === 1 ? 'Bœb' : 'ann', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': `batch ${turn} ${first}` },
    body: JSON.stringify({ items }),
  })
}

/** Sends the first batch once more: its stored answer comes. */
export const repeatBatch = (app: App): Promise<unknown> => sendBatch(app, 0, 'machine', 1)

async function importTexts({ app, folder }: TeamStore): Promise<void> {
  const path = join(folder, 'de.jsonl')
  const lines = Array.from({ length: 120 }, (_, n) => {
    return `${JSON.stringify({ id: idOf(200 + n), text: `Übersetzt {${(200 + n) % 3}} ${n}` })}\n`
  })
  writeFileSync(path, lines.join(''))
  await importLocalized(app, { main: path, overwriteAll: true, overwrite: false, dryRun: false })
}

async function workByHand(store: TeamStore, pause: () => void): Promise<void> {
  for (let n = 1; n <= 40; n++) {
    const id = idOf(n * 7)
    if (n % 4 === 0) await store.manual('ann', id, `By hand {${(n * 7) % 3}}`)
    if (n % 4 === 1) await store.mark('cy', id, (['approved', 'reviewed', 'rejected'] as const)[n % 3] ?? 'approved')
    if (n % 4 >= 2) await store.propose('Bœb', id, `Proposed {${(n * 7) % 3}}`)
    pause()
    if (n % 8 === 2) await store.review('ann', id, true)
    if (n % 8 === 3) await store.review('ann', id, false)
    pause()
  }
}

/** Sources that change, are deleted by the diff, are added, go and come back. */
async function changeTheGame({ app, folder }: TeamStore, texts: Readonly<Record<string, string>>): Promise<void> {
  const files = { main: join(folder, 'later.jsonl'), diff: join(folder, 'diff.jsonl') }
  const later = Object.entries(texts).filter((_, n) => n % 11 !== 5)
  const changed = later.map(([id, text], n) => [id, n % 9 === 4 ? `Changed {1} ${n}` : text] as const)
  const line = ([id, text]: readonly [string, string | null]): string =>
    `${JSON.stringify({ id, text: text ?? '', ...(text === null && { deleted: true }) })}\n`
  const diff = Array.from({ length: 30 }, (_, n) => [idOf(n * 9 + 2), n % 5 === 3 ? null : `Diff {${n % 3}}`] as const)
  writeFileSync(files.main, changed.map(line).join(''))
  writeFileSync(files.diff, [...diff, [idOf(9_000), 'Only in the diff'] as const].map(line).join(''))
  await importSlots(app, { main: { path: files.main }, diff: { path: files.diff } })
}

async function takeBack(store: TeamStore, pause: () => void): Promise<void> {
  const { app } = store
  const filters = [{ via: 'batch:batch 2 41' }, { via: 'batch:batch 0 151' }, { via: 'import:2' }] as const
  for (const wanted of filters) {
    const filter = { ...EVERY_REVISION, ...wanted }
    await revertRevisions(app, { filter, byId: 1, takesApproved: true, asked: {}, isDryRun: false, ...quiet })
    pause()
  }
  for (const n of [56, 84, 112]) await store.back('ann', idOf(n), 'manual')
  await store.back('cy', idOf(14), 'review')
  await store.machine('cy', idOf(160), 'Written after it was withdrawn {1}')
}

/** Another store with the same game, whose work comes in by a merge. */
async function mergeAnother(texts: Readonly<Record<string, string>>, store: TeamStore): Promise<void> {
  const other = await teamStore('other', ['ann', 'dan'])
  try {
    await other.game(texts)
    for (let n = 300; n <= ROWS; n++) {
      await other.machine('dan', idOf(n), `Theirs {${n % 3}}`)
      other.clock.ms += minuteMs
      if (n % 3 === 0) await other.manual('dan', idOf(n), `Theirs by hand {${n % 3}}`)
      if (n % 3 === 1) await other.propose('dan', idOf(n), `Theirs proposed {${n % 3}}`)
      if (n % 5 === 0) await other.back('dan', idOf(n), 'machine')
    }
    await store.merge(await other.history())
  } finally {
    await other.close()
  }
}

/** Texts and proposals of a batch that names the programs that wrote some of them. */
async function writeAsClients(app: App): Promise<void> {
  const items = Array.from({ length: 50 }, (_, i) => ({
    row_id: idOf(251 + i),
    text: `Переклад {${(251 + i) % 3}} програми ${i}`,
    layer: i % 5 === 4 ? 'manual' : 'machine',
    source_hash: sha256Hex(sourceOf(251 + i)),
    overwrite: true,
    ...(i % 5 !== 4 && { provider: 'some-provider', model: 'model-1' }),
    ...(i % 2 === 0 && { client: 'some agent', client_version: `1.${i}` }),
    ...(i % 3 === 0 && { prompt_version: '7' }),
  }))
  const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': 'clients', 'X-API-Key': secretOf('ann') }
  const url = 'http://localhost/api/v2/translations'
  const answer = await v2Routes(app)(new Request(url, { method: 'POST', headers, body: JSON.stringify({ items }) }), {})
  if (answer.status !== 200) throw new Error(await answer.text())
}

/** Words of people and players in every place but texts and proposals, four of each. */
async function saySomething({ store }: App): Promise<void> {
  const [userId, cy] = [1, 3]
  await writeOrThrow(store, (txn) => {
    const { timeMs: atMs } = txn
    const made = { atMs, userId }
    const said = { createdAtMs: atMs, authorId: userId }
    const termOf = (source: string) => {
      return { source, forms: ['Слово'], caseSensitive: false, doNotTranslate: false, note: `Чому ${source}` }
    }
    const words = WORDS.slice(0, 4)
    putSetting(txn, 'daily_row_quota', 4_321)
    putGlossary(txn, [], words.map(termOf))
    for (const [n, word] of words.entries()) {
      const ordinal = n + 20
      putBrief(txn, { text: `Пишіть просто: ${word}`, ...made })
      putNotTerm(txn, { key: `name ${n}`, name: `Name ${n}`, userId })
      putRemark(txn, idOf(ordinal), { note: `Said by ${word}`, place: `menu ${n}`, maxLength: 40 + n })
      putRowKey(txn, idOf(ordinal), `menu.key.${n}`)
      putSavedFilter(txn, { userId, name: `Список ${n}`, address: `state=none&q=${n}` })
      putLabel(txn, { id: nextId(txn, LABEL), name: `Мітка ${n}`, ...made })
      const rule = { labelId: n + 1, field: 'source', patterns: [`number ${n}`] } as const
      putLabelRule(txn, { id: nextId(txn, LABEL_RULE), ...rule, ...made })
      putComment(txn, { id: nextId(txn, COMMENT), ordinal, text: `Як сказати ${word}?`, mentions: [cy], ...said })
      const decided = n % 2 === 0 ? null : { byId: cy, atMs, isTaken: false, proposalId: null }
      const found = { ordinal, seen: `Text ${n}`, said: `Краще ${word}`, release: '', createdAtMs: atMs }
      putPlayerWord(txn, null, { id: nextId(txn, PLAYER_WORD), digest: sha256Hex(word), ...found, decided })
      const misfit = { layer: 'machine', text: translationOf(ordinal, 0), note: `Не влізло ${n}` } as const
      putMisfit(txn, { ordinal, number: 1, ...misfit, picture: null, closed: null, ...said })
      const edition = { slug: `edition-${n}`, variant: `v${n}`, label: `Видання ${n}`, description: word }
      putEdition(txn, { id: nextId(txn, EDITION), ...edition, audience: 'усі', rules: [], ...made })
      const suggested = { kind: 'term', what: termOf(`New ${n}`), rowIds: [], provider: null, model: null } as const
      const waiting = { status: 'pending', keyId: null, deciderId: null, decidedAtMs: null, reason: null } as const
      putSuggestion(txn, null, { id: nextId(txn, SUGGESTION), ...suggested, ...waiting, ...said })
    }
  })
}

/** As an import leaves it that was killed: a note, ids without rows, and values nobody reads. */
async function leaveAside({ store }: App): Promise<void> {
  await writeOrThrow(store, ({ db }) => {
    const next = readNextOrdinal(db)
    putRecord(db, keyOf('meta', 'aside'), { number: 99, holder: 'nobody', namedFrom: next })
    const ordinal = Buffer.alloc(4)
    ordinal.writeUInt32LE(next)
    void db.put(keyOf('row_by_id', Buffer.from(idOf(70_000), 'hex')), ordinal)
    void db.put(keyOf('aside', u32(99), keyOfU32('head', 5)), Buffer.from('left behind'))
  })
}

/** What is answered: `data`, and the cursor. */
async function ask(app: App, path: string, name: string, init: RequestInit = {}): Promise<Answered> {
  const headers = { ...(init.headers as Record<string, string> | undefined), 'X-API-Key': secretOf(name) }
  const request = new Request(`http://localhost/api/v1${path}`, { ...init, headers })
  const answer = (await (await v1Routes(app).fetch(request, {})).json()) as Answered
  if (answer.data === undefined) throw new Error(`${path}: ${JSON.stringify(answer)}`)
  return answer
}
interface Answered {
  readonly data: unknown
  readonly meta: { readonly next_cursor?: string | null }
}

/** Tables that stores before the seventh schema have not, or have empty. */
const SAID: ReadonlySet<string> = new Set(
  'brief comment edition glossary label label_rule misfit not_term player_word row_key row_remark saved_filter setting suggestion'.split(
    ' ',
  ),
)

/** Everything that is read of a store, by what was asked; JSON with members in order, or the bytes of a file. */
export async function pictureOf(app: App, folder: string): Promise<Record<string, string>> {
  freshen(app.store)
  const picture: Record<string, string> = {}
  const all = 'fields=core,sources,reference,layers,tokens'
  const filters = ROW_STATES.flatMap((state) => ['all', 'diff'].map((source) => `state=${state}&source=${source}`))
  for (const filter of [...filters, 'updated_since=2026-01-02T04:00:00Z']) {
    for (let [page, cursor] = [0, '']; ; page++) {
      const path = `/rows?limit=100&include_total=1&${all}&${filter}${cursor}`
      const { data, meta } = await ask(app, path, 'ann')
      picture[`page ${page} of ${filter}`] = JSON.stringify(data)
      if (typeof meta.next_cursor !== 'string') break
      cursor = `&cursor=${encodeURIComponent(meta.next_cursor)}`
    }
  }
  const { main } = app.store
  picture['work'] = sorted([...rowsWithWork(main)])
  picture['heads'] = sorted([...rowsWithWork(main)].map(({ ordinal }) => readHeads(main, ordinal)))
  picture['log'] = sorted([...rowsWithRevisions(main, EVERY_REVISION)].flat())
  picture['people'] = sorted([...allUsers(main)].map(({ password: _password, ...user }) => user))
  const words = KINDS.filter(({ table }) => SAID.has(table.name)).flatMap((kind) => [...allOfKind(main, kind)])
  if (words.length > 0) picture['words'] = sorted(words)
  picture['statistics'] = sorted(await readStoreStatistics(app.store, new AbortController().signal, () => {}))
  Object.assign(picture, await filesOf(app, folder))
  return picture
}

async function filesOf(app: App, folder: string): Promise<Record<string, string>> {
  const files: Record<string, string> = {}
  const to = join(folder, 'picture')
  for (const text of ['game', 'main', 'diff', 'manual', 'machine'] as const) {
    for (const atMs of [undefined, Date.UTC(2026, 0, 2, 3, 30)]) {
      const request = { to, format: 'jsonl', text, state: 'all', source: 'all' } as const
      granted(await exportTexts(app, { ...request, ...(atMs !== undefined && { atMs }) }))
      files[`${text} texts at ${atMs ?? 'now'}`] = readFileSync(to, 'utf8')
      rmSync(to)
    }
  }
  granted(await exportHistory(app, { to }))
  files['history'] = readFileSync(to, 'utf8')
  rmSync(to)
  return files
}

/** JSON that is the same whatever order the members came in. */
const sorted = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  )
