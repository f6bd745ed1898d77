// Refusals and findings in the reader's language: they come in English, other languages have tables by code and by rule.
// Facts fill the gaps: `{id}`, `{owner.name}`; so do limits: `{labelsMax}`.
import type { ImportRun } from '../../app/import/follow-import.ts'
import type { Refusal } from '../../app/refusal.ts'
import { LIMIT_FACTS, REFUSAL_CODES, sentenceFor } from '../../app/refusal-sentences.ts'
import { factAt, isRecord } from '../../base/sentences.ts'
import type { WidenedRight } from '../../domain/key-rights.ts'
import { allowedValues, type SettingName, type SettingRule, SETTINGS } from '../../domain/settings.ts'
import { type Damage, damageText, type Why } from '../../app/refused.ts'
import { nameOf } from '../../domain/checks/naming.ts'
import type { Finding } from '../../domain/finding.ts'
import { languageNow } from '../language/language.ts'
import { formOf } from '../language/messages.ts'
import { say, told, words } from '../language/say.ts'
import { nameOfLanguage } from './language-choices.ts'
import { LAYER_WORDS, ROLE_WORDS, STATUS_WORDS } from '../words.ts'

/** A rule has several texts; each is used if the finding has all of its facts. */
export function tellFinding({ rule, message, details }: Pick<Finding, 'rule' | 'message' | 'details'>): string {
  const texts = languageNow().findings[rule] ?? []
  return texts.flatMap((text) => filled(text, details, tokenName) ?? []).join(' ') || message
}

/** A refusal in the reader's language; it follows a colon, like the English sentence. */
export function tellRefusal(refusal: Refusal): string {
  const text = languageNow().refusals[refusal.code]
  if (text === undefined) return sentenceFor('site', refusal)
  return filled(text, factsOf(refusal), (fact) => fact) ?? sentenceFor('site', refusal)
}

/** The stored English, if the refusal is missing or of another version. */
export function tellRun({ refusal, message }: Pick<ImportRun, 'refusal' | 'message'>): string {
  const isKnown = refusal !== undefined && (REFUSAL_CODES as readonly string[]).includes(refusal.code)
  try {
    if (isKnown) return tellRefusal(refusal as Refusal)
  } catch {
    // The code exists here, but another windrow wrote its facts.
  }
  return message ?? ''
}

/** Facts that are sentences are translated. */
const factsOf = (refusal: Refusal): object => ({
  ...LIMIT_FACTS,
  ...refusal,
  ...('errors' in refusal && { errors: refusal.errors.map(tellFinding).join(' ') }),
  ...('damage' in refusal && { damage: tellDamage(refusal.damage) }),
  ...('what' in refusal && { what: refusal.what.map(tellRight) }),
  ...('why' in refusal && { why: tellWhy(refusal.why) }),
})

const tellWhy = (why: Why): string =>
  'message' in why ? why.message : 'damage' in why ? tellDamage(why.damage) : tellRefusal(why as Refusal)

export function tellDamage(damage: Damage): string {
  const { places, damage: problems } = languageNow()
  const { file, where, problem } = damage
  const text = problems[problem]
  if (text === undefined) return damageText(damage)
  const plain = (fact: string): string => fact
  const place = [file, filled(places[where.at] ?? '', where, plain) ?? ''].filter((part) => part !== '').join(', ')
  return `${place}${where.at === 'file' ? '' : ':'} ${filled(text, damage, plain) ?? ''}`
}

const tellRight = ({ doing, ability }: WidenedRight): string =>
  ({
    activating: () => say`switching it on again`,
    raising: () => say`raising its requests per minute`,
    granting: () => say`granting ${ability ?? ''}`,
    allowing: () => say`allowing ${ability ?? ''} again`,
  })[doing]()

export function tellAllowed(name: SettingName): string {
  const rule: SettingRule = SETTINGS[name]
  if (rule.type === 'integer') return say`a whole number from ${rule.min} to ${rule.max}`
  return rule.type === 'ratio' ? say`a number from ${rule.min} to ${rule.max}` : told(allowedValues(name))
}

const FACT = /\{([a-zA-Z_.]+)(?:\|([^{}]*))?\}/g

/** Null: a fact is missing. `{count|рядок|рядки|рядків}` is a word for a number. */
function filled(text: string, facts: unknown, show: (fact: string) => string): string | null {
  let isWhole = true
  const said = text.replace(FACT, (_, path: string, forms: string | undefined) => {
    const fact = factAt(facts, path)
    if (forms !== undefined) return formOf(languageNow(), Number(fact), forms.split('|'))
    const words = inWords(path.split('.').at(-1) ?? path, fact, show)
    isWhole &&= words !== ''
    return words
  })
  return isWhole ? said : null
}

/** Facts that are words of windrow, by name. */
const SAID: Readonly<Record<string, (fact: string) => string>> = {
  role: (fact) => wordIn(ROLE_WORDS, fact),
  status: (fact) => wordIn(STATUS_WORDS, fact),
  layer: (fact) => wordIn(LAYER_WORDS, fact),
  language: (fact) => nameOfLanguage(fact),
}

const wordIn = (table: Readonly<Record<string, string>>, fact: string): string => table[fact] ?? fact

function inWords(name: string, fact: unknown, show: (fact: string) => string): string {
  if (typeof fact === 'number') return String(fact)
  if (typeof fact === 'string') return (SAID[name] ?? show)(fact)
  if (Array.isArray(fact)) return listed(fact.map((each: unknown) => [pairName(name, each, show), 1]))
  if (!isRecord(fact)) return ''
  const { more, ...counts } = fact
  const named = Object.entries(counts).map(([token, count]): Named => [show(token), Number(count)])
  return listed(named, Number(more ?? 0))
}

type Named = readonly [name: string, count: number]

/** `found → expected` for a replacement. */
const pairName = (name: string, each: unknown, show: (fact: string) => string): string =>
  isRecord(each) ? `${show(String(each['found']))} → ${show(String(each['expected']))}` : inWords(name, each, show)

const namedMax = 5

/** The first few names, with counts above one. */
function listed(named: readonly Named[], moreOfThem = 0): string {
  const first = named.slice(0, namedMax).map(([name, count]) => (count > 1 ? `${name} ×${count}` : name))
  const more = named.length - first.length + moreOfThem
  return more > 0 ? `${first.join(', ')} ${say`and ${more} more`}` : first.join(', ')
}

const UNSEEN_WORDS = words({ '\n': 'line break', '\r': 'carriage return', '\t': 'tab' })
const isUnseen = (token: string): token is keyof typeof UNSEEN_WORDS => Object.hasOwn(UNSEEN_WORDS, token)

/** A token as messages show it: shortened, on one line, invisible characters by name. */
const tokenName = (token: string): string => nameOf(isUnseen(token) ? UNSEEN_WORDS[token] : token)
