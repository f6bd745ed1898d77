// CHAT_05: pieces of the instructions that a model was given, or of its reasoning, in the text.

import { TRAIT } from '../../text/traits.ts'
import { contentCheck } from '../check.ts'
import { nameOf } from '../naming.ts'

/** No instructions for a translator, unless the source has some itself. */
export const promptPhrases = contentCheck('CHAT_05', 'machine', TRAIT.latin, ({ source, text }) => {
  if (!STEMS.test(text.toLowerCase())) return null
  const found = PROMPT.exec(text)?.[0]
  if (found === undefined || PROMPT.test(source)) return null
  return {
    message: `The text holds instructions for a translator or a model's reasoning (${nameOf(found)}): send the translation alone.`,
    details: { found },
  }
})

/** Each phrase contains one of these: a first look at small letters, for `i` takes longer than making them small. */
const STEMS =
  /transl|prompt|assistant|keep |preserve |leave |return only|think|reasoning|im_|inst|system|user|source text|target lang/
const PROMPT =
  /you are (?:an? )?(?:[\p{L}-]{1,20} ){0,4}(?:translator|assistant)|(?:please )?translate (?:the |this |these |each |all )?(?:following |game |given )|translate (?:the text |it |this |each line )?(?:in)?to (?:\p{Lu}\p{L}{3,12}\b)|do not translate|don['’]t translate|(?:keep|preserve|leave) (?:all |any |the |every )*(?:placeholders?|tokens?|tags?|markup|formatting)|return only|only (?:return|output|the) (?:the )?translat|system prompt|<\/?think(?:ing)?>|<\/?reasoning>|<\|im_(?:start|end)\|>|\[\/?INST\]|(?:^|\n)\s{0,3}#{0,4}\s?(?:system|user|assistant|instructions?)\s?:|source text:|target language/iu
