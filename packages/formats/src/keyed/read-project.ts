// Reads a game's folder: what each file holds, and with that what it is to the game (project.ts). Each file is parsed once, one after
// the other; of its keys only checksums are kept.
import { crc32 } from 'node:zlib'
import { DamagedFile } from '../damage.ts'
import { readKeyedFile } from './keyed-file.ts'
import type { KeyedDocument } from './keyed-format.ts'
import { KEYED_FORMATS, SHAPES } from './keyed-formats.ts'
import { languageOf, likenessOf } from './language-names.ts'
import { folderNotes, type KeyedPath, keyedPaths } from './keyed-paths.ts'
import { keyMatcher, type Look, planProject, type Project, type ProjectPlan, type SeenFile } from './project.ts'

export interface ReadProject extends ProjectPlan {
  /** By place; those of no known shape are not among them. */
  readonly seen: ReadonlyMap<string, SeenFile>
  /** By place: files that should be readable by their names. */
  readonly damaged: ReadonlyMap<string, DamagedFile>
  /** All files with names of known kinds. */
  readonly paths: readonly KeyedPath[]
  /** Places of files of an unknown kind, and of links. */
  readonly unknown: readonly string[]
  readonly links: readonly string[]
  /** Places of folders that may not be read; they are damaged, too. */
  readonly closed: readonly string[]
  readonly sizeBytes: number
}

/** Called for each file of a folder that was read. */
export type OnFile = (done: number, total: number) => void

/** Null: it is a file. Throws DamagedFile if nothing in the folder can be read. */
export async function readProject(
  path: string,
  name: string,
  project: Project,
  onFile?: OnFile,
): Promise<ReadProject | null> {
  const paths = await keyedPaths(path)
  if (paths.some(({ place }) => place === '')) return null
  const seen = new Map<string, SeenFile>()
  const damaged = new Map<string, DamagedFile>()
  const unknown: string[] = []
  let tableFault: DamagedFile | undefined
  let sizeBytes = 0
  for (const [at, file] of paths.entries()) {
    onFile?.(at, paths.length)
    try {
      const read = await readKeyedFile(file.path, file.place, project)
      sizeBytes += read.sizeBytes
      seen.set(file.place, seenIn(file.place, read, project))
    } catch (fault) {
      const error = faultOfFile(fault, file.place)
      if (error.damage.problem === 'shape_columns') tableFault ??= error
      if (error.damage.problem.startsWith('shape_')) unknown.push(file.place)
      else {
        damaged.set(file.place, error)
        seen.set(file.place, { ...NOTHING_SEEN, place: file.place })
      }
    }
  }
  const { links, closed, kinds } = await folderNotes(path)
  for (const place of closed) damaged.set(place, unreadable(place, 'EACCES'))
  const [first] = damaged.values()
  if (seen.size === damaged.size - closed.length && first !== undefined) throw first
  if (seen.size === 0) {
    if (tableFault !== undefined) throw tableFault
    const found = kinds === '' ? 'no file' : kinds
    throw new DamagedFile({ file: name, where: { at: 'file' }, problem: 'folder_unknown', found, shapes: SHAPES })
  }
  return { ...planProject([...seen.values()], project), seen, damaged, paths, unknown, links, closed, sizeBytes }
}

const unreadable = (file: string, found: string): DamagedFile =>
  new DamagedFile({ file, where: { at: 'file' }, problem: 'unreadable', found })

/** What the system says of one file alone: its rights, its name, its disk. */
const OF_FILE: readonly string[] = ['EACCES', 'EPERM', 'ENOENT', 'EIO', 'ELOOP']

/** Throws what is no fault of this file. */
function faultOfFile(fault: unknown, place: string): DamagedFile {
  if (fault instanceof DamagedFile) return fault
  const { code = '' } = fault as NodeJS.ErrnoException
  if (!OF_FILE.includes(code)) throw fault
  return unreadable(place, code)
}

