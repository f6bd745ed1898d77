// FORM_05: the id or hash of a row in its text.

import { TRAIT } from '../../text/traits.ts'
import { contentCheck } from '../check.ts'

/** No run of 16 hexadecimal digits that the source has not. */
export const rowIdInText = contentCheck('FORM_05', 'machine', TRAIT.digit, ({ text, source }) => {
  if (!mayHoldRun(text)) return null
  const found = ID.exec(text)?.[0]
  if (found === undefined || source.includes(found)) return null
  return { message: `The text holds the id of a row (${found}): take it out.`, details: { found } }
})

const runMin = 16

/** Looks at every sixteenth character only: a run of sixteen hexadecimal digits covers one of them. */
function mayHoldRun(text: string): boolean {
  for (let at = runMin - 1; at < text.length; at += runMin) if (isHex(text.charCodeAt(at))) return true
  return false
}

const isHex = (code: number): boolean =>
  (code >= 0x30 && code <= 0x39) || (code >= 0x41 && code <= 0x46) || (code >= 0x61 && code <= 0x66)

const ID = /(?<![\p{L}\p{N}])(?:[0-9a-f]{16}|[0-9a-f]{64})(?![\p{L}\p{N}])/iu
