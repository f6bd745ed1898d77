// Games' own XML as data over one reader: a shape says which elements are entries, and which texts an entry has.
import { type Remark, remarkOf } from '../../../../src/base/remark.ts'
import { type Edit, textBytesMax } from '../text-entry.ts'
import { type KeyedFormat, type KeyedSide, KeyedTexts, type Unfinished } from './keyed-format.ts'
import { formsOf } from './language-names.ts'
import { withoutBlanks } from './lines.ts'
import { NO_PROJECT } from './project.ts'
import {
  attributeEdits,
  childOf,
  type Content,
  contentIn,
  contentOf,
  PLAIN,
  readXml,
  type Spelling,
  writeContent,
  writeOpened,
  type XmlElement,
} from './xml-texts.ts'

interface XmlText {
  readonly key: string
  /** The element that holds the text, or its translation. */
  readonly at: XmlElement
  /** Where the source is not what stands there; null: nobody knows it. */
  readonly source?: Content | null
  readonly unfinished?: Unfinished | null
  readonly remark?: Remark | null
  /** What stands there says that there is no translation yet. */
  readonly isOpen?: boolean
  /** A further one behind `at`, whose text it has as its source: its tag. */
  readonly added?: string
  /** The tag without what says that it is unfinished, where it closes itself. */
  readonly finished?: string
}

interface Shape {
  readonly isEntry: (element: XmlElement) => boolean
  /** `target`: a BCP 47 tag; empty: not known. */
  readonly textsOf: (entry: XmlElement, document: string, target: string) => readonly XmlText[]
  readonly spelling?: Spelling
  /** The source stands beside its translation. */
  readonly isBilingual?: true
  /** White space around a text is none of it. */
  readonly isTrimmed?: boolean
  /** What every file of the kind has for placeholders. */
  readonly markup?: string
}

function xmlFormat(name: string, meaning: string, files: RegExp, root: RegExp, shape: Shape): KeyedFormat {
  const begins = new RegExp(String.raw`^\s*(?:<!--(?:(?!-->)[^])*-->\s*|<\?[^>]*>\s*|<!(?!--)[^>]*>\s*)*${root.source}`)
  return {
    name,
    meaning,
    files,
    isFreeOfLines: true,
    looksLike: (start) => begins.test(start),
    read: (document, file, side, project = NO_PROJECT) => {
      let isBilingual = shape.isBilingual === true
      const ofLanguage: Edit[] = []
      const texts = new KeyedTexts(document, file, side)
      const { isEntry, textsOf } = shape
      const onEntry = (entry: XmlElement): void => {
        for (const text of textsOf(entry, document, project.targetLanguage)) {
          isBilingual ||= text.source !== undefined && text.source !== null
          addText(texts, document, text, side, shape)
        }
      }
      const onClose = (element: XmlElement): void => {
        if (element.parent === null)
          ofLanguage.push(...attributeEdits(document, element, 'language', project.targetLanguage))
      }
      readXml({ document, file, isEntry, onEntry, onClose })
      return { ...texts.done(), isBilingual, ofLanguage }
    },
    write: (before, text) => writeContent(before, text, [], shape.spelling),
  }
}

function addText(
  texts: KeyedTexts,
  document: string,
  { key, at, source, unfinished = null, remark = null, isOpen = false, added, finished }: XmlText,
  side: KeyedSide,
  { spelling = PLAIN, isTrimmed = false, markup }: Shape,
): void {
  const raw = contentIn(document, at)
  const inside = isTrimmed ? withoutBlanks(raw) : raw
  const own = contentOf(inside, spelling)
  const { text, tags } = source ?? own
  if (own.hasOthers || source === null) {
    texts.leaveOut(own.hasOthers ? 'inline' : 'row', at.line, key)
    return
  }
  if (tags.length > 0) texts.needsMarkup('tags')
  if (markup !== undefined && text.includes('%')) texts.needsMarkup(markup)
  if (added !== undefined) {
    const blank = /\s*$/.exec(document.slice(Math.max(0, at.tagStart - 200), at.tagStart))?.[0] ?? ''
    const inside = (to: string): string | null => writeOpened(`${added.slice(0, -1)}/>`, to, tags, spelling)
    const write = (_: string, to: string): string | null => {
      const written = to === '' ? null : inside(to)
      return written === null ? null : blank + written
    }
    const shown = side === 'source' ? text : ''
    texts.add({ key, text: shown, line: at.line, start: at.end, end: at.end, remark, write })
    return
  }
  const { isSelfClosing } = at
  const start = at.tagEnd + raw.indexOf(inside)
  texts.add({
    key,
    text: side === 'source' ? text : isOpen ? '' : own.text,
    line: at.line,
    start: isSelfClosing ? at.tagStart : start,
    end: isSelfClosing ? at.end : start + inside.length,
    unfinished,
    remark,
    ...(isSelfClosing && {
      write: (before, to) => writeOpened(to === '' ? before : (finished ?? before), to, tags, spelling),
    }),
    ...(!isSelfClosing && tags.length > 0 && { write: (before, to) => writeContent(before, to, tags, spelling) }),
  })
}

