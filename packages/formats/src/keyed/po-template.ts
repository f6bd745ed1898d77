// A template of gettext (.pot) as the file of a language, as msginit makes it: its header says charset, language and plural forms, and each
// plural has as many places as the language has forms.
import { headerFields, isHeader, piecesOf, PoEntries, type PoEntry } from '../po-reader.ts'
import { type Edit, edited } from '../text-entry.ts'
import { languageOf, likenessOf } from './language-names.ts'

const SLAVIC = 'n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2'

/**
 * Which form a number takes, in C: gettext's own expressions, where they split whole numbers as the CLDR does. Others: `n != 1`. That they
 * do is what po-template.test.ts asks Intl.
 */
const PLURALS: readonly (readonly [count: number, expression: string, languages: string])[] = [
  [1, '0', 'bo dz id ja jv km ko lo ms my su th vi wo yo yue zh'],
  [2, 'n > 1', 'ak am as bn fa fr gu hi hy kab ln mg pa pt pt-BR ti wa zu'],
  [2, 'n%10==1 && n%100!=11 ? 0 : 1', 'is mk'],
  [3, `n%10==1 && n%100!=11 ? 0 : ${SLAVIC}`, 'be bs hr ru sh sr uk'],
  [3, `n==1 ? 0 : ${SLAVIC}`, 'pl'],
  [3, 'n==1 ? 0 : n>=2 && n<=4 ? 1 : 2', 'cs sk'],
  [3, 'n%10==1 && (n%100<11 || n%100>19) ? 0 : n%10>=2 && (n%100<11 || n%100>19) ? 1 : 2', 'lt'],
  [3, 'n%10==0 || (n%100>=11 && n%100<=19) ? 0 : n%10==1 && n%100!=11 ? 1 : 2', 'lv'],
  [3, 'n==1 ? 0 : n==0 || (n%100>0 && n%100<20) ? 1 : 2', 'mo ro'],
  [3, 'n==1 ? 0 : n==2 ? 1 : 2', 'he iu se smn'],
  [4, 'n%100==1 ? 0 : n%100==2 ? 1 : n%100==3 || n%100==4 ? 2 : 3', 'dsb hsb sl'],
  [5, 'n==1 ? 0 : n==2 ? 1 : n>=3 && n<=6 ? 2 : n>=7 && n<=10 ? 3 : 4', 'ga'],
  [6, 'n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n%100>=3 && n%100<=10 ? 3 : n%100>=11 ? 4 : 5', 'ar'],
  [6, 'n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n==3 ? 3 : n==6 ? 4 : 5', 'cy'],
]

/** `language`: a BCP 47 tag. */
export function pluralsOf(language: string): { readonly count: number; readonly expression: string } {
  const [short = ''] = language.split('-')
  const rowOf = (tag: string) => PLURALS.find(([, , languages]) => languages.split(' ').includes(tag))
  // Portugal's Portuguese counts as English does.
  const [count, expression] = (language === 'pt-PT' ? undefined : (rowOf(language) ?? rowOf(short))) ?? [2, 'n != 1']
  return { count, expression }
}

/** What `msginit` and tools that make templates have in place of a value. */
const BLANK = /^(?:|CHARSET|YEAR-MO-DA HO:MI ?\+ZONE|FULL NAME <EMAIL@ADDRESS>|LANGUAGE <LL@li\.org>)$/

/** A header that is in this language already, as an earlier translation left it, keeps its own spelling of the plural forms. */
function filledHeader(text: string, language: string): string {
  const fields = new Map(headerFields({ text } as PoEntry))
  const { count, expression } = pluralsOf(language)
  const said = languageOf(fields.get('Language') ?? '')
  const isOwn = said !== null && likenessOf(language, said) > 0
  const forms = fields.get('Plural-Forms') ?? ''
  const known: Readonly<Record<string, string>> = {
    'PO-Revision-Date': fields.get('POT-Creation-Date') ?? '',
    'Last-Translator': 'Automatically generated',
    'Language-Team': 'none',
  }
  const wanted: Readonly<Record<string, string>> = {
    Language: language.replaceAll('-', '_'),
    'MIME-Version': '1.0',
    'Content-Type': 'text/plain; charset=UTF-8',
    'Content-Transfer-Encoding': '8bit',
    'Plural-Forms':
      isOwn && forms.startsWith(`nplurals=${count};`) ? forms : `nplurals=${count}; plural=${expression};`,
  }
  for (const [name, value] of Object.entries(known)) {
    if (fields.has(name) && BLANK.test(fields.get(name) ?? '')) fields.set(name, value)
  }
  for (const [name, value] of Object.entries(wanted)) fields.set(name, value)
  return Array.from(fields, ([name, value]) => `${name}: ${value}\n`).join('')
}

