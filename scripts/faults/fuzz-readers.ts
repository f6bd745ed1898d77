// Every reader of what strangers write outside of a request: files of texts, glossaries, histories, profiles, packages, feeds, deltas,
// answers of models. A reader may refuse by its own error; anything else that it throws is a fault, and so is a promise that it breaks.
import { writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join, resolve, sep } from 'node:path'
import { readProfile } from '../../src/app/profile-file.ts'
import { compileGlossary } from '../../src/domain/checks/glossary.ts'
import { runGate } from '../../src/domain/checks/gate.ts'
import { scanTokens } from '../../src/domain/text/tokens.ts'
import { DamagedFile } from '../../packages/formats/src/damage.ts'
import { parseGlossary } from '../../packages/formats/src/glossary-file.ts'
import { readHistory } from '../../packages/formats/src/history-lines.ts'
import { KEYED_FORMATS, type KeyedFormatName, translateKeyed } from '../../packages/formats/src/keyed/keyed-formats.ts'
import { NO_PROJECT } from '../../packages/formats/src/keyed/project.ts'
import { openGameText } from '../../packages/formats/src/open-game-text.ts'
import { readParatranz } from '../../packages/formats/src/paratranz.ts'
import { readPo } from '../../packages/formats/src/po-reader.ts'
import { readXliff } from '../../packages/formats/src/xliff-reader.ts'
import { DamagedZip, readZipDirectory, unpackMember } from '../../packages/formats/src/zip-reader.ts'
import { layoutOf } from '../../packages/players/src/package-layout.ts'
import { readFeed } from '../../packages/players/src/release-feed.ts'
import { readDelta } from '../../packages/players/src/text-delta.ts'
import { readAnswer } from '../../packages/translator/src/answer.ts'
import { DEFAULT_GATE_RULES } from '../../test/support/plain-gate.ts'
import { buildZip } from '../../test/support/zip-builder.ts'
import { FILE_SEEDS, KEYED_SEEDS } from './fuzz-seeds.ts'

interface Reader {
  readonly seeds: readonly (string | Buffer)[]
  /** Throws, or rejects, for a fault of the reader. */
  readonly read: (bytes: Buffer, folder: string) => unknown
}

const GLOSSARY = compileGlossary([
  { source: 'Hi', forms: ['Ой', 'Welt*'], caseSensitive: false, doNotTranslate: false, note: '' },
  { source: 'of the', forms: [], caseSensitive: true, doNotTranslate: true, note: '' },
])

async function drained(entries: AsyncIterable<unknown>): Promise<void> {
  for await (const batch of entries) void batch
}

function fileOf(bytes: Buffer, folder: string): string {
  const path = join(folder, 'input.txt')
  writeFileSync(path, bytes)
  return path
}

/** What it reads it writes back: its own texts change no byte, and others are read again under the same keys. */
function readKeyed(name: KeyedFormatName, bytes: Buffer): void {
  const format = KEYED_FORMATS[name]
  const document = format.prepared?.(bytes.toString(), 'game.txt', 'uk') ?? bytes.toString()
  for (const side of ['source', 'translation'] as const) {
    const read = format.read(document, 'game.txt', side, NO_PROJECT)
    if (read.unwritable) continue
    const texts = new Map(read.texts.map(({ key, text }) => [key, text]))
    if (side === 'source') {
      const written = translateKeyed(document, name, read, (key) => `${texts.get(key)} x`)
      const keys = format.read(written, 'game.txt', 'source', NO_PROJECT).texts.map(({ key }) => key)
      if (keys.join('\0') !== [...texts.keys()].join('\0')) throw new Error('other keys once it is written')
    } else if (
      read.unfinished === 0 &&
      translateKeyed(document, name, read, (key) => texts.get(key) ?? null) !== document
    )
      throw new Error('its own texts changed the document')
  }
}

const keyed = (name: KeyedFormatName): [string, Reader] => [
  `keyed ${name}`,
  { seeds: [KEYED_SEEDS[name]], read: (bytes) => readKeyed(name, bytes) },
]

