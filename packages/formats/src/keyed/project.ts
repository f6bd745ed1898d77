// What a folder's files are to a game: which hold its source, which the translation, where a translated file goes, and what is left out
// and why (docs/another-game.md#a-project). Pure: it judges by names and by what a reading saw of each file.
import { closestTo, languageOf, likenessOf, spelledAs } from './language-names.ts'

/** How the files of a game lie, as a store keeps it. Empty: the files themselves decide. */
export interface Project {
  /** BCP 47 tags. */
  readonly sourceLanguage: string
  readonly targetLanguage: string
  /** Patterns of files to read, with commas between; empty: all. */
  readonly only: string
  /** Patterns of files to leave out, even if `only` names them; `!` before one keeps it in, and the last that fits decides. */
  readonly skip: string
  /** Patterns of keys to read; `!` before one leaves them out, and the last that fits decides. */
  readonly keys: string
  /** Names of columns. */
  readonly keyColumn: string
  readonly sourceColumn: string
  readonly targetColumn: string
}

export const NO_PROJECT: Project = {
  sourceLanguage: '',
  targetLanguage: '',
  only: '',
  skip: '',
  keys: '',
  keyColumn: '',
  sourceColumn: '',
  targetColumn: '',
}

export interface KeyedRequest {
  readonly project: Project
  /** Places of sources, for the files of a folder of translations. */
  readonly known: readonly string[]
}

export interface SeenFile {
  /** Its path in the folder, with `/`. */
  readonly place: string
  /** It holds the source and a translation beside it. */
  readonly isBilingual: boolean
  /** It says itself that it is of another language than source and target. */
  readonly isOfOther: boolean
  readonly texts: number
  /** Texts of its translation, which is the file itself but for bilingual ones. */
  readonly done: number
  /** Checksums. Null: it is damaged, and known by its name only. */
  readonly keys: ReadonlySet<number> | null
  readonly look: Look
  /** Translations that are there, but not done. */
  readonly unfinished?: number
  readonly columns?: NamedColumns
}

/** A table's header, and which of its cells the key, source and translation are. */
export interface NamedColumns {
  readonly names: readonly string[]
  readonly key: string
  readonly source: string
  /** Empty: there is none. */
  readonly target: string
}

export type Look = 'texts' | 'manifest' | 'data'

interface ProjectFile {
  /** Of the source. Ids of texts are made from it. */
  readonly place: string
  /** What is read as the source and is the template of the export: where a translator's file holds both, that one. */
  readonly file: string
  /** Where the translated file goes; what lies there already is what people have done. */
  readonly out: string
  readonly isOutThere: boolean
}

export type LeftWhy = 'language' | 'manifest' | 'data' | 'no_language' | 'only' | 'skip'

interface LeftFile {
  readonly place: string
  readonly why: LeftWhy
  /** As its name spells it; empty: none. */
  readonly language: string
}

export interface ProjectPlan {
  /** Given, else guessed; empty: no name says it. */
  readonly sourceLanguage: string
  readonly files: readonly ProjectFile[]
  readonly left: readonly LeftFile[]
  /** Languages of which nothing says which one is the source. */
  readonly unclear: readonly string[]
  /** Files that hold the source beside translations into these languages, none into the target's. */
  readonly untargeted: readonly string[]
}

const LANGUAGE = '{language}'
/** Folders in which files are named by language. */
const HOMES = /^(?:i18n|l10n|langs?|languages?|locales?|locali[sz]ations?|translations?|texts?|strings|po)$/i
/** Names of the file that the others are translated from. */
const DEFAULTS = /^(?:default|template|source|original|fallback)$/i
/** Folder of a language of Android, whose own texts lie in `values/`. */
const ANDROIDS = `values-${LANGUAGE}/`
const SEPARATOR = /[._-]/g

interface Member {
  readonly file: SeenFile
  /** A tag; empty: the language that the others are translated from. */
  readonly language: string
  readonly spelled: string
  /** Its name is that of the others without a language. */
  readonly isBare: boolean
}

