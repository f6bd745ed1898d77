// CHAT_05: pieces of a model's instructions or reasoning in the text, if the source has none.

import { TRAIT } from '../../text/traits.ts'
import { contentCheck } from '../check.ts'
import { nameOf } from '../naming.ts'

export const promptPhrases = contentCheck('CHAT_05', 'machine', TRAIT.latin, ({ source, text }) => {
  if (!STEMS.test(text.toLowerCase())) return null
  const found = PROMPT.exec(text)?.[0]
  if (found === undefined || PROMPT.test(source)) return null
  return {
    message: `The text contains instructions for a translator or a model's reasoning (${nameOf(found)}): send the translation alone.`,
    details: { found },
  }
})

/** Each phrase contains one of these stems; they are tested first, to save time. */
const STEMS =
  /transl|prompt|assistant|keep |preserve |leave |return only|think|reasoning|im_|inst|system|user|source text|target lang/
const PROMPT =
  /you are (?:an? )?(?:[\p{L}-]{1,20} ){0,4}(?:translator|assistant)|(?:please )?translate (?:the |this |these |each |all )?(?:following |game |given )|translate (?:the text |it |this |each line )?(?:in)?to (?:\p{Lu}\p{L}{3,12}\b)|do not translate|don['’]t translate|(?:keep|preserve|leave) (?:all |any |the |every )*(?:placeholders?|tokens?|tags?|markup|formatting)|return only|only (?:return|output|the) (?:the )?translat|system prompt|<\/?think(?:ing)?>|<\/?reasoning>|<\|im_(?:start|end)\|>|\[\/?INST\]|(?:^|\n)\s{0,3}#{0,4}\s?(?:system|user|assistant|instructions?)\s?:|source text:|target language/iu
