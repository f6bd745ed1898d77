// The catalogues of the interface against the sources of the site: no message without a text, no text without a message, no
// gap or tag lost on the way, and no words of a page that nobody could translate (docs/makers/translating-windrow.md).
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { LANGUAGES } from '../../../src/admin/language/known-languages.ts'
import { ENGLISH, type Language } from '../../../src/admin/language/language.ts'
import { tokensOf } from '../../../src/admin/language/messages.ts'
import { type Place, readScriptMessages, readSiteMessages } from '../../support/site-messages.ts'

/** Names, formats and lines for the log or the command line: the same in every language. */
const NO_WORDS: ReadonlySet<string> = new Set([
  'test note',
  'grant {0}',
  'deny {0}',
  'Grant',
  'Deny',
  'API v1',
  'Lax',
  'was {0}',
  'no status',
  'the site',
  'no-store, private',
  'noindex, nofollow',
  'public, max-age={0}',
  'form token:{0}',
  'public, max-age=31536000, immutable',
  'export WINDROW_URL={0} WINDROW_KEY={1}',
  'claude mcp add --transport http windrow {0}/mcp --header "Authorization: Bearer {1}"',
  'proposal {0}',
  'not found\n',
  'GET {0}',
  'this release was withdrawn\n',
  'bytes {0}-{1}/{2}',
  'the package became shorter',
  'being counted; come back in a moment\n',
  'it ended with {0}',
  'windrow has a fault that is not yours; try again later\n',
  // Keys of what scripts say.
  'your time',
])

const site = readSiteMessages(['src/admin'])
const scripts = readScriptMessages()
const unknown = (places: readonly Place[], texts: Readonly<Record<string, string>>): readonly string[] =>
  places.filter(({ key }) => !Object.hasOwn(texts, key)).map(({ at, key }) => `${at}: ${key}`)

/** The gaps and tags of a text, each once, in no order: a translation may turn them round. */
const marksOf = (text: string): readonly string[] =>
  [
    ...new Set(
      tokensOf(text)
        .filter((_, i) => i % 2 === 1)
        .map((token) => token.replace(/\|.*(?=\})/s, '')),
    ),
  ].toSorted()

/** Each counted word of a text with a form too many or too few. */
const wrongForms = (text: string, { plurals }: Language, isWord: boolean): readonly string[] => {
  const counted = isWord ? [text] : tokensOf(text).flatMap((token) => /^\{\d+\|(.*)\}$/s.exec(token)?.[1] ?? [])
  return counted.filter((forms) => forms.split('|').length !== plurals.length)
}

describe.each(LANGUAGES.filter((language) => language !== ENGLISH))('$name', (language) => {
  const { messages, scripts: scriptTexts } = language
  const isCounted = (key: string): boolean => /^[^{}<|]*[^{}<| ]\|[^{}<| ][^{}<|]*$/.test(key)

  it('has a text for every message', () => {
    expect(unknown(site.messages, messages)).toEqual([])
    expect(unknown(scripts, scriptTexts)).toEqual([])
  })

  it('has a text for every sentence that a page refuses with', () => {
    expect(unknown(site.sentences, { ...language.sentences, ...messages })).toEqual([])
  })

  it('has each key once', () => {
    const file = new URL(`../../../src/admin/language/${language.tag}.json`, import.meta.url)
    const keys = readFileSync(file, 'utf8').match(/^ *"(?:[^"\\]|\\.)*":/gm)
    const members = Object.values(language).filter((member) => typeof member === 'object' && !Array.isArray(member))
    expect(keys).toHaveLength(Object.keys(language).length + members.flatMap((member) => Object.keys(member)).length)
  })

  it('has no text that nobody says', () => {
    const said = new Set(site.messages.map(({ key }) => key))
    expect(Object.keys(messages).filter((key) => !said.has(key))).toEqual([])
    const saidInBrowser = new Set(scripts.map(({ key }) => key))
    expect(Object.keys(scriptTexts).filter((key) => !saidInBrowser.has(key))).toEqual([])
  })

  it('keeps every gap and tag of a message', () => {
    const wrong = Object.entries({ ...messages, ...scriptTexts }).filter(
      ([key, text]) => !isCounted(key) && marksOf(key).join() !== marksOf(text).join(),
    )
    expect(wrong).toEqual([])
  })

  it('has a form for each plural of a counted word', () => {
    const wrong = Object.entries(messages).filter(
      ([key, text]) => wrongForms(text, language, isCounted(key)).length > 0,
    )
    expect(wrong).toEqual([])
  })
})

describe('the sources', () => {
  it('hold no words that go through neither html nor say', () => {
    const loose = site.loose.filter(({ key }) => !NO_WORDS.has(key))
    expect(loose).toEqual([])
  })

  it('say nothing before they are asked: a constant would keep the language of whoever came first', () => {
    expect(site.early).toEqual([])
  })
})
