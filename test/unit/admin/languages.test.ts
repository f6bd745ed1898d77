// The site in another language: how templates are cut into messages, plural forms, what a translation may not bring in, and
// which language a visit gets. The catalogues themselves: catalogues.test.ts.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { html } from '../../../src/admin/html.ts'
import { cutTemplate } from '../../../src/admin/language/messages.ts'
import { LANGUAGES, languageOfHeader } from '../../../src/admin/language/known-languages.ts'
import { ENGLISH, type Language, speaking } from '../../../src/admin/language/language.ts'
import { counted, decimal, number, say, told, words } from '../../../src/admin/language/say.ts'
import { idOf } from '../../support/game-store.ts'
import { siteWorld, type SiteWorld } from './site-world.ts'

const keysOf = (strings: TemplateStringsArray, ...gaps: readonly unknown[]): readonly string[] =>
  cutTemplate(strings.slice(0, gaps.length + 1)).flatMap((piece) => (typeof piece === 'string' ? [] : [piece.key]))

describe('a template is cut into messages', () => {
  it.each([
    ['at block tags', keysOf`<h1>Rows</h1><p>Open one.</p>\n<p>${1}</p>`, ['Rows', 'Open one.']],
    [
      'not at inline tags',
      keysOf`<p class="x">Press <b id="${1}">Save</b> to keep ${2}</p>`,
      ['Press <b>Save</b> to keep {0}'],
    ],
    [
      'with tags of one name told apart',
      keysOf`<kbd>j</kbd> next <kbd>k</kbd> back`,
      ['<kbd>j</kbd> next <kbd2>k</kbd2> back'],
    ],
    [
      'one for each link of a list',
      keysOf`<p><a href="/a">One way</a> <a href="/b">Another</a></p>`,
      ['One way', 'Another'],
    ],
    [
      'with what attributes say',
      keysOf`<a title="Where to">${1}</a><input placeholder="any" name="of">`,
      ['Where to', 'any'],
    ],
    ['with entities as characters', keysOf`<p>Say &quot;yes&quot;  or\n no</p>`, ['Say "yes" or no']],
    ['but not what is typed as it is', keysOf`<code>windrow user</code> <kbd>Ctrl+Enter</kbd>`, []],
  ])('%s', (_, keys, expected) => expect(keys).toEqual(expected))
})

const MIRROR: Language = {
  tag: 'uk',
  name: 'Mirror',
  plurals: ['one', 'few', 'many'],
  messages: {
    'Press <b>Save</b> to keep {0}': '{0}: <b>save</b> <i>it</i> & go',
    '<a>First</a> and <a2>second</a2>': '<a2>2</a2>, <a>1</a>',
    'Look at {0}': '"{0}" \'><script>',
    '{0} rows': '{0} {0|рядок|рядки|рядків}',
    'row|rows': 'рядок|рядки|рядків',
    Rows: 'Рядки',
    'Key {0}…': 'Ключ {0}…',
  },
  refusals: {},
  findings: {},
  damage: {},
  places: {},
  sentences: { 'there is no such row': 'такого рядка немає', 'a limit of {0} rows': 'обмеження' },
  scripts: {},
}
const inMirror = (act: () => unknown): string => String(speaking(MIRROR, act))

describe('a message in another language', () => {
  it('puts gaps and tags where the translation has them, and escapes the rest', () => {
    const evil = '<img src=x onerror=alert(1)>'
    expect(inMirror(() => html`<p>Press <b class="k">Save</b> to keep ${evil}</p>`)).toBe(
      '<p>&lt;img src=x onerror=alert(1)&gt;: <b class="k">save</b> &lt;i&gt;it&lt;/i&gt; &amp; go</p>',
    )
    expect(inMirror(() => html`<a href="${'/1'}">First</a> and <a href="/2">second</a>`)).toBe(
      '<a href="/2">2</a>, <a href="/1">1</a>',
    )
  })

  it('breaks out of no attribute', () => {
    expect(inMirror(() => html`<i title="Look at ${'"'}">x</i>`)).toBe(
      '<i title="&quot;&quot;&quot; &#39;&gt;&lt;script&gt;">x</i>',
    )
  })

  it('is English where nobody translated it, and outside of a visit', () => {
    const page = (): unknown => html`<h1>Rows</h1><p>Not <b>yet</b> ${'&'}</p>`
    expect(inMirror(page)).toBe('<h1>Рядки</h1><p>Not <b>yet</b> &amp;</p>')
    expect(String(page())).toBe('<h1>Rows</h1><p>Not <b>yet</b> &amp;</p>')
  })

  it.each([
    [0, 'рядків'],
    [1, 'рядок'],
    [3, 'рядки'],
    [5, 'рядків'],
    [11, 'рядків'],
    [21, 'рядок'],
    [112, 'рядків'],
    [1234, 'рядки'],
  ])('counts %i %s', (count, form) => {
    const grouped = speaking(MIRROR, () => number(count))
    expect(inMirror(() => counted(count, 'row'))).toBe(`${grouped} ${form}`)
    expect(inMirror(() => html`<b>${number(count)} rows</b>`)).toBe(`<b>${grouped} ${form}</b>`)
  })

  it('says what stands outside of markup', () => {
    const table = words({ rows: 'Rows', key: 'Key' })
    expect(inMirror(() => [say`Key ${'wdr_1'}…`, table.rows, table.key, decimal(12.34, 1)].join())).toBe(
      'Ключ wdr_1…,Рядки,Key,12,3',
    )
    expect([say`Key ${'wdr_1'}…`, table.rows, decimal(12.34, 1)].join()).toBe('Key wdr_1…,Rows,12.3')
  })

  it('tells a sentence of a page whole, and never by its shape', () => {
    expect(inMirror(() => told('there is no such row'))).toBe('такого рядка немає')
    expect(inMirror(() => told('a limit of 3 rows'))).toBe('a limit of 3 rows')
    expect(inMirror(() => told('toString'))).toBe('toString')
  })

  it('keeps to its visit when several are answered at once', async () => {
    const later = async (): Promise<string> => {
      await new Promise((resolve) => setImmediate(resolve))
      return say`Rows`
    }
    expect(await Promise.all([speaking(MIRROR, later), later(), speaking(ENGLISH, later)])).toEqual([
      'Рядки',
      'Rows',
      'Rows',
    ])
  })
})

