// The checks CHAT: what a model says around its translation (docs/text-gate.md#rules-about-content).
import { anyLetter, lineBreaksOf, TRAIT } from '../text/traits.ts'
import { contentCheck } from './check.ts'
import { nameOf } from './naming.ts'

const EAST_ASIAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu
const wideWeight = 3

/**
 * A piece of text as a share of its source's length. White space does not count, and an East Asian character counts
 * three.
 */
export const visibleShare = (piece: string, source: string): number => weightOf(piece) / Math.max(1, weightOf(source))

const weightOf = (text: string): number =>
  text.replace(/\s+/g, '').length + (wideWeight - 1) * (text.match(EAST_ASIAN)?.length ?? 0)

/**
 * CHAT_02: a label before the answer on the same line ("Translation: …", «Ось переклад: …»): words about translating
 * with a colon near the start, where the source has no such colon.
 */
export const answerHead = contentCheck('CHAT_02', 'machine', TRAIT.colon, ({ source, text }) => {
  // The colon is looked for first, because that is fast.
  const near = Math.max(text.lastIndexOf(':', headMax), text.lastIndexOf('：', headMax))
  if (near < 0 || !HEAD_PARTS.test(text.slice(0, near + 1).toLowerCase())) return null
  const head = HEAD.exec(text)?.[0]
  if (head === undefined || !speaksOfAnswers(head) || speaksOfAnswers(source) || HEAD.test(source)) return null
  return {
    message: `The text begins with a label that the source does not have (${nameOf(head.trim())}): send the translation alone.`,
    details: { found: head.trim() },
  }
})

/** The longest possible match of `HEAD`, in UTF-16 units. */
const headMax = 2 * (4 + 1 + 70) + 1
const HEAD = /^[^\p{L}]{0,4}\p{L}[^\n:：]{0,70}[:：](?=[^\S\n]{0,3}\S)/u
const ABOUT_ANSWERS = new RegExp(
  [
    String.raw`translat|traduc|tradu[zç]|traduit|переклад|перевод|перевед|перакла|превод|tłumacz|przekład|překlad`,
    String.raw`preklad|übersetz|çeviri|bản dịch|terjemah|翻译|翻譯|译文|翻訳|訳文|번역`,
    String.raw`(?:^|[^\p{L}])(?:possible answer|(?:final |the )?(?:answer|output|response)|відповідь|ответ)[\s*_]*[:：]`,
  ].join('|'),
  'iu',
)

const speaksOfAnswers = (text: string): boolean => HEAD_PARTS.test(text.toLowerCase()) && ABOUT_ANSWERS.test(text)

/** Each word of `HEAD` contains one of these parts. They are tested first, to save time. */
const HEAD_PARTS =
  /tran|trad|пер|превод|tłum|przek|překlad|preklad|berset|çeviri|bản d|terjem|翻|译|訳|번역|wer|output|pon|відпов|ответ/

/** If the text without its first line has this share of the source's length, it is the whole translation, and that line an addition. */
const introductionShareMin = 0.45

/**
 * CHAT_01: a line before the translation that ends in a colon ("Here is the translation:"). Any words count if the
 * source has no such line; otherwise, or if both have as many lines, only words about translating do.
 */
export const introduction = contentCheck('CHAT_01', 'machine', TRAIT.lineBreak, ({ source, text, textTraits }) => {
  if ((textTraits.mask & TRAIT.colon) === 0) return null
  const [line = ''] = text.trimStart().split('\n', 1)
  if (!COLON_ENDS.test(line)) return null
  const isAnnounced = speaksOfAnswers(line) && !speaksOfAnswers(source)
  const isBeside =
    !LINE_WITH_COLON.test(source) &&
    linesOf(text) > linesOf(source) &&
    shareAfter(line, text, source) >= introductionShareMin
  if (!isAnnounced && !isBeside) return null
  return {
    message: `The text begins with a line that the source does not have (${nameOf(line.trim())}): send the translation alone.`,
    details: { found: line.trim() },
  }
})

