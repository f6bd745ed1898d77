// FORM_05: the id (16 hex digits) or hash of a row in its text.

import { TRAIT } from '../../text/traits.ts'
import { contentCheck } from '../check.ts'

export const rowIdInText = contentCheck('FORM_05', 'machine', TRAIT.digit, ({ text, source }) => {
  if (!mayHoldRun(text)) return null
  const found = ID.exec(text)?.[0]
  if (found === undefined || source.includes(found)) return null
  return { message: `The text contains the id of a row (${found}): take it out.`, details: { found } }
})

const runMin = 16

/** Tests every sixteenth character and its neighbours: a run of sixteen hex digits covers one of them. */
function mayHoldRun(text: string): boolean {
  for (let at = runMin - 1; at < text.length; at += runMin) if (runAround(text, at) >= runMin) return true
  return false
}

function runAround(text: string, at: number): number {
  let start = at
  let end = at
  while (start > 0 && isHex(text.charCodeAt(start - 1))) start--
  while (end < text.length && isHex(text.charCodeAt(end))) end++
  return end - start
}

const isHex = (code: number): boolean =>
  (code >= 0x30 && code <= 0x39) || (code >= 0x41 && code <= 0x46) || (code >= 0x61 && code <= 0x66)

const ID = /(?<![\p{L}\p{N}])(?:[0-9a-f]{16}|[0-9a-f]{64})(?![\p{L}\p{N}])/iu
