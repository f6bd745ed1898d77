// Long work to be killed in the middle (work-kills.ts): what it starts from, what it is asked, and what is looked at afterwards.
import { createHash } from 'node:crypto'
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { checkStore } from '../../src/app/upkeep/check-store.ts'
import { allRevisions, readHeads } from '../../src/store/rows/heads.ts'
import { readNextOrdinal } from '../../src/store/rows/ordinals.ts'
import { readRow } from '../../src/store/rows/read-rows.ts'
import type { Store } from '../../src/store/store.ts'
import { idOf, openLeft, type World } from './world.ts'

export interface Work {
  readonly command: readonly string[]
  /** How many texts the command says that it wrote, by its `--json`. */
  written(report: Report): number | undefined
  /** Makes everything as it was before. */
  beginAnew(): void
  /** A digest of what the work changes; what is not as it should be becomes a problem. */
  stateOf(problems: string[]): Promise<string>
}

export interface Report {
  readonly localized?: { readonly written: number }
  readonly revisions?: number
  readonly restored?: number
  readonly withdrawn?: number
  /** Of an import what became of them, else their number. */
  readonly rows?: number | { readonly changed: number }
}

const rowsUpTo = (rows: number): number[] => Array.from({ length: rows }, (_, row) => row + 1)
const ours = (row: number): string => `Рядок {0} номер ${row} цієї гри`
const others = (row: number): string => `Інший {0} рядок ${row}`

export const WORKS = {
  import: async (world, rows) => {
    const file = linesOf(world, 'translated.jsonl', rowsUpTo(rows), ours)
    return onStore(world, ['import', '--localized', file], (report) => report.localized?.written)
  },
  /** Of all sources under translations, every second of which lacks a token then. */
  update: async (world, rows) => {
    const all = rowsUpTo(rows)
    await world.windrow('import', '--localized', linesOf(world, 'translated.jsonl', all, ours))
    const token = (row: number): string => `{${row % 2}}`
    const file = linesOf(world, 'updated.jsonl', all, (row) => `Row ${token(row)} number ${row}, told anew`)
    const changedIn = ({ rows: counts }: Report) => (typeof counts === 'object' ? counts.changed : undefined)
    return {
      ...onStore(world, ['import', '--main', file, '--force'], changedIn),
      stateOf: (found) => flagsOf(world.data, found),
    }
  },
  /** Of a store that has all translations into one that has others of every third row. */
  merge: async (world, rows) => {
    const all = rowsUpTo(rows)
    const theirs = join(world.folder, 'theirs')
    const history = join(world.folder, 'history.jsonl')
    copy(world.data, theirs)
    await world.windrow('import', '--localized', linesOf(world, 'theirs.jsonl', all, ours), '--data', theirs)
    await world.windrow('export', '--to', history, '--with-history', '--data', theirs)
    const third = all.filter((row) => row % 3 === 1)
    await world.windrow('import', '--localized', linesOf(world, 'ours.jsonl', third, others))
    return onStore(world, ['merge', history], (report) => report.revisions)
  },
  /** Of texts of which every third replaced another. */
  revert: async (world, rows) => {
    const all = rowsUpTo(rows)
    const third = all.filter((row) => row % 3 === 1)
    await world.windrow('import', '--localized', linesOf(world, 'others.jsonl', third, others))
    const file = linesOf(world, 'ours.jsonl', all, ours)
    await world.windrow('import', '--localized', file, '--overwrite-all')
    return onStore(world, ['revert', '--import', '3'], ({ restored = 0, withdrawn = 0 }) => restored + withdrawn)
  },
  /** Changes no store: what must be whole or not there is its file. */
  'export --at': async (world, rows) => {
    const { data, folder } = world
    const file = join(folder, 'then.jsonl')
    await world.windrow('import', '--localized', linesOf(world, 'ours.jsonl', rowsUpTo(rows), ours))
    const log = JSON.parse(await world.windrow('log', '--limit', '1', '--json')) as { entries: { at: string }[] }
    await world.windrow('revert', '--import', '2')
    const before = await revisionsOf(data, [])
    return {
      command: ['export', '--to', file, '--at', log.entries[0]?.at ?? ''],
      written: ({ rows }) => (typeof rows === 'number' ? rows : undefined),
      beginAnew: () => rmSync(file, { force: true }),
      async stateOf(problems) {
        if ((await revisionsOf(data, problems)) !== before) problems.push('an export changed the store')
        return existsSync(file) ? digestOf(readFileSync(file)) : 'no file'
      },
    }
  },
} satisfies Record<string, (world: World, rows: number) => Promise<Work>>
export type WorkName = keyof typeof WORKS

/** Puts a game of so many rows in the world's store, and nothing else. */
export async function makeGame(world: World, rows: number): Promise<void> {
  rmSync(world.data, { recursive: true, force: true })
  await world.windrow(
    'import',
    '--main',
    linesOf(world, 'big.jsonl', rowsUpTo(rows), (row) => `Row {0} number ${row} of the game`),
  )
}

function onStore(world: World, command: readonly string[], written: Work['written']): Work {
  const untouched = join(world.folder, 'untouched')
  copy(world.data, untouched)
  return {
    command,
    written,
    beginAnew: () => copy(untouched, world.data),
    stateOf: (problems) => revisionsOf(world.data, problems),
  }
}

function copy(from: string, to: string): void {
  rmSync(to, { recursive: true, force: true })
  cpSync(from, to, { recursive: true, filter: (path) => !path.endsWith('lock.mdb') })
}

function linesOf({ folder }: World, name: string, some: readonly number[], textOf: (row: number) => string): string {
  const path = join(folder, name)
  writeFileSync(path, some.map((row) => `${JSON.stringify({ id: idOf(row), text: textOf(row) })}\n`).join(''))
  return path
}

const digestOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

/** A digest of every revision in the store. */
const revisionsOf = (data: string, problems: string[]): Promise<string> =>
  digestOfStore(data, problems, function* ({ main }) {
    for (const { ordinal, manual, machine } of allRevisions(main))
      yield [ordinal, ...[manual, machine].map((all) => all.map(({ text }) => text))]
  })

/** A digest of every source and of the flags of what stands on it. */
const flagsOf = (data: string, problems: string[]): Promise<string> =>
  digestOfStore(data, problems, function* ({ main, files }) {
    for (let ordinal = 1; ordinal < readNextOrdinal(main); ordinal++)
      yield [readRow(main, files, ordinal)?.sourceHash, readHeads(main, ordinal).machine?.isInvalid]
  })

/** What `windrow check` finds there is a problem. */
async function digestOfStore(
  data: string,
  problems: string[],
  partsOf: (store: Store) => Iterable<unknown>,
): Promise<string> {
  const store = openLeft(data)
  try {
    const { disagreements } = await checkStore(store, { signal: new AbortController().signal, onStep: () => {} })
    for (const { table, at, problem } of disagreements) problems.push(`check: ${table}, ${at}: ${problem}`)
    const hash = createHash('sha256')
    for (const part of partsOf(store)) hash.update(JSON.stringify(part))
    return hash.digest('hex')
  } finally {
    await store.close()
  }
}