// Android's escapes (developer.android.com, "String resources"): quotes keep white space and are no text, runs of it are one blank.

const NAMED: Readonly<Record<string, string>> = { n: '\n', t: '\t' }

function decodeAndroid(text: string): string {
  let isQuoted = false
  return text.replaceAll(/\\u([0-9a-fA-F]{4})|\\([^]?)|"|[ \t\r\n]+/g, (found, hex?: string, name?: string) => {
    if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16))
    if (name !== undefined) return NAMED[name] ?? name
    if (found === '"') isQuoted = !isQuoted
    return found === '"' ? '' : isQuoted ? found : ' '
  })
}

const OF_ANDROID: Readonly<Record<string, string>> = { '\n': '\\n', '\t': '\\t', '\r': '\\u000d' }
function encodeAndroid(text: string, isFirst: boolean, isLast: boolean): string {
  const escaped = text
    .replaceAll(/[\\'"]/g, '\\$&')
    .replaceAll(/[\n\t\r]/g, (found) => OF_ANDROID[found] ?? found)
    .replaceAll(/ (?= )/g, '\\u0020')
  const begun = isFirst ? escaped.replace(/^[@?]/, '\\$&').replace(/^ /, '\\u0020') : escaped
  return isLast ? begun.replace(/ $/, '\\u0020') : begun
}

/** Not a name of another resource, `@string/ok`. */
const isText = (element: XmlElement, document: string): boolean =>
  !/^\s*[@?][\w:.]+\/[\w.]+\s*$/.test(contentIn(document, element))

const QUANTITY = /(\squantity\s*=\s*["'])\w*/

export const keyAndroid = xmlFormat(
  'Android strings',
  'Android strings (<resources><string name="key">)',
  /\.xml$/i,
  /<resources[\s>]/,
  {
    isEntry: ({ name, parent }) => parent?.name === 'resources' && /^(?:string|string-array|plurals)$/.test(name),
    textsOf: (entry, document, target) => {
      const key = entry.attribute('name')
      if (entry.attribute('translatable') === 'false') return []
      const items = entry.name === 'string' ? [entry] : entry.children.filter(({ name }) => name === 'item')
      const texts = items
        .map((at, place) => ({
          at,
          key: at === entry ? key : `${key}.${at.attribute('quantity') || place}`,
          remark: remarkOf({ notes: [entry.comment, at.comment] }),
        }))
        .filter(({ at }) => isText(at, document))
      const last = texts.at(-1)
      if (entry.name !== 'plurals' || last === undefined || last.at.isSelfClosing) return texts
      const further = formsOf(target).filter((form) => !items.some((item) => item.attribute('quantity') === form))
      const tag = document.slice(last.at.tagStart, last.at.tagEnd)
      return [
        ...texts,
        ...further.map((form) => ({ ...last, key: `${key}.${form}`, added: tag.replace(QUANTITY, `$1${form}`) })),
      ]
    },
    spelling: { decode: decodeAndroid, encode: encodeAndroid },
    isTrimmed: true,
  },
)

export const keyResx = xmlFormat(
  'RESX',
  'RESX (<data name="key"><value>)',
  /\.(?:resx|resw)$/i,
  /<root>\s*(?:<!--[^]*?-->\s*)?<(?:xsd:schema|resheader|data|assembly)[\s>]/,
  {
    isEntry: ({ name, parent }) => name === 'data' && parent?.name === 'root',
    textsOf: (entry, document) => {
      const [at, key] = [childOf(entry, 'value'), entry.attribute('name')]
      const remark = remarkOf({ notes: [textIn(document, childOf(entry, 'comment'))] })
      // Pictures, sizes and what else a form of Windows keeps there.
      const isOther = entry.attribute('type') !== '' || entry.attribute('mimetype') !== '' || key.startsWith('>>')
      return at === undefined || isOther ? [] : [{ key, at, remark }]
    },
  },
)

/** RimWorld's own languages have the English text in a comment before a text, and two words in place of one that is not translated. */
const ENGLISH = /^\s*EN:/
const textIn = (document: string, element: XmlElement | undefined): string =>
  element === undefined ? '' : contentOf(contentIn(document, element)).text

const ofComment = (text: string | undefined): Content | undefined =>
  text === undefined ? undefined : { text, tags: [], hasOthers: false }

export const keyRimWorld = xmlFormat(
  'RimWorld languages',
  'RimWorld languages (<LanguageData><Key>)',
  /\.xml$/i,
  /<LanguageData[\s/>]/,
  {
    isEntry: ({ parent }) => parent !== null && parent.parent === null && parent.name === 'LanguageData',
    textsOf: (entry, document) => {
      const items = entry.children.filter(({ name }) => name === 'li')
      const { comment } = entry
      const isEnglish = ENGLISH.test(comment) && comment.length < textBytesMax
      const english = isEnglish ? comment.replace(ENGLISH, '').trim() : undefined
      const lists = Array.from((english ?? '').matchAll(/<li>([^]*?)<\/li>/g), ([, item]) => item)
      return (items.length === 0 ? [entry] : items).map((at, place) => {
        const isOpen = /^\s*TOD[O]\s*$/.test(contentIn(document, at))
        const known = ofComment(at === entry ? english : lists[place])
        const source = known ?? (isOpen ? null : undefined)
        return {
          key: at === entry ? at.name : `${entry.name}.${place}`,
          at,
          isOpen,
          remark: isEnglish ? null : remarkOf({ notes: [comment, at === entry ? '' : at.comment] }),
          ...(source !== undefined && { source }),
        }
      })
    },
  },
)

const STATE = /\s+type\s*=\s*(?:"unfinished"|'unfinished')/

export const keyQt = xmlFormat('Qt TS', 'Qt (<TS><context><message>)', /\.ts$/i, /<TS[\s>]/, {
  markup: 'qt',
  isBilingual: true,
  isEntry: ({ name }) => name === 'context',
  textsOf: (context, document) => {
    const of = textIn(document, childOf(context, 'name'))
    return context.children.flatMap((message) =>
      message.name === 'message' ? textsOfMessage(message, of, document) : [],
    )
  },
})

function textsOfMessage(message: XmlElement, context: string, document: string): readonly XmlText[] {
  const [source, translation] = [childOf(message, 'source'), childOf(message, 'translation')]
  if (source === undefined || translation === undefined) return []
  // "vanished" and "obsolete": the game does not have it any more.
  if (!/^(?:unfinished)?$/.test(translation.attribute('type'))) return []
  const original = contentOf(contentIn(document, source))
  const about = textIn(document, childOf(message, 'comment'))
  const remark = remarkOf({
    notes: [about, ...['extracomment', 'translatorcomment'].map((name) => textIn(document, childOf(message, name)))],
    places: message.children
      .filter(({ name }) => name === 'location')
      .filter((at) => at.attribute('filename') !== '')
      .map((at) => `${at.attribute('filename')}${/^\d/.test(at.attribute('line')) ? `:${at.attribute('line')}` : ''}`),
  })
  const key = message.attribute('id') || [context, original.text, ...(about === '' ? [] : [about])].join('\u0004')
  const forms = translation.children.filter(({ name }) => name === 'numerusform')
  const { tagStart: start, tagEnd: end } = translation
  const tag = document.slice(start, end)
  const finished = tag.replace(STATE, '')
  const isDone = finished === tag || translation.isSelfClosing
  const unfinished = isDone
    ? null
    : ({ why: 'state', texts: Math.max(forms.length, 1), edits: [{ start, end, text: finished }] } as const)
  if (forms.length === 0) return [{ key, at: translation, source: original, unfinished, finished, remark }]
  return forms.map((at, place) => ({ key: `${key}[${place}]`, at, source: original, unfinished, remark }))
}
