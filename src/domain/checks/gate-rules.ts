// Picks the settings that the text gate needs, in a file that does not load the checks.
import { markupOf } from '../profile.ts'
import { type Settings } from '../settings.ts'
import type { LetterWeights } from '../../../packages/language/src/letter-grams.ts'
import type { GateRules } from './check.ts'

export const gateRulesOf = (settings: Settings, letters: LetterWeights | null): GateRules => ({
  markup: markupOf(settings),
  machineTextRules: settings.machine_text_rules,
  slippedBatchIsError: settings.slipped_batch_is_error,
  targetLanguage: settings.target_language,
  letters,
  glossaryIsError: settings.glossary_is_error,
  lengthMinErrorLength: settings.length_short_error_from,
  lengthMinErrorRatio: settings.length_short_error_ratio,
  lengthMinWarningLength: settings.length_short_warning_from,
  lengthMinWarningRatio: settings.length_short_warning_ratio,
  lengthMaxRatio: settings.length_long_ratio,
  lengthMaxOffset: settings.length_long_offset,
})
