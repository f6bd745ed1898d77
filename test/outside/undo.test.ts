// What was written, and taking it back, as people ask for it (docs/taking-back.md): each filter of `log` and
// `revert` and their combinations, what is left alone and why, a revert of a revert, and what stood at a time.
import { readFileSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import { idOf, textLines } from '../support/game-files.ts'
import { programWorld } from '../support/program-world.ts'
import { type Json, send } from '../support/v1-client.ts'
import { hashOf } from '../support/v1-world.ts'

const world = programWorld()
afterAll(() => world.close())
const { at } = world
const windrow = (...argv: string[]): Promise<string> => world.done(argv)
const json = (...argv: string[]): Promise<Json> => world.json(argv)

const sourceOf = (row: number): string => `The gate of garden ${row} is open`
const from1To = (last: number): number[] => Array.from({ length: last }, (_, row) => row + 1)
const dump = (name: string, rows: readonly number[], textOf: (row: number) => string): string =>
  world.file(name, textLines(Object.fromEntries(rows.map((row) => [idOf(row), textOf(row)]))))

const keys = { Bot: '', Ada: '', Cy: '' }
/** The game's text, and a moment, after each of the writes. */
const moments: { readonly text: string; readonly at: string }[] = []

interface Batch {
  readonly by: keyof typeof keys
  readonly name: string
  readonly rows: readonly number[]
  readonly text: string
  readonly how: Readonly<Record<string, unknown>>
}

async function write(batch: Batch): Promise<void> {
  const items = batch.rows.map((row) => ({
    row_id: idOf(row),
    source_hash: hashOf(sourceOf(row)),
    text: `${batch.text} ${row}`,
    ...batch.how,
  }))
  const { status, text } = await send(server.port, {
    method: 'POST',
    path: '/api/v1/translations',
    key: keys[batch.by],
    headers: { 'Idempotency-Key': batch.name },
    body: { items },
  })
  expect([status, text.includes('"rejected":0')]).toEqual([200, true])
  await noteMoment()
}

async function noteMoment(): Promise<void> {
  const { entries } = await json('log', '--limit', '1')
  moments.push({ text: await gameText(), at: entries[0].at })
}

const gameText = (...options: string[]): Promise<string> => windrow('export', '--to', '-', '--quiet', ...options)

const by = (model: string, provider: string) => ({ layer: 'machine', overwrite: true, model, provider })

await windrow('import', '--main', dump('main.jsonl', from1To(30), sourceOf))
for (const [name, role] of [
  ['Bot', 'admin'],
  ['Ada', 'admin'],
  ['Cy', 'translator'],
  ['Mo', 'moderator'],
]) {
  await windrow('user', 'add', name as string, '--role', role as string)
  if (name !== 'Mo') keys[name as keyof typeof keys] = await windrow('key', 'create', '--user', name as string)
}
const server = await world.serve()
const manual = { layer: 'manual' }
await write({ by: 'Bot', name: 'run-1', rows: from1To(12), text: 'Ворота саду', how: by('m1', 'p1') })
await write({ by: 'Bot', name: 'run-2', rows: [1, 2, 3, 4], text: 'Брама саду', how: by('m2', 'p1') })
await write({ by: 'Ada', name: 'run-3', rows: [13, 14], text: 'Двері саду', how: by('m1', 'p2') })
await write({ by: 'Ada', name: 'run-4', rows: [5], text: 'Хвіртка саду', how: { ...manual, mode: 'direct' } })
await write({ by: 'Cy', name: 'run-5', rows: [6], text: 'Брамка саду', how: { ...manual, mode: 'proposal' } })
const [proposal] = await json('proposal', 'list')
await windrow('proposal', 'approve', String(proposal.id), '--as', 'Ada')
await noteMoment()
const theirs = dump('theirs.jsonl', [20, 21, 22], (row) => `Вхід до саду ${row}`)
expect(await windrow('import', '--localized', theirs)).toMatch(
  /; windrow revert --import 2 takes the translations back$/,
)
await noteMoment()

const left = (some: Readonly<Record<string, number>>) => ({
  written_since: 0,
  approved_by_others: 0,
  reverted_already: 0,
  not_in_game: 0,
  ...some,
})

/** What is asked for; how many revisions the log shows; what a revert would do. */
const ASKED: readonly (readonly [string, number, number, number, Readonly<Record<string, number>>])[] = [
  ['--model m1', 14, 0, 10, { written_since: 4 }],
  ['--provider p1', 16, 0, 12, {}],
  ['--provider p1 --model m1', 12, 0, 8, { written_since: 4 }],
  ['--batch run-2', 4, 4, 0, {}],
  ['--batch run-1 --person Bot', 12, 0, 8, { written_since: 4 }],
  ['--batch run-1 --person Ada', 0, 0, 0, {}],
  ['--import 2', 3, 0, 3, {}],
  ['--person Ada', 3, 0, 3, {}],
  ['--person Cy', 1, 0, 0, { approved_by_others: 1 }],
  ['--person Cy --approved', 1, 0, 1, {}],
  ['--key Bot', 16, 0, 12, {}],
  [`--row ${idOf(1)}`, 2, 0, 1, {}],
  [`--row ${idOf(1)} --row ${idOf(5)} --layer machine`, 3, 0, 2, {}],
  ['--since 1', 11, 4, 5, { approved_by_others: 2 }],
  ['--since 1 --until 5', 7, 4, 2, { approved_by_others: 1 }],
]

/** `--since 1` is from the second write on, `--key Bot` the key of Bot. */
const argvOf = (asked: string): string[] =>
  asked.split(' ').map((word, place, words) => {
    const option = words[place - 1]
    if (option === '--key') return keys[word as keyof typeof keys].slice(0, 12)
    return option === '--since' || option === '--until' ? (moments[Number(word)]?.at ?? '') : word
  })

describe('each filter, alone and with others', () => {
  it.each(ASKED)('%s', async (asked, revisions, restored, withdrawn, alone) => {
    const argv = argvOf(asked)
    const [lines, counted] = await Promise.all([
      windrow('log', '--jsonl', ...argv.filter((word) => word !== '--approved')),
      json('revert', ...argv, '--dry-run'),
    ])
    expect(lines === '' ? 0 : lines.split('\n').length).toBe(revisions)
    expect(counted).toMatchObject({ revert: null, restored, withdrawn, left: left(alone) })
  })

  it('the text of a dry run: counts, ten examples of each kind, and nothing changed', async () => {
    const before = moments.at(-1)?.text
    const said = await windrow('revert', '--provider', 'p1', '--dry-run')
    expect(said).toMatch(
      /^12 layers are empty again, as before\n( {2}[0-9a-f]{16} machine: \S.*\n){10}dry run: nothing was changed$/,
    )
    expect(await gameText()).toBe(before)
  })

  it('lines and JSON of the log, newest first, by the same filters', async () => {
    const [first = ''] = (await windrow('log', '--batch', 'run-2', '--limit', '2')).split('\n')
    expect(first.split('\t').slice(1)).toEqual([
      'Bot',
      idOf(4),
      'machine',
      '2',
      'draft p1 m2 batch:run-2',
      'Брама саду 4',
    ])
    const { entries } = await json('log', '--row', idOf(6), '--layer', 'manual')
    expect(entries).toMatchObject([{ who: 'Cy', approver: 'Ada', change: 'written', text: 'Брамка саду 6' }])
    await windrow('log', '--import', '2', '--jsonl', '--to', at('log.jsonl'))
    const written = readFileSync(at('log.jsonl'), 'utf8').trimEnd().split('\n')
    expect(written.map((line) => (JSON.parse(line) as { row_id: string }).row_id)).toEqual([22, 21, 20].map(idOf))
  })
})

describe('what stood at a time', () => {
  it('is what stood then, in exports and lists', async () => {
    // A proposal changes nothing: it has the moment of the write before it.
    const distinct = moments.filter(({ at: time }, nth) => time !== moments[nth - 1]?.at)
    const then = await Promise.all(distinct.map(({ at: time }) => gameText('--at', time)))
    expect(then).toEqual(distinct.map(({ text }) => text))
    const none = await windrow('rows', '--at', moments[0]?.at ?? '', '--state', 'none', '--limit', '100', '--as', 'Ada')
    expect(none.split('\n')).toHaveLength(18)
  })

  it('is nothing yet of a time to come', async () => {
    const says = '--at 2999-01-01 lies in the future; write a time that has passed'
    for (const command of [
      ['export', '--to', at('later.jsonl')],
      ['rows', '--as', 'Ada'],
    ]) {
      const refused = await world.run([...command, '--at', '2999-01-01'])
      expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining(says) })
    }
  })
})

