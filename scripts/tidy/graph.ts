// Rules that no file can keep alone: how large a room is, and what imports draw together. A circle has no beginning to read from,
// and wings that lean on each other are one wing.
import { posix } from 'node:path'
import { type Finding, isInside } from './check.ts'
import { folderOf, ONE_WAY_WITHIN, PROGRAM, ROOMS, SITE_MAP } from './rules.ts'
import { importsOf, lineAt, type Source } from './source.ts'

interface Arrow {
  readonly from: string
  readonly to: string
  readonly line: number
}

type Rule = (sources: readonly Source[], arrows: readonly Arrow[]) => readonly Omit<Finding, 'rule'>[]

const RULES: Readonly<Record<string, Rule>> = {
  kind_outside: kindsOutside,
  page_to_page: pagesThatLean,
  room_size: largeRooms,
  same_name: sameNames,
  wings: leaningWings,
}

const EXPORTED = /^export (?:async )?(?:function\*?|const|class|interface|type) (\w+)/gm
const KIND = /^export const (\w+): (?:Numbered)?Kind</gm
const PASSED_ON = /^export (?:type )?\{[^}]*\} from\b/gm

/** What is wrong with the sources as a whole. Circles and unused exports are looked for outside of src too. */
export function findingsAmong(sources: readonly Source[]): readonly Finding[] {
  const below = sources.filter(({ path }) => PROGRAM.test(path) && path.endsWith('.ts'))
  const arrows = below.flatMap(arrowsOf)
  const drawn = Object.entries(RULES).flatMap(([rule, check]) =>
    check(below, arrows).map((each) => ({ rule, ...each })),
  )
  const ours = sources.filter(({ path }) => (PROGRAM.test(path) || path.startsWith('scripts/')) && path.endsWith('.ts'))
  return [...circles(sources, sources.flatMap(arrowsOf)), ...drawn, ...unusedExports(ours, sources)]
}

/** Exports that no other file imports: program, script or test. */
function unusedExports(ours: readonly Source[], sources: readonly Source[]): readonly Finding[] {
  const users = Map.groupBy(
    sources.flatMap((source) => importsOf(source).map((each) => ({ source, ...each }))),
    ({ target }) => target,
  )
  const isUsed = (path: string, name: string): boolean =>
    (users.get(path) ?? []).some(({ source, specifier, names }) =>
      source.text.includes(`export * from '${specifier}'`)
        ? isUsed(source.path, name)
        : (names?.includes(name) ?? new RegExp(`\\b${name}\\b`).test(source.text)),
    )
  return ours.flatMap(({ path, code }) =>
    [...code.matchAll(EXPORTED), ...passedOn(code)]
      .filter(([, name = '']) => !isUsed(path, name))
      .map((match) => ({
        path,
        line: lineAt(code, match.index),
        rule: 'unused_export',
        advice: `nobody imports ${match[1] ?? ''}: take the word export away, or the whole of it`,
      })),
  )
}

/** Names in the lists of `export { … } from`, as `EXPORTED` gives those of declarations. */
const passedOn = (code: string) =>
  [...code.matchAll(PASSED_ON)].flatMap((list) =>
    [...list[0].matchAll(/(?<=[{,]\s*(?:type\s+)?)(\w+)(?=\s*[,}])/g)].map((name) =>
      Object.assign(name, { index: list.index + name.index }),
    ),
  )

function arrowsOf(source: Source): readonly Arrow[] {
  return importsOf(source)
    .filter(({ specifier }) => specifier.startsWith('.'))
    .map(({ target, line }) => ({ from: source.path, to: target, line }))
}

/** Circles of imports, types too: each is told once, at the arrow that closes it. */
function circles(sources: readonly Source[], arrows: readonly Arrow[]): readonly Finding[] {
  const leaving = Map.groupBy(arrows, ({ from }) => from)
  const state = new Map<string, 'open' | 'done'>()
  const trail: string[] = []
  const found: Finding[] = []
  const visit = (path: string): void => {
    state.set(path, 'open')
    trail.push(path)
    for (const { to, line } of leaving.get(path) ?? []) {
      if (state.get(to) === 'open') {
        const names = [...trail.slice(trail.indexOf(to)), to].map((each) => posix.basename(each, '.ts'))
        const advice = `a circle: ${names.join(' → ')}; move what both need into a file of its own`
        found.push({ path, line, rule: 'circle', advice })
      } else if (!state.has(to)) visit(to)
    }
    trail.pop()
    state.set(path, 'done')
  }
  for (const { path } of sources) if (!state.has(path)) visit(path)
  return found
}