interface Named {
  /** The path with `{language}` in place of the language. */
  readonly pattern: string
  readonly language: string
  readonly spelled: string
}

interface Group {
  readonly pattern: string
  readonly members: Member[]
}

export function planProject(seen: readonly SeenFile[], project: Project): ProjectPlan {
  const left: LeftFile[] = []
  const isOnly = rulesOf(project.only, '/')
  const isSkipped = rulesOf(project.skip, '/')
  const wanted = seen.filter(({ place }) => {
    const isOther = project.only !== '' && isOnly(place) !== true && isSkipped(place) !== false
    const why = isSkipped(place) === true ? 'skip' : isOther ? 'only' : null
    if (why !== null) left.push({ place, why, language: '' })
    return why === null
  })
  const groups = united(groupsOf(wanted, project.only), project.sourceLanguage || 'en')
  const guess = sourceOf(groups, project)
  const plan = new Planning(project.targetLanguage, guess.language)
  for (const group of groups) plan.take(group)
  const isNamed = project.sourceLanguage !== '' || plan.files.length > 0
  plan.takeStrays(wanted)
  plan.leaveOthers(wanted)
  const rest = wanted.filter(({ place }) => !plan.placed.has(place))
  const whyOf = ({ place, look, isBilingual }: SeenFile): LeftWhy | null => {
    if (project.only !== '' || isBilingual || isSkipped(place) === false) return null
    if (look !== 'texts') return look
    return foldersAround(place).some((folder) => plan.units.has(folder)) ? 'no_language' : null
  }
  const whys = rest.map((file) => [file, whyOf(file)] as const)
  const isAllData = plan.files.length === 0 && guess.unclear.length === 0 && whys.every(([, why]) => why !== null)
  for (const [{ place, isBilingual }, why] of whys) {
    if (why === null || (isAllData && why === 'data')) {
      plan.files.push({ place, file: place, out: place, isOutThere: isBilingual })
    } else left.push({ place, why, language: '' })
  }
  const unclear = plan.files.length === 0 ? [...new Set([...guess.unclear, ...plan.sourceless])] : guess.unclear
  const isUntargeted = plan.files.length === 0 && seen.some(({ isOfOther }) => isOfOther)
  return {
    sourceLanguage: isNamed ? guess.language : '',
    files: plan.files.toSorted((a, b) => (a.place < b.place ? -1 : 1)),
    left: [...left, ...plan.left],
    unclear: isUntargeted ? [] : unclear,
    untargeted: isUntargeted ? unclear : [],
  }
}

class Planning {
  readonly files: ProjectFile[] = []
  readonly left: LeftFile[] = []
  readonly placed = new Set<string>()
  /** Folders in which files of texts name their language. */
  readonly units = new Set<string>()
  /** Languages of files that no source was found for. */
  readonly sourceless: string[] = []
  readonly #target: string
  readonly #source: string
  /** Patterns to the end of `{language}`, of groups that were taken. */
  readonly #heads = new Set<string>()
  readonly #byMask = new Map<string, SeenFile>()

  constructor(target: string, source: string) {
    this.#target = target
    this.#source = source
  }

