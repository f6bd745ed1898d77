// The gate's checks, in the order in which they run and report. Decisions §7.

import { captions } from './captions.ts'
import type { Check } from './check.ts'
import { cosmeticTokens } from './cosmetic-tokens.ts'
import { emptyText } from './empty-text.ts'
import { foreignCharacters } from './foreign-characters.ts'
import { functionalTokens } from './functional-tokens.ts'
import { glossaryTerms } from './glossary-terms.ts'
import { printfOrder } from './printf-order.ts'
import { serviceRow } from './service-row.ts'
import { sourceText } from './source-text.ts'
import { tooLong } from './too-long.ts'
import { tooShort } from './too-short.ts'

export const CHECKS: readonly Check[] = [
  serviceRow,
  emptyText,
  sourceText,
  functionalTokens,
  captions,
  printfOrder,
  foreignCharacters,
  cosmeticTokens,
  tooShort,
  tooLong,
  glossaryTerms,
]
