// The rules of scripts/tidy hold over the whole tree, and each of them sees what it is there to see.
import { describe, expect, it } from 'vitest'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findingsIn, roomOf } from '../../scripts/tidy/check.ts'
import { anchorsOf, deadCitations } from '../../scripts/tidy/citations.ts'
import { findingsAmong } from '../../scripts/tidy/graph.ts'
import { lateLoading } from '../../scripts/tidy/late-loading.ts'
import { ROOMS } from '../../scripts/tidy/rules.ts'
import { functionsOf, importsOf, sourceOf } from '../../scripts/tidy/source.ts'
import { longSubjects } from '../../scripts/tidy/subjects.ts'
import { findingsUnder } from '../../scripts/tidy/tree.ts'

const rulesBroken = (path: string, text: string) =>
  findingsIn(path, Buffer.from(text)).map(({ line, rule }) => `${line} ${rule}`)
const HEAD = '// What for.\n'

const root = fileURLToPath(new URL('../../', import.meta.url))

it('finds nothing to tidy up in this repository', () => {
  expect(findingsUnder(root)).toEqual([])
})

it('sees packages of one version, the program’s', () => {
  const versions = globSync(['package.json', 'packages/*/package.json'], { cwd: root }).map(
    (path) => (JSON.parse(readFileSync(join(root, path), 'utf8')) as { readonly version: string }).version,
  )
  expect(versions.length).toBeGreaterThan(1)
  expect(new Set(versions).size).toBe(1)
})

describe('who may import whom', () => {
  it.each([
    ['src/base/time.ts', '../domain/row.ts'],
    ['src/domain/row.ts', '../store/open.ts'],
    ['src/domain/row.ts', './checks/registry.ts'],
    ['src/domain/text/tokens.ts', '../checks/registry.ts'],
    ['src/store/write.ts', '../app/write-batch.ts'],
    ['src/app/write-batch.ts', '../api-v1/errors.ts'],
    ['src/app/write-batch.ts', '../config/schema.ts'],
    ['src/api-v1/rows.ts', '../api-legacy/mode.ts'],
    ['src/api-legacy/mode.ts', '../admin/layout.ts'],
    ['src/admin/pages/rows.ts', '../../store/open.ts'],
    ['src/http/body.ts', '../app/write-batch.ts'],
    ['src/app/write-batch.ts', '../cli/main.ts'],
    ['src/cli/up.ts', '../../scripts/build/main.ts'],
    ['packages/translator/src/run.ts', '../test/unit/rows.ts'],
    ['packages/translator/src/run.ts', '../../../src/app/app.ts'],
    ['packages/language/src/letters.ts', '../../../src/domain/text/traits.ts'],
    ['packages/players/src/game-folder.ts', '../../../src/store/rows.ts'],
    ['packages/players/src/game-folder.ts', '../../../src/app/refused.ts'],
    ['packages/language/src/declension.ts', '../../../src/base/term-facts.ts'],
    ['src/store/write.ts', '../../packages/language/src/letters.ts'],
    ['packages/translator/src/models/model.ts', '../../../../src/store/rows.ts'],
  ])('%s may not know %s', (path, specifier) => {
    expect(rulesBroken(path, `${HEAD}import { a } from '${specifier}'\n`)).toEqual(['2 direction'])
  })

  it.each([
    ['src/domain/checks/tags.ts', '../text/tokens.ts'],
    ['src/domain/checks/tags.ts', '../row.ts'],
    ['src/store/write.ts', '../domain/row.ts'],
    ['src/app/write-batch.ts', '../domain/checks/registry.ts'],
    ['src/app/write-batch.ts', './read-row.ts'],
    ['src/mcp/tools.ts', '../api-v1/requests.ts'],
    ['src/server.ts', './admin/routes.ts'],
    ['src/main.ts', './cli/cli.ts'],
    ['src/cli/up.ts', '../server.ts'],
    ['src/cli/commands/agent/compare.ts', '../../../../packages/translator/src/run.ts'],
    ['packages/translator/src/run.ts', '../../../src/domain/row.ts'],
    ['packages/translator/src/run.ts', './task.ts'],
    ['src/app/game/templates.ts', '../../../packages/players/src/game-folder.ts'],
    ['packages/translator/src/prompt.ts', '../../language/src/made-forms.ts'],
    ['src/domain/checks/glossary.ts', '../../../packages/language/src/made-forms.ts'],
  ])('%s may know %s', (path, specifier) => {
    expect(rulesBroken(path, `${HEAD}import { a } from '${specifier}'\n`)).toEqual([])
  })

  it('lets app name the types of config, not its values', () => {
    expect(rulesBroken('src/app/admit.ts', `${HEAD}import type { Config } from '../config/schema.ts'\n`)).toEqual([])
    expect(rulesBroken('src/app/admit.ts', `${HEAD}import { Config } from '../config/schema.ts'\n`)).toEqual([
      '2 direction',
    ])
  })

  it('sees re-exports, imports over several lines and imports at run time', () => {
    const text = `${HEAD}export { a } from '../store/a.ts'\nimport {\n  b,\n} from '../store/b.ts'\nconst c = () => import('../store/c.ts')\n`
    expect(rulesBroken('src/domain/row.ts', text)).toEqual(['2 direction', '5 direction', '6 direction'])
  })

  it('refuses a room that nobody has entered in the table', () => {
    expect(rulesBroken('src/extras/thing.ts', `${HEAD}import { a } from '../base/clock.ts'\n`)).toEqual(['1 direction'])
    expect(roomOf('src/domain/checks/tags.ts')?.path).toBe('domain/checks')
  })

  it.each([
    ['src/app/read-row.ts', 'lmdb'],
    ['src/app/read-row.ts', 'hono'],
    ['src/app/read-row.ts', 'hono/http-exception'],
    ['src/store/open.ts', '@hono/node-server'],
    ['src/cli/serve.ts', '@hono/node-server'],
  ])('%s may not use the package %s', (path, name) => {
    expect(rulesBroken(path, `${HEAD}import { a } from '${name}'\n`)).toEqual(['2 packages'])
  })

  it.each([
    ['src/store/open.ts', 'lmdb'],
    ['src/admin/layout.ts', 'hono/html'],
    ['src/app/read-row.ts', 'node:crypto'],
    ['src/runtime/listen.ts', '@hono/node-server'],
  ])('%s may use %s', (path, name) => {
    expect(rulesBroken(path, `${HEAD}import { a } from '${name}'\n`)).toEqual([])
  })
})

