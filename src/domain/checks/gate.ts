// The text gate: checks a text before it is stored or approved (docs/text-gate.md). Linear in both
// texts. A text too large for a row is refused first, whatever the flags of the legacy API skip.
import type { Finding, GateResult, RuleCode } from '../finding.ts'
import { cosmeticDifference } from '../text/compare.ts'
import { placedLookalikes } from '../text/lookalikes.ts'
import { type Check, findingOf, type GateInput, TextPair, type Waivers } from './check.ts'
import { repairedCharacters } from './doubts.ts'
import { oversized } from './length.ts'
import { type CheckList, checksFor } from './registry.ts'
import { serviceRow } from './whole-text.ts'

interface Change {
  readonly start: number
  readonly end: number
  readonly text: string
}

/**
 * Repairs the tokens of a text where only one repair is possible: look-alikes, full-width forms and invisible
 * characters inside a token, other brackets, a changed caption, a BOM or bidi override. All of 1,099 texts damaged that
 * way were restored exactly. A missing token has no certain place and is left to the translator. Has LF line ends, and
 * may still fail the gate. Null: no repair is certain.
 */
function certainRepair(pair: TextPair): string | null {
  const changes = [...tokenChanges(pair), ...captionChanges(pair), ...invisibleChanges(pair)].sort(
    (a, b) => a.start - b.start,
  )
  if (changes.length === 0) return null
  const parts: string[] = []
  let from = 0
  for (const { start, end, text } of changes) {
    if (start < from) continue
    parts.push(pair.text.slice(from, start), text)
    from = end
  }
  parts.push(pair.text.slice(from))
  return parts.join('')
}

function tokenChanges(pair: TextPair): Change[] {
  const { source, text, sourceScan, textScan, functional } = pair
  const missing = new Map([...functional.missing, ...(cosmeticDifference(sourceScan, textScan)?.missing ?? [])])
  for (const invisible of ['\n', '\r', '\t']) missing.delete(invisible)
  if (missing.size === 0 || source === text) return []
  const known = new Set(sourceScan.tokens.map((token) => token.text))
  return placedLookalikes(missing, known, pair.plainText)
    .filter(({ isExact }) => isExact)
    .map(({ start, end, expected }) => ({ start, end, text: expected }))
}

/** Restores a caption if all changed tags with its tail changed in the same way. */
function captionChanges({ textScan, functional }: TextPair): Change[] {
  const { captions } = functional
  if (captions.length === 0) return []
  const tailOf = (tag: string): string => /\|.*$/su.exec(tag)?.[0] ?? ''
  const byTail = Map.groupBy(captions, ({ expected }) => tailOf(expected))
  return textScan.tokens.flatMap(({ start, end, text, tailAt }) => {
    if (tailAt === 0) return []
    const alike = byTail.get(tailOf(text)) ?? []
    const [first] = alike
    const isOne = alike.every(({ expected, found }) => expected === first?.expected && found === first.found)
    return first !== undefined && isOne && first.found === text ? [{ start, end, text: first.expected }] : []
  })
}

const INVISIBLE = /[\uFEFF\u202D\u202E]/g

const invisibleChanges = ({ source, text }: TextPair): Change[] =>
  Array.from(text.matchAll(INVISIBLE))
    .filter(([character]) => !source.includes(character))
    .map(({ index }) => ({ start: index, end: index + 1, text: '' }))

export type { GateInput, GateRules, Waivers } from './check.ts'

export const NO_WAIVERS: Waivers = { glossary: false, validation: false }

const REPAIRABLE: ReadonlySet<RuleCode> = new Set(['TAGS_01', 'TAGS_02', 'TAGS_03', 'FORMAT_01', 'FORM_16'])

/** Returns all errors, or only the error of a check with `standsAlone`. */
export const runGate = (input: GateInput): GateResult => judgePair(new TextPair(input))