describe('taking back', () => {
  it('brings back what stood, says which it left alone and why, and is itself taken back', async () => {
    const before = await gameText()
    const report = at('report.jsonl')
    const { revert, ...first } = await json('revert', '--person', 'Bot', '--model', 'm1', '--report', report)
    expect(first).toMatchObject({ restored: 0, withdrawn: 8, left: left({ written_since: 4 }) })
    const told = readFileSync(report, 'utf8').trimEnd().split('\n')
    expect(told.map((line) => JSON.parse(line) as object)).toContainEqual({
      row_id: idOf(1),
      layer: 'machine',
      change: 'written_since',
      before: 'Брама саду 1',
      after: null,
    })
    const after = await gameText()
    expect(after).not.toBe(before)
    expect(after).toContain('Брама саду 1')
    expect(after).toContain('Хвіртка саду 5')
    // Again: nothing is left to do of it.
    expect(await json('revert', '--person', 'Bot', '--model', 'm1')).toMatchObject({ revert: null, withdrawn: 0 })
    const log = (await windrow('log', '--revert', String(revert))).split('\n')
    expect([log.length, log.every((line) => line.includes(`withdrawn revert:${String(revert)}`))]).toEqual([8, true])

    const back = await json('revert', '--revert', String(revert))
    expect(back).toMatchObject({ restored: 8, withdrawn: 0 })
    expect(await gameText()).toBe(before)
    // And that once more, as one may change one's mind.
    await json('revert', '--revert', String(back['revert']))
    expect(await gameText()).toBe(after)
    expect((await world.run(['check'])).code).toBe(0)
  })

  it('others’ approved work stays, unless an admin asks for it', async () => {
    const before = await gameText()
    expect(await windrow('revert', '--person', 'Cy', '--as', 'Mo')).toMatch(
      /^1 left alone: others approved it \(--approved takes it back\)\nnothing to take back$/,
    )
    const refused = await world.run(['revert', '--person', 'Cy', '--approved', '--as', 'Mo'])
    expect([refused.code, refused.stderr]).toEqual([
      1,
      'error: Mo may not take back what others approved: only admins and super admins may\n',
    ])
    expect(await gameText()).toBe(before)
    expect(await json('revert', '--person', 'Cy', '--approved', '--as', 'Bot')).toMatchObject({ withdrawn: 1 })
    expect(await gameText()).not.toContain('Брамка саду 6')
  })

  it.each([
    [['--layer', 'machine'], 2, /^error: .*--row.*for example: windrow revert/],
    [['--person', 'Nobody'], 1, /^error: .*Nobody.*windrow user list/],
    [['--row', 'abc'], 1, /^error: there is no row abc; windrow search finds rows\n$/],
    [['--import', '99'], 1, /^error: --import 99: there was none with this number; windrow log shows the numbers\n$/],
    [['--memory', '1'], 1, /^error: --memory 1: there was none/],
    [['--sample', '1'], 1, /^error: --sample 1: there was none/],
    [['--revert', '99', '--dry-run'], 1, /^error: --revert 99: there was none/],
    [['--since', 'yesterday'], 2, /^error: --since yesterday is not a time; write 2026-11-21/],
    [['--batch', 'a', '--import', '2'], 2, /^error: .*--batch.*--import/],
    [['--model', 'm1', '--as', 'Cy'], 1, /^error: Cy may not take work back: only active moderators/],
  ])('%j is refused with a sentence', async (argv, code, sentence) => {
    const end = await world.run(['revert', ...argv])
    expect(end.code).toBe(code)
    expect(end.stderr).toMatch(sentence)
  })
})