/** Kinds of records, which faces pass on with the rest of a file: what is put around their functions has no index. */
function kindsOutside(sources: readonly Source[]) {
  const isStore = ({ path }: Source): boolean => path.startsWith('src/store/')
  const kinds = new Set(
    sources.filter(isStore).flatMap(({ code }) => [...code.matchAll(KIND)].map(([, name = '']) => name)),
  )
  return sources
    .filter((source) => !isStore(source))
    .flatMap((source) => importsOf(source).map((each) => ({ path: source.path, ...each })))
    .filter(({ specifier }) => specifier.includes('/store/'))
    .flatMap(({ path, line, names }) =>
      (names ?? [])
        .filter((name) => kinds.has(name))
        .map((name) => ({ path, line, advice: `${name} stays in the store: call what reads and puts these records` })),
    )
}

function largeRooms(sources: readonly Source[]) {
  return ROOMS.flatMap(({ path: room, lines: budget = Infinity }) => {
    const path = folderOf(room)
    const texts = sources.filter((source) => isInside(source.path, path)).map(({ text }) => text)
    const lines = texts.join('').split('\n').length - 1
    const advice = `${lines} lines, its budget is ${budget}: take something out; a commit that raises it (scripts/tidy/rules.ts) says what left`
    return lines > budget ? [{ path, line: 1, advice }] : []
  })
}

/** A page that imports a page; what answers a form may show its own page again. */
function pagesThatLean(sources: readonly Source[], arrows: readonly Arrow[]) {
  const map = sources.find(({ path }) => path === SITE_MAP)
  if (map === undefined) return []
  const shown = new Set(
    [...map.text.matchAll(/\b(?:get|open\('GET',)[^\n]*?(\w+)\)/g)].map(([, handler = '']) => handler),
  )
  const spaces = new Map(
    [...map.text.matchAll(/^import \* as (\w+) from '([^']+)'/gm)].map(([, name, path]) => [path, name]),
  )
  const ofPages = new Set([...map.text.matchAll(/\b(?:get|open\('GET',)[^\n]*?(\w+)\.\w+\)/g)].map(([, name]) => name))
  const pages = new Set(
    importsOf(map)
      .filter(({ specifier, names }) => names?.some((name) => shown.has(name)) ?? ofPages.has(spaces.get(specifier)))
      .map(({ target }) => target),
  )
  return arrows
    .filter(({ from, to }) => from !== to && pages.has(from) && pages.has(to))
    .map(({ from, to, line }) => ({
      path: from,
      line,
      advice: `${to} is a page too: what both need belongs into parts`,
    }))
}

/** A name that stands twice in a wing has to be opened to be known. */
function sameNames(sources: readonly Source[]) {
  const named = Map.groupBy(sources, ({ path }) => `${wingOf(path)} ${posix.basename(path)}`)
  return [...named.values()]
    .filter((files) => files.length > 1)
    .flatMap((files) =>
      files.slice(1).map(({ path }) => ({
        path,
        line: 1,
        advice: `${files[0]?.path ?? ''} has the same name: give one of them a better one`,
      })),
    )
}

/** Top folder below src, or the package. */
const wingOf = (path: string): string => path.split('/')[1] ?? ''

/** Folders side by side may know each other in one direction only. */
function leaningWings(_: readonly Source[], arrows: readonly Arrow[]) {
  const between = new Map<string, Arrow>()
  const found: Omit<Finding, 'rule'>[] = []
  for (const arrow of arrows) {
    const sides = siblingsOf(arrow)
    if (sides === null) continue
    const [from, to] = sides
    const back = between.get(`${to} ${from}`)
    if (back !== undefined && !between.has(`${from} ${to}`)) {
      const advice = `${from} leans on ${to}, and ${to} on ${from} (${back.from}:${back.line}): choose one direction`
      found.push({ path: arrow.from, line: arrow.line, advice })
    }
    if (!between.has(`${from} ${to}`)) between.set(`${from} ${to}`, arrow)
  }
  return found
}

/** The two folders of one parent that an arrow joins; null when it stays in one, or when one holds the other. */
function siblingsOf({ from, to }: Arrow): readonly [string, string] | null {
  const [a, b] = [posix.dirname(from).split('/'), posix.dirname(to).split('/')]
  const at = a.findIndex((part, i) => part !== b[i])
  const parent = a.slice(0, at).join('/')
  if (at < 0 || at >= b.length || !ONE_WAY_WITHIN.some((room) => isInside(parent, room))) return null
  return [a.slice(0, at + 1).join('/'), b.slice(0, at + 1).join('/')]
}