describe('doors', () => {
  it.each([
    ['src/cli/commands/people/key.ts', '../../../store/records/people.ts', 'door'],
    ['src/cli/with-app.ts', '../store/door/opening-gate.ts', 'door'],
    ['src/app/merge/stage-row.ts', '../../store/file/keyspace.ts', 'door'],
    ['src/app/people/sessions.ts', '../../store/records/sessions.ts', 'door'],
    ['src/search/query.ts', '../store/file/environment.ts', 'door'],
    ['src/server.ts', './store/door/open-store.ts', 'door'],
    ['src/server.ts', '../packages/translator/src/draft-one.ts', 'door'],
    ['src/cli/commands/game-text/merge.ts', '../../../../packages/translator/src/tally.ts', 'door'],
    ['packages/players/src/game-folder.ts', '../../../src/domain/row.ts', 'door'],
    ['packages/translator/src/run.ts', '../../../src/agent/remote.ts', 'door'],
    ['packages/translator/src/run.ts', '../../../packages/formats/src/zip-reader.ts', 'door'],
    ['src/app/upkeep/change-settings.ts', '../../store/write.ts', 'door'],
    ['src/admin/pages/texts/row.ts', '../bench/bar.ts', 'page_to_page'],
  ])('%s may not import %s', (path, specifier, rule) => {
    expect(rulesBroken(path, `${HEAD}import { a } from '${specifier}'\n`)).toEqual([`2 ${rule}`])
  })

  it.each([
    ['src/cli/with-app.ts', '../app/open-app.ts'],
    ['src/app/change.ts', '../store/write.ts'],
    ['src/app/people/sessions.ts', '../../store/people.ts'],
    ['src/server.ts', './store/view.ts'],
    ['src/app/upkeep/change-settings.ts', '../../store/txn.ts'],
    ['src/admin/pages/bench/acts.ts', './bar.ts'],
    ['src/admin/pages/bench/acts.ts', '../../parts/texts.ts'],
  ])('%s may import %s', (path, specifier) => {
    expect(rulesBroken(path, `${HEAD}import { a } from '${specifier}'\n`)).toEqual([])
  })

  it('lets the server load the translator late', () => {
    const late = `${HEAD}const a = () => import('../packages/translator/src/draft-one.ts')\n`
    expect(rulesBroken('src/server.ts', late)).toEqual([])
  })

  it.each(['void db.remove(key)', 'db.put(key, value)', 'app.store.volatile.transactionSync(() => 1)'])(
    'refuses %s outside of the store',
    (call) => {
      expect(rulesBroken('src/app/a.ts', `${HEAD}${call}\n`)).toEqual(['2 put'])
      expect(rulesBroken('src/store/a.ts', `${HEAD}${call}\n`)).toEqual([])
    },
  )
})

