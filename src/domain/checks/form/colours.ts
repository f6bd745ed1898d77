// FORM_15: a colour without its closing `#E`, or one `#E` too many, if the source closes all its colours. An open
// colour also colours the text after it.

import type { Scan } from '../../text/tokens.ts'
import { contentCheck, PAIR_TRAIT } from '../check.ts'
import { lookalikesOfColours } from './colour-lookalikes.ts'

export const colours = contentCheck('FORM_15', 'machine', PAIR_TRAIT.otherTokens, (pair) => {
  const { sourceScan, textScan } = pair
  const found = balanceOf(textScan)
  if (found.opened === found.closed) return null
  const expected = balanceOf(sourceScan)
  if (expected.opened === 0 || expected.opened !== expected.closed) return null
  if (lookalikesOfColours(pair).length > 0) return null
  const advice =
    found.opened > found.closed
      ? 'close every colour with #E'
      : 'take out the #E that closes nothing, or open its colour'
  return {
    message: `The text opens ${found.opened} ${found.opened === 1 ? 'colour' : 'colours'} and closes ${found.closed}: ${advice}.`,
    details: { expected, found },
  }
})

function balanceOf({ tokens }: Scan): { readonly opened: number; readonly closed: number } {
  let opened = 0
  let closed = 0
  for (const { kind } of tokens) {
    if (kind === 'close') closed++
    else if (kind === 'colour' || kind === 'style') opened++
  }
  return { opened, closed }
}
