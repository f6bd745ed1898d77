// Reads the verdict of a second reader: keep, or words of the text that are wrong and a better text.
import type { AgentRow } from '../agent/agent.ts'

/** What to write: the present text with '' for a fault keeps it. Null: the verdict quotes no word of the text. */
interface Reading {
  readonly text: string
  readonly fault: string
}

/** `keep`, alone or with a reason behind a sign; "keep it, but …" is none. */
const KEEP = /^(?:(?:the )?verdict(?: is)?\s*[:=-]?\s*)?[*_"'`«“]*keep[*_"'`»”]*(?:\s*$|\s*[.!]\s*$|\s*[-–—:(]\s*\S)/iu
/** Ways to write `BETTER` (brief.ts), which models change. */
const ARROW = /==>|=>|→|⇒|-->|->|==&gt;|=&gt;/gu
/** Letters and digits that are evidence; a text that is shorter has none to spare. */
const faultLettersMin = 2
/** Quotation marks that models put around what they quote. */
const QUOTED = /^["'`«„“](.+)["'`»“”]$/su

export function readingOf({ layers: { machine } }: AgentRow, verdict: string): Reading | null {
  if (machine === null) return null
  const said = verdict.trim()
  if (KEEP.test(said) || said === machine.text.trim()) return { text: machine.text, fault: '' }
  for (const { 0: arrow, index } of said.matchAll(ARROW)) {
    const words = said.slice(0, index).trim()
    const fault = [words, QUOTED.exec(words)?.[1] ?? ''].find((each) => isEvidence(each, machine.text))
    if (fault !== undefined) return { text: said.slice(index + arrow.length).trim(), fault }
  }
  return null
}

const lettersIn = (text: string): number => [...text.matchAll(/[\p{L}\p{N}]/gu)].length

const isEvidence = (words: string, text: string): boolean =>
  words !== '' && text.includes(words) && lettersIn(words) >= Math.min(faultLettersMin, lettersIn(text))