/**
 * The document as a file of this language, if it is a template, or, with as many plural forms, if it is one of keys in another language;
 * else as it is. Throws DamagedFile. `language` empty: not known.
 */
export function preparedPo(
  document: string,
  file: string,
  language: string,
  areKeys: (entries: readonly PoEntry[]) => boolean = () => false,
): string {
  if (language === '') return document
  const entries = entriesOf(document, file)
  const header = entries.find(isHeader)
  const own = languageOf(header === undefined ? '' : (headerFields(header).get('Language') ?? ''))
  if (own !== null && likenessOf(language, own) === 0 && areKeys(entries)) return withForms(document, entries, language)
  const isBlank = header !== undefined && /nplurals=INTEGER|charset=CHARSET/.test(header.text)
  if (!/\.pot$/i.test(file) && !isBlank) return document
  const end = document.includes('\r\n') ? '\r\n' : '\n'
  const edits: Edit[] = []
  const [form] = header?.forms ?? []
  const written = (text: string): string => ` ${piecesOf(filledHeader(text, language)).join(end)}`
  if (header === undefined || form === undefined) {
    const start = document.startsWith('\uFEFF') ? 1 : 0
    edits.push({ start, end: start, text: `msgid ""${end}msgstr${written('')}${end}${end}` })
  } else {
    edits.push(...header.guess)
    const isReturned = document[form.end - 1] === '\r'
    edits.push({ start: form.start, end: isReturned ? form.end - 1 : form.end, text: written(header.text) })
  }
  const { count } = pluralsOf(language)
  for (const { plural, forms } of entries) if (plural !== null) edits.push(...formEdits(document, forms, count, end))
  return edited(document, edits)
}

const PLURAL_FORMS = /("Plural-Forms:)(?:[^"\\]|"\s*")*(?=\\n")/

/** Of a file of keys, whose texts stay. */
function withForms(document: string, entries: readonly PoEntry[], language: string): string {
  const { count, expression } = pluralsOf(language)
  const end = document.includes('\r\n') ? '\r\n' : '\n'
  const plurals = entries.filter(({ plural }) => plural !== null)
  const said = PLURAL_FORMS.exec(document)
  const text = `${said?.[1]} nplurals=${count}; plural=${expression};`
  return edited(document, [
    ...(said === null ? [] : [{ start: said.index, end: said.index + said[0].length, text }]),
    ...plurals.flatMap(({ forms }) => formEdits(document, forms, count, end)),
  ])
}

/** The empty forms of a plural that the language has more, or fewer. */
function formEdits(document: string, forms: PoEntry['forms'], count: number, lineEnd: string): readonly Edit[] {
  const last = forms.at(-1)
  if (last === undefined) return []
  const missing = Array.from({ length: Math.max(0, count - forms.length) }, (_, at) => forms.length + at)
  const at = document[last.end - 1] === '\r' ? last.end - 1 : last.end
  const more = missing.map((index) => `${lineEnd}msgstr[${index}] ""`).join('')
  const fewer = forms.slice(count).filter(({ text }) => text === '')
  return [
    ...(more === '' ? [] : [{ start: at, end: at, text: more }]),
    ...fewer.map(({ start, end }) => ({ start: document.lastIndexOf('\n', start), end, text: '' })),
  ]
}

export function entriesOf(document: string, file: string): readonly PoEntry[] {
  const reader = new PoEntries(file, true)
  const entries: (PoEntry | null)[] = []
  let line = 1
  for (let start = 0; start < document.length; line++) {
    const next = document.indexOf('\n', start)
    const end = next === -1 ? document.length : next
    entries.push(reader.push(document.slice(start, end), line, start))
    start = end + 1
  }
  entries.push(reader.finish())
  return entries.filter((entry) => entry !== null)
}