async function readZip(bytes: Buffer, folder: string): Promise<void> {
  await using file = await open(fileOf(bytes, folder))
  await using out = await open(join(folder, 'unpacked'), 'w')
  const members = await readZipDirectory(file, { entriesMax: 100, bytesMax: 2 ** 20 })
  for (const member of members) await unpackMember(file, member, out, () => {})
}

/** Wherever a package's file goes, that is in the game's folder. */
function place(bytes: Buffer): void {
  for (const isFolder of [true, false]) {
    const name = layoutOf({ isFolder }).nameOf(bytes.toString())
    const root = resolve('/game')
    if (name !== null && !resolve(root, name).startsWith(root + sep))
      throw new Error(`${name} leaves the game's folder`)
  }
}

function gate(bytes: Buffer): void {
  const [source = '', text = ''] = bytes.toString().split('\0')
  for (const spaces of ['keep', 'free'] as const) {
    let end = 0
    for (const token of scanTokens(source, spaces)) {
      if (token.start < end || token.end <= token.start) throw new Error('tokens overlap or stand still')
      end = token.end
    }
  }
  runGate({
    source,
    text,
    rules: DEFAULT_GATE_RULES,
    glossary: GLOSSARY,
    waivers: { glossary: false, validation: false },
  })
}

async function gameText(bytes: Buffer, folder: string): Promise<void> {
  for (const isKeyed of [true, false]) {
    const options = { role: 'source', skipDamaged: bytes.length % 2 === 0, isKeyed } as const
    try {
      const file = await openGameText(fileOf(bytes, folder), options)
      for await (const batch of file.entries())
        for (const { id } of batch) if (!/^[0-9a-f]{16}$/.test(id)) throw new Error(`id ${id}`)
      file.warnings()
    } catch (error) {
      if (!(error instanceof DamagedFile)) throw error
    }
  }
}

export const READERS: Readonly<Record<string, Reader>> = {
  ...Object.fromEntries((Object.keys(KEYED_FORMATS) as KeyedFormatName[]).map(keyed)),
  'game text': { seeds: FILE_SEEDS.dump, read: gameText },
  po: { seeds: FILE_SEEDS.po, read: (bytes, folder) => drained(readPo(fileOf(bytes, folder))) },
  xliff: { seeds: FILE_SEEDS.xliff, read: (bytes, folder) => drained(readXliff(fileOf(bytes, folder))) },
  paratranz: { seeds: FILE_SEEDS.paratranz, read: (bytes, folder) => drained(readParatranz(fileOf(bytes, folder))) },
  glossary: { seeds: FILE_SEEDS.glossary, read: (bytes) => parseGlossary(bytes, 'terms.csv') },
  history: { seeds: FILE_SEEDS.history, read: (bytes, folder) => drained(readHistory(fileOf(bytes, folder))) },
  profile: { seeds: FILE_SEEDS.profile, read: (bytes) => readProfile(bytes.toString()) },
  feed: { seeds: FILE_SEEDS.feed, read: (bytes) => readFeed(bytes.toString(), 'https://example.org/feed.json') },
  delta: { seeds: FILE_SEEDS.delta, read: (bytes) => readDelta(bytes) },
  zip: { seeds: [buildZip([{ name: 'a/b.json', bytes: Buffer.from('{}'), isDeflated: true }])], read: readZip },
  place: { seeds: FILE_SEEDS.place, read: place },
  answer: {
    seeds: FILE_SEEDS.answer,
    read: (bytes) => readAnswer(bytes.toString(), 2, bytes.length % 2 === 0, ['a', 'Hi']),
  },
  gate: { seeds: FILE_SEEDS.gate, read: gate },
}

/** Reads one input; a refusal is an answer. */
export async function readOne(reader: Reader, bytes: Buffer, folder: string): Promise<void> {
  try {
    await reader.read(bytes, folder)
  } catch (error) {
    if (!(error instanceof DamagedFile || error instanceof DamagedZip)) throw error
  }
}
