// How much slower a glossary of ten thousand terms makes the gate: side by side with an empty one, interleaved, medians.
// Run it with `node scripts/bench/glossary.ts`; it prints the ratio for texts of which every second holds a term.
import { NO_WAIVERS, runGate } from '../../src/domain/checks/gate.ts'
import {
  type CompiledGlossary,
  compileGlossary,
  type GlossaryEntry,
} from '../../src/domain/checks/glossary/glossary.ts'
import { DEFAULT_GATE_RULES } from '../../test/support/plain-gate.ts'

const WORDS = ['ancient', 'blade', 'castle', 'dragon', 'emerald', 'forest', 'guardian', 'hollow', 'island', 'jade']
const termsInAll = 10_000
const textsInAll = 1_000
const rounds = 31

const wordsOf = (i: number): string => Array.from(String(i), (digit) => WORDS[Number(digit)]).join(' ')

const entryOf = (source: string): GlossaryEntry => ({
  source,
  forms: ['капітан*', 'ватаж*'],
  caseSensitive: false,
  doNotTranslate: false,
  note: '',
})

const large = compileGlossary(
  Array.from({ length: termsInAll }, (_, i) => entryOf(i === 0 ? 'captain' : `${wordsOf(i)} of old`)),
)
const none = compileGlossary([])

const pairs = Array.from({ length: textsInAll }, (_, i) => ({
  source: `The ${i % 2 === 0 ? 'captain' : 'people'} of the ${wordsOf(i)} told {0} about #Ythe forest#E, its keepers and ${i} gold.`,
  text: `Капітан розповів {0} про #Yліс#E, його хранителів та ${i} золотих монет, що лежать там.`,
}))

function msOf(glossary: CompiledGlossary): number {
  const before = performance.now()
  for (const pair of pairs) runGate({ ...pair, glossary, rules: DEFAULT_GATE_RULES, waivers: NO_WAIVERS })
  return performance.now() - before
}

const ratios = Array.from({ length: rounds }, () => msOf(large) / msOf(none)).sort((a, b) => a - b)
const at = (share: number): string => (ratios[Math.floor(share * (rounds - 1))] ?? 0).toFixed(2)
process.stdout.write(
  `${termsInAll} terms against none: ${at(0.5)} times (quartiles ${at(0.25)} to ${at(0.75)}, ${rounds} rounds)\n`,
)
