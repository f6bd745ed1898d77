// What the files of another game are to windrow, before anything of them is imported (docs/another-game.md#a-project): each is parsed
// once, and nothing is written.
import { basename } from 'node:path'
import type { Damage } from '../../packages/formats/src/damage.ts'
import { readKeyedFile } from '../../packages/formats/src/keyed/keyed-file.ts'
import { translatedPlace } from '../../packages/formats/src/keyed/keyed-paths.ts'
import { languageOf } from '../../packages/formats/src/keyed/language-names.ts'
import type { LeftWhy, NamedColumns, Project } from '../../packages/formats/src/keyed/project.ts'
import { type OnFile, type ReadProject, readProject, seenIn } from '../../packages/formats/src/keyed/read-project.ts'
import type { App } from './app.ts'
import { projectOf } from './project.ts'
import { isBeforeFirstFile } from './rules.ts'

/** How many files are told by name. */
const filesTold = 200

interface LeftFiles {
  readonly why: LeftWhy | 'damaged' | 'unknown' | 'link'
  readonly files: number
  /** The languages of these files, as their names spell them. */
  readonly languages: readonly string[]
  readonly first: string
}

/** A source file, and what becomes of it. */
interface TakenFile {
  readonly place: string
  readonly out: string
  readonly texts: number
  readonly done: number
  readonly unfinished: number
}

export interface DescribedProject {
  /** The language of the sources; empty: it is not known. */
  readonly sourceLanguage: string
  readonly targetLanguage: string
  readonly source: { readonly files: number; readonly texts: number; readonly first: string }
  /** What the folder has in the target language. `first`: the path of the first translated file, there or not yet. */
  readonly target: { readonly files: number; readonly done: number; readonly first: string }
  readonly left: readonly LeftFiles[]
  /** True: no main file was imported before. */
  readonly isFirst: boolean
  /** Paths of the source files. */
  readonly places: readonly string[]
  /** The first of the source files, of the files left out, and of the tables. */
  readonly taken: readonly TakenFile[]
  readonly leftOut: readonly { readonly place: string; readonly why: LeftWhy }[]
  readonly tables: readonly NamedColumns[]
  /** Of files that cannot be read, why. */
  readonly damage: readonly Damage[]
  /** Tags of all languages that names of files and columns say. */
  readonly languages: readonly string[]
  /** Why an import refuses the folder: languages of which nothing says which is the source, or of which none is the target. */
  readonly unclear: readonly string[]
  readonly untargeted: readonly string[]
}

/** Of a folder, or of a file alone, by `name`. Throws DamagedFile if nothing in it can be read. */
export async function describeProject(
  app: App,
  path: string,
  {
    name = path,
    project = projectOf(app.rules.now().settings),
    onFile,
  }: { readonly name?: string | undefined; readonly project?: Project; readonly onFile?: OnFile } = {},
): Promise<DescribedProject> {
  const read = (await readProject(path, name, project, onFile)) ?? (await readAlone(path, name, project))
  return described(read, project, isBeforeFirstFile(app))
}

type Read = Omit<ReadProject, 'paths' | 'sizeBytes'>

/** What a folder was read as. */
export function described(read: Read, project: Project, isFirst: boolean): DescribedProject {
  const taken = read.files
    .filter(({ file }) => !read.damaged.has(file))
    .map(({ place, file, out, isOutThere }) => {
      const { texts = 0, columns } = read.seen.get(file) ?? {}
      const { done = 0, unfinished = 0 } = (isOutThere ? read.seen.get(out) : null) ?? {}
      return { place, out, texts, done, unfinished, isOutThere, columns }
    })
  const there = taken.filter(({ isOutThere }) => isOutThere)
  const tables = taken.flatMap(({ columns }) => columns ?? [])
  const others: [LeftFiles['why'], readonly string[]][] = [
    ['damaged', [...read.damaged.keys()]],
    ['unknown', read.unknown],
    ['link', read.links],
  ]
  const byWhy = Map.groupBy(read.left, ({ why }) => why)
  const spelled = [...read.left.map(({ language }) => language), ...tables.flatMap(({ names }) => names)]
  const tags = [read.sourceLanguage, project.targetLanguage, ...read.unclear, ...read.untargeted]
  const named = spelled.map((each) => languageOf(each) ?? '')
  return {
    sourceLanguage: read.sourceLanguage,
    targetLanguage: project.targetLanguage,
    source: {
      files: taken.length,
      texts: taken.reduce((sum, { texts }) => sum + texts, 0),
      first: taken[0]?.place ?? '',
    },
    target: {
      files: there.length,
      done: there.reduce((sum, { done }) => sum + done, 0),
      first: taken[0]?.out ?? '',
    },
    left: [
      ...Array.from(byWhy, ([why, files]) => ({
        why,
        files: files.length,
        languages: [...new Set(files.map(({ language }) => language))].filter(Boolean).toSorted(),
        first: files[0]?.place ?? '',
      })),
      ...others
        .filter(([, places]) => places.length > 0)
        .map(([why, places]) => ({ why, files: places.length, languages: [], first: places[0] ?? '' })),
    ],
    isFirst,
    places: taken.map(({ place }) => place),
    taken: taken
      .slice(0, filesTold)
      .map(({ place, out, texts, done, unfinished }) => ({ place, out, texts, done, unfinished })),
    leftOut: read.left
      .filter(({ why }) => why !== 'language')
      .slice(0, filesTold)
      .map(({ place, why }) => ({ place, why })),
    tables: tables.slice(0, tablesTold),
    damage: [...read.damaged.values()].slice(0, tablesTold).map(({ damage }) => damage),
    languages: [...new Set([...tags, ...named])].filter(Boolean).toSorted(),
    unclear: read.unclear,
    untargeted: read.untargeted,
  }
}

const tablesTold = 20

/** A file alone, as a folder of it. */
async function readAlone(path: string, name: string, project: Project): Promise<Read> {
  const file = basename(name)
  const seen = seenIn(file, await readKeyedFile(path, name, project), project)
  const out = translatedPlace(file, [file], project.targetLanguage)
  return {
    sourceLanguage: project.sourceLanguage,
    files: [{ place: file, file, out, isOutThere: seen.isBilingual }],
    seen: new Map([[file, seen]]),
    left: [],
    damaged: new Map(),
    unknown: [],
    links: [],
    closed: [],
    unclear: [],
    untargeted: [],
  }
}