/** What stands between tags, and in the attributes that people read. */
const shownIn = (page: string): readonly string[] =>
  [...page.matchAll(/>([^<>]+)<|(?:title|placeholder|aria-label|alt|data-label)="([^"]*)"/g)].map(
    ([, text = '', read = '']) => `${text}${read}`.trim(),
  )

describe('a visit', () => {
  let world: SiteWorld
  beforeAll(async () => (world = await siteWorld()))
  afterAll(() => world.close())

  it.each([
    ['uk', 'uk'],
    ['uk-UA,uk;q=0.9,en;q=0.8', 'uk'],
    ['de, uk;q=0.2, en;q=0.7', 'en'],
    ['pl-PL,pl;q=0.9,uk;q=0.8,en;q=0.7', 'pl'],
    ['uk;q=0, *', 'en'],
    ['zh-CN', 'en'],
    ['', 'en'],
  ])('with Accept-Language "%s" is answered in %s', (header, tag) => expect(languageOfHeader(header).tag).toBe(tag))

  it('before a sign-in takes the language of the browser, or the one chosen there', async () => {
    const one = world.visitor()
    expect((await one.get('/admin/sign-in', { 'accept-language': 'uk' })).body).toMatch(
      /<html lang="uk">[^]*<h1>Увійти</,
    )
    const page = await one.get('/admin/sign-in?next=%2Fadmin%2Frows')
    expect(page.body).toMatch(/<html lang="en">[^]*lang="uk">Українська<[^]*lang="pl">Polski</)
    expect(page.body).not.toContain('lang="en">English<')
    const next = /name="page" value="([^"]*)"/.exec(page.body)?.[1] ?? ''
    const chosen = await one.post('/admin/language', { language: 'uk', page: next })
    expect([chosen.status, chosen.location]).toEqual([303, '/admin/sign-in?next=%2Fadmin%2Frows'])
    expect((await one.get('/admin/sign-in')).body).toContain('<h1>Увійти</h1>')
  })

  it('of a person has the language of their profile, wherever they sign in', async () => {
    const one = await world.as('translator')
    await one.get('/admin/profile')
    expect((await one.post('/admin/language', { language: 'uk', page: '/admin/profile' })).status).toBe(303)
    const elsewhere = await world.as('translator')
    expect((await elsewhere.get('/admin/', { 'accept-language': 'en' })).body).toMatch(/<html lang="uk">[^]*<h1>Огляд</)
    expect((await elsewhere.get('/admin/no-such-page')).body).toContain('<h1>Не знайдено</h1>')
    await one.post('/admin/language', { language: '', page: '/admin/profile' })
    expect((await elsewhere.get('/admin/', { 'accept-language': 'en' })).body).toContain('<h1>Overview</h1>')
  })

  it.each(LANGUAGES.filter((language) => language !== ENGLISH))('has no English left in $name', async (language) => {
    const { tag, messages } = language
    const one = await world.as('super_admin')
    await one.get('/admin/profile')
    await one.post('/admin/language', { language: tag, page: '/admin/profile' })
    const paths = [
      '',
      'rows',
      `rows/${idOf(1)}`,
      'bench',
      'proposals',
      'consistency',
      'names',
      'glossary',
      'statistics',
      'activity',
    ]
    const others = ['imports', 'imports/1', 'undo', 'people', `people/${world.people.user.id}`, 'audit', 'settings']
    // A word may be English for one thing and the translation of another.
    const said = new Set(Object.values(messages))
    const left = []
    for (const path of [...paths, ...others, 'profile', 'news', `team/${world.people.user.id}`, 'no-such-page']) {
      const { body } = await one.get(`/admin/${path}`)
      for (const text of shownIn(body))
        if (Object.hasOwn(messages, text) && !said.has(text)) left.push(`${path}: ${text}, which is ${messages[text]}`)
    }
    expect(left).toEqual([])
  })

  it('is led to no other site by the choice', async () => {
    const one = world.visitor()
    await one.get('/admin/sign-in')
    const away = await one.post('/admin/language', { language: 'uk', page: '//example.org/' })
    expect(away.location).toBe('/admin/')
    expect((await one.post('/admin/language', { csrf: 'x', language: 'en', page: '/admin/' })).status).toBe(403)
  })
})
