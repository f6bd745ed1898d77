// Every command that windrow's own words name is one that its command line takes: in the docs, on the site, in errors. The name of a
// command, alone or with an option, only says what it is called; all more than that has to be accepted as it is written.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import type { Command, ValueSpec } from '../../../src/cli/command.ts'
import { COMMANDS } from '../../../src/cli/commands.ts'
import { parseCommandLine } from '../../../src/cli/parse.ts'
import { GLOBAL_OPTIONS } from '../../../src/cli/options.ts'
import { blocksOf, PAGES } from '../../support/blocks.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const filesIn = (folder: string, end: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith(end))
    .map((path) => join(folder, path))

interface Named {
  readonly at: string
  readonly words: readonly string[]
  /** Words of a sentence may follow. */
  readonly isSentence?: true
}

/** The lines of blocks, continued ones as one, without their comments. */
const blockLines = (page: string): string[] =>
  blocksOf(page)
    .filter(({ kind }) => ['', 'sh', 'bash'].includes(kind))
    .flatMap(({ text }) => text.replaceAll(/\\\n\s*/g, ' ').split('\n'))

const withoutComment = (line: string): string => line.replace(/(?:^|\s)#.*$/, '').trim()

const wordsOf = (line: string): string[] =>
  [...line.replaceAll(/\d?[<>]+\s*\S*/g, ' ').matchAll(/(?:'[^']*'|"[^"]*"|\\.|[^\s'"])+/g)].map(([word]) =>
    word.replaceAll(/['"]/g, ''),
  )

/** The commands of windrow in a line of a shell. */
const commandsIn = (line: string): string[][] =>
  [...withoutComment(line).matchAll(/(?:'[^']*'|"[^"]*"|[^'"|;&()])+/g)]
    .flatMap(([part]) => /^\s*(?:windrow|npx node src\/main\.ts) ([a-z-].*)$/.exec(part)?.[1] ?? [])
    .map(wordsOf)

const inBlocks = PAGES.flatMap((at) =>
  blockLines(at)
    .flatMap(commandsIn)
    .map((words): Named => ({ at, words })),
)

/** Not commands: what a server prints, and the name under which it keeps drafts. */
const notCommands = new Set(['listening', 'draft'])

/** The table of all commands shows their arguments alone. */
const written = (page: string): string =>
  readFileSync(join(root, page), 'utf8').replace(/<!-- generated:commands -->.*?<!-- \/generated -->/s, '')

const inText = PAGES.flatMap((at) =>
  [...written(at).matchAll(/(?<!`)`(windrow [a-z-][^`]*)`/g)]
    .flatMap(([, line = '']) => commandsIn(line.replaceAll(/\s+/g, ' ').replaceAll('\\|', '|')))
    .filter(([first = '']) => !notCommands.has(first))
    .map((words): Named => ({ at, words })),
)

const examples = COMMANDS.flatMap(({ name, examples: lines }) =>
  lines.flatMap(commandsIn).map((words): Named => ({ at: `the help of ${name}`, words })),
)

const inProgram = filesIn('src', '.ts').flatMap((at) => {
  const text = readFileSync(join(root, at), 'utf8').replaceAll(/^\s*(?:\/\/|\/?\*).*$/gm, '')
  const codes = [...text.matchAll(/<code>windrow ([a-z-][^<]*)<\/code>/g)].map(
    ([, line = '']): Named => ({ at, words: wordsOf(line.replaceAll(/\s+/g, ' ')) }),
  )
  // The examples of the help are asked as they are.
  const said = text.replaceAll(/\bexamples: \[[^]*?\],?\n/g, '')
  const sentences = [...said.matchAll(/(?<!<code>)\bwindrow ([a-z][^'`"<;\n]*)/g)].map(
    ([, line = '']): Named => ({ at, words: wordsOf(line), isSentence: true }),
  )
  return [...codes, ...sentences]
})

/** A value that whoever follows the words puts in: NAME, …, ${id}, {path}. */
const isPlaceholder = (word: string): boolean => /^\W*(?:\p{Lu}[\p{Lu}\p{N}’_-]*|…|\$?\{.*)\W*$/u.test(word)
const filled = (word: string, { kind, choices, min }: ValueSpec): string =>
  !isPlaceholder(word) ? word : (choices?.[0] ?? (kind === 'integer' ? String(Math.max(min ?? 1, 1)) : 'x'))

function commandOf(words: readonly string[]): { command: Command; rest: readonly string[] } | null {
  for (const length of [2, 1]) {
    const name = words.slice(0, length).join(' ')
    const command = COMMANDS.find((one) => one.name === name || one.formerName === name)
    if (command !== undefined) return { command, rest: words.slice(length) }
  }
  return null
}

/** The words that belong to the command, with values for the placeholders. */
function lineOf(command: Command, rest: readonly string[], isSentence: boolean): string[] {
  const options = [...GLOBAL_OPTIONS, ...(command.options ?? [])]
  const line: string[] = []
  let argument = 0
  for (let at = 0; at < rest.length; at++) {
    const word = rest[at] ?? ''
    const bare = isSentence ? word.replace(/[,.:)]+$/, '') : word
    if (/^--\W*[{$]/.test(bare)) break
    if (bare.startsWith('--')) {
      line.push(bare)
      const value = options.find(({ name }) => bare === `--${name}`)?.value
      const next = rest[at + 1]
      if (value !== undefined && next !== undefined && bare === word) line.push(filled(next, value))
      if (value !== undefined) at++
    } else {
      const value = command.arguments?.[argument]?.value
      const isMissing = argument > 0 && value !== undefined && command.arguments?.[argument]?.isOptional !== true
      const isOne =
        !isSentence || isMissing || isPlaceholder(bare) || /^\d+$/.test(bare) || value?.choices?.includes(bare)
      if (!isOne) break
      if (word !== '…') line.push(value === undefined ? word : filled(bare, value))
      argument++
    }
    if (bare !== word) break
  }
  return line
}

function faultOf({ words, isSentence }: Named): string | null {
  const found = commandOf(words)
  if (found === null) {
    const isGroup = COMMANDS.some(({ name }) => name.startsWith(`${words[0]} `))
    if (isSentence === true || words[0]?.startsWith('--') || words[0] === 'help' || (isGroup && words.length === 1))
      return null
    return 'there is no such command'
  }
  const { command, rest } = found
  const line = lineOf(command, rest, isSentence === true)
  const [first] = line
  const options = [...GLOBAL_OPTIONS, ...(command.options ?? [])]
  if (first === undefined || (line.length === 1 && options.some(({ name }) => first === `--${name}`))) return null
  try {
    parseCommandLine([...command.name.split(' '), ...line], COMMANDS)
    return null
  } catch (error) {
    return (error as Error).message
  }
}

it.each([
  ['blocks of the docs', inBlocks, 40],
  ['the words of the docs', inText, 120],
  ['the help', examples, 90],
  ['the site and the errors', inProgram, 150],
] as const)('the command line takes every command that %s name', (_, named, atLeast) => {
  expect(named.length).toBeGreaterThan(atLeast)
  const faults = named.flatMap((one) => {
    const fault = faultOf(one)
    return fault === null ? [] : [`${one.at}: windrow ${one.words.join(' ')}: ${fault}`]
  })
  expect(faults).toEqual([])
})

it('what is said beside a command in a block begins with #, so that the line can be pasted', () => {
  const odd = PAGES.flatMap((page) =>
    blockLines(page)
      .filter((line) => /^ *(?:windrow|npm|npx|deno|docker|\.ci\/run) .*\S {3,}(?![\s#-])/.test(withoutComment(line)))
      .map((line) => `${page}: ${line.trim()}`),
  )
  expect(odd).toEqual([])
})