describe('names', () => {
  it('keeps wire names out of the inside, but not as quoted values or in comments', () => {
    expect(rulesBroken('src/domain/row.ts', `${HEAD}const a = { row_id: 1 }\n`)).toEqual(['2 wire_names'])
    expect(rulesBroken('src/store/write.ts', `${HEAD}const a = b.source_hash\n`)).toEqual(['2 wire_names'])
    expect(rulesBroken('src/domain/row.ts', `${HEAD}// row_id is the key\nconst a = 'row_id'\n`)).toEqual([])
    expect(rulesBroken('src/api-v1/row-card.ts', `${HEAD}const a = { row_id: 1 }\n`)).toEqual([])
  })

  it.each([
    'src/app/utils.ts',
    'src/app/index.ts',
    'scripts/build/helpers.ts',
    'src/app/WriteBatch.ts',
    'src/app/write_batch.ts',
  ])('refuses the file name %s', (path) => {
    expect(rulesBroken(path, HEAD)).toEqual(['1 file_name'])
  })

  it('asks for the extension in relative imports', () => {
    expect(rulesBroken('src/app/a.ts', `${HEAD}import { b } from './b'\n`)).toEqual(['2 extensions'])
  })
})

describe('sizes', () => {
  it('takes 600 lines and refuses 601', () => {
    const file = (lines: number) => `${HEAD}${'const a = 1\n'.repeat(lines - 1)}`
    expect(rulesBroken('src/app/a.ts', file(600))).toEqual([])
    expect(rulesBroken('src/app/a.ts', file(601))).toEqual(['1 file_size'])
  })

  it.each([
    ['a declaration', 'export function a(b: string) {', '}'],
    ['parameters on several lines', 'function a(\n  b: string,\n): { readonly c: number } {', '}'],
    ['an arrow function', 'const a = async (b: string) => {', '}'],
    ['a callback', "app.get('/', (c) => {", '})'],
    ['a method', 'const o = {\n  a(b: string): void {', '  },\n}'],
  ])('refuses %s over 80 lines', (_, start, end) => {
    const text = (lines: number) => `${HEAD}${start}\n${'    b()\n'.repeat(lines)}${end}\n`
    expect(rulesBroken('src/app/a.ts', text(90))).toContainEqual(expect.stringContaining('function_size'))
    expect(rulesBroken('src/app/a.ts', text(60))).toEqual([])
  })

  it.each(['src/admin/a.ts', 'src/admin/assets/a.css', 'packages/players/src/a.ts'])(
    'takes a line of 140 characters in %s and refuses one of 141',
    (path) => {
      const file = (length: number) => `// a\n//${'ї'.repeat(length - 2)}\n`
      expect(rulesBroken(path, file(140))).toEqual([])
      expect(rulesBroken(path, file(141))).toEqual(['2 line_length'])
    },
  )

  it('lets tests and scripts have longer lines', () => {
    expect(rulesBroken('test/unit/a.test.ts', `// ${'a'.repeat(200)}\n`)).toEqual([])
  })

  it('measures a function from its first line to its closing brace', () => {
    const source = sourceOf('a.ts', 'const x = 1\nfunction a() {\n  if (x) {\n    b()\n  }\n}\nconst y = 2\n')
    expect(functionsOf(source)).toEqual([{ line: 2, lines: 5 }])
  })
})

