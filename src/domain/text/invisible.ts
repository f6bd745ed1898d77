// Characters that the eye cannot tell from a space or from nothing. Linear: no look around is longer than four characters.

/** All of them but the plain space, and two Khmer vowels that are drawn in their word. */
const KIND = /[[\p{Default_Ignorable_Code_Point}\p{Zs}\u2028\u2029\u2800]--[ \u17b4\u17b5]]/v

/** Letters of scripts in which joiners change the look of a word, and of scripts without spaces between words. */
const JOINED = String.raw`[[\p{L}\p{M}]--[\p{sc=Zyyy}\p{sc=Zinh}\p{sc=Latn}\p{sc=Cyrl}\p{sc=Grek}\p{sc=Armn}\p{sc=Geor}\p{sc=Hebr}\p{sc=Hani}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Bopo}]]`
const UNSPACED = String.raw`[\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}\p{sc=Tibt}\p{sc=Lana}\p{sc=Talu}\p{sc=Java}\p{sc=Bali}]`
const EAST_ASIAN = String.raw`[\p{sc=Hani}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\u3000-\u303f\uff00-\uffef]`
const SPACE = String.raw`[\p{Zs}--[ ]]`

/** Where a writing needs them: they are not shown, because a sign there would break words and emoji. */
const NEEDED = [
  String.raw`(?<=${JOINED})[\u200c\u200d]|[\u200c\u200d](?=${JOINED})`,
  String.raw`(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])\u200d(?=\p{Extended_Pictographic})`,
  String.raw`(?<=[\p{S}\p{P}\p{N}\p{sc=Hani}\p{sc=Mymr}\p{sc=Mong}])\p{Variation_Selector}|(?<=\p{sc=Mong})\u180e`,
  String.raw`(?<=[\u{1f3f4}\u{e0020}-\u{e007e}])[\u{e0020}-\u{e007f}]`,
  String.raw`(?<=${UNSPACED})[\u200b\u2060]|[\u200b\u2060](?=${UNSPACED})`,
  String.raw`(?<=${EAST_ASIAN})\u3000|\u3000(?=${EAST_ASIAN})`,
].join('|')

/** Spaces where typography has them: beside marks, numbers and values, and after short words. */
const TYPOGRAPHIC = [
  String.raw`${SPACE}(?=[!?:;»›%‰‱°€$£¥₴₽–—\-\/×+=…\p{Nd}\{])`,
  String.raw`(?<=[«‹„№§#–—\p{Nd}\}])${SPACE}`,
  String.raw`(?<=(?<![\p{L}\p{M}])\p{L}{1,2}\.?)${SPACE}`,
].join('|')

const ALL = new RegExp(`(?<needed>${NEEDED})|(?<typographic>${TYPOGRAPHIC})|${KIND.source}`, 'gv')
const RIGHT_TO_LEFT = /[\p{sc=Arab}\p{sc=Hebr}\p{sc=Syrc}\p{sc=Thaa}\p{sc=Nkoo}]/u
const DIRECTION_MARKS = /[\u200e\u200f\u061c]/

/** Whether a UTF-16 code unit may belong to one. */
export const mayBeInvisible = (unit: string): boolean => KIND.test(unit) || unit === '\udb40'

interface Invisible {
  readonly character: string
  readonly at: number
  /** It stands where typography has it. */
  readonly isTypographic: boolean
}

/** In the order of the text, without those that its writing needs. */
export function invisibleIn(text: string): readonly Invisible[] {
  if (!KIND.test(text)) return []
  const mayMark = RIGHT_TO_LEFT.test(text)
  return [...text.matchAll(ALL)].flatMap(({ 0: character, index, groups }) =>
    groups?.['needed'] !== undefined || (mayMark && DIRECTION_MARKS.test(character))
      ? []
      : [{ character, at: index, isTypographic: groups?.['typographic'] !== undefined }],
  )
}

export const codePointName = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