  take({ pattern, members: all }: Group): void {
    const members = all.filter(({ file }) => !this.placed.has(file.place))
    const target = closestTo(this.#target, members)
    const source = sourceAmong(members, this.#source)
    if (source === undefined) {
      if (target?.file.isBilingual === true) this.#put(pattern, target, target, [])
      this.#noteSourceless(members)
      return
    }
    const others = members.filter((member) => member !== source && shares(source, member))
    if (others.some((other) => isFarLess(source, other, this.#source))) {
      this.#noteSourceless(members)
      return
    }
    const isInHome = pattern.split('/').some((name) => HOMES.test(name))
    const isNamed = source.language !== '' && !isPrefix(pattern)
    const isAlone = source.isBare || !(isNamed || isInHome) || this.#strayIn(source.file) !== undefined
    const isOfAndroid = pattern.includes(ANDROIDS) && sizeOf(source) > 0
    if (others.length === 0 && (source.file.keys?.size === 0 || (isAlone && !isOfAndroid))) return
    this.#put(
      pattern,
      source,
      target !== undefined && others.includes(target) ? target : null,
      members.filter((member) => member !== source && (others.includes(member) || isWhole(pattern))),
    )
  }

  #put(pattern: string, source: Member, target: Member | null, others: readonly Member[]): void {
    const { place } = source.file
    const sample =
      source.language === '' ? (others.find(({ language }) => language !== '')?.spelled ?? 'en') : source.spelled
    const out = this.#target === '' ? place : filled(pattern, sample, this.#target)
    // Of a PO of one language the source stands in the text, which another language's file has not.
    const isInTarget = source.file.isBilingual && target !== null && (source.language === '' || !/\.po$/i.test(place))
    this.files.push({
      place,
      file: isInTarget ? target.file.place : place,
      out: target?.file.place ?? out,
      isOutThere: target !== null,
    })
    this.placed.add(place)
    for (const member of others) {
      this.placed.add(member.file.place)
      if (member !== target) this.#leave(member.file.place, member.spelled)
    }
    if (target !== null) this.placed.add(target.file.place)
    if (source.isBare) return
    this.#heads.add(headOf(pattern))
    // The source may lie elsewhere, and a file of no language that anybody knows beside it.
    for (const mask of [pattern, ...namesIn(place).map((named) => named.pattern)]) this.#byMask.set(mask, source.file)
    if (!source.file.isBilingual) this.units.add(unitOf(pattern))
  }

  #leave(place: string, language: string): void {
    this.placed.add(place)
    this.left.push({ place, why: 'language', language })
  }

  /** Translations of several languages into one another, without the texts that they were made from. */
  #noteSourceless(members: readonly Member[]): void {
    const [first, ...others] = members
    const isTranslated = first !== undefined && others.some((other) => shares(first, other))
    if (!isTranslated) return
    for (const { file, spelled } of members) {
      if (this.placed.has(file.place)) continue
      this.#leave(file.place, spelled)
      if (likenessOf(this.#target, languageOf(spelled) ?? '') === 0) this.sourceless.push(spelled)
    }
  }

  /** Files in the places of languages that have no source, or that nobody knows. */
  takeStrays(files: readonly SeenFile[]): void {
    for (const file of files) {
      if (this.placed.has(file.place)) continue
      const named = namesIn(file.place).find(({ pattern }) => this.#heads.has(headOf(pattern)))
      const unknown = named ?? this.#strayIn(file)
      if (unknown !== undefined) this.#leave(file.place, unknown.spelled)
    }
  }

  /** A translation into another language, that has its source beside it. */
  leaveOthers(files: readonly SeenFile[]): void {
    for (const { place, isOfOther, done } of files) {
      if (this.placed.has(place) || !isOfOther || done === 0) continue
      const language = namesIn(place)[0]?.spelled ?? place
      this.#leave(place, language)
      this.sourceless.push(language)
    }
  }

  /** In the place of a language, `en_ud.json` beside `en_us.json`. */
  #strayIn(file: SeenFile): Named | undefined {
    return masksOf(file.place).find(({ pattern }) => {
      const source = this.#byMask.get(pattern)
      return source !== undefined && overlap(source.keys, file.keys) >= sharedMin
    })
  }
}

const sharedMin = 0.5

/** Of the smaller one's keys, how many the other has. */
function overlap(one: SeenFile['keys'], other: SeenFile['keys']): number {
  if (one === null || other === null) return 0
  const [few, many] = one.size < other.size ? [one, other] : [other, one]
  let shared = 0
  for (const key of few) if (many.has(key)) shared++
  return few.size === 0 ? 0 : shared / few.size
}

/** A damaged file, and one without texts, counts by its name. */
function shares(source: Member, other: Member): boolean {
  const [ours, theirs] = [source.file.keys, other.file.keys]
  if (ours === null || theirs === null || ours.size === 0 || theirs.size === 0) return !source.isBare
  return overlap(ours, theirs) >= sharedMin
}

const sizeOf = ({ file: { keys } }: Member): number => keys?.size ?? 0

/** The file that names the language; else, or where it has under half of the texts (`a_en` beside `a`), the one that names none. */
function sourceAmong(members: readonly Member[], wanted: string): Member | undefined {
  const named = closestTo(wanted, members)
  const base = members.find(({ language }) => language === '')
  return named === undefined || (base !== undefined && sizeOf(named) * 2 < sizeOf(base)) ? base : named
}

/** `en_gb.json` with the few words that are spelled otherwise, beside translations of all texts: no source of theirs. */
const isFarLess = (source: Member, other: Member, wanted: string): boolean =>
  source.language !== '' && likenessOf(wanted, source.language) < 2 && sizeOf(source) * 2 < sizeOf(other)

/** With the source from another folder, where it lies alone: `generated/lang/en_us.json`, `main/lang/uk_ua.json`. */
function united(groups: readonly Group[], wanted: string): readonly Group[] {
  const isTranslation = ({ language }: Member): boolean => language !== '' && likenessOf(wanted, language) === 0
  const alone = groups
    .filter(({ members }) => !members.some(isTranslation))
    .map(({ pattern, members }) => ({ tail: tailOf(pattern), source: sourceAmong(members, wanted) }))
  const made = groups.map(({ pattern, members }) => {
    const own = sourceAmong(members, wanted)
    const others = members.filter((each) => isTranslation(each) && (own === undefined || isFarLess(own, each, wanted)))
    const at = alone.findIndex(
      ({ tail, source }) =>
        tail === tailOf(pattern) &&
        others.some(({ file }) => overlap(source?.file.keys ?? null, file.keys) >= sharedMin),
    )
    const [found] = at < 0 ? [] : alone.splice(at, 1)
    return { isGiven: found !== undefined, pattern, members: found?.source ? [found.source, ...members] : members }
  })
  return made.toSorted((a, b) => Number(b.isGiven) - Number(a.isGiven))
}

/** The end of a pattern, from the folder that holds the language: `lang/{language}.json`. */
const tailOf = (pattern: string): string => /(?:[^/]*\/)?[^/]*\{language\}.*/.exec(pattern)?.[0] ?? ''

/** Which language is the source, where nobody says it: English, or the only one beside the translation's. */
function sourceOf(
  groups: readonly Group[],
  { sourceLanguage, targetLanguage }: Project,
): { readonly language: string; readonly unclear: readonly string[] } {
  if (sourceLanguage !== '') return { language: sourceLanguage, unclear: [] }
  const several = groups.filter(({ members }) => members.length > 1)
  const inHomes = groups.filter(
    ({ pattern }) => !isPrefix(pattern) && pattern.split('/').some((name) => HOMES.test(name)),
  )
  const members = (several.length > 0 ? several : inHomes).flatMap((group) => group.members)
  const languages = new Set(members.map(({ language }) => language))
  const isMonolingual = members.every(({ file }) => !file.isBilingual)
  const others = [...languages].filter((each) => targetLanguage === '' || likenessOf(targetLanguage, each) === 0)
  const isEnglish = others.some((language) => language === '' || likenessOf('en', language) > 0)
  const [only] = others
  if (isEnglish || only === undefined || !isMonolingual) return { language: 'en', unclear: [] }
  if (others.length === 1) return { language: only, unclear: [] }
  return { language: 'en', unclear: several.some(areTranslations) ? others.toSorted() : [] }
}

const areTranslations = ({ members: [first, ...others] }: Group): boolean =>
  first !== undefined && others.some((other) => shares(first, other))

/** Those of most languages first; of two, the one whose language is a whole name. */
function groupsOf(files: readonly SeenFile[], only: string): readonly Group[] {
  const groups = new Map<string, Group>()
  const byPlace = new Map(files.map((file) => [file.place, file]))
  const add = (file: SeenFile, { pattern, language, spelled }: Named, isBare = false): void => {
    const group = groups.get(pattern) ?? { pattern, members: [] }
    groups.set(pattern, group)
    if (group.members.some((member) => member.spelled === spelled)) return
    group.members.push({ file, language, spelled, isBare })
  }
  for (const file of files) for (const named of namesIn(file.place, only)) add(file, named)
  for (const { place } of files) {
    const pattern = place.replace(/(?<=^|\/)values\/(?=[^/]+\.xml$)/, ANDROIDS)
    if (pattern !== place && !groups.has(pattern)) groups.set(pattern, { pattern, members: [] })
  }
  for (const pattern of Array.from(groups.keys())) {
    const bare = bareOf(pattern)
    const file = bare.includes(LANGUAGE) ? undefined : byPlace.get(bare)
    if (file !== undefined) add(file, { pattern, language: '', spelled: '' }, true)
  }
  const unknown = strangersOf(files)
  const size = ({ members }: Group): number => new Set(members.map(({ language }) => language)).size
  return [...groups.values()]
    .filter((group) => (unknown.get(group.pattern) ?? 0) <= size(group) || HOMES.test(homeOf(group.pattern)))
    .toSorted((a, b) => size(b) - size(a) || Number(isWhole(b.pattern)) - Number(isWhole(a.pattern)))
}

/** By pattern, how many files have another word there: beside `units/elves/` and `units/orcs/`, `units/de/` is no language. */
function strangersOf(files: readonly SeenFile[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { place } of files) {
    for (const { pattern, spelled } of masksOf(place)) {
      if (languageOf(spelled) === null && !DEFAULTS.test(spelled)) counts.set(pattern, (counts.get(pattern) ?? 0) + 1)
    }
  }
  return counts
}

interface Parts {
  readonly folders: readonly string[]
  readonly stem: string
  readonly extension: string
}

function partsOf(place: string): Parts {
  const folders = place.split('/')
  const name = folders.pop() ?? ''
  const dot = name.lastIndexOf('.')
  return { folders, stem: name.slice(0, dot), extension: name.slice(dot) }
}

const joined = (folders: readonly string[], name: string): string => [...folders, name].join('/')

/** Each name of the path as the place of a language. */
function masksOf(place: string): readonly Named[] {
  const { folders, stem, extension } = partsOf(place)
  const named = (spelled: string, pattern: string): Named => ({ pattern, spelled, language: '' })
  return [
    named(stem, joined(folders, LANGUAGE + extension)),
    ...folders.map((folder, at) => named(folder, joined(folders.with(at, LANGUAGE), stem + extension))),
  ]
}

/** The languages that a path may name, and where; the innermost first. */
function namesIn(place: string, only = ''): readonly Named[] {
  const asked = askedIn(place, only)
  if (asked !== null) return [asked]
  const { folders, stem, extension } = partsOf(place)
  if (extension.toLowerCase() === '.pot') return templatePlaces(folders, stem)
  const inName = inStem(stem)
  const inFolders = folders.flatMap((folder, at) => {
    const [, values = '', word = ''] = /^(values-)(.+)$/.exec(folder) ?? [null, '', folder]
    const language = languageOf(word)
    return language === null ? [] : [{ at, language, spelled: word, mask: values + LANGUAGE }]
  })
  const all: Named[] = []
  if (inName !== null) {
    // `lang/en/strings_en.json` names it twice.
    const same = inFolders.filter(({ language }) => inName.language !== '' && likenessOf(language, inName.language) > 0)
    const masked = same.reduce((names, { at, mask }) => names.with(at, mask), folders)
    all.push({ ...inName, pattern: joined(masked, inName.mask + extension) })
  }
  for (const { at, language, spelled, mask } of inFolders.toReversed()) {
    all.push({ language, spelled, pattern: joined(folders.with(at, mask), stemOf(stem, spelled) + extension) })
  }
  return all
}

/** Masks the folder's language in the name, too: `english/mod_l_english_events.yml`. Words of under four letters may mean another thing. */
const stemOf = (stem: string, spelled: string): string =>
  spelled.length < 4
    ? stem
    : stem.replace(new RegExp(`(?<=^|[._-])${spelled.replaceAll(/\W/g, '\\$&')}(?=$|[._-])`), LANGUAGE)

/** Finds the language that a file's name is, or has behind or before a separator; null: it names none. */
function inStem(stem: string): { readonly language: string; readonly spelled: string; readonly mask: string } | null {
  if (DEFAULTS.test(stem)) return { language: '', spelled: stem, mask: LANGUAGE }
  const whole = languageOf(stem)
  if (whole !== null) return { language: whole, spelled: stem, mask: LANGUAGE }
  const cuts = Array.from(stem.matchAll(SEPARATOR), ({ index }) => index)
  for (const at of cuts) {
    const spelled = stem.slice(at + 1)
    const language = languageOf(spelled)
    if (language !== null) return { language, spelled, mask: stem.slice(0, at + 1) + LANGUAGE }
  }
  for (const at of cuts.toReversed()) {
    const spelled = stem.slice(0, at)
    const language = languageOf(spelled)
    if (language !== null) return { language, spelled, mask: LANGUAGE + stem.slice(at) }
  }
  return null
}

/** Where gettext's projects have the translations of a template. */
const templatePlaces = (folders: readonly string[], stem: string): readonly Named[] =>
  [
    joined(folders, `${LANGUAGE}.po`),
    joined([...folders, LANGUAGE, 'LC_MESSAGES'], `${stem}.po`),
    joined([...folders, LANGUAGE], `${stem}.po`),
    ...['-', '_', '.'].map((separator) => joined(folders, `${stem}${separator}${LANGUAGE}.po`)),
  ].map((pattern) => ({ pattern, language: '', spelled: 'template' }))

/** By a pattern of `--only` that says where the language stands. */
function askedIn(place: string, only: string): Named | null {
  for (const pattern of patternsOf(only).filter((each) => each.includes(LANGUAGE))) {
    const found = expressionOf(pattern, '/').exec(place)
    const [, spelled] = found?.indices?.[1] === undefined ? [] : found
    const [start = 0, end = 0] = found?.indices?.[1] ?? []
    if (spelled === undefined) continue
    const language = DEFAULTS.test(spelled) ? '' : (languageOf(spelled) ?? spelled)
    return { pattern: place.slice(0, start) + LANGUAGE + place.slice(end), language, spelled }
  }
  return null
}

const isWhole = (pattern: string): boolean => pattern.split('/').some((name) => /^\{language\}(?:\.[^.]*)?$/.test(name))
/** Two letters before a name, which are mostly none: `lg_house.ini` beside `md_house.ini`. */
const isPrefix = (pattern: string): boolean => pattern.includes(`/${LANGUAGE}_`)
const headOf = (pattern: string): string => {
  const end = pattern.indexOf(LANGUAGE) + LANGUAGE.length
  return pattern[end] === '/' ? pattern.slice(0, end + 1) : pattern
}
/** Without a language, `{language}/a.json` as `a.json`. */
const bareOf = (pattern: string): string => pattern.replace(/[._-]\{language\}/, '').replace(/\{language\}\//, '')
const homeOf = (pattern: string): string => pattern.slice(0, pattern.indexOf(LANGUAGE)).split('/').at(-2) ?? ''

/** The folder whose texts these are: `Mod/` for `Mod/i18n/{language}.json`. Empty: the whole one. */
function unitOf(pattern: string): string {
  const folders = pattern.slice(0, pattern.indexOf(LANGUAGE)).split('/').slice(0, -1)
  const own = HOMES.test(folders.at(-1) ?? '') ? folders.slice(0, -1) : folders
  return own.map((name) => `${name}/`).join('')
}

const foldersAround = (place: string): readonly string[] => [
  '',
  ...Array.from(place.matchAll(/\//g), ({ index }) => place.slice(0, index + 1)),
]

const filled = (pattern: string, sample: string, language: string): string => {
  const spelled = spelledAs(sample, language)
  return pattern.replaceAll(LANGUAGE, pattern.includes(ANDROIDS) ? spelled.replace(/-(?=[A-Z]{2}$)/, '-r') : spelled)
}

// Patterns, as `.gitignore` has them: `*` stands for a part of a name, `**` for any folders; a `/` before one says that it begins in the
// game's folder, others fit in any folder; and a folder is all that lies in it.

const patternsOf = (text: string): readonly string[] =>
  text.split(',').flatMap((each) => (each.trim() === '' ? [] : [each.trim()]))

function expressionOf(pattern: string, separator: string): RegExp {
  const isOfNames = separator !== ''
  const body = pattern.replace(/^\/|\/$/g, '').replaceAll(/\{language\}|\*\*\/?|\*|\?|[\\^$.|+()[\]{}]/g, (piece) => {
    if (piece === LANGUAGE) return '([^/]+?)'
    if (piece.startsWith('**')) return isOfNames && piece.endsWith('/') ? '(?:.*/)?' : '.*'
    if (piece === '*') return isOfNames ? '[^/]*' : '.*'
    return piece === '?' ? '.' : `\\${piece}`
  })
  if (!isOfNames) return new RegExp(`^${body}$`)
  return new RegExp(`^${pattern.startsWith('/') ? '' : '(?:.*/)?'}${body}(?:/.*)?$`, 'd')
}

/** What the last pattern that fits says of a name: true, or false if it begins with `!`; undefined: none fits. */
function rulesOf(text: string, separator: string): (name: string) => boolean | undefined {
  const rules = patternsOf(text).map((pattern) => ({
    isIn: !pattern.startsWith('!'),
    expression: expressionOf(pattern.replace(/^!/, ''), separator),
  }))
  return (name) => rules.findLast(({ expression }) => expression.test(name))?.isIn
}

/** Whether the pattern of keys lets a text in. */
export function keyMatcher(text: string): (key: string) => boolean {
  const isIn = rulesOf(text, '')
  const isOutOnly = patternsOf(text).every((pattern) => pattern.startsWith('!'))
  return (key) => isIn(key) ?? isOutOnly
}

/** The patterns of `skip` after somebody took a file or left it out. `why`: for which reason it was left out; null: it was taken. */
export function skipAfter(skip: string, place: string, why: LeftWhy | null): string {
  const name = `/${place.replaceAll(/[,*?{}!]|^ | $/g, '?')}`
  const others = patternsOf(skip).filter((pattern) => pattern !== name && pattern !== `!${name}`)
  const wasNamed = others.length < patternsOf(skip).length
  const isSaid = why === 'skip' && wasNamed
  return [...others, ...(isSaid ? [] : [why === null ? name : `!${name}`])].join(', ')
}

/**
 * Of a folder of translations the file for each source. `known`: where sources lie. A file that names no language is for the source
 * of that place; those of other languages are for none.
 */
export function placesOfTranslations(
  places: readonly string[],
  known: readonly string[],
  language: string,
): ReadonlyMap<string, string> {
  const sources = new Set(known)
  const byPattern = new Map<string, string>()
  for (const place of known) for (const { pattern } of namesIn(place)) byPattern.set(pattern, place)
  const found = new Map<string, string>()
  const own = new Map<string, string>()
  for (const place of places) {
    own.set(place, place)
    for (const named of namesIn(place)) {
      const isWanted = named.language !== '' && language !== '' && likenessOf(language, named.language) > 0
      const bare = bareOf(named.pattern)
      const source = byPattern.get(named.pattern) ?? (sources.has(bare) ? bare : undefined)
      if (source !== undefined && !sources.has(place) && !isWanted) own.delete(place)
      if (!isWanted || source === undefined || source === place) continue
      found.set(source, place)
      own.delete(place)
    }
  }
  return new Map([...own, ...found])
}
