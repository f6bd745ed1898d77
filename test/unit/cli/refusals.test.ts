// What `--json` tells of a refusal (docs/command-line.md#everywhere): beside the sentence its code and its facts, of imports,
// merges, exports, backups, reverts, glossaries and people alike.
import { mkdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import { cliFolder } from '../../support/cli-folder.ts'

const { at, write, run } = cliFolder('file')

/** How a command ends. */
async function end(argv: readonly string[]) {
  const { code, stdout, stderr } = await run(...argv, '--data', at('data'), '--json')
  return { code, document: JSON.parse(stdout) as unknown, stderr }
}

const lines = Array.from({ length: 400 }, (_, n) =>
  JSON.stringify({ id: (n + 1).toString(16).padStart(16, '0'), text: `Row ${n + 1}` }),
)
write('main.jsonl', `${lines.join('\n')}\n`)
write('few.jsonl', `${lines.slice(0, 10).join('\n')}\n`)
write('twice.jsonl', `${lines[0] ?? ''}\n${lines[0] ?? ''}\n`)
write('terms.csv', 'source,forms\n,Ці\n')
mkdirSync(at('folder'))
expect((await end(['import', '--main', at('main.jsonl')])).code).toBe(0)
for (const [name, role] of [
  ['Olena', 'translator'],
  ['Max', 'moderator'],
] as const)
  expect((await end(['user', 'add', name, '--role', role])).code).toBe(0)

const where = (line: number) => ({ at: 'line', line })

it.each([
  [
    ['import', '--main', 'twice.jsonl'],
    'damaged_file',
    { damage: { file: 'twice.jsonl', where: where(2), problem: 'id_twice', found: '0000000000000001' } },
    'error: twice.jsonl, line 2: the id appears twice; found 0000000000000001, expected each id once; nothing was changed\n',
  ],
  [
    ['import', '--main', 'few.jsonl'],
    'looks_wrong',
    { lost: 390, rows: 400 },
    'error: 390 of 400 rows would have no source left, so this looks like the wrong file; nothing was changed (--allow-retire imports it anyway)\n',
  ],
  [
    ['import', '--main', 'main.jsonl', '--as', 'Olena'],
    'may_not_import',
    { name: 'Olena' },
    /^error: Olena may not import/,
  ],
  [
    ['merge', 'main.jsonl'],
    'damaged_file',
    { damage: { file: 'main.jsonl', where: where(1), problem: 'no_history' } },
    /^error: main\.jsonl, line 1: this is not the history of a store; .*; nothing was changed\n$/,
  ],
  [['revert', '--model', 'x', '--as', 'Olena'], 'may_not_revert', { name: 'Olena' }, /take work back: only active/],
  [
    ['revert', '--model', 'x', '--approved', '--as', 'Max'],
    'may_not_revert_approved',
    { name: 'Max' },
    /others approved/,
  ],
  [['backup', 'main.jsonl'], 'backup_exists', { path: 'main.jsonl' }, /already exists; choose another name/],
  [['restore', 'main.jsonl'], 'folder_not_empty', { name: expect.any(String) as string }, /is not empty \(it holds /],
  [
    ['glossary', 'import', 'terms.csv'],
    'damaged_file',
    { damage: { problem: 'no_term' } },
    /^error: terms\.csv, line 2: /,
  ],
  [
    ['export', '--main', 'nowhere', '--out', 'twins'],
    'no_file',
    { path: 'nowhere' },
    /^error: there is no file .*nowhere; /,
  ],
  [['user', 'role', 'Nobody', 'admin'], 'no_person', { name: 'Nobody' }, /^error: there is no person named Nobody; /],
])('tells why %j ended', async (words, code, facts, stderr) => {
  const named = words.map((word) => (/\.\w+$|^nowhere|^twins$/.test(word) ? at(word) : word))
  const ended = await end(named)
  const isPath = (value: unknown): value is string => typeof value === 'string' && /\.jsonl$|^nowhere/.test(value)
  const full = Object.fromEntries(
    Object.entries(facts).map(([name, value]) => [name, isPath(value) ? at(value) : value]),
  )
  expect(ended.code).toBe(1)
  expect(ended.document).toMatchObject({
    error: {
      code: expect.any(String) as string,
      message: expect.any(String) as string,
      hint: expect.any(String) as string,
      refusal: { code, ...full },
    },
  })
  if (typeof stderr === 'string') expect(ended.stderr).toBe(stderr)
  else expect(ended.stderr).toMatch(stderr)
})

it('keeps the word of the system, and the kind of what people are refused, as the code', async () => {
  const lost = await end(['import', '--main', at('nowhere')])
  expect(lost.document).toMatchObject({
    error: { code: 'ENOENT', refusal: { code: 'no_file', path: at('nowhere') } },
  })
  const nobody = await end(['user', 'role', 'Nobody', 'admin'])
  expect(nobody.document).toMatchObject({ error: { code: 'not_found', refusal: { code: 'no_person' } } })
  const damaged = await end(['import', '--main', at('twice.jsonl')])
  expect(damaged.document).toMatchObject({
    error: { code: 'damaged_file', hint: expect.stringContaining('nothing was changed') as string },
  })
})

it('has the names and numbers of a refusal, and nothing of the records that it carries', async () => {
  const { document } = await end(['key', 'create', '--user', 'Olena', '--bot'])
  expect(document).toMatchObject({ error: { refusal: { code: 'bot_key_role', owner: 'Olena' } } })
})

it('tells why a store cannot be opened', async () => {
  write('file', '')
  const { code, stdout } = await run('user', 'list', '--data', at('file'), '--json')
  expect([code, JSON.parse(stdout)]).toMatchObject([
    1,
    { error: { code: 'store_not_opened', refusal: { code: 'store_not_opened', folder: at('file') } } },
  ])
})

it.each(['import --main', 'import --localized', 'merge', 'glossary import', 'exchange import --as Max'])(
  '%s names the folder that is given for a file',
  async (words) => {
    const { code, document, stderr } = await end([...words.split(' '), at('folder')])
    const refusal = { code: 'is_folder', path: at('folder') }
    expect([code, stderr, document]).toMatchObject([
      1,
      `error: ${at('folder')} is a folder; name a file\n`,
      { error: { refusal } },
    ])
  },
)
