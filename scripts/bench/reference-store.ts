// node scripts/bench/reference-store.ts DB MAIN DIFF [REFERENCE LOCALIZED]
// The store of the reference implementation: SQLite through node:sqlite, as a good engineer would set it up. Made in one
// transaction from the game's files, indexes last. Files are read by windrow's own reader and service rows found by its
// own function: what is compared is the store, not the reading.
import { DatabaseSync } from 'node:sqlite'
import { sha256Hex } from '../../src/base/bytes.ts'
import { isServiceText } from '../../src/domain/text/service-text.ts'
import type { Role } from '../../packages/formats/src/game-text.ts'
import { openGameText } from '../../packages/formats/src/open-game-text.ts'
import type { TextEntry } from '../../packages/formats/src/text-entry.ts'

const SCHEMA = `
  CREATE TABLE rows (
    ordinal INTEGER PRIMARY KEY,
    row_id TEXT NOT NULL,
    main_text TEXT, main_file TEXT, main_number INTEGER, diff_text TEXT, diff_file TEXT, diff_number INTEGER,
    is_diff INTEGER NOT NULL,      -- the effective source is the diff's
    source_hash TEXT NOT NULL,
    is_service INTEGER NOT NULL,
    state INTEGER NOT NULL DEFAULT 0, -- 0 none, 1 machine, 2 manual
    updated_at INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE chinese (ordinal INTEGER PRIMARY KEY, text TEXT NOT NULL, kind TEXT NOT NULL) STRICT;
  CREATE TABLE revisions (
    ordinal INTEGER NOT NULL, layer TEXT NOT NULL, seq INTEGER NOT NULL,
    text TEXT NOT NULL, status TEXT NOT NULL, origin TEXT NOT NULL, provider TEXT, model TEXT,
    source_hash TEXT NOT NULL, is_verified INTEGER NOT NULL, author_id INTEGER, key_id INTEGER,
    created_at INTEGER NOT NULL, PRIMARY KEY (ordinal, layer, seq)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE heads (
    ordinal INTEGER NOT NULL, layer TEXT NOT NULL, seq INTEGER NOT NULL,
    text TEXT NOT NULL, status TEXT NOT NULL, origin TEXT NOT NULL, provider TEXT, model TEXT,
    source_hash TEXT NOT NULL, is_verified INTEGER NOT NULL, created_at INTEGER NOT NULL,
    PRIMARY KEY (ordinal, layer)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE api_keys (
    id INTEGER PRIMARY KEY, digest TEXT NOT NULL UNIQUE, user_id INTEGER NOT NULL, requests_per_minute INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE answers (
    key_id INTEGER NOT NULL, header TEXT NOT NULL, digest TEXT NOT NULL, body TEXT NOT NULL, at INTEGER NOT NULL,
    PRIMARY KEY (key_id, header)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE quota (user_id INTEGER NOT NULL, day TEXT NOT NULL, used INTEGER NOT NULL,
    PRIMARY KEY (user_id, day)) STRICT, WITHOUT ROWID;`

const INDEXES = `
  CREATE UNIQUE INDEX rows_by_id ON rows (row_id);
  CREATE INDEX rows_by_state ON rows (state, is_diff, is_service, ordinal);
  CREATE INDEX rows_by_source ON rows (is_diff, ordinal);
  CREATE INDEX rows_by_change ON rows (updated_at, ordinal);
  CREATE INDEX answers_by_age ON answers (at);`

/** Opens the database as it should be run: a log beside it, every commit flushed, room in memory. */
export function openReference(path: string): DatabaseSync {
  const db = new DatabaseSync(path)
  db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -131072;
    PRAGMA mmap_size = 4294967296; PRAGMA temp_store = MEMORY; PRAGMA busy_timeout = 5000;`)
  return db
}

async function* entriesOf(path: string, role: Role): AsyncGenerator<TextEntry> {
  for await (const batch of (await openGameText(path, { role })).entries()) yield* batch
}

async function fill(db: DatabaseSync, [main, diff, reference, localized]: readonly string[]): Promise<void> {
  db.exec(SCHEMA)
  db.exec('BEGIN')
  const ordinals = await fillRows(db, main as string, diff as string)
  db.exec(INDEXES)
  if (reference) await fillChinese(db, ordinals, reference)
  if (localized) await fillHeads(db, ordinals, localized)
  db.exec('COMMIT; PRAGMA wal_checkpoint(TRUNCATE)')
}

async function fillRows(db: DatabaseSync, main: string, diff: string): Promise<Map<string, number>> {
  const overlay = new Map<string, TextEntry>()
  for await (const entry of entriesOf(diff, 'diff')) overlay.set(entry.id, entry)
  const insert = db.prepare('INSERT INTO rows VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, ?)')
  const nowMs = Date.now()
  const ordinals = new Map<string, number>()
  const add = (id: string, from: TextEntry | null, over: TextEntry | null): void => {
    const source = (over ?? from)?.text ?? ''
    const at = ordinals.size + 1
    ordinals.set(id, at)
    const overText = over === null ? null : (over.text ?? '')
    const mainColumns = [from?.text ?? null, from?.file ?? null, from?.number ?? null] as const
    const diffColumns = [overText, over?.file ?? null, over?.number ?? null, over === null ? 0 : 1] as const
    insert.run(at, id, ...mainColumns, ...diffColumns, sha256Hex(source), isServiceText(source) ? 1 : 0, nowMs)
  }
  for await (const entry of entriesOf(main, 'source')) {
    add(entry.id, entry, overlay.get(entry.id) ?? null)
    overlay.delete(entry.id)
  }
  for (const [id, entry] of overlay) add(id, null, entry)
  return ordinals
}

async function fillChinese(db: DatabaseSync, ordinals: Map<string, number>, path: string): Promise<void> {
  const insert = db.prepare("INSERT INTO chinese VALUES (?, ?, 'main')")
  for await (const { id, text } of entriesOf(path, 'reference')) {
    const ordinal = ordinals.get(id)
    if (ordinal !== undefined) insert.run(ordinal, text ?? '')
  }
}

async function fillHeads(db: DatabaseSync, ordinals: Map<string, number>, path: string): Promise<void> {
  const values = `SELECT ordinal, 'machine', 1, ?, 'draft', 'localized_file_import', NULL, NULL, source_hash, 0`
  const addRevision = db.prepare(
    `INSERT INTO revisions ${values}, 1, NULL, ? FROM rows WHERE ordinal = ? AND is_diff = 0`,
  )
  const addHead = db.prepare(`INSERT INTO heads ${values}, ? FROM rows WHERE ordinal = ? AND is_diff = 0`)
  const mark = db.prepare('UPDATE rows SET state = 1, updated_at = ? WHERE ordinal = ? AND is_diff = 0')
  const nowMs = Date.now()
  for await (const { id, text } of entriesOf(path, 'localized')) {
    const ordinal = ordinals.get(id)
    if (ordinal === undefined || text === null) continue
    addRevision.run(text, nowMs, ordinal)
    addHead.run(text, nowMs, ordinal)
    mark.run(nowMs, ordinal)
  }
}

if (import.meta.main) {
  const [path = '', ...files] = process.argv.slice(2)
  const db = openReference(path)
  fill(db, files)
    .then(() => db.close())
    .catch((error: unknown) => {
      console.error(error)
      process.exitCode = 1
    })
}
