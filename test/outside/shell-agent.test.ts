// The shell agent from outside: `windrow rows --claim | my-llm | windrow write --model M`, on the store and behind a server.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { idOf } from '../support/game-files.ts'
import { done, type End, run, serve, temporaryFolder } from '../support/program.ts'

const rows = 60
const sourceOf = (row: number): string => (row % 10 === 0 ? `Take\tthe ${row}th {0}\nat once` : `Take the ${row}th {0}`)

const temporary = temporaryFolder()
const at = (name: string): string => join(temporary.path, name)

/** The two ways of working: here as a person, or on a server with a key. */
const WAYS = ['here', 'server'] as const
type Way = (typeof WAYS)[number]
const dataOf = (way: Way): string => at(way)
const windrow = (way: Way, argv: readonly string[], input = ''): Promise<End> =>
  way === 'here'
    ? run([...argv, '--as', 'Olena', '--data', dataOf(way)], { input })
    : run([...argv, '--data', at('not-here')], { input, env })

const lines = (text: string): string[] => text.split('\n').filter((line) => line !== '')

/** A stand-in for a model that works on lines: translates, and breaks the rows that `isBroken` says. */
const myLlm = (text: string, isBroken: (row: number) => boolean = () => false): string =>
  lines(text)
    .map((line) => {
      const [label = '', source = '', ...notes] = line.split('\t')
      const row = Number.parseInt(label.slice(0, 16), 16)
      const translated = source.replace('Take', 'Візьми').replace('the', 'той').replace('at once', 'негайно')
      return [label, isBroken(row) ? translated.replace('{0}', '') : translated, ...notes].join('\t')
    })
    .join('\n')

const dump = Array.from({ length: rows }, (_, i) => `${JSON.stringify({ id: idOf(i + 1), text: sourceOf(i + 1) })}\n`)
mkdirSync(at('files'))
writeFileSync(at('files/main.jsonl'), dump.join(''))
for (const way of WAYS) {
  const data = ['--data', dataOf(way)]
  await done(['import', '--main', at('files/main.jsonl'), '--no-diff', ...data])
  await done(['user', 'add', 'Olena', '--role', 'admin', ...data])
}
const key = await done(['key', 'create', '--user', 'Olena', '--data', dataOf('server')])
const server = await serve(['--data', dataOf('server')])
const env = { WINDROW_URL: server.url, WINDROW_KEY: key }
afterAll(async () => {
  await server.stop()
  temporary.remove()
})

