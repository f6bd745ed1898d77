// The data of a run, made fresh in a folder of its own: game files by the generator, windrow's store from them, the
// reference's database, and what the measurements need to know of the rows. Same rows and same translations in both.
import { createReadStream, createWriteStream, mkdirSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { sha256Hex } from '../../src/base/bytes.ts'
import { openReference } from './reference-store.ts'
import { type Program, run } from './processes.ts'

export interface Sizes {
  readonly entries: number
  readonly shards: number
  /** Entries of the overlay: of known rows, and of its own. */
  readonly changed: number
  readonly added: number
}

export interface GameFiles {
  readonly main: string
  readonly diff: string
  readonly reference: string
  /** Translations of every fourth row, to be imported as the machine layer. */
  readonly localized: string
  readonly referenceDump: string
}

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
export const node = process.execPath
export const generator: Program = [node, here('../../test/oracle/game-files.mjs')]
const windrow: Program = [node, here('../../src/main.ts')]
export const referenceStore: Program = [node, here('reference-store.ts')]
export const referenceServer: Program = [node, here('reference.ts')]
export const bareServer: Program = [node, here('bare.mjs')]
export const searches: Program = [node, here('search.ts')]
export const executable = here('../../dist/windrow-linux-x64')

/** The one key of a run, known to both programs. Loopback only, thrown away with its data. */
export const secret = `wdr_${sha256Hex('a key for measuring').slice(0, 60)}`
const requestsPerMinute = 1_000_000

const seed = '1'

/** Makes main and diff alone. */
export async function makeSources(
  folder: string,
  { entries, shards, changed, added }: Sizes,
): Promise<{ main: string; diff: string }> {
  mkdirSync(folder, { recursive: true })
  const main = join(folder, 'translate_words_map_en')
  const diff = `${main}_diff`
  const same = ['--seed', seed, '--lang', 'en']
  await run([...generator, 'make', main, '--entries', `${entries}`, '--shards', `${shards}`, ...same])
  const counts = ['--changed', `${changed}`, '--added', `${added}`]
  await run([...generator, 'make', diff, '--diff-of', main, ...counts, ...same])
  return { main, diff }
}

/** Makes all files of a run. */
export async function makeGameFiles(folder: string, sizes: Sizes): Promise<GameFiles> {
  const { main, diff } = await makeSources(folder, sizes)
  const reference = join(folder, 'translate_words_map_zh_cn')
  const size = ['--entries', `${sizes.entries}`, '--shards', `${sizes.shards}`, '--seed', seed]
  await run([...generator, 'make', reference, ...size, '--lang', 'zh'])
  const [mainDump, referenceDump] = [join(folder, 'en.jsonl'), join(folder, 'zh.jsonl')]
  await run([...generator, 'dump', main, mainDump])
  await run([...generator, 'dump', reference, referenceDump])
  const localized = join(folder, 'localized.jsonl')
  await writeLocalized(mainDump, referenceDump, localized)
  return { main, diff, reference, localized, referenceDump }
}

/**
 * A game's update: the diff with another text in a share of its rows, spread evenly. It has the diff's name, as an update has: under
 * another one all of its rows would change their file.
 */
export async function makePatch(folder: string, { main, diff }: GameFiles, share: number): Promise<string> {
  const [dump, changed] = [join(folder, 'diff.jsonl'), join(folder, 'changed.jsonl')]
  const patched = join(folder, 'patched', basename(diff))
  mkdirSync(dirname(patched), { recursive: true })
  await run([...generator, 'dump', diff, dump])
  const lines: string[] = []
  for await (const line of dumpLines(dump)) {
    const isChanged = Math.floor(lines.length * share) < Math.floor((lines.length + 1) * share) && line.text !== ''
    lines.push(JSON.stringify(isChanged ? { ...line, text: `${line.text} again` } : line))
  }
  writeFileSync(changed, `${lines.join('\n')}\n`)
  await run([...generator, 'pack', changed, patched, '--base', main])
  return patched
}

interface DumpLine {
  readonly id: string
  readonly text: string
}

export async function* dumpLines(path: string): AsyncGenerator<DumpLine> {
  for await (const line of createInterface({ input: createReadStream(path) })) {
    if (line !== '') yield JSON.parse(line) as DumpLine
  }
}

/** Every fourth text of the Chinese twin, where it differs from the English one and the English one has letters. */
async function writeLocalized(mainDump: string, referenceDump: string, path: string): Promise<void> {
  const out = createWriteStream(path)
  const twins = dumpLines(referenceDump)
  let count = 0
  for await (const { id, text } of dumpLines(mainDump)) {
    const twin = (await twins.next()).value as DumpLine
    if (twin.id !== id) throw new Error('the twins of the generator have different keys')
    if (count++ % 4 !== 0 || twin.text === text || !/[a-z]{4}/.test(text)) continue
    if (!out.write(`${JSON.stringify({ id, text: twin.text })}\n`)) {
      await new Promise<void>((resolve) => out.once('drain', () => resolve()))
    }
  }
  await new Promise<void>((resolve) => out.end(() => resolve()))
}

/** Imports into a new store of windrow and makes the key. */
export async function fillWindrow(data: string, files: Partial<GameFiles>, program = windrow): Promise<void> {
  const command = (...args: string[]): Program => [...program, ...args, '--data', data, '--quiet']
  const slots = (['main', 'diff', 'reference', 'localized'] as const).flatMap((slot) =>
    files[slot] === undefined ? [] : [`--${slot}`, files[slot]],
  )
  await run(command('import', ...slots))
  await run(command('user', 'add', 'bench', '--role', 'admin'))
  const limit = ['--requests-per-minute', `${requestsPerMinute}`]
  await run(command('key', 'create', '--user', 'bench', ...limit, '--secret-stdin'), `${secret}\n`)
  // A backup ten seconds after the start of a server would be in the figures.
  await run(command('setting', 'set', 'backup_every_hours', '0'))
}

/** A command of windrow about a store. */
export const commandOf = (data: string, ...args: string[]): Program => [...windrow, ...args, '--data', data, '--quiet']
export const command = (data: string, ...args: string[]): Promise<unknown> => run(commandOf(data, ...args))

/** Fills a new database of the reference and makes the same key. */
export async function fillReference(path: string, { main, diff, reference, localized }: GameFiles): Promise<void> {
  await run([...referenceStore, path, main, diff, reference, localized])
  const db = openReference(path)
  db.prepare('INSERT INTO api_keys VALUES (1, ?, 1, ?)').run(sha256Hex(secret), requestsPerMinute)
  db.close()
}

export const serveWindrow = (data: string): Program => commandOf(data, 'serve', '--port', '0')
export const serveExecutable = (data: string): Program => [executable, 'serve', '--data', data, '--port', '0']
