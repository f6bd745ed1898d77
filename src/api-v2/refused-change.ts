// The sentences of refusals.
import type { PeoplesRefusal } from '../app/refusal.ts'
import { sentenceFor } from '../app/refusal-sentences.ts'

export function sentenceOf(refusal: PeoplesRefusal): string {
  const said = sentenceFor('tools', refusal)
  return `${said.charAt(0).toUpperCase()}${said.slice(1)}.`
}
