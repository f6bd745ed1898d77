// Builds a model's prompt from tasks: numbered lines as in `windrow rows`, without ids, hashes or claims.
import type { Agent } from '../../../src/agent/agent.ts'
import { likeLines, rowLine, termsLine, toLine, withText } from '../../../src/agent/text-lines.ts'
import { sha256Hex } from '../../../src/base/bytes.ts'
import { makesForms } from '../../language/src/made-forms.ts'
import { type EarlierPair, estimateTokens } from '../../../src/domain/text/earlier-pairs.ts'
import type { PromptReference } from '../../../src/domain/vocabulary.ts'
import { type Brief, HEADINGS, officialRule, RULES } from './brief.ts'
import { estimateAnswer } from './spending.ts'
import type { Task } from './task.ts'

export interface Prompt {
  readonly system: string
  readonly user: string
  /** How many texts the prompt asks for; they are numbered from 1. */
  readonly count: number
}

/** The version of a run's prompts: a hash of their common beginning. */
export const promptVersionOf = (brief: Brief): string => sha256Hex(systemOf(brief)).slice(0, 12)

const systemOf = ({ role, language, team, notes, official = [] }: Brief): string =>
  [
    ...RULES[role](languageName(language), makesForms(language)),
    ...(official.length === 0 ? [] : [officialRule(official.map(named))]),
    ...(team === '' ? [] : ['', 'How the team writes:', team]),
    ...(notes.trim() === '' ? [] : ['', 'About this game:', notes.trim()]),
  ].join('\n')

/** Translations of texts like these, as examples. None if they can't be read: the prompt is sent without. */
export const earlierFor = (agent: Agent, tasks: readonly Task[]): Promise<readonly EarlierPair[]> =>
  agent.earlier(tasks.map(({ row }) => row)).catch(() => [])

/** Builds the prompt for these tasks. `earlier`: translations of like texts. */
export function promptOf(tasks: readonly Task[], brief: Brief, earlier: readonly EarlierPair[]): Prompt {
  const terms = termsLine(tasks.map(({ row }) => row))
  const user = [
    ...(terms === null ? [] : [terms]),
    ...likeLines(earlier),
    `# ${tasks.length} ${HEADINGS[brief.role]}:`,
    ...tasks.map((task, i) => taskLine(task, brief, i + 1)),
  ].join('\n')
  return { system: systemOf(brief), user, count: tasks.length }
}

/** About how many tokens of terms, headings and examples a prompt has. */
const aroundTokens = 300

export const systemTokens = (brief: Brief): number => estimateTokens(systemOf(brief))

/** The most tokens that a prompt has beside its lines, as estimated. */
export const fixedTokens = (brief: Brief): number => systemTokens(brief) + aroundTokens

export const lineTokens = (task: Task, brief: Brief): number => estimateTokens(`${taskLine(task, brief, 100)}\n`)

export const taskTokens = (task: Task, brief: Brief): number =>
  lineTokens(task, brief) + estimateAnswer([task.row.source])

/** Sources up to this length need their Chinese text: names, buttons, single words. */
const shortMax = 40

const SHOWS: Readonly<Record<PromptReference, (source: string) => boolean>> = {
  no: () => false,
  short: (source) => source.length <= shortMax,
  full: () => true,
}

function taskLine({ row, refused }: Task, { role, reference }: Brief, number: number): string {
  const isShown = SHOWS[reference](row.source)
  const plain =
    role === 'translate'
      ? rowLine(String(number), row, isShown)
      : withText(rowLine(String(number), { ...row, previous: null }, isShown), row)
  // What the game's file allows stands in the line already.
  const isSaid = row.maxLetters === null || (row.remark?.maxLength ?? null) !== null
  const line = isSaid ? plain : `${plain}\t[max: ${row.maxLetters} letters]`
  return refused === null
    ? line
    : `${line}\t[refused: ${toLine(refused.text)}]\t[because: ${toLine(`${refused.rule}: ${refused.message}`)}]`
}

/** How a line shows a language, with its name: `[de: …] (German)`. */
const named = (language: string): string => `[${language}: …] (${languageName(language.replace('_', '-'))})`

/** The English name and the tag, such as `Ukrainian (uk)`; what is no tag is returned unchanged. */
function languageName(language: string): string {
  try {
    const name = new Intl.DisplayNames(['en'], { type: 'language' }).of(language) ?? language
    return name.toLowerCase() === language.toLowerCase() ? language : `${name} (${language})`
  } catch {
    return language
  }
}

export function answerSchema(count: number): Readonly<Record<string, unknown>> {
  const numbers = Array.from({ length: count }, (_, i) => String(i + 1))
  return {
    type: 'object',
    properties: Object.fromEntries(numbers.map((number) => [number, { type: 'string' }])),
    required: numbers,
    additionalProperties: false,
  }
}

/** How many of the first tasks fit into a call of so many tokens: at most `most`, at least one. */
export function fitting(tasks: readonly Task[], brief: Brief, tokens: number, most: number): number {
  let room = tokens - fixedTokens(brief)
  let texts = most
  const end = tasks.findIndex((task, at) => {
    texts = textsMaxOf([task], texts)
    room -= taskTokens(task, brief)
    return at > 0 && (at >= texts || room < 0)
  })
  return end < 0 ? tasks.length : end
}

/** The most texts of a prompt with these tasks: `most`, or less where one may be to blame for an answer without any. */
export const textsMaxOf = (tasks: readonly Task[], most: number): number =>
  Math.min(most, ...tasks.map(({ textsMax }) => textsMax ?? most))
