// Localisation of Paradox' games (localisation/english/events_l_english.yml): `l_english:`, and below it ` key:0 "text"`, a text a
// line, in which quotes stand as they are. The number behind the key stays. It is no YAML.
import type { Edit } from '../text-entry.ts'
import { type KeyedDocument, type KeyedFormat, type KeyedSide, KeyedTexts } from './keyed-format.ts'
import { languageEdits } from './language-names.ts'
import { HASH, linesIn, remarkAbove } from './lines.ts'
import { NO_PROJECT } from './project.ts'

export const keyParadox: KeyedFormat = {
  name: 'Paradox localisation',
  meaning: 'Paradox localisation (l_english:, key:0 "text")',
  files: /\.ya?ml$/i,
  isByName: true,
  looksLike: (start) => /^(?:[^\S\n]*(?:#[^\n]*)?\n)*[^\S\n]*l_\w+:[ \t]*(?:#[^\n]*)?\r?(?:\n|$)/.test(start),
  read: readParadox,
  // A text that would end elsewhere has no place here.
  write: (before, text) => {
    const written = text.replaceAll(/\r\n?|\n/g, '\\n')
    return before === text ? before : lengthOf(`${written}"`) === written.length ? written : null
  },
}

const HEADER = /^([ \t]*l_)(\w+):[ \t]*(?:#.*)?\r?$/
const ENTRY = /^([ \t]*)([^\s:#"]+)(:\d*[ \t]*")/

function readParadox(document: string, file: string, side: KeyedSide, { targetLanguage } = NO_PROJECT): KeyedDocument {
  const texts = new KeyedTexts(document, file, side)
  const ofLanguage: Edit[] = []
  let [first, present] = ['', '']
  texts.needsMarkup('paradox')
  for (const { number: line, start, text: whole } of linesIn(document)) {
    if (/^\s*(?:#|$)/.test(whole)) continue
    const [, before = '', word] = HEADER.exec(whole) ?? []
    if (word !== undefined) {
      first ||= word
      present = word
      const from = start + before.length
      if (word === first) ofLanguage.push(...languageEdits(document, from, from + word.length, targetLanguage))
      continue
    }
    const [head = '', indent = '', key = ''] = ENTRY.exec(whole) ?? []
    const length = head === '' ? -1 : lengthOf(whole.slice(head.length))
    // What a file has below another language's name is that language's.
    if (length === -1) texts.leaveOut('row', line, whole.trim())
    else if (present === first) {
      const [from, remark] = [start + head.length, remarkAbove(document, start + indent.length, HASH)]
      texts.add({ key, text: document.slice(from, from + length), line, start: from, end: from + length, remark })
    }
  }
  return { ...texts.done(), ofLanguage }
}

/**
 * How long a text is that begins here: to the last quote of its line, or to the first one behind which there is nothing but a comment
 * (`#bold` is a code, a comment has a blank behind its sign or no quote). -1: no quote ends it.
 */
function lengthOf(rest: string): number {
  const [ended] = /"[ \t]*(?:#[# \t].*|#[^"]*)?\r?$/.exec(rest) ?? []
  return ended === undefined ? -1 : rest.length - ended.length
}
