// Holds one file to the rules of rules.ts. A finding names the place, the rule and what to do about it.
import { posix } from 'node:path'
import {
  BANNED_FILE_NAMES,
  BANNED_WORDS,
  DOORS,
  LIMITS,
  PACKAGES,
  PAGES,
  PROGRAM,
  PUTS,
  ROOMS,
  WIRE_FREE_ROOMS,
  WIRE_NAMES,
  folderOf,
} from './rules.ts'
import type { Room } from './rules.ts'
import { functionsOf, type Import, importsOf, lineAt, type Source, sourceOf } from './source.ts'

export interface Finding {
  readonly path: string
  readonly line: number
  readonly rule: string
  readonly advice: string
}

type Rule = (source: Source) => readonly { readonly line: number; readonly advice: string }[]

/** Rules for the program: files below src, and of packages. */
const SRC_RULES: Readonly<Record<string, Rule>> = {
  door: (source) => importsOf(source).flatMap((each) => doorOf(source, each)),
  page_to_page: (source) => importsOf(source).flatMap((each) => otherPageOf(source, each)),
  put: (source) =>
    source.path.startsWith('src/store/')
      ? []
      : matches(source.code, new RegExp(PUTS, 'g'), 'only src/store writes tables: give the record a function there'),
  direction: (source) => importsOf(source).flatMap((each) => directionOf(source, each)),
  packages: (source) => importsOf(source).flatMap((each) => packageOf(source, each)),
  wire_names: wireNames,
  first_comment: ({ text }) =>
    /^(?:\/\/|\/\*)/.test(text) ? [] : [{ line: 1, advice: 'begin the file with a few lines that say what it is for' }],
  top_level_await: ({ code }) =>
    matches(
      code,
      /^(?:(?:export )?const [^\n=]+= await|await|for await)\b/gm,
      'put it into a function: the executable is a CommonJS bundle',
    ),
}

/** Rules for every TypeScript file. */
const CODE_RULES: Readonly<Record<string, Rule>> = {
  extensions: (source) =>
    importsOf(source)
      .filter(({ specifier }) => specifier.startsWith('.') && !/\.(ts|json|js|css)$/.test(specifier))
      .map(({ line, specifier }) => ({ line, advice: `write '${specifier}.ts': the sources run unbuilt` })),
  file_name: ({ path }) => fileName(path),
}

/** Rules for what people have to read through. */
const SIZE_RULES: Readonly<Record<string, Rule>> = {
  file_size: ({ text }) => {
    const lines = text.split('\n').length - 1
    return lines > LIMITS.fileLines
      ? [{ line: 1, advice: `${lines} lines, at most ${LIMITS.fileLines}: split it by what it does` }]
      : []
  },
  function_size: (source) =>
    functionsOf(source)
      .filter(({ lines }) => lines > LIMITS.functionLines)
      .map(({ line, lines }) => ({
        line,
        advice: `${lines} lines, at most ${LIMITS.functionLines}: take the steps out by name`,
      })),
}

/** Rules for what the program is made of, style sheets and scripts of the browser too. */
const PROGRAM_RULES: Readonly<Record<string, Rule>> = {
  line_length: ({ text }) =>
    text.split('\n').flatMap((line, at) => {
      const length = Array.from(line).length
      return length > LIMITS.lineCharacters
        ? [
            {
              line: at + 1,
              advice: `${length} characters, at most ${LIMITS.lineCharacters}: one tag a line, or take a part out by name`,
            },
          ]
        : []
    }),
}

/** Rules for every text. */
const TEXT_RULES: Readonly<Record<string, Rule>> = {
  line_ends: ({ text }) =>
    text === '' || (text.endsWith('\n') && !text.includes('\r'))
      ? []
      : [{ line: 1, advice: 'LF line ends, and one at the end of the file' }],
  banned_words: ({ path, text }) =>
    BANNED_WORDS.filter(({ where }) => where.some((folder) => path.startsWith(`${folder}/`))).flatMap(
      ({ pattern, advice }) => matches(text, new RegExp(pattern, 'gm'), advice),
    ),
}

/** All findings in the file `path` (from the repository's root) with these bytes. */
export function findingsIn(path: string, bytes: Uint8Array): readonly Finding[] {
  const text = decoded(bytes)
  if (text === null)
    return [{ path, line: 1, rule: 'encoding', advice: 'save the file as UTF-8 without a byte order mark' }]
  const source = sourceOf(path, text)
  return Object.entries(rulesFor(path)).flatMap(([rule, check]) =>
    check(source).map((each) => ({ path, rule, ...each })),
  )
}