export function judgePair(pair: TextPair, list = checksFor(pair.rules)): GateResult {
  const tooLarge = oversized(pair.input.text)
  if (tooLarge !== null) return { errors: [serviceFinding(pair.input) ?? tooLarge], warnings: [] }
  const result = runChecks(pair, list)
  const { errors, warnings } = result
  if (errors.some(isRepairable) || warnings.some(isRepairable)) return withRepair(pair, result, list)
  return warnings.some(isOfCharacters) ? withCharacters(pair, result, list) : result
}

/** Doubts about characters that look like others, or like none. */
const OF_CHARACTERS: ReadonlySet<RuleCode> = new Set(['DOUBT_01', 'DOUBT_15', 'DOUBT_16'])
const isOfCharacters = ({ rule }: Finding): boolean => OF_CHARACTERS.has(rule)

/** The result of `withRepair` for doubts about characters, if the repair leaves none of them and nothing else is found. */
function withCharacters(pair: TextPair, { errors, warnings }: GateResult, list: CheckList): GateResult {
  const repaired = repairedCharacters(pair)
  const after = repaired === null ? null : runChecks(new TextPair({ ...pair.input, text: repaired }), list)
  const isCertain =
    after?.errors.length === 0 && after.warnings.length < warnings.length && !after.warnings.some(isOfCharacters)
  const repair = isCertain ? { suggestion: repaired } : { certain: false }
  const add = (finding: Finding): Finding =>
    isOfCharacters(finding) ? { ...finding, details: { ...finding.details, ...repair } } : finding
  return { errors, warnings: warnings.map(add) }
}

const isRepairable = ({ rule }: Finding): boolean => REPAIRABLE.has(rule)

/** Adds `details.suggestion` if the repaired text passes the gate, else `details.certain: false`. */
function withRepair(pair: TextPair, { errors, warnings }: GateResult, list: CheckList): GateResult {
  const isTooLong = errors.some(({ rule }) => rule === 'LENGTH_02')
  const repaired = isTooLong ? null : certainRepair(pair)
  const isTaken =
    repaired !== null && runChecks(new TextPair({ ...pair.input, text: repaired }), list).errors.length === 0
  const repair = isTaken ? { suggestion: repaired } : { certain: false }
  const add = (finding: Finding): Finding =>
    REPAIRABLE.has(finding.rule) ? { ...finding, details: { ...finding.details, ...repair } } : finding
  return { errors: errors.map(add), warnings: warnings.map(add) }
}

function runChecks(pair: TextPair, list: CheckList): GateResult {
  const { waivers } = pair.input
  const errors: Finding[] = []
  const warnings: Finding[] = []
  const { traits } = pair
  const hasWaivers = waivers.glossary || waivers.validation
  for (let at = list.next(traits, 0); at < list.checks.length; at = list.next(traits, at + 1)) {
    const check = list.checks[at] as Check
    if (hasWaivers && isWaived(check, waivers)) continue
    const fault = check.run(pair)
    if (!fault) continue
    const finding = findingOf(check, fault, pair)
    if (check.standsAlone) return { errors: [finding], warnings: [] }
    if (finding.severity === 'error') errors.push(finding)
    else if (check.isDoubt !== true || errors.length === 0) warnings.push(finding)
  }
  return { errors, warnings }
}

/** The finding about a service row. It comes before all others, even if the text is too large. */
function serviceFinding(input: GateInput): Finding | null {
  const pair = new TextPair({ ...input, text: '' })
  const fault = serviceRow.run(pair)
  return fault === null ? null : findingOf(serviceRow, fault, pair)
}

/** The errors that flags of the legacy API skipped, for reviewers. */
export function waivedFindings(input: GateInput): readonly Finding[] {
  if (oversized(input.text) !== null) return []
  const pair = new TextPair(input)
  return checksFor(input.rules)
    .checks.filter((check) => isWaived(check, input.waivers) && mayFire(check, pair))
    .flatMap((check) => {
      const fault = check.run(pair)
      return fault === null ? [] : [findingOf(check, fault, pair)]
    })
}

const isWaived = (check: Check, waivers: Waivers): boolean => check.waiver !== null && waivers[check.waiver]

const mayFire = ({ needs }: Check, { traits }: TextPair): boolean => (traits & needs) !== 0