describe('texts', () => {
  it('refuses carriage returns, a missing last line end, a byte order mark and bytes that are no UTF-8', () => {
    expect(rulesBroken('test/a.ts', '// a\r\n')).toEqual(['1 line_ends'])
    expect(rulesBroken('test/a.ts', '// a')).toEqual(['1 line_ends'])
    expect(rulesBroken('test/a.ts', '\uFEFF// a\n')).toEqual(['1 encoding'])
    expect(findingsIn('test/a.ts', Uint8Array.of(0x2f, 0x2f, 0xff, 0x0a)).map(({ rule }) => rule)).toEqual(['encoding'])
  })

  it.each([
    ['TO', 'DO'],
    ['FIX', 'ME'],
    ['X', 'XX'],
  ])('refuses the mark %s%s', (start, end) => {
    expect(rulesBroken('scripts/a.ts', `// a\n// ${start}${end}: later\n`)).toEqual(['2 banned_words'])
  })

  it.each(['work', 'home/somebody', 'root'])('refuses a path below /%s', (folder) => {
    expect(rulesBroken('test/a.ts', `const a = '${['', folder, 'main'].join('/')}'\n`)).toEqual(['1 banned_words'])
  })

  it('takes paths that only look like it', () => {
    const alike = [
      ['.', 'work', 'a'],
      ['~', 'tmp', 'a'],
    ].map((parts) => parts.join('/'))
    const paths = [...alike, 'https://host/homework', '/api/v1/rows']
    expect(rulesBroken('test/a.ts', `const a = ${JSON.stringify(paths)}\n`)).toEqual([])
  })

  it.each(['skip', 'only'])('refuses test.%s', (word) => {
    expect(rulesBroken('test/a.ts', `test.${word}('a', b)\n`)).toEqual(['1 banned_words'])
  })

  it('asks every source file for a first comment, and no await outside functions', () => {
    expect(rulesBroken('src/app/a.ts', 'const a = 1\n')).toEqual(['1 first_comment'])
    expect(rulesBroken('src/app/a.ts', `${HEAD}const a = await b()\n`)).toEqual(['2 top_level_await'])
    expect(rulesBroken('src/app/a.ts', `${HEAD}export const a = async () => await b()\n`)).toEqual([])
  })

  it('is not misled by what stands in strings, templates and regular expressions', () => {
    const text = "const a = `import b from '../store/b.ts'`\nconst c = /[/'\"]/\nimport d from './d.ts'\n"
    expect(importsOf(sourceOf('a.ts', text)).map(({ specifier, line }) => `${line} ${specifier}`)).toEqual(['3 ./d.ts'])
  })
})

describe('citations', () => {
  const folder = 'docs'
  const page = '# Rules\n\n## 3. Rows\n\n### `GET /rows/{row_id}`, twice\n\n```sh\n# no heading\n```\n'
  const dead = (path: string, text: string) =>
    deadCitations(
      [
        { path: `${folder}/rules.md`, text: page },
        { path, text },
      ],
      (cited) => cited === 'LICENSE',
    ).map(({ line, advice }) => `${line} ${advice}`)

  it('makes anchors from headings as GitHub does, and none from code', () => {
    expect([...anchorsOf(page)]).toEqual(['rules', '3-rows', 'get-rowsrow_id-twice'])
  })

  it('takes what exists', () => {
    expect(dead('src/a.ts', `// What for (${folder}/rules.md#3-rows; ${folder}/rules.md#rules).\n`)).toEqual([])
    expect(
      dead(`${folder}/b.md`, '[rows](rules.md#3-rows), [licence](../LICENSE), https://host/docs/other.md\n'),
    ).toEqual([])
  })

  it('finds a page and a heading that are not there', () => {
    expect(dead('src/a.ts', `// What for.\n// (${folder}/rule.md#3-rows)\n`)).toEqual([
      `2 there is no ${folder}/rule.md: cite the page where the rule stands now`,
    ])
    expect(dead('src/a.ts', `// Source: ${folder}/rules.md#4-rows.\n`)).toEqual([
      `1 ${folder}/rules.md has no heading #4-rows; it has #rules, #3-rows, #get-rowsrow_id-twice`,
    ])
    expect(dead(`${folder}/b.md`, 'a\n[rows](rules.md#rows)\n')).toHaveLength(1)
    expect(dead(`${folder}/c.md`, '[rows](#rows)\n')).toHaveLength(1)
  })

  it('asks for the page in place of a number', () => {
    const sign = '\u00a7'
    expect(rulesBroken('src/base/a.ts', `// What for (decisions ${sign}3).\n`)).toEqual(['1 banned_words'])
  })
})

