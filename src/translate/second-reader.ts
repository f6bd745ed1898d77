// Reads the verdict of a second reader: keep, or words of the text that are wrong and a better text.
import type { AgentRow } from '../agent/agent.ts'
import { BETTER } from './brief.ts'

/** What to write: the present text with '' for a fault keeps it. Null: the verdict quotes no word of the text. */
interface Reading {
  readonly text: string
  readonly fault: string
}

const KEEP = /^["'`]?keep["'`]?\.?$/i
/** Quotation marks that models put around what they quote. */
const QUOTED = /^["'`«„“](.+)["'`»“”]$/su

export function readingOf({ layers: { machine } }: AgentRow, verdict: string): Reading | null {
  if (machine === null) return null
  const said = verdict.trim()
  if (KEEP.test(said)) return { text: machine.text, fault: '' }
  for (let at = said.indexOf(BETTER); at >= 0; at = said.indexOf(BETTER, at + 1)) {
    const words = said.slice(0, at).trim()
    const fault = [words, QUOTED.exec(words)?.[1] ?? ''].find((each) => each !== '' && machine.text.includes(each))
    if (fault !== undefined) return { text: said.slice(at + BETTER.length).trim(), fault }
  }
  return null
}