describe.each(WAYS)('%s', (way) => {
  it('a pass over the game: claim, translate, write; refusals are named, and come right', async () => {
    const taken = await windrow(way, ['rows', '--state', 'none', '--limit', '55', '--claim'])
    expect([taken.code, lines(taken.stdout).length]).toEqual([0, 55])
    // Behind the larger family.
    expect(lines(taken.stdout).find((line) => line.startsWith(idOf(10)))).toMatch(
      /^000000000000000a\.[0-9a-f]{8}\tTake\\tthe 10th \{0\}\\nat once\t\[keep: \{0\}\]$/,
    )
    expect(taken.stderr).toMatch(/^claim [0-9a-f]{20} of 55 rows, until .*; 5 rows more are free\n$/)

    const written = await windrow(
      way,
      ['write', '--model', 'M'],
      myLlm(taken.stdout, (row) => row === 7),
    )
    expect(written).toMatchObject({ code: 3, stderr: '54 of 55 saved, 1 refused\n' })
    expect(written.stdout).toMatch(/^0000000000000007\tTAGS_01\tToken \{0\} is missing: .*\n$/)

    const again = await windrow(way, ['write', '--model', 'M'], myLlm(taken.stdout))
    expect(again).toMatchObject({
      code: 0,
      stdout: '',
      stderr: '55 of 55 saved (54 of them there already), 0 refused\n',
    })
    const of = await done(['log', '--row', idOf(10), '--json', '--data', dataOf(way)])
    const client = { client: 'windrow write', client_version: expect.stringMatching(/^\d+\.\d+/), prompt_version: null }
    expect(JSON.parse(of).entries).toEqual([expect.objectContaining(client)])
    const shown = await windrow(way, ['row', idOf(10), '--json'])
    expect(JSON.parse(shown.stdout).layers.machine).toMatchObject({
      text: 'Візьми\tтой 10th {0}\nнегайно',
      provider: 'local',
      model: 'M',
    })
  })

  it('rows that others hold are 75, and a claim that is given back is free; nothing left is 0', async () => {
    const taken = await windrow(way, ['rows', '--claim', '--json'])
    const { claim, rows: held } = JSON.parse(taken.stdout)
    expect([taken.code, held.length]).toEqual([0, 5])
    const none = await windrow(way, ['rows', '--claim', '--json'])
    expect([none.code, JSON.parse(none.stdout)]).toMatchObject([75, { error: { code: 'rows_held' } }])
    expect((await windrow(way, ['claim', 'renew', claim.id, '--seconds', '60'])).stdout).toContain('holds until')
    expect((await windrow(way, ['claim', 'give-back', claim.id])).code).toBe(0)
    expect((await windrow(way, ['claim', 'give-back', claim.id])).code).toBe(1)
    const last = await windrow(way, ['rows', '--claim', '--jsonl'])
    const jsonl = lines(last.stdout).map((line) => ({ ...JSON.parse(line), text: 'Візьми {0} негайно' }))
    const input = jsonl.map((row) => JSON.stringify(row)).join('\n')
    expect((await windrow(way, ['write', '--model', 'M', '--provider', 'p'], input)).code).toBe(0)
    const finished = await windrow(way, ['rows', '--claim'])
    expect(finished).toMatchObject({ code: 0, stdout: '', stderr: 'there is nothing left to do\n' })
  })

  it('write takes the name and versions of the program that translated', async () => {
    const input = `${idOf(11)}\tВізьми той 11й {0}`
    const more = ['--client', 'my-llm', '--client-version', '1.4', '--prompt-version', ' 7 ', '--overwrite']
    expect(await windrow(way, ['write', '--model', 'M', ...more], input)).toMatchObject({ code: 0 })
    const line = await done(['log', '--row', idOf(11), '--limit', '1', '--data', dataOf(way)])
    expect(line).toContain('\tdraft local M (my-llm 1.4 · 7)')
    const refused = await windrow(way, ['write', '--model', 'M', '--client-version', '1.4'], input)
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('--client NAME') })
    const long = await windrow(way, ['write', '--model', 'M', '--client', 'x'.repeat(65)], input)
    expect(long).toMatchObject({ code: 2, stderr: expect.stringContaining('1 to 64 printable characters') })
  })

  it('search finds how the words were translated, validate writes nothing', async () => {
    const found = await windrow(way, ['search', '12TH', '--limit', '1'])
    expect(lines(found.stdout)).toEqual([
      expect.stringMatching(/^000000000000000c\.[0-9a-f]{8}\.1\tTake the 12th \{0\}\tВізьми той 12th \{0\}$/),
    ])
    const checked = await windrow(
      way,
      ['validate', '--json'],
      `${idOf(12)}\tБез нічого\n${idOf(13)}\tВізьми {0} собі\n`,
    )
    expect(checked.code).toBe(3)
    expect(JSON.parse(checked.stdout)).toEqual({
      sent: 2,
      good: 1,
      rejected: 1,
      refused: [expect.objectContaining({ row_id: idOf(12) })],
      warned: [],
      unreadable: [],
    })
  })

  it('a batch that has slipped by a row is not stored in silence', async () => {
    const of = (rows: readonly number[], text: (row: number) => string): string =>
      rows.map((row) => `${idOf(row)}\t${text(row)}\n`).join('')
    const batch = Array.from({ length: 20 }, (_, i) => 21 + i)
    const right = (row: number): string => (row % 10 === 0 ? `Візьми\\tте ${row} {0}\\nнегайно` : `Візьми ${row} {0}!`)
    const slipped = of(batch, (row) => right(row < 25 ? row : row + 1))
    const checked = JSON.parse((await windrow(way, ['validate', '--json'], slipped)).stdout)
    const [first] = checked.warned
    expect([first.status, first.warnings.at(-1)]).toMatchObject(['written', { rule_code: 'ALIGN_01' }])
    for (const command of [['validate'], ['write', '--model', 'M', '--overwrite']]) {
      const end = await windrow(way, command, slipped)
      expect(end.code).toBe(3)
      expect(end.stdout).toMatch(/^[0-9a-f]{16}\t!ALIGN_01\tThis text fits row [0-9a-f]{16} better than its own/m)
      expect(end.stderr).toMatch(
        /\d+ of the (saved|good) doubtful[^]*translate the whole batch again, and match texts by row\n$/,
      )
    }
    const again = await windrow(way, ['write', '--model', 'M', '--overwrite'], of(batch, right))
    expect(again).toMatchObject({ code: 0, stderr: '20 of 20 saved (4 of them there already), 0 refused\n' })
  })

  it('a text replaces only what was seen, or what it is told to', async () => {
    const { stdout } = await windrow(way, ['search', '15th', '--limit', '1'])
    const [label = ''] = stdout.split('\t')
    const write = (words: string, ...more: string[]) => windrow(way, ['write', '--model', 'M', ...more], `${words}\n`)
    expect((await write(`${label}\tБери 15th {0}`)).code).toBe(0)
    const late = await write(`${label}\tХапай 15th {0}`)
    expect([late.code, late.stdout]).toEqual([
      3,
      expect.stringMatching(/\tstale_head\t.*windrow row, then leave it, or send/),
    ])
    const old = await write(`${idOf(15)}.00000000\tХапай 15th {0}`)
    expect([old.code, old.stdout]).toEqual([3, expect.stringMatching(/\tstale_source\t.* Read the row again .*\n$/)])
    const filled = await write(`${idOf(15)}\tХапай 15th {0}`)
    expect(filled.stderr).toBe(
      '0 of 1 saved, 0 refused, 1 left out because their rows have another text (--overwrite replaces it)\n',
    )
    expect((await write(`${idOf(15)}\tХапай 15th {0}`, '--overwrite')).code).toBe(0)
  })

  it('what it cannot read it names, and sends the rest', async () => {
    const input = `Here is the translation:\n${idOf(16)}\tБери\tі ще\n# a note\n\n${idOf(17)}\tБери 17th {0}\n{"row_id":"x"}\n`
    const { code, stdout, stderr } = await windrow(way, ['write', '--model', 'M', '--overwrite'], input)
    expect([code, lines(stdout).map((line) => line.split('\t').slice(0, 2))]).toEqual([
      3,
      [
        ['line 1', 'unreadable'],
        ['line 2', 'unreadable'],
        ['line 6', 'unreadable'],
      ],
    ])
    expect(stderr).toBe('1 of 1 saved, 0 refused, 3 lines not read\n')
  })
})

