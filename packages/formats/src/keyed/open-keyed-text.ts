// Opens a game's own file of keyed texts, or a folder of such files (docs/another-game.md#files). Each file is parsed whole, one
// after the other; the keys of sources are kept, at some 100 bytes each. In a folder a file that cannot be read is left out by name,
// and rows that came from it stay; what is refused is a file alone, and what has no text at all.
import { basename } from 'node:path'
import type { Remark } from '../../../../src/base/remark.ts'
import { type Damage, DamagedFile, damagedLine, damageText, type Problem } from '../damage.ts'
import type { GameText, Role } from '../game-text.ts'
import { keyedKeysMax, type TextEntry } from '../text-entry.ts'
import { readKeyedFile } from './keyed-file.ts'
import type { KeyedDocument, KeyedSide } from './keyed-format.ts'
import { idOfKey, type KeyedPath } from './keyed-paths.ts'
import { languageOf, likenessOf } from './language-names.ts'
import { type KeyedRequest, type LeftWhy, NO_PROJECT, placesOfTranslations, type Project } from './project.ts'
import { type ReadProject, readProject, readTexts } from './read-project.ts'

const entriesPerBatch = 1_000
/** The most characters of all comments and places that are kept. */
const remarkUnitsMax = keyedKeysMax
/** Damaged files that are named; all are counted. */
const namedMax = 20

/** A source is read from where sources stand; other languages may stand beside it. */
const SIDE: Readonly<Record<Role, KeyedSide>> = {
  source: 'source',
  diff: 'source',
  reference: 'translation',
  localized: 'translation',
}

/** Throws DamagedFile for a file of an unknown shape, and for a folder without any known one. */
export async function openKeyedText(
  path: string,
  name: string,
  role: Role,
  { project, known }: KeyedRequest = { project: NO_PROJECT, known: [] },
): Promise<GameText> {
  const side = SIDE[role]
  const files = await knownFiles(path, name, role, { project, known })
  let sources = new Sources()
  let warnings: Damage[] = []
  let unread: string[] = []
  let unreadIds = new Set<string>()
  const markup = new Set<string>()
  async function* entries(): AsyncGenerator<readonly TextEntry[]> {
    sources = new Sources()
    warnings = []
    unreadIds = new Set()
    const damaged = [...files.damaged]
    const partly: string[] = []
    let count = 0
    for (const file of files.known) {
      const of = nameOf(file, name)
      const read = await readOrNote(file, side, project, damaged)
      if (read === null) continue
      warnings.push(...read.warnings, ...unwritableNote(of, read))
      for (const grammar of read.markup) markup.add(grammar)
      if (read.isPartial) partly.push(of)
      for (const key of read.unread) unreadIds.add(idOfKey(file.place, key))
      count += read.texts.length + read.unfinished
      let batch: TextEntry[] = []
      for (const each of read.texts) {
        const id = idOfKey(file.place, each.key)
        if (side === 'source') sources.add(id, each, of)
        batch.push({ id, text: each.text, file: of, number: each.line })
        if (batch.length < entriesPerBatch) continue
        yield batch
        batch = []
      }
      if (batch.length > 0) yield batch
    }
    // The last one looked like a file of texts.
    const fault = damaged.at(-1)
    if (count === 0 && fault !== undefined) throw fault
    if (count === 0 && (role === 'source' || warnings.length > 0)) {
      throw new DamagedFile({
        file: name,
        where: { at: 'file' },
        problem: 'nothing_read',
        found: warnings[0] === undefined ? 'no text' : damageText(warnings[0]),
      })
    }
    unread = [...files.foreign, ...damaged.map(({ damage }) => damage.file), ...partly]
    warnings = [...files.notes, ...leftOut(name, damaged), ...warnings, ...sources.warnings(name)]
  }
  return {
    name,
    format: 'keyed',
    sizeBytes: files.sizeBytes,
    shardCount: null,
    totalEntries: null,
    entries,
    warnings: () => warnings,
    skipped: () => [],
    unread: () => unread,
    // A file alone may have another name than before.
    isSkipped: (id, file = '') =>
      unreadIds.has(id) ||
      (files.isFolder
        ? unread.includes(file) || files.closed.some((folder) => file.startsWith(`${folder}/`))
        : unread.length > 0),
    keys: () => sources.keys,
    remarks: () => sources.remarks,
    markup: () => [...markup],
  }
}

