// Whether a translation has the words of the glossary: only such a text may be shown as an example.
import { TextPair } from '../../domain/checks/check.ts'
import { NO_WAIVERS } from '../../domain/checks/gate.ts'
import type { App } from '../app.ts'

export function pairOf(app: App, source: string, text: string): TextPair {
  const { gate, glossary } = app.rules.now()
  return new TextPair({ source, text, rules: gate, glossary, waivers: NO_WAIVERS })
}

export const fitsGlossary = ({ termNeeds }: TextPair): boolean => termNeeds.every(({ isPresent }) => isPresent)