describe('wrong calls', () => {
  it('say who works on what, and what is missing', async () => {
    const ends = await Promise.all([
      run(['rows', '--data', dataOf('here')]),
      run(['rows'], { env: { WINDROW_URL: 'http://127.0.0.1:9' } }),
      run(['rows'], { env: { WINDROW_URL: 'example', WINDROW_KEY: 'k' } }),
      run(['rows'], { env: { ...env, WINDROW_URL: `${server.url}/api/v1` } }),
      run(['rows', '--claim', '--state', 'all', '--as', 'Olena', '--data', dataOf('here')]),
      run(['row', 'nope', '--as', 'Olena', '--data', dataOf('here')]),
    ])
    expect(ends.map(({ code }) => code)).toEqual([2, 2, 2, 2, 2, 2])
    expect(ends[3]?.stderr).toContain(`without /api/v1: ${server.url}\n`)
    const missing = await run(['row', idOf(999), '--as', 'Olena', '--data', dataOf('here'), '--json'])
    expect([missing.code, JSON.parse(missing.stdout)]).toMatchObject([1, { error: { code: 'not_found' } }])
    const wrongKey = await run(['rows', '--json'], { env: { ...env, WINDROW_KEY: 'wdr_wrong' } })
    expect([wrongKey.code, JSON.parse(wrongKey.stdout)]).toMatchObject([1, { error: { code: 'invalid_key' } }])
  })

  it('somebody who may not write is told which role it takes', async () => {
    const data = ['--data', dataOf('here')]
    await done(['user', 'add', 'Ivan', ...data])
    const written = await run(['write', '--model', 'M', '--as', 'Ivan', ...data], { input: `${idOf(1)}\tБери {0}\n` })
    const taken = await run(['rows', '--claim', '--as', 'Ivan', ...data])
    const said =
      'Ivan is user and may neither write nor propose; ask somebody who manages people to give Ivan a role: windrow user role Ivan translator.\n'
    expect([written.code, written.stderr]).toEqual([
      1,
      `0 of 0 saved, 0 refused\nerror: the rest were not sent: ${said}`,
    ])
    expect([taken.code, taken.stderr]).toEqual([1, `error: ${said}`])
  })
})