const COLON_ENDS = /[:：][*_"”»\]]{0,3}[ \t]*$/
const LINE_WITH_COLON = /[:：][^\p{L}\p{N}\n]{0,8}(?:\n|$)/u

const linesOf = (text: string): number => text.split('\n').filter((line) => line.trim() !== '').length

const shareAfter = (line: string, text: string, source: string): number =>
  visibleShare(text.trimStart().slice(line.length), source)

/**
 * CHAT_03: a translator's remark after the text or in brackets ("(Note: I kept the name.)"), if the source has none.
 */
export const closingNote = contentCheck(
  'CHAT_03',
  'machine',
  TRAIT.lineBreak | TRAIT.bracket | TRAIT.asteriskOrUnderscore,
  ({ source, sourceScan, text, textTraits }) => {
    const { mask, lineBreaks } = textTraits
    const found =
      ((mask & (TRAIT.bracket | TRAIT.asteriskOrUnderscore)) !== 0 ? unlike(inBrackets, text, source) : null) ??
      (lineBreaks > 0 && lineBreaks > lineBreaksOf(sourceScan) ? unlike(lastLine, text, source) : null)
    if (found === null) return null
    return {
      message: `The text ends in a remark that the source does not have (${nameOf(found)}): send the translation alone.`,
      details: { found },
    }
  },
)

const NOTE = [
  String.raw`(?:translator['’]?s?\s+)?(?:notes?\b|n\.b\.|p\.s\.|explanation|clarification)|примітк|зауваж`,
  String.raw`пояснення|примечани|пояснени|заўвага|забележка|uwag[ai]|poznámk|hinweis|anmerkung|remarque|nota\b`,
  String.raw`not:|ghi chú|catatan|注[:：]|注意[:：]`,
].join('|')
const OPENING = /[([*_]/g
/** A remark after an opening bracket, asterisk or underscore. */
const NOTE_THERE = new RegExp(String.raw`.\s{0,3}(?:${NOTE})[^\n]{0,40}?[:：—-]`, 'iuy')
/** How a remark begins. */
const ASIDES = [
  String.raw`please\b|let me know|i(?:['’]ve|['’]m| have| kept| hope| used| translated| left| preserved)\b`,
  String.raw`if you\b|feel free|hope this|this translation|is there anything`,
  String.raw`якщо (?:вам(?!\p{L})|ви(?!\p{L})|потріб)|дайте знати|сподіваюс|я (?:зберіг|залиши|перекла)`,
  String.raw`если (?:вам(?!\p{L})|вы(?!\p{L})|нужн)|надеюсь|я (?:сохрани|остави|перев)|jeśli chcesz|falls sie`,
  String.raw`si vous|si quieres|se quiser|se vuoi`,
].join('|')
const LAST = new RegExp(String.raw`^[\s([*_-]{0,6}(?:${NOTE}|${ASIDES})`, 'iu')

function unlike(find: (text: string) => string | null, text: string, source: string): string | null {
  const found = find(text)
  return found !== null && find(source) === null ? found : null
}

function inBrackets(text: string): string | null {
  OPENING.lastIndex = 0
  while (OPENING.test(text)) {
    NOTE_THERE.lastIndex = OPENING.lastIndex - 1
    const found = NOTE_THERE.exec(text)?.[0]
    if (found !== undefined) return found
  }
  return null
}

function lastLine(text: string): string | null {
  const trimmed = text.trimEnd()
  const line = trimmed.slice(trimmed.lastIndexOf('\n') + 1)
  return LAST.test(line) ? line : null
}

/** CHAT_04: a model's refusal in place of a translation ("I'm sorry, but I can't …", «Як мовна модель …»). */
export const refusalPhrases = contentCheck('CHAT_04', 'machine', anyLetter, ({ source, text }) => {
  const found = REFUSAL.exec(text)?.[0]
  if (found === undefined || REFUSAL.test(source)) return null
  return {
    message: `The text reads like a refusal to translate (${nameOf(found)}): send a translation of the source.`,
    details: { found },
  }
})

const UNABLE = String.raw`(?:(?:i|we) (?:can['’]?t|cannot|can not|am unable|am not able|won['’]?t)|unable to)`
const DOING = '(?:translat|assist|help|provid|complet|request|content|comply|fulfil)'
const DOING_THIS = '(?:translat|assist|help (?:you )?with (?:that|this)|provide (?:a|this|that) transl|comply|fulfil)'
const REFUSALS = [
  String.raw`(?:i['’]?m (?:very )?sorry|i apologi[sz]e|sorry|unfortunately)[^\n]{0,40}\b${UNABLE}\b[^\n]{0,40}${DOING}`,
  String.raw`i (?:can['’]?t|cannot|am unable to|['’]m unable to|won['’]?t) ${DOING_THIS}`,
  String.raw`as an? (?:ai\b|large language|language model|artificial)`,
  String.raw`(?:вибачте|перепрошую|на жаль)[^\n]{0,40}не (?:можу|можна|маю)[^\n]{0,30}(?:перекла|допомог|викона|надати|запит)`,
  String.raw`як (?:мовна модель|штучний інтелект)`,
  String.raw`(?:извините|простите|к сожалению)[^\n]{0,40}не (?:могу|имею)[^\n]{0,30}(?:перев|помоч|выполн|предостав)`,
  String.raw`как (?:языковая модель|искусственный интеллект)`,
  String.raw`(?:przepraszam|niestety)[^\n]{0,40}nie mogę`,
  String.raw`(?:es tut mir leid|leider)[^\n]{0,40}kann ich[^\n]{0,40}(?:übersetz|helfen|erfüllen)`,
  String.raw`désolé[^\n]{0,40}je ne peux pas`,
  String.raw`lo siento[^\n]{0,40}no puedo (?:tradu|ayud|cumpl)`,
].join('|')
/** The expression matches at the start of a text only, because characters of the game say such things too. */
const REFUSAL = new RegExp(String.raw`^[\s"'«“(*]{0,3}(?:${REFUSALS})`, 'iu')

/** CHAT_05: pieces of a model's instructions or reasoning in the text, if the source has none. */
export const promptPhrases = contentCheck('CHAT_05', 'machine', TRAIT.latin, ({ source, text }) => {
  if (!hasPart(text)) return null
  const found = PROMPT.exec(text)?.[0]
  if (found === undefined || PROMPT.test(source)) return null
  return {
    message: `The text contains instructions for a translator or a model's reasoning (${nameOf(found)}): send the translation alone.`,
    details: { found },
  }
})

/** Each of the phrases has one of these parts. They are looked for first, in a table, to save time. */
const PROMPT_PARTS = [
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
for (const part of PROMPT_PARTS) IS_PART[placesOf(part)] = 1

function placesOf(part: string): number {
  let places = 0
  for (let at = 0; at < part.length; at++) places = (places << letterBits) | (PLACES[part.charCodeAt(at)] as number)
  return places
}

/** Whether the text has one of the parts. Hot: runs over every text with Latin letters. */
function hasPart(text: string): boolean {
  let places = 0
  for (let at = 0; at < text.length; at++) {
    places = ((places << letterBits) | (PLACES[text.charCodeAt(at)] as number)) & partMask
    if (IS_PART[places] === 1) return true
  }
  return false
}

const PROMPT = new RegExp(
  [
    String.raw`you are (?:an? )?(?:[\p{L}-]{1,20} ){0,4}(?:translator|assistant)`,
    String.raw`(?:please )?translate (?:the |this |these |each |all )?(?:following |game |given )`,
    String.raw`translate (?:the text |it |this |each line )?(?:in)?to (?:\p{Lu}\p{L}{3,12}\b)|do not translate`,
    String.raw`don['’]t translate`,
    String.raw`(?:keep|preserve|leave) (?:all |any |the |every )*(?:placeholders?|tokens?|tags?|markup|formatting)`,
    String.raw`return only|only (?:return|output|the) (?:the )?translat|system prompt|</?think(?:ing)?>`,
    String.raw`</?reasoning>|<\|im_(?:start|end)\|>|\[/?INST\]`,
    String.raw`(?:^|\n)\s{0,3}#{0,4}\s?(?:system|user|assistant|instructions?)\s?:|source text:|target language`,
  ].join('|'),
  'iu',
)

/** A paragraph with this share of the source's length translates all of it, so the others are talk. */
const linesShareMin = 0.75

/**
 * CHAT_06: several paragraphs for a source of one line. People rarely break such a line and never add an empty line to
 * it; talk around a translation nearly always does.
 */
export const moreLines = contentCheck(
  'CHAT_06',
  'machine',
  TRAIT.lineBreak,
  ({ source, sourceScan, textTraits, text }) => {
    if (textTraits.lineBreaks < 2 || lineBreaksOf(sourceScan) > 0 || !EMPTY_LINE.test(text)) return null
    const paragraphs = text.split(PARAGRAPH_END).filter((paragraph) => /\p{L}/u.test(paragraph))
    const share = Math.max(...paragraphs.map((paragraph) => visibleShare(paragraph, source)))
    if (paragraphs.length < 2 || share < linesShareMin) return null
    return {
      message:
        `The source is one line and the text has ${textTraits.lineBreaks + 1}, with an empty one between ` +
        `them: send the translation alone.`,
      details: { expected: 1, found: textTraits.lineBreaks + 1 },
    }
  },
)

const PARAGRAPH_END = /\n\s*\n/
const EMPTY_LINE = /\S[^\S\n]*\n[^\S\n]*\n\s*\S/
