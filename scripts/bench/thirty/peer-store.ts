// node scripts/bench/thirty/peer-store.ts prepare DB PEOPLE PROPOSALS, or import DB DIFF
// What the reference needs for thirty at once, in its database: people, proposals, an FTS5 index that triggers keep with every commit.
// A diff is imported beside its server: what changed is found first, and written in one transaction.
import type { DatabaseSync } from 'node:sqlite'
import { sha256Hex } from '../../../src/base/bytes.ts'
import { isServiceText } from '../../../src/domain/text/service-text.ts'
import { entriesOf, openReference } from '../reference-store.ts'
import { personName } from './people.ts'

const TABLES = `
  CREATE TABLE proposals (
    id INTEGER PRIMARY KEY, ordinal INTEGER NOT NULL, author_id INTEGER NOT NULL, text TEXT NOT NULL,
    source_hash TEXT NOT NULL, state TEXT NOT NULL, created_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX proposals_pending ON proposals (ordinal) WHERE state = 'pending';
  CREATE TABLE sessions (
    digest TEXT PRIMARY KEY, user_id INTEGER NOT NULL, csrf TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX rows_by_text ON rows (source_hash, ordinal);`

const SEARCH = `
  CREATE VIEW searched AS SELECT r.ordinal, CASE WHEN r.is_diff THEN r.diff_text ELSE r.main_text END, c.text, m.text, h.text
    FROM rows r LEFT JOIN chinese c ON c.ordinal = r.ordinal
    LEFT JOIN heads m ON m.ordinal = r.ordinal AND m.layer = 'machine'
    LEFT JOIN heads h ON h.ordinal = r.ordinal AND h.layer = 'manual';
  CREATE VIRTUAL TABLE texts USING fts5(
    source, reference, machine, manual, content='', contentless_delete=1, tokenize='trigram');
  INSERT INTO texts (rowid, source, reference, machine, manual) SELECT * FROM searched;
  CREATE TRIGGER heads_searched AFTER INSERT ON heads BEGIN
    INSERT OR REPLACE INTO texts (rowid, source, reference, machine, manual)
      SELECT * FROM searched WHERE ordinal = NEW.ordinal;
  END;
  CREATE TRIGGER rows_searched AFTER UPDATE OF diff_text ON rows BEGIN
    INSERT OR REPLACE INTO texts (rowid, source, reference, machine, manual)
      SELECT * FROM searched WHERE ordinal = NEW.ordinal;
  END;`

/** Proposals lie all over the list, one in every other row until there are enough. */
function prepare(db: DatabaseSync, people: number, proposals: number): void {
  db.exec('BEGIN')
  db.exec(TABLES)
  const add = db.prepare("INSERT INTO users VALUES (?, ?, 'moderator', 'active')")
  for (let i = 0; i < people; i++) add.run(i + 2, personName(i))
  const propose =
    db.prepare(`INSERT INTO proposals SELECT NULL, ordinal, 2, 'Ї ' || main_text, source_hash, 'pending', updated_at
    FROM rows WHERE state = 0 AND is_diff = 0 AND is_service = 0 AND ordinal % 2 = 0 LIMIT ?`)
  propose.run(proposals)
  db.exec(SEARCH)
  db.exec('COMMIT; ANALYZE; PRAGMA wal_checkpoint(TRUNCATE)')
}

interface Changed {
  readonly id: string
  readonly text: string
}

async function importPatch(db: DatabaseSync, path: string): Promise<void> {
  const read = db.prepare('SELECT diff_text FROM rows WHERE row_id = ?')
  const changed: Changed[] = []
  for await (const { id, text } of entriesOf(path, 'diff'))
    if (text !== null && read.get(id)?.['diff_text'] !== text) changed.push({ id, text })
  const change = db.prepare(`UPDATE rows SET diff_text = ?, is_diff = 1, source_hash = ?, is_service = ?,
    is_stale = state > 0, updated_at = ? WHERE row_id = ?`)
  const nowMs = Date.now()
  db.exec('BEGIN IMMEDIATE')
  for (const { id, text } of changed) change.run(text, sha256Hex(text), isServiceText(text) ? 1 : 0, nowMs, id)
  db.exec('COMMIT')
}

const [job = '', path = '', ...values] = process.argv.slice(2)
const db = openReference(path)
try {
  if (job === 'prepare') prepare(db, Number(values[0]), Number(values[1]))
  else await importPatch(db, values[0] ?? '')
} finally {
  db.close()
}
