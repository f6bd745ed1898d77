// The data of a run, made fresh in a folder of its own: game files by the generator, windrow's store from them, the
// reference's database, and what the measurements need to know of the rows. Same rows and same translations in both.
import { createReadStream, createWriteStream, mkdirSync } from 'node:fs'
import { join } from 'node:path'
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
  readonly deleted?: number
}

export interface GameFiles {
  readonly main: string
  readonly diff: string
  readonly reference: string
  /** Translations of every fourth row, to be imported as the machine layer. */
  readonly localized: string
  /** Dumps of main and of the reference. */
  readonly mainDump: string
  readonly referenceDump: string
}

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
export const node = process.execPath
export const generator: Program = [node, here('../../test/oracle/game-files.mjs')]
export const windrow: Program = [node, here('../../src/main.ts')]
export const referenceStore: Program = [node, here('reference-store.ts')]
export const referenceServer: Program = [node, here('reference.ts')]
export const ceilingServer: Program = [node, here('ceiling.ts')]
export const plainServer: Program = [node, here('plain.mjs')]
export const executable = here('../../dist/windrow-linux-x64')

/** The one key of a run, known to both programs. Loopback only, thrown away with its data. */
export const secret = `wdr_${sha256Hex('a key for measuring').slice(0, 60)}`
const requestsPerMinute = 1_000_000

const seed = '1'

/** Makes main and diff alone, in English or as their Chinese twins. */
export async function makeSources(
  folder: string,
  { entries, shards, changed, added, deleted = 0 }: Sizes,
  language: 'en' | 'zh' = 'en',
): Promise<{ main: string; diff: string }> {
  mkdirSync(folder, { recursive: true })
  const main = join(folder, language === 'en' ? 'translate_words_map_en' : 'translate_words_map_zh_cn')
  const diff = `${main}_diff`
  const same = ['--seed', seed, '--lang', language]
  await run([...generator, 'make', main, '--entries', `${entries}`, '--shards', `${shards}`, ...same])
  const counts = ['--changed', `${changed}`, '--added', `${added}`, '--deleted', `${deleted}`]
  await run([...generator, 'make', diff, '--diff-of', main, ...counts, ...same])
  return { main, diff }
}

/** Makes another overlay of the same main file: most of what either of the two changes, the other one does not. */
export async function makeNextDiff(main: string, { changed, added }: Sizes): Promise<string> {
  const diff = `${main}_diff_next`
  const counts = ['--changed', `${changed}`, '--added', `${added}`, '--seed', `${seed}2`]
  await run([...generator, 'make', diff, '--diff-of', main, ...counts])
  return diff
}

/** Makes the Chinese twin of main. */
export async function makeReference(folder: string, { entries, shards }: Sizes): Promise<string> {
  mkdirSync(folder, { recursive: true })
  const reference = join(folder, 'translate_words_map_zh_cn')
  const size = ['--entries', `${entries}`, '--shards', `${shards}`, '--seed', seed]
  await run([...generator, 'make', reference, ...size, '--lang', 'zh'])
  return reference
}

/** Makes all files of a run. */
export async function makeGameFiles(folder: string, sizes: Sizes): Promise<GameFiles> {
  const { main, diff } = await makeSources(folder, sizes)
  const reference = await makeReference(folder, sizes)
  const [mainDump, referenceDump] = [join(folder, 'en.jsonl'), join(folder, 'zh.jsonl')]
  await run([...generator, 'dump', main, mainDump])
  await run([...generator, 'dump', reference, referenceDump])
  const localized = join(folder, 'localized.jsonl')
  await writeLocalized(mainDump, referenceDump, localized)
  return { main, diff, reference, localized, mainDump, referenceDump }
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
export async function fillWindrow(data: string, files: Partial<GameFiles>): Promise<void> {
  const slots = (['main', 'diff', 'reference', 'localized'] as const).flatMap((slot) =>
    files[slot] === undefined ? [] : [`--${slot}`, files[slot]],
  )
  await run([...windrow, 'import', ...slots, '--data', data, '--quiet'])
  await makeKey(data)
}

/** Makes the one key of a run in a store. */
export async function makeKey(data: string): Promise<void> {
  const command = (...args: string[]): Program => [...windrow, ...args, '--data', data, '--quiet']
  await run(command('user', 'add', 'bench', '--role', 'admin'))
  const limit = ['--requests-per-minute', `${requestsPerMinute}`]
  await run(command('key', 'create', '--user', 'bench', ...limit, '--secret-stdin'), `${secret}\n`)
  // A backup ten seconds after the start of a server would be in the figures.
  await run(command('setting', 'set', 'backup_every_hours', '0'))
}

type Imported = Pick<GameFiles, 'main' | 'diff'> & Partial<GameFiles>

/** Fills a new database of the reference and makes the same key. */
export async function fillReference(path: string, files: Imported): Promise<void> {
  const { main, diff, reference = '', localized = '' } = files
  await run([...referenceStore, path, main, diff, reference, localized])
  const db = openReference(path)
  db.exec("INSERT INTO users VALUES (1, 'bench', 'admin', 'active')")
  const key = db.prepare("INSERT INTO api_keys VALUES (1, ?, 1, 'active', ?)")
  key.run(sha256Hex(secret), requestsPerMinute)
  db.close()
}

export const serveWindrow = (data: string): Program => [...windrow, 'serve', '--data', data, '--port', '0', '--quiet']
export const serveExecutable = (data: string): Program => [executable, 'serve', '--data', data, '--port', '0']
