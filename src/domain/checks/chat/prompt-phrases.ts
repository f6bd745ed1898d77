// CHAT_05: pieces of a model's instructions or reasoning in the text, if the source has none.

import { TRAIT } from '../../text/traits.ts'
import { contentCheck } from '../check.ts'
import { nameOf } from '../naming.ts'

export const promptPhrases = contentCheck('CHAT_05', 'machine', TRAIT.latin, ({ source, text }) => {
  if (!hasPart(text)) return null
  const found = PROMPT.exec(text)?.[0]
  if (found === undefined || PROMPT.test(source)) return null
  return {
    message: `The text contains instructions for a translator or a model's reasoning (${nameOf(found)}): send the translation alone.`,
    details: { found },
  }
})

/** Each phrase has one of these; they are looked for first, in a table, to save time. */
const PARTS = [
  'nsl',
  'sis',
  'eep',
  'rve',
  'eav',
  'onl',
  'yst',
  'uct',
  'use',
  'uag',
  '<th',
  '/th',
  '<re',
  '/re',
  'im_',
  'st]',
  'xt:',
]
const LETTERS = 'abcdefghijklmnopqrstuvwxyz:</_]'
const letterBits = 5
const partMask = (1 << (3 * letterBits)) - 1

/** Indexed by UTF-16 code: the place in `LETTERS`, from 1, in either case as the pattern takes it; 0: any other character. */
const PLACES = new Uint8Array(0x10000)
for (let at = 0; at < LETTERS.length; at++) {
  PLACES[LETTERS.charCodeAt(at)] = at + 1
  PLACES[LETTERS.toUpperCase().charCodeAt(at)] = at + 1
}
PLACES['\u017f'.charCodeAt(0)] = PLACES['s'.charCodeAt(0)] as number
PLACES['\u212a'.charCodeAt(0)] = PLACES['k'.charCodeAt(0)] as number

const IS_PART = new Uint8Array(partMask + 1)
for (const part of PARTS) IS_PART[placesOf(part)] = 1

function placesOf(part: string): number {
  let places = 0
  for (let at = 0; at < part.length; at++) places = (places << letterBits) | (PLACES[part.charCodeAt(at)] as number)
  return places
}

/** Hot: runs over every text with Latin letters. */
function hasPart(text: string): boolean {
  let places = 0
  for (let at = 0; at < text.length; at++) {
    places = ((places << letterBits) | (PLACES[text.charCodeAt(at)] as number)) & partMask
    if (IS_PART[places] === 1) return true
  }
  return false
}

const PROMPT =
  /you are (?:an? )?(?:[\p{L}-]{1,20} ){0,4}(?:translator|assistant)|(?:please )?translate (?:the |this |these |each |all )?(?:following |game |given )|translate (?:the text |it |this |each line )?(?:in)?to (?:\p{Lu}\p{L}{3,12}\b)|do not translate|don['’]t translate|(?:keep|preserve|leave) (?:all |any |the |every )*(?:placeholders?|tokens?|tags?|markup|formatting)|return only|only (?:return|output|the) (?:the )?translat|system prompt|<\/?think(?:ing)?>|<\/?reasoning>|<\|im_(?:start|end)\|>|\[\/?INST\]|(?:^|\n)\s{0,3}#{0,4}\s?(?:system|user|assistant|instructions?)\s?:|source text:|target language/iu
