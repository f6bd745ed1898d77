// How the files of another game lie in their folder, as the store keeps it (docs/another-game.md#a-project), and what the files
// of a given folder are by that.
import type { KeyedRequest, LeftWhy, Project } from '../../packages/formats/src/keyed/project.ts'
import type { Settings } from '../domain/settings.ts'
import type { OnFile, ReadProject } from '../../packages/formats/src/keyed/read-project.ts'
import { readSlot } from '../store/rows.ts'
import type { App } from './app.ts'
import { isOfAnotherGame } from './rules.ts'

export const projectOf = (settings: Settings): Project => ({
  sourceLanguage: settings.source_language,
  targetLanguage: settings.target_language,
  only: settings.only,
  skip: settings.skip,
  keys: settings.keys,
  keyColumn: settings.key_column,
  sourceColumn: settings.source_column,
  targetColumn: settings.target_column,
})

/** What readers of keyed files are told of the game. `places`: of source files that the store does not know yet. */
export const keyedRequest = (app: App, places: readonly string[] = []): KeyedRequest => ({
  project: projectOf(app.rules.now().settings),
  known: [...app.store.files.all(), ...places],
})

/** What is needed to open files of the store's game. */
export const openingOf = (app: App, places: readonly string[] = []) => ({
  isKeyed: isOfAnotherGame(app),
  keyed: keyedRequest(app, places),
})

interface LeftFiles {
  readonly why: LeftWhy | 'damaged' | 'unknown' | 'link'
  readonly files: number
  /** The languages of these files, as their names spell them. */
  readonly languages: readonly string[]
  readonly first: string
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
}

/** Null: it is no folder, or the import refuses it. Throws DamagedFile if nothing in it can be read. */
export async function describeProject(app: App, path: string, onFile?: OnFile): Promise<DescribedProject | null> {
  const { readProject } = await import('../../packages/formats/src/keyed/read-project.ts')
  const { project } = keyedRequest(app)
  const read = await readProject(path, path, project, onFile)
  if (read === null || read.unclear.length + read.untargeted.length > 0) return null
  return described(read, project, readSlot(app.store.main, 'main') === undefined)
}

/** What a folder was read as, in counts. */
export function described(read: ReadProject, { targetLanguage }: Project, isFirst: boolean): DescribedProject {
  const sources = read.files.filter(({ file }) => !read.damaged.has(file))
  const there = sources.filter(({ isOutThere }) => isOutThere)
  const sum = (places: readonly string[], count: 'texts' | 'done'): number =>
    places.reduce((total, place) => total + (read.seen.get(place)?.[count] ?? 0), 0)
  const others: [LeftFiles['why'], readonly string[]][] = [
    ['damaged', [...read.damaged.keys()]],
    ['unknown', read.unknown],
    ['link', read.links],
  ]
  const byWhy = Map.groupBy(read.left, ({ why }) => why)
  return {
    sourceLanguage: read.sourceLanguage,
    targetLanguage,
    source: {
      files: sources.length,
      texts: sum(
        sources.map(({ file }) => file),
        'texts',
      ),
      first: sources[0]?.place ?? '',
    },
    target: {
      files: there.length,
      done: sum(
        there.map(({ out }) => out),
        'done',
      ),
      first: sources[0]?.out ?? '',
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
    places: sources.map(({ place }) => place),
  }
}
