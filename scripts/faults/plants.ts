// Planted faults: one place of the sources is made wrong as it is loaded, and an engine has to find it there.
//   npm run faults -- plants                       each plant, with the engine that has to find it
//   npm run faults -- plants --plant NAME …        these
//   WINDROW_PLANT=NAME NODE_OPTIONS=--import=./scripts/faults/planted.ts npm run faults -- year
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import type { Report, Say } from './report.ts'

interface Plant {
  /** From the root; `from` is there once. */
  readonly file: string
  readonly from: string
  readonly to: string
  /** Of main.ts: the engine that must find it. */
  readonly by: string
}

const YEAR = 'year --groups 150 --whole'

export const PLANTS: Readonly<Record<string, Plant>> = {
  'a missing flush': {
    file: 'src/store/file/environment.ts',
    from: 'openEnvironment(mainFolder(dataFolder), {})',
    to: 'openEnvironment(mainFolder(dataFolder), { noSync: true, noMetaSync: true })',
    by: 'power --images 120 --work batch',
  },
  'an acknowledged write before its commit': {
    file: 'src/store/door/write-queue.ts',
    from: 'if (--running === 0) onRun()',
    to: 'if (--running === 0) for (const each of [{ saved: onRun }, ...round]) each.saved()',
    by: 'power --images 120 --work batch',
  },
  'a counter outside of its transaction': {
    file: 'src/store/records/quota.ts',
    from: '  putRecord(txn.db, key, (used ?? 0) + count)',
    to: '  void Promise.resolve().then(() => setTimeout(() => putRecord(txn.db, key, (used ?? 0) + count)))',
    by: 'each-call --work batch',
  },
  'an index not undone': {
    file: 'src/store/records/kind.ts',
    from: '    for (const entry of old) if (!fresh.some((each) => each.equals(entry))) void db.remove(entry)',
    to: '',
    by: 'power --images 60 --work approval',
  },
  'a file that is named before it is flushed': {
    file: 'src/base/whole-file.ts',
    from: '    await file.sync()\n',
    to: '',
    by: 'power --images 120 --work publish',
  },
  'a name that is not flushed': {
    file: 'src/base/whole-file.ts',
    from: '    await syncFolder(dirname(path))\n',
    to: '',
    by: 'power --images 120 --work publish',
  },
  'a backup that is named before it is flushed': {
    file: 'src/app/backup/backup-store.ts',
    from: '    await file.sync()\n',
    to: '',
    by: 'power --images 120 --work backup',
  },
  "a game's file that is named before it is flushed": {
    file: 'packages/players/src/game-folder.ts',
    from: '    await file.sync()\n',
    to: '',
    by: 'power --images 120 --work install',
  },
  'a batch acknowledged before its commit': {
    file: 'src/store/write.ts',
    from: 'store.recentWrites.note(writesSoFar(store.main), txn)',
    to: 'store.recentWrites.note(writesSoFar(store.main), txn); resolve({ ok: true, value })',
    by: YEAR,
  },
  'a quota counted outside of the transaction': {
    file: 'src/app/writes/write-batch.ts',
    from: "addUsed(txn, 'quota', user.id, spent)",
    to: "setTimeout(() => void change(app, null, (later) => ok(addUsed(later, 'quota', user.id, spent))), 1)",
    by: YEAR,
  },
  'an answer stored outside of the transaction': {
    file: 'src/app/writes/write-batch.ts',
    from: '  putAnswer(txn, key.id, batch.idempotencyKey, batch.bodyDigest, body)',
    to: '  setTimeout(() => void change(app, null, (later) => ok(putAnswer(later, key.id, batch.idempotencyKey!, batch.bodyDigest, body))), 1)',
    by: YEAR,
  },
  'an index that keeps a decided proposal': {
    file: 'src/app/writes/review-proposal.ts',
    from: 'putProposal(txn, before, after)',
    to: 'putProposal(txn, after, after)',
    by: YEAR,
  },
  'a patch that loses a stale text': {
    file: 'src/app/import/reveal-sources.ts',
    from: 'chunks.move(ordinal, from, to)',
    to: 'chunks.move(ordinal, from, from)',
    by: YEAR,
  },
  'a stored answer that never ends': {
    file: 'src/store/records/idempotency.ts',
    from: 'nowMs < answer.committedAtMs + idempotencyKeptMs',
    to: 'nowMs < Number.POSITIVE_INFINITY',
    by: YEAR,
  },
  'a time that goes back with the clock': {
    file: 'src/store/view.ts',
    from: 'Math.max(store.clock.nowMs(), last)',
    to: 'store.clock.nowMs()',
    by: YEAR,
  },
  'a judgement that another write made wrong': {
    file: 'src/store/door/recent-writes.ts',
    from: 'if (rowIds.has(rowId)) return true',
    to: 'if (rowIds.has(rowId)) return false',
    by: 'year --seeds 1 --whole',
  },
  'a merge that forgets the text that lost': {
    file: 'src/domain/merge.ts',
    from: '[...newest.filter((each) => !isSame(each, winner)), ',
    to: '[',
    by: YEAR,
  },
  'a body bound left out': {
    file: 'src/http/json-parts.ts',
    from: 'if (++parts <= partsMax) continue',
    to: 'if (++parts > 0) continue',
    by: 'fuzz --seconds 1',
  },
  'a bound of forms left out': {
    file: 'src/http/form-body.ts',
    from: '&& ++members > formFieldsMax',
    to: '&& ++members < 0',
    by: 'fuzz --seconds 1',
  },
}

/** Lets each engine look for its plants; one that is not found is a problem. */
export async function runPlants(seed: number, only: readonly string[] | undefined, say: Say): Promise<Report> {
  const lines: string[] = []
  const problems: string[] = []
  const hook = `--import=${new URL('planted.ts', import.meta.url).href}`
  for (const name of only ?? Object.keys(PLANTS)) {
    const by = PLANTS[name]?.by.split(' ') ?? []
    const argv = [join(import.meta.dirname, 'main.ts'), ...by, '--seed', String(seed)]
    const env = { ...process.env, NODE_OPTIONS: hook, WINDROW_PLANT: name }
    const { status, stdout } = spawnSync(process.execPath, argv, { encoding: 'utf8', env })
    const [, found] = /PROBLEM (.*)/.exec(stdout) ?? []
    if (status === 1 && found !== undefined && !found.includes('cannot be prepared'))
      lines.push(`${name}: found by ${by.join(' ')}: ${found.slice(0, 300)}`)
    else problems.push(`seed ${seed}: not found: ${name}, by ${by.join(' ')}: ${stdout.slice(-300)}`)
    say(`plants: ${lines.at(-1) ?? ''} ${problems.at(-1) ?? ''}`)
  }
  return { lines, problems }
}