/** A part of a document may be a slice of it, which would be kept with it. */
const apart = (part: string): string => Buffer.from(part).toString()

/** What is kept of sources beside their texts, by the ids of rows. */
class Sources {
  readonly keys = new Map<string, string>()
  readonly remarks = new Map<string, Remark>()
  #keyUnits = 0
  #remarkUnits = 0

  /** Throws DamagedFile if all keys together are too long; of remarks the first ones are kept. */
  add(id: string, { key, line, remark }: KeyedDocument['texts'][number], file: string): void {
    this.keys.set(id, apart(key))
    this.#keyUnits += key.length
    if (this.#keyUnits > keyedKeysMax) {
      throw damagedLine(file, line, { problem: 'too_much_text', found: this.#keyUnits, expected: keyedKeysMax })
    }
    if (!remark || this.#remarkUnits > remarkUnitsMax) return
    this.#remarkUnits += remark.note.length + remark.place.length
    this.remarks.set(id, { ...remark, note: apart(remark.note), place: apart(remark.place) })
  }

  warnings(name: string): readonly Damage[] {
    return this.#remarkUnits > remarkUnitsMax
      ? [ofFile(name, { problem: 'comments_cut', expected: remarkUnitsMax })]
      : []
  }
}

interface KnownFile extends KeyedPath {
  /** Its own place, where it is that of a translation. */
  readonly name: string
}

interface KnownFiles {
  readonly isFolder: boolean
  readonly known: readonly KnownFile[]
  /** Files of a folder that should be readable by their names. */
  readonly damaged: readonly DamagedFile[]
  /** Names of links, and of files of an unknown kind. */
  readonly foreign: readonly string[]
  /** Places of folders that may not be read. */
  readonly closed: readonly string[]
  /** What else a folder has. */
  readonly notes: readonly Damage[]
  readonly sizeBytes: number
}

const nameOf = ({ place }: KeyedPath, name: string): string => (place === '' ? name : place)
const ofFile = (file: string, problem: Problem): Damage => ({ file: basename(file), where: { at: 'file' }, ...problem })
const unwritableNote = (file: string, { unwritable }: KeyedDocument): Damage[] =>
  unwritable ? [{ file, where: { at: 'file' }, ...unwritable }] : []

async function knownFiles(path: string, name: string, role: Role, request: KeyedRequest): Promise<KnownFiles> {
  const side = SIDE[role]
  const read = await readProject(path, name, request.project)
  if (read === null) {
    const { sizeBytes } = await readKeyedFile(path, name, request.project)
    return {
      isFolder: false,
      known: [{ path, place: '', name }],
      damaged: [],
      foreign: [],
      closed: [],
      notes: [],
      sizeBytes,
    }
  }
  const { damaged, unknown, links, sizeBytes, unclear, untargeted } = read
  if (side === 'source' && unclear.length > 0) {
    throw new DamagedFile({ file: name, where: { at: 'file' }, problem: 'source_unclear', found: unclear.join(', ') })
  }
  if (side === 'source' && untargeted.length > 0) {
    throw new DamagedFile({ file: name, where: { at: 'file' }, problem: 'target_file', found: untargeted.join(', ') })
  }
  const wanted = side === 'source' ? sourcesIn(read) : translationsIn(read, request)
  const others = new Set(read.left.map(({ place }) => place))
  const pathOf = new Map(read.paths.map((file) => [file.place, file.path]))
  return {
    isFolder: true,
    known: [...wanted]
      .filter(([, file]) => read.seen.has(file) && !damaged.has(file))
      .map(([place, file]) => ({ path: pathOf.get(file) ?? '', place, name: file })),
    damaged: [...damaged].flatMap(([file, fault]) => (others.has(file) ? [] : [fault])),
    foreign: [...unknown, ...links],
    closed: read.closed,
    notes: [...(side === 'source' ? unmerged(read) : []), ...(role === 'source' ? [] : strangers(name, read))],
    sizeBytes,
  }
}

/** Of a main folder they are told with all that it has (src/app/describe-project.ts). */
const strangers = (name: string, { unknown, links }: ReadProject): readonly Damage[] => [
  ...(unknown.length === 0 ? [] : [ofFile(name, { problem: 'files_unknown', found: unknown.length })]),
  ...(links.length === 0 ? [] : [ofFile(name, { problem: 'links_left', found: links.length })]),
]

/** By the source's place, what is read. */
const sourcesIn = ({ files }: ReadProject): ReadonlyMap<string, string> =>
  new Map(files.map(({ place, file }) => [place, file]))

/** A template may have texts that the file of the target language has not yet. */
const unmerged = ({ files, seen }: ReadProject): readonly Damage[] =>
  files.flatMap(({ place, file }) => {
    const keys = seen.get(file)?.keys
    const found = [...(seen.get(place)?.keys ?? [])].filter((key) => keys?.has(key) === false).length
    if (found === 0) return []
    const whole = { file, where: { at: 'file' }, found, template: place } as const
    return [
      /\.pot$/i.test(place) ? { ...whole, problem: 'unmerged_po', into: file } : { ...whole, problem: 'unmerged' },
    ]
  })

function translationsIn(
  { files, seen, left }: ReadProject,
  { known, project }: KeyedRequest,
): ReadonlyMap<string, string> {
  const why = new Map(left.map((file) => [file.place, file.why]))
  const isTarget = (language: string): boolean =>
    project.targetLanguage === '' || likenessOf(project.targetLanguage, languageOf(language) ?? language) > 0
  const others = left.filter((file) => file.why === 'language' && !isTarget(file.language))
  const elsewhere = new Set([...others, ...left.filter((file) => file.why === 'no_language')].map(({ place }) => place))
  const isWithout = (place: string): boolean =>
    WITHOUT_TEXTS.has(why.get(place)) || (elsewhere.has(place) && !known.includes(place))
  const places = [...seen.keys()].filter((place) => !isWithout(place))
  const all = placesOfTranslations(places, known, project.targetLanguage)
  const planned = new Map(files.flatMap(({ place, out, isOutThere }) => (isOutThere ? [[place, out] as const] : [])))
  const outs = new Set(planned.values())
  // What the patterns of sources do not name may be a translation by its name, and nothing else; so may one that lies elsewhere.
  const found = [...all].filter(([source, file]) => source !== file || (why.get(file) !== 'only' && !outs.has(file)))
  return new Map([...found, ...planned])
}

const WITHOUT_TEXTS: ReadonlySet<LeftWhy | undefined> = new Set<LeftWhy>(['manifest', 'data', 'skip'])

/** Null: the file of a folder is damaged, and noted. */
async function readOrNote(
  { path, place, name }: KnownFile,
  side: KeyedSide,
  project: Project,
  damaged: DamagedFile[],
): Promise<KeyedDocument | null> {
  try {
    return readTexts(await readKeyedFile(path, name, project), name, side, project)
  } catch (error) {
    if (place === '' || !(error instanceof DamagedFile)) throw error
    damaged.push(error)
    return null
  }
}

const leftOut = (folder: string, damaged: readonly DamagedFile[]): readonly Damage[] =>
  damaged.length === 0
    ? []
    : [
        ...damaged.slice(0, namedMax).map(({ damage }) => damage),
        ofFile(folder, { problem: 'files_damaged', found: damaged.length }),
      ]