describe('the tree as a whole', () => {
  const found = (files: Readonly<Record<string, readonly string[]>>) =>
    findingsAmong(
      Object.entries(files).map(([path, imports]) =>
        sourceOf(path, imports.map((each) => `import type { a } from '${each}'\n`).join('')),
      ),
    ).map(({ path, rule }) => `${path} ${rule}`)

  it('sees circles over several files, types too', () => {
    expect(found({ 'src/base/a.ts': ['./b.ts'], 'src/base/b.ts': ['./c.ts'], 'src/base/c.ts': [] })).toEqual([])
    expect(found({ 'src/base/a.ts': ['./b.ts'], 'src/base/b.ts': ['./c.ts'], 'src/base/c.ts': ['./a.ts'] })).toEqual([
      'src/base/c.ts circle',
    ])
    expect(found({ 'scripts/a/a.ts': ['./b.ts'], 'scripts/a/b.ts': ['./a.ts'] })).toEqual(['scripts/a/b.ts circle'])
    expect(found({ 'test/a.ts': ['./unit/b.ts'], 'test/unit/b.ts': ['../a.ts'] })).toEqual(['test/unit/b.ts circle'])
  })

  it('holds a room to its budget of lines, with the folders in it', () => {
    const budget = ROOMS.find(({ path }) => path === 'base')?.lines ?? 0
    const told = (lines: number) =>
      findingsAmong([
        sourceOf('src/base/a.ts', '//\n'.repeat(lines - 1)),
        sourceOf('src/base/deep/b.ts', '//\n'),
        sourceOf('src/based.ts', '//\n'),
      ]).map(({ path, advice }) => `${path} ${advice}`)
    expect(told(budget)).toEqual([])
    expect(told(budget + 1)).toEqual([
      expect.stringMatching(/^src\/base \d+ lines, its budget is \d+: take .* says what left$/),
    ])
  })

  it('refuses one name for two files of a wing, not of two wings', () => {
    expect(found({ 'src/app/rows/a.ts': [], 'src/store/rows/a.ts': [] })).toEqual([])
    expect(found({ 'src/app/rows/a.ts': [], 'src/app/writes/a.ts': [] })).toEqual(['src/app/writes/a.ts same_name'])
  })

  it('refuses arrows in both directions between folders side by side, not between a folder and one inside it', () => {
    expect(found({ 'src/app/rows/a.ts': ['../writes/b.ts'], 'src/app/writes/b.ts': ['../app.ts'] })).toEqual([])
    expect(found({ 'src/app/a.ts': ['./rows/b.ts'], 'src/app/rows/b.ts': ['../c.ts'], 'src/app/c.ts': [] })).toEqual([])
    expect(
      found({
        'src/app/rows/a.ts': ['../writes/b.ts'],
        'src/app/rows/c.ts': [],
        'src/app/writes/b.ts': ['../rows/c.ts'],
      }),
    ).toEqual(['src/app/writes/b.ts wings'])
  })

  const foundIn = (texts: Readonly<Record<string, string>>) =>
    findingsAmong(Object.entries(texts).map(([path, text]) => sourceOf(path, text))).map(
      ({ path, line, rule }) => `${path}:${line} ${rule}`,
    )

  it('refuses an export that no other file imports, though another has something of its name', () => {
    const a = 'export const a = 1\nexport const b = 2\nexport type C = 3\nexport const d = 4\n'
    expect(
      foundIn({
        'src/base/a.ts': a,
        'src/base/late.ts': "const late = async () => (await import('./a.ts')).d\n",
        'scripts/b.ts': 'export const e = `\nexport const f = 6\n`\n',
        'test/unit/a.test.ts': "import { a as other, type C } from '../../src/base/a.ts'\nconst b = 5\n",
      }),
    ).toEqual(['src/base/a.ts:2 unused_export', 'scripts/b.ts:1 unused_export'])
  })

  it('refuses a name that a face passes on to no other file', () => {
    expect(
      foundIn({
        'src/store/rows.ts': "export { readRow, type Row } from './rows/a.ts'\n",
        'src/app/a.ts': "import { readRow } from '../store/rows.ts'\n",
      }),
    ).toEqual(['src/store/rows.ts:1 unused_export'])
  })

  it('refuses an export that nobody imports of a face that passes all of it on', () => {
    expect(
      foundIn({
        'src/store/rows.ts': "export * from './rows/a.ts'\n",
        'src/store/rows/a.ts': 'export const readRow = 1\nexport const putRow = 2\n',
        'src/app/a.ts': "import { readRow } from '../store/rows.ts'\n",
      }),
    ).toEqual(['src/store/rows/a.ts:2 unused_export'])
  })

  it('refuses a kind of record outside of the store, though a face passes it on', () => {
    expect(
      foundIn({
        'src/store/people.ts': "export * from './records/a.ts'\n",
        'src/store/records/a.ts':
          'export const USERS: NumberedKind<User> = 1\nexport const KEYS: Kind<Key> = 2\nexport const readUser = 3\n',
        'src/store/records/kinds.ts': "import { KEYS, USERS } from './a.ts'\n",
        'src/app/a.ts': "import { readUser, USERS } from '../store/people.ts'\n",
        'test/unit/a.test.ts': "import { KEYS } from '../../src/store/records/a.ts'\n",
      }),
    ).toEqual(['src/app/a.ts:1 kind_outside'])
  })

  it('lets a form show its page again, and no page another page', () => {
    const map = "import { row } from './pages/row.ts'\nimport { edit, rows } from './pages/rows.ts'\n"
    const siteMap = (rows: string) => ({ 'src/admin/routes.ts': `${map}${rows}`, 'src/admin/pages/row.ts': '' })
    const page = { 'src/admin/pages/rows.ts': "import type { x } from './row.ts'\n" }
    expect(foundIn({ ...siteMap("get('/row', 'view', row),\npost('/rows', 'view', edit),\n"), ...page })).toEqual([])
    expect(foundIn({ ...siteMap("get('/row', 'view', row),\nopen('GET', '/rows', rows),\n"), ...page })).toEqual([
      'src/admin/pages/rows.ts:1 page_to_page',
    ])
  })
})

it('takes subjects of commits up to 72 characters', () => {
  const log = `abc1234 ${'a'.repeat(72)}\ndef5678 ${'b'.repeat(73)}\n`
  expect(longSubjects(log).map(({ path, rule }) => `${path} ${rule}`)).toEqual(['commit def5678 subject'])
})

describe('late loading', () => {
  const findings = (path: string, text: string) =>
    lateLoading([sourceOf(path, text)]).filter((each) => each.path === path && each.advice.startsWith('src/x.ts'))

  it('is told where the table does not know it', () => {
    expect(findings('src/y.ts', "const x = await import('./x.ts')\n")).toMatchObject([
      { line: 1, rule: 'late_loading' },
    ])
  })

  it('is no type, no import at the top, and nothing in the table of commands', () => {
    expect(findings('src/y.ts', "type X = typeof import('./x.ts')\nimport { a } from './x.ts'\n")).toEqual([])
    expect(findings('src/cli/commands.ts', "const x = () => import('../x.ts')\n")).toEqual([])
  })

  it('is told where nothing is loaded late any more', () => {
    const [finding] = lateLoading([]).filter(({ path }) => path === 'src/main.ts')
    expect(finding?.advice).toContain('is not loaded late here')
  })
})
