// The current rules: settings, the compiled glossary and the letters learnt. Each is read again when its generation in
// the store, or its name, changes: a change in any process counts from the next request.
import { type CompiledGlossary, compileGlossary } from '../domain/checks/glossary.ts'
import type { GateRules } from '../domain/checks/check.ts'
import { gateRulesOf } from '../domain/checks/gate-rules.ts'
import type { Settings } from '../domain/settings.ts'
import type { LetterWeights } from '../../packages/language/src/letter-grams.ts'
import { nameOfLetters, readLetters } from '../store/indexes.ts'
import { readGeneration, readGlossary, readSettings } from '../store/people.ts'
import { isWithoutGame } from '../store/rows.ts'
import type { Store } from '../store/store.ts'
import { tried } from './tried.ts'

export interface Rules {
  readonly settings: Settings
  readonly gate: GateRules
  readonly glossary: CompiledGlossary
}

export interface RulesCache {
  /** The rules as they are now: the same object until something changes. */
  now(): Rules
}

/** Reads the settings alone, without the glossary. */
export const settingsOf = ({ store }: { readonly store: Store }): Settings => readSettings(store.main)

/** True: the store is not of Where Winds Meet but of another game, whose texts have keys (docs/another-game.md). */
export const isOfAnotherGame = ({ rules }: { readonly rules: RulesCache }): boolean =>
  rules.now().settings.profile !== 'where-winds-meet'

/** The rules as they will be with these settings, until the store has their profile: files are read by them before anything is written. */
export function rulesAhead(rules: RulesCache, settings: Settings): RulesCache {
  const ahead: Rules = { ...rules.now(), settings, gate: gateRulesOf(settings, null) }
  return { now: () => (rules.now().settings.profile === settings.profile ? rules.now() : ahead) }
}

/** True: no file of the game that the rules are for is in yet. */
export const isBeforeFirstFile = ({ store, rules }: { readonly store: Store; readonly rules: RulesCache }): boolean =>
  isWithoutGame(store.main) || readSettings(store.main).profile !== rules.now().settings.profile

export function createRulesCache(store: Store): RulesCache {
  let known: KnownRules | null = null
  let knownAt = -1
  return {
    now() {
      // While the count of writes is the same, the rules are, too; only inside a write it does not tell.
      const writes = store.view.writes
      const letters = nameOfLearnt(store, known?.rules.settings)
      if (known !== null && writes !== null && writes === knownAt && letters === known.letters) return known.rules
      const settings = readGeneration(store.main, 'settings')
      const glossary = readGeneration(store.main, 'glossary')
      if (known?.settings === settings && known.glossary === glossary && letters === known.letters) {
        knownAt = writes ?? -1
        return known.rules
      }
      const values = readSettings(store.main)
      const compiled = compiledFor(store, values, glossary, known)
      const gate = gateRulesOf(values, lettersFor(store, values))
      known = {
        settings,
        glossary,
        letters: nameOfLearnt(store, values),
        rules: { settings: values, gate, glossary: compiled },
      }
      knownAt = writes ?? -1
      return known.rules
    },
  }
}

interface KnownRules {
  /** Counters that rise when the settings, or the glossary, change. */
  readonly settings: number
  readonly glossary: number
  readonly letters: string
  readonly rules: Rules
}

/** The glossary, compiled anew also for another target language, because the forms of its words depend on that. */
function compiledFor(
  store: Store,
  { target_language: language }: Settings,
  generation: number,
  known: KnownRules | null,
): CompiledGlossary {
  const isSame = known?.glossary === generation && known.rules.settings.target_language === language
  return isSame ? known.rules.glossary : compileGlossary(readGlossary(store.main), language)
}

/** The name of the letters learnt; '': none were, or the index can't be opened. It is not opened without a target language. */
function nameOfLearnt(store: Store, settings: Settings | undefined): string {
  if (settings === undefined || settings.target_language === '') return ''
  return tried(() => nameOfLetters(store.derived)) ?? ''
}

function lettersFor(store: Store, settings: Settings): LetterWeights | null {
  if (nameOfLearnt(store, settings) === '') return null
  const learnt = readLetters(store.derived)
  return learnt?.language === settings.target_language ? learnt.weights : null
}
