// Finds the game’s text files on this machine: in the named folder, in that of the last install or import, in Steam’s libraries
// and in the launcher’s folders. Folders that can't be read are skipped.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, type PlatformPath, posix, win32 } from 'node:path'
import { gameFileOf, type OfficialName } from '../../domain/game-language.ts'
import type { App } from '../app.ts'
import { tried } from '../tried.ts'
import { importedFiles } from '../upkeep/read-records.ts'
import { furtherSlotOfFile, GAME_FILES, GAME_SLOTS, type GameSlot, OFFICIAL_LANGUAGES } from './game-files.ts'
import { lastGameFolder } from '../../../packages/players/src/game-folder.ts'

interface Machine {
  readonly platform: NodeJS.Platform
  readonly env: Readonly<Record<string, string | undefined>>
}

export interface FoundGame {
  readonly folder: string
  readonly files: Partial<Readonly<Record<GameSlot, string>>>
  /** Main files of further languages, with their overlays. */
  readonly official: readonly (OfficialName & { readonly path: string })[]
  /** Files of further pairs in the language of the main file. A diff without its main file is left out. */
  readonly further: readonly { readonly slot: string; readonly path: string }[]
}

/** Where the game's folder has its text files: after an install by Steam, and by the game's launcher. */
const LOCALE_FOLDERS = [
  ['Package', 'HD', 'oversea', 'locale'],
  ['LocalData', 'Patch', 'HD', 'oversea', 'locale'],
] as const

const gameName = 'Where Winds Meet'
const LAUNCHER_FOLDERS = ['wwm_standard', 'wwm_lite'] as const
const drives = 'C D E F G H I J'.split(' ').map((letter) => `${letter}:\\`)

const present = (values: readonly (string | undefined)[]): string[] =>
  values.filter((value) => value !== undefined && value !== '') as string[]

const pathsOf = ({ platform }: Machine): PlatformPath => (platform === 'win32' ? win32 : posix)

/** Whether this is the game's own folder, and not one with copies of its files. */
export function isGameFolder(folder: string): boolean {
  const path = folder.replaceAll('\\', '/').replace(/\/+$/, '').toLowerCase()
  return LOCALE_FOLDERS.some((parts) => path.endsWith(`/${parts.join('/').toLowerCase()}`))
}

/** The games on this machine, those in Steam's libraries first. `named`: the only folder to look in. */
export function findGames(machine: Machine, named: string | null = null): readonly FoundGame[] {
  const path = pathsOf(machine)
  const roots = [...steamGames(machine), ...launcherGames(machine)]
  const folders =
    named === null ? roots.flatMap((root) => LOCALE_FOLDERS.map((parts) => path.join(root, ...parts))) : [named]
  return [...new Set(folders)].flatMap((folder) => gameIn(folder, path))
}

function gameIn(folder: string, at: PlatformPath): FoundGame[] {
  const files: Partial<Record<GameSlot, string>> = {}
  for (const slot of GAME_SLOTS) {
    const file = at.join(folder, GAME_FILES[slot])
    if (isThere(file)) files[slot] = file
  }
  if (files.main === undefined) return []
  const official = OFFICIAL_LANGUAGES.flatMap((language) => {
    const [main, diff] = (['main', 'diff'] as const).map((part) => {
      const path = at.join(folder, gameFileOf(language, part))
      return isThere(path) ? [{ language, part, path }] : []
    })
    return main === undefined || main.length === 0 ? [] : [...main, ...(diff ?? [])]
  })
  return [{ folder, files, official, further: furtherIn(folder, at) }]
}

function furtherIn(folder: string, at: PlatformPath): FoundGame['further'] {
  const names = namesIn(folder).filter((name) => name.startsWith(`${GAME_FILES.main}__`) && !name.includes('.'))
  return names.flatMap((name) => {
    const slot = furtherSlotOfFile(name)
    const isAlone = name.endsWith('_diff') && !names.includes(name.slice(0, -'_diff'.length))
    return slot === null || isAlone ? [] : [{ slot, path: at.join(folder, name) }]
  })
}

const namesIn = (folder: string): string[] => tried(() => readdirSync(folder).toSorted()) ?? []

/** Whether the path exists. Deno throws for a path that it may not read: for this process no game is there. */
const isThere = (path: string): boolean => tried(() => existsSync(path)) ?? false

const read = (path: string): string | null => tried(() => readFileSync(path, 'utf8'))

function steamGames(machine: Machine): string[] {
  const { platform, env } = machine
  const path = pathsOf(machine)
  const home = env['HOME'] ?? ''
  const places: Partial<Record<NodeJS.Platform, readonly string[]>> = {
    win32: present([env['ProgramFiles(x86)'], env['ProgramFiles']]).map((folder) => path.join(folder, 'Steam')),
    darwin: [path.join(home, 'Library/Application Support/Steam')],
    linux: ['.steam/steam', '.local/share/Steam', '.var/app/com.valvesoftware.Steam/.local/share/Steam'].map((place) =>
      path.join(home, place),
    ),
  }
  const libraries = (places[platform] ?? []).flatMap((steam) => [
    steam,
    ...librariesIn(read(path.join(steam, 'steamapps', 'libraryfolders.vdf')) ?? ''),
  ])
  return libraries.map((library) => path.join(library, 'steamapps', 'common', gameName))
}

export const librariesIn = (vdf: string): string[] =>
  [...vdf.matchAll(/^\s*"path"\s+"(.+)"\s*$/gm)].map(([, path = '']) => path.replaceAll('\\\\', '\\'))

function launcherGames({ platform, env }: Machine): string[] {
  if (platform !== 'win32') return []
  const above = [...present([env['ProgramFiles'], env['ProgramFiles(x86)']]), ...drives]
  return above.flatMap((folder) => LAUNCHER_FOLDERS.map((name) => win32.join(folder, 'wwm', name)))
}

/** The folders of earlier imports, the latest first. */
export const importedFolders = (app: App): readonly string[] =>
  importedFiles(app).flatMap(({ slot, folder }) => (slot === 'main' && folder !== undefined ? [folder] : []))

/** The game's folders as absolute paths: one, or several if it is not clear which is meant. `named`: from the configuration. */
export function gameFoldersOf(
  dataFolder: string,
  machine: Machine,
  named: string | null,
  imported: readonly string[],
): readonly string[] {
  const known = named ?? lastGameFolder(dataFolder) ?? imported.find(isGameFolder)
  return known === undefined ? findGames(machine).map(({ folder }) => folder) : [known]
}

/** Folders that may have the texts when a person names one: the folder itself and, as it may be the game's own, those in it. */
export const textFoldersIn = (folder: string): readonly string[] => [
  folder,
  ...LOCALE_FOLDERS.map((parts) => join(folder, ...parts)),
]

const MANIFEST = 'appmanifest_3564740.acf'
/** How many folders up the library is: locale, oversea, HD, Package, the game, common, and one for LocalData. */
const levelsMax = 7

/**
 * The number that Steam gives the installed build, from its manifest of the game: besides the hashes of the files the only mark of a game's
 * version. `folder`: that of the game's text files. Null: Steam did not install it.
 */
export function steamBuild(folder: string): number | null {
  let at = folder
  for (let level = 0; level <= levelsMax; level++) {
    at = dirname(at)
    const manifest = read(join(at, MANIFEST))
    // Without one this folder is not the library's; the next one up is tried.
    if (manifest === null) continue
    const [, build] = /"buildid"\s+"(\d{1,10})"/.exec(manifest) ?? []
    return build === undefined ? null : Number(build)
  }
  return null
}
