// The gate as a new store has it: settings as they come, and no glossary.
import { gateRulesOf } from '../../src/domain/checks/gate-rules.ts'
import { compileGlossary } from '../../src/domain/checks/glossary.ts'
import { DEFAULT_SETTINGS } from '../../src/domain/settings.ts'

export const DEFAULT_GATE_RULES = gateRulesOf(DEFAULT_SETTINGS, null)
export const EMPTY_GLOSSARY = compileGlossary([])