function rulesFor(path: string): Readonly<Record<string, Rule>> {
  const isCode = path.endsWith('.ts')
  const isProgram = PROGRAM.test(path)
  return {
    ...TEXT_RULES,
    ...(isProgram && /\.(?:ts|js|css)$/.test(path) ? PROGRAM_RULES : {}),
    ...(isCode ? CODE_RULES : {}),
    ...(isCode && (isProgram || path.startsWith('scripts/')) ? SIZE_RULES : {}),
    ...(isCode && isProgram ? SRC_RULES : {}),
  }
}

function decoded(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
    return text.startsWith('\uFEFF') ? null : text
  } catch {
    return null
  }
}

/** The deepest room that holds the path. */
export function roomOf(path: string): Room | undefined {
  const holding = ROOMS.filter((room) => isInside(path, folderOf(room.path)))
  return holding.toSorted((a, b) => b.path.length - a.path.length)[0]
}

export const isInside = (below: string, room: string): boolean => below === room || below.startsWith(`${room}/`)

/** A room stands for those inside it, but not for the neighbours of a room that is inside it itself. */
function covers(room: string, to: string, from: string): boolean {
  return to === room || (isInside(to, room) && !isInside(from, room))
}

function directionOf(source: Source, { specifier, target, isTypeOnly, line }: Import) {
  if (!specifier.startsWith('.')) return []
  const from = roomOf(source.path)
  if (from === undefined)
    return [{ line: 1, advice: `src has no such room; the rooms are ${ROOMS.map(({ path }) => path).join(', ')}` }]
  if (!PROGRAM.test(target))
    return [{ line, advice: `the program imports nothing from outside src and the src of packages (${target})` }]
  const to = roomOf(target)
  if (to?.path === from.path) return []
  const allowed = isTypeOnly ? [...from.imports, ...(from.types ?? [])] : from.imports
  if (to !== undefined && allowed.some((room) => covers(room, to.path, from.path))) return []
  const types = from.types === undefined ? '' : ` (and types of ${from.types.join(', ')})`
  const known = `${from.imports.join(', ') || 'nothing'}${types}`
  return [
    {
      line,
      advice: `${from.path} may not know ${to?.path ?? target}, it knows ${known}: pass it in, or move what both need down`,
    },
  ]
}

const withoutSrc = (path: string): string => path.replace(/^src\//, '')

function doorOf(source: Source, { specifier, target, isLate, line }: Import) {
  const path = withoutSrc(source.path)
  if (!specifier.startsWith('.')) return []
  return DOORS.filter(
    ({ of, not, save, lateIsFree }) =>
      of.test(path) && not.test(withoutSrc(target)) && save?.test(path) !== true && !(isLate && lateIsFree === true),
  ).map(({ advice }) => ({ line, advice }))
}

function otherPageOf(source: Source, { target, line }: Import) {
  const pageOf = (path: string): string | null =>
    path.startsWith(`${PAGES}/`) ? posix.dirname(path.slice(PAGES.length + 1)) : null
  const [from, to] = [pageOf(withoutSrc(source.path)), pageOf(withoutSrc(target))]
  return from === null || to === null || from === to
    ? []
    : [{ line, advice: `the pages ${from} and ${to} are apart: what both need belongs into admin/parts or admin` }]
}

function packageOf(source: Source, { specifier, line }: Import) {
  if (specifier.startsWith('.') || specifier.startsWith('node:')) return []
  const name = specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
  const rule = PACKAGES.find((each) => each.name.test(name))
  const room = roomOf(source.path)?.path
  if (rule === undefined || (room !== undefined && rule.rooms.includes(room))) return []
  return [{ line, advice: `${name} is known in ${rule.rooms.join(', ')} only: use what that room offers` }]
}

function wireNames({ path, code }: Source) {
  const room = roomOf(path)?.path ?? ''
  if (!WIRE_FREE_ROOMS.some((free) => isInside(room, free))) return []
  return [...code.matchAll(/\b[a-z]+(?:_[a-z0-9]+)+\b/g)]
    .filter(([name]) => WIRE_NAMES.has(name))
    .map((match) => ({
      line: lineAt(code, match.index),
      advice: `${match[0]} is a name of the wire: camelCase here, the edge renames it`,
    }))
}

function fileName(path: string) {
  const name = posix.basename(path).replace(/(?:\.[a-z]+)+$/, '')
  if ((BANNED_FILE_NAMES as readonly string[]).includes(name))
    return [{ line: 1, advice: `"${name}" says nothing: name the thing or the verb` }]
  return /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name) ? [] : [{ line: 1, advice: 'file names are kebab-case' }]
}

function matches(text: string, pattern: RegExp, advice: string) {
  return [...text.matchAll(pattern)].map((match) => ({
    line: lineAt(text, match.index + 1),
    advice: `"${match[0].trim()}": ${advice}`,
  }))
}
