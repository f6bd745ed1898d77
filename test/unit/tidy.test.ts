// The rules of scripts/tidy hold over the whole tree, and each of them sees what it is there to see.
import { describe, expect, it } from 'vitest'
import { fileURLToPath } from 'node:url'
import { findingsIn, roomOf } from '../../scripts/tidy/check.ts'
import { functionsOf, importsOf, sourceOf } from '../../scripts/tidy/source.ts'
import { findingsUnder } from '../../scripts/tidy/tree.ts'

const rulesBroken = (path: string, text: string) =>
  findingsIn(path, Buffer.from(text)).map(({ line, rule }) => `${line} ${rule}`)
const HEAD = '// What for.\n'

it('finds nothing to tidy up in this repository', () => {
  expect(findingsUnder(fileURLToPath(new URL('../../', import.meta.url)))).toEqual([])
})

describe('who may import whom', () => {
  it.each([
    ['src/base/clock.ts', '../domain/row.ts'],
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
    ['src/store/open.ts', '@hono/zod-validator'],
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
  it('takes 400 lines and refuses 401', () => {
    const file = (lines: number) => `${HEAD}${'const a = 1\n'.repeat(lines - 1)}`
    expect(rulesBroken('src/app/a.ts', file(400))).toEqual([])
    expect(rulesBroken('src/app/a.ts', file(401))).toEqual(['1 file_size'])
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
    expect(
      rulesBroken('test/a.ts', "const a = ['./work/a', 'https://host/homework', '/api/v1/rows', '~/tmp/a']\n"),
    ).toEqual([])
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
