// The current rules: settings and the compiled glossary. They are read again when their generation (a counter) in the store
// changes, so a change in any process counts from the next request.
import { compileGlossary, type CompiledGlossary } from '../domain/checks/glossary/glossary.ts'
import type { GateRules } from '../domain/checks/check.ts'
import { gateRulesOf } from '../domain/checks/gate-rules.ts'
import type { Settings } from '../domain/settings.ts'
import { readGeneration, readGlossary, readSettings } from '../store/people.ts'
import type { Store } from '../store/store.ts'

export interface Rules {
  readonly settings: Settings
  readonly gate: GateRules
  readonly glossary: CompiledGlossary
}

export interface RulesCache {
  /** Returns the same object while nothing changes. */
  now(): Rules
}

/** Reads the settings without the glossary. */
export const settingsOf = ({ store }: { readonly store: Store }): Settings => readSettings(store.main)

export function createRulesCache(store: Store): RulesCache {
  let known: { settings: number; glossary: number; rules: Rules } | null = null
  let knownAt = -1
  return {
    now() {
      // An unchanged count of writes means unchanged rules, except inside a write.
      const writes = store.view.writes
      if (known !== null && writes !== null && writes === knownAt) return known.rules
      const settings = readGeneration(store.main, 'settings')
      const glossary = readGeneration(store.main, 'glossary')
      if (known?.settings === settings && known.glossary === glossary) {
        knownAt = writes ?? -1
        return known.rules
      }
      const values = readSettings(store.main)
      const compiled = known?.glossary === glossary ? known.rules.glossary : compileGlossary(readGlossary(store.main))
      known = { settings, glossary, rules: { settings: values, gate: gateRulesOf(values), glossary: compiled } }
      knownAt = writes ?? -1
      return known.rules
    },
  }
}
