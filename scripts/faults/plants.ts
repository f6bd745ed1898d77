// Planted faults: in a copy of the sources one place is made wrong, and an engine has to find it there.
//   node scripts/faults/plants.ts
import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

interface Plant {
  readonly name: string
  readonly file: string
  readonly right: string
  readonly wrong: string
  /** Of main.ts: the engine that must find it. */
  readonly by: string
}

const PLANTS: readonly Plant[] = [
  {
    name: 'a missing flush',
    file: 'src/store/file/environment.ts',
    right: 'openEnvironment(mainFolder(dataFolder), {})',
    wrong: 'openEnvironment(mainFolder(dataFolder), { noSync: true, noMetaSync: true })',
    by: '--only power --images 120 --work batch',
  },
  {
    name: 'an acknowledged write before its commit',
    file: 'src/store/door/write-queue.ts',
    right: 'if (--running === 0) onRun()',
    wrong: 'if (--running === 0) for (const each of [{ saved: onRun }, ...round]) each.saved()',
    by: '--only power --images 120 --work batch',
  },
  {
    name: 'a counter outside of its transaction',
    file: 'src/store/records/quota.ts',
    right: '  putRecord(txn.db, key, (used ?? 0) + count)',
    wrong: '  void Promise.resolve().then(() => setTimeout(() => putRecord(txn.db, key, (used ?? 0) + count)))',
    by: '--only each-call --work batch',
  },
  {
    name: 'an index not undone',
    file: 'src/store/records/kind.ts',
    right: '    for (const entry of old) if (!fresh.some((each) => each.equals(entry))) void db.remove(entry)',
    wrong: '',
    by: '--only power --images 60 --work approval',
  },
  {
    name: 'a file that is named before it is flushed',
    file: 'src/base/whole-file.ts',
    right: '    await file.sync()\n    await file.close()\n    await replaceFile',
    wrong: '    await file.close()\n    await replaceFile',
    by: '--only power --images 400 --work backup',
  },
]

const root = join(import.meta.dirname, '../..')

/** Whether the engine ends with 1 and tells of a problem. */
function isFound({ file, right, wrong, by }: Plant): boolean {
  const copy = mkdtempSync(join(tmpdir(), 'windrow-plant-'))
  try {
    for (const name of ['src', 'packages', 'scripts', 'test', 'package.json', 'tsconfig.json'])
      cpSync(join(root, name), join(copy, name), { recursive: true, filter: (path) => !path.endsWith('node_modules') })
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
    const source = readFileSync(join(copy, file), 'utf8')
    if (source.split(right).length !== 2) throw new Error(`${file} does not have its place once: ${right}`)
    writeFileSync(
      join(copy, file),
      source.replace(right, () => wrong),
    )
    const engine = [join(copy, 'scripts/faults/main.ts'), '--seed', '1', ...by.split(' ')]
    const { status, stdout } = spawnSync(process.execPath, engine, { encoding: 'utf8' })
    process.stdout.write(
      stdout
        .split('\n')
        .filter((line) => line.includes('PROBLEM'))
        .slice(0, 1)
        .join('')
        .slice(0, 300),
    )
    return status === 1 && stdout.includes('PROBLEM') && !stdout.includes('cannot be prepared')
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

for (const plant of PLANTS) {
  const found = isFound(plant)
  process.stdout.write(`\n${plant.name}: ${found ? 'found' : 'NOT found'} by ${plant.by}\n`)
  if (!found) process.exitCode = 1
}
