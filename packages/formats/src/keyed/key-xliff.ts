// A game's own XLIFF 1.2: the key is the unit's id, with the name of its file before it where there are several. The target is
// replaced, or written below the source, and its state says so. Placeholders in a source have to stand in its translation.
import { type Remark, remarkOf } from '../../../../src/base/remark.ts'
import { damagedLine } from '../damage.ts'
import type { Edit } from '../text-entry.ts'
import { joinedKey, type KeyedDocument, type KeyedFormat, type KeyedSide, KeyedTexts } from './keyed-format.ts'
import { NO_PROJECT } from './project.ts'
import {
  attributeEdits,
  childOf,
  contentIn,
  contentOf,
  readXml,
  type Tag,
  writeContent,
  writeOpened,
  type XmlElement,
} from './xml-texts.ts'

export const keyXliff: KeyedFormat = {
  name: 'XLIFF',
  files: /\.(?:xlf|xliff)$/i,
  isFreeOfLines: true,
  meaning: 'XLIFF 1.2 (<trans-unit id="key"><source>text</source>)',
  looksLike: (start) => /^\s*</.test(start) && /<(?:[\w.-]+:)?xliff[\s>]/.test(start),
  read: readXliff,
  write: writeContent,
}

function readXliff(document: string, file: string, side: KeyedSide, { targetLanguage } = NO_PROJECT): KeyedDocument {
  const texts = new KeyedTexts(document, file, side)
  const units: XmlElement[] = []
  const ofLanguage: Edit[] = []
  let files = 0
  const lastLine = readXml({
    document,
    file,
    isXliff: true,
    isEntry: ({ name }) => name === 'trans-unit',
    onEntry: (unit) => units.push(unit),
    onClose: (element) => {
      if (element.name !== 'file') return
      files++
      ofLanguage.push(...attributeEdits(document, element, 'target-language', targetLanguage))
    },
  })
  if (units.length === 0) throw damagedLine(file, lastLine, { problem: 'xliff_empty' })
  for (const unit of units) addUnit(texts, document, unit, side, files > 1)
  return { ...texts.done(), isBilingual: true, ofLanguage }
}

function addUnit(texts: KeyedTexts, document: string, unit: XmlElement, side: KeyedSide, hasFiles: boolean): void {
  const [source, target] = [childOf(unit, 'source'), childOf(unit, 'target')]
  const { line } = unit
  if (source === undefined || inherited(unit, 'translate') === 'no') return
  const ofSource = contentOf(contentIn(document, source))
  const ofTarget = target === undefined ? null : contentOf(contentIn(document, target))
  if (ofSource.hasOthers || ofTarget?.hasOthers === true || childOf(unit, 'seg-source') !== undefined) {
    texts.leaveOut('inline', line)
    return
  }
  const id = unit.attribute('id')
  const key = joinedKey(hasFiles && id !== '' ? [inherited(unit, 'original'), id] : [id], '\u0004')
  if (key === null) {
    texts.leaveOut('joined_key', line, id)
    return
  }
  const { tags } = ofSource
  if (tags.length > 0) texts.needsMarkup('tags')
  const finish = target === undefined || target.isSelfClosing ? null : finishOf(document, target)
  const isDone = finish === null || unit.attribute('approved') === 'yes'
  texts.add({
    key,
    text: side === 'source' ? ofSource.text : (ofTarget?.text ?? ''),
    line,
    unfinished: isDone ? null : { why: 'state', texts: 1, edits: [finish] },
    remark: remarkBeside(document, unit),
    ...placeOf(document, source, target),
    ...(tags.length > 0 || target === undefined || target.isSelfClosing
      ? { write: (before: string, text: string) => writeTarget(before, text, tags) }
      : {}),
  })
}

/** Notes of the unit, its name in the game, the places in its contexts, and the width that is counted in characters. */
function remarkBeside(document: string, unit: XmlElement): Remark | null {
  const textOf = (element: XmlElement): string => contentOf(contentIn(document, element)).text
  const contexts = unit.children
    .filter(({ name }) => name === 'context-group')
    .map(({ children }) => new Map(children.map((each) => [each.attribute('context-type'), textOf(each)])))
  const resname = unit.attribute('resname')
  return remarkOf({
    notes: unit.children.filter(({ name }) => name === 'note').map(textOf),
    places: [
      resname === unit.attribute('id') ? '' : resname,
      ...contexts.map((each) => ['sourcefile', 'linenumber'].flatMap((type) => each.get(type)?.trim() || []).join(':')),
    ],
    maxLength: unit.attribute('size-unit') === 'char' ? unit.attribute('maxwidth') : null,
  })
}

/** Its own attribute, or that of the nearest element around it. */
function inherited(unit: XmlElement, attribute: string): string {
  for (let at: XmlElement | null = unit; at !== null; at = at.parent) {
    const value = at.attribute(attribute)
    if (value !== '') return value
  }
  return ''
}

/** Of the target, or of the source and the white space before it. */
function placeOf(document: string, source: XmlElement, target: XmlElement | undefined) {
  if (target?.isSelfClosing === true) return { start: target.tagStart, end: target.end }
  if (target !== undefined) return { start: target.tagEnd, end: target.contentEnd }
  let start = source.tagStart
  while (/\s/.test(document[start - 1] ?? '')) start--
  return { start, end: source.end }
}

/** The tag of a target whose state says that it is not done, as one that is; null: it is done. */
function finishOf(document: string, { tagStart: start, tagEnd: end }: XmlElement): Edit | null {
  const tag = document.slice(start, end)
  const text = finishedTag(tag)
  return text === tag ? null : { start, end, text }
}

const ATTRIBUTE = /\s([^\s=]+)\s*=\s*("[^"]*"|'[^']*')/g

/** The tag of a target without what says that its text is a guess or to be done, as windrow reads it in exchange. */
function finishedTag(tag: string): string {
  const isUnfinished = Array.from(tag.matchAll(ATTRIBUTE)).some(
    ([, name, value = '']) => name === 'state' && /^.(?:new|needs-)/.test(value),
  )
  if (!isUnfinished) return tag
  return tag.replaceAll(ATTRIBUTE, (attribute, name: string, value: string) => {
    if (name === 'state-qualifier') return ''
    return name === 'state' ? attribute.replace(value, `${value[0]}translated${value[0]}`) : attribute
  })
}

/** `<target/>`, or white space and `<source>…</source>`. */
const ELEMENT = /^(\s*)<([^\s:<>/]+:)?(source|target)(?=[\s/>])/

function writeTarget(before: string, text: string, tags: readonly Tag[]): string | null {
  const [, blank = '', prefix = '', name] = ELEMENT.exec(before) ?? []
  if (name === undefined) return writeContent(before, text, tags)
  if (text === '') return before
  if (name === 'target') return writeOpened(finishedTag(before), text, tags)
  const target = writeOpened(`<${prefix}target/>`, text, tags)
  return target === null ? null : `${before}${lastLineOf(blank)}${target}`
}

/** The line break and the indentation; nothing if all stands on one line. */
function lastLineOf(blank: string): string {
  const at = blank.lastIndexOf('\n')
  return at === -1 ? '' : blank.slice(blank[at - 1] === '\r' ? at - 1 : at)
}
