// DOUBT_14: a few words and a colon or a dash before a text that is long enough to be the whole translation, where the source has
// no such break.

import { TRAIT } from '../../text/traits.ts'
import { visibleShare } from '../chat/visible-share.ts'
import { contentCheck, type TextPair } from '../check.ts'
import { nameOf } from '../naming.ts'

/** The rest has at least this share of the source's length. */
const shareMin = 0.6

export const addedHead = contentCheck('DOUBT_14', 'warning', TRAIT.colon | TRAIT.latin, (pair) => {
  const { bareSource, bareText } = pair
  if (!mayHaveHead(pair)) return null
  const head = HEAD.exec(bareText)?.[0]
  if (head === undefined || BREAK.test(bareSource) || visibleShare(bareText.slice(head.length), bareSource) < shareMin)
    return null
  return {
    message: `The text begins with words and a colon or a dash, and the source has none (${nameOf(head)}): check that they belong to it.`,
    details: { found: head },
  }
})

/** A fast test before `HEAD`. */
const mayHaveHead = ({ textTraits, bareText }: TextPair): boolean =>
  (textTraits.mask & TRAIT.colon) !== 0 || bareText.includes('–') || bareText.includes('—')

/** In Ukrainian and Russian a dash stands for "is". */
const HEAD = /^(?:[^\n:：]{1,40}[:：](?!\d)|[^\n:：–—\u0400-\u04ff]{1,40}\s[–—]\s)/
const BREAK = /[:：–—\n-]/