const NOTHING_SEEN = { isBilingual: false, isOfOther: false, texts: 0, done: 0, keys: null, look: 'texts' } as const

/** Of one format, with the keys that the project lets in. */
export function readTexts(
  { document, format }: Pick<Awaited<ReturnType<typeof readKeyedFile>>, 'document' | 'format'>,
  file: string,
  side: 'source' | 'translation',
  project: Project,
): KeyedDocument {
  const read = KEYED_FORMATS[format].read(document, file, side, project)
  if (project.keys === '') return read
  const isIn = keyMatcher(project.keys)
  return { ...read, texts: read.texts.filter(({ key }) => isIn(key)) }
}

/** What a reading saw of a file. */
export function seenIn(place: string, file: Awaited<ReturnType<typeof readKeyedFile>>, project: Project): SeenFile {
  const read = readTexts(file, place, 'source', project)
  const { texts, isBilingual = false, ofLanguage = [], columns } = read
  const { texts: done, unfinished } = isBilingual
    ? readTexts(file, place, 'translation', project)
    : { texts, unfinished: 0 }
  const keys = new Set(texts.map(({ key }) => crc32(key)))
  const said = ofLanguage.map(({ start, end }) => languageOf(file.document.slice(start, end)) ?? '')
  const isOfOther = isBilingual && said.some((language) => likenessOf(project.sourceLanguage || 'en', language) === 0)
  return {
    place,
    isBilingual,
    isOfOther,
    texts: texts.length,
    done: done.length,
    unfinished,
    keys,
    look: isBilingual ? 'texts' : MANIFESTS.test(place) ? 'manifest' : lookOf(read),
    ...(columns !== undefined && { columns }),
  }
}

/** Of programs that games are made with, which may leave out their version, and of Xcode's catalogues of pictures. */
const MANIFESTS = /(?:^|\/)(?:package(?:-lock)?|composer|bower|[jt]sconfig)\.json$|\.xcassets\/(?:.+\/)?Contents\.json$/
const VERSIONS = /^(?:version(?:number)?|(?:minimum)?(?:api|game|factorio|schema|format|minecraft)version|format)$/
const ABOUT = new RegExp(
  '^(?:name|title|id|uniqueid|modid|authors?|description|licen[sc]e|homepage|website(?:url)?|url|contact|main|' +
    'entry(?:dll|point)?|modtype|packageid|updateurl|depends|environment|private|type|icon|accesswidener)$',
)
const VERSION = /^[v^~<>=\s]*\d+(?:\.(?:\d+|x|\*))+/i

/** Manifests name a version and what it is of; data holds nothing that anybody reads. */
function lookOf({ texts, unread, isPartial }: KeyedDocument): Look {
  const top = texts.filter(({ key }) => !key.includes('.'))
  const named = top.map(({ key, text }) => [key.toLowerCase().replaceAll(/[\s_-]/g, ''), text] as const)
  const about = named.filter(([key]) => VERSIONS.test(key) || ABOUT.test(key))
  const hasVersion = named.some(([key, text]) => VERSIONS.test(key) && VERSION.test(text))
  if (hasVersion && about.length > 1 && about.length * 2 >= top.length) return 'manifest'
  // What is there and cannot be read may have been any text.
  const isUnknown = texts.length === 0 && (unread.length > 0 || isPartial)
  return isUnknown || texts.some(({ text }) => isProse(text)) ? 'texts' : 'data'
}

/** Several words, a word with a capital or of capitals, a sentence's end, or letters beyond ASCII: no name of a file, number or address. */
const isProse = (text: string): boolean =>
  /[^\0-\x7F]/.test(text) ||
  /^[A-Z](?:[a-z]*|[A-Z]{3,})$/.test(text.trim()) ||
  (/[A-Za-z]\S*\s+\S*[A-Za-z]|[A-Za-z][!?…:.]$/.test(text) && !/^\w+:\/\//.test(text))
