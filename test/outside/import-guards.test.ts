// What `windrow import` refuses, and how it says so (docs/command-line.md#import; docs/game-files.md#reading): wrong
// files, translated files, damaged containers and dumps. After each refusal the store is as it was.
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { container, damagedContainer, shardOf } from '../support/game-files.ts'
import type { End } from '../support/program.ts'
import { programWorld } from '../support/program-world.ts'
import { entriesOf, id, openImportWorld, type Texts } from '../support/import-world.ts'

const shardCount = 16
const rowsOf = (count: number): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [id(n + 1), `Source text ${n + 1} of the game`]))
const without = (texts: Texts, count: number): Texts => Object.fromEntries(Object.entries(texts).slice(count))

const world = await openImportWorld()
afterAll(() => world.close())

/** Runs an import that is refused: one line, exit 1, nothing else said. */
async function refused(...argv: string[]): Promise<string> {
  const { code, stdout, stderr } = await world.windrow('import', '--quiet', ...argv)
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toMatch(/^error: [^\n]+\n$/)
  return stderr
}

describe('a file that would retire many rows', () => {
  const texts = rowsOf(2_020)
  let main = ''
  beforeAll(async () => {
    main = world.file('main', texts)
    await world.imports('--main', main)
  })

  test('is refused with the counts when it is more than 5 % and more than 100', async () => {
    const said = await refused('--main', world.file('short', without(texts, 102)))
    expect(said).toContain('102 of 2020 rows would have no source left')
    expect(said).toContain('--allow-retire')
    expect(await world.total('')).toBe(2_020)
  })

  test('is taken when it is 5 % or less', async () => {
    expect((await world.imports('--main', world.file('short', without(texts, 101)))).rows.retired).toBe(101)
    await world.imports('--main', main)
  })

  test('is taken when it is 100 rows or less, whatever the share', async () => {
    await world.imports('--main', world.file('few', without(texts, 1_900)), '--allow-retire')
    const one = world.file('one', without(texts, 2_000))
    expect((await world.imports('--main', one)).rows).toMatchObject({ total: 20, retired: 100 })
  })

  test('is imported all the same with --allow-retire, and nothing of it is lost', async () => {
    expect((await world.imports('--main', main)).rows).toMatchObject({ total: 2_020, back: 2_000, added: 0 })
    expect((await world.rows()).map(({ ordinal }) => ordinal)).toEqual(Array.from({ length: 2_020 }, (_, n) => n + 1))
  })

  test('is refused in a dry run too', async () => {
    expect(await refused('--main', `${world.folder}/one`, '--dry-run')).toContain('2000 of 2020')
  })
})

describe('a translated file', () => {
  const texts = rowsOf(40)
  const translations = Object.fromEntries(
    Object.keys(texts).map((row, n) => [row, `Переклад тексту номер ${n + 1} гри`]),
  )
  let main = ''
  beforeAll(async () => {
    main = world.file('game', container(entriesOf(texts), shardCount))
    await world.imports('--main', main, '--allow-retire')
    await world.translate(translations)
  })
  const sentence = "a translated file made by windrow; use the game's untouched file"

  test('that windrow exported is known again, whatever it is called', async () => {
    const out = join(world.folder, 'out')
    const exported = await world.windrow('export', '--main', main, '--out', out)
    expect(exported).toMatchObject({ code: 0 })
    const said = await refused('--main', join(out, 'game'))
    expect(said).toContain(sentence)
    expect(said).toContain('--force')
    expect(await refused('--diff', join(out, 'game'))).toContain(sentence)
    // Another container of the same texts.
    expect(await refused('--main', world.file('again', container(entriesOf(translations), 5)))).toContain(sentence)
  })

  test('is known by the texts it carries, from 20 changed rows on', async () => {
    const carrying = (count: number, others: number): Texts => {
      const rows = Object.keys(texts)
      const carried = rows.slice(0, count).map((row) => [row, translations[row] ?? ''])
      const changed = rows.slice(count, count + others).map((row) => [row, `Changed ${row}`])
      return { ...texts, ...Object.fromEntries([...carried, ...changed]) }
    }
    expect(await refused('--main', world.file('carried', carrying(11, 9)))).toContain(sentence)
    // A slot without texts of its own: those in force count.
    expect(await refused('--diff', world.file('carried-diff', carrying(11, 9)))).toContain(sentence)
    // Half is not more than half, and 19 changed rows are too few to tell.
    for (const name of ['half', 'few']) {
      const file = world.file(name, name === 'half' ? carrying(10, 10) : carrying(19, 0))
      expect((await world.imports('--main', file, '--dry-run')).rows.changed).toBeGreaterThan(18)
    }
    expect(await world.total('&state=stale')).toBe(0)
  })

  test('is found beside a good one', async () => {
    const diff = Object.fromEntries(Object.keys(texts).map((row) => [row, `In the diff ${row}`]))
    await world.imports('--diff', world.file('diff', diff))
    await world.translate(translations)
    const twin = world.file('diff-twin', translations)
    const update = Object.fromEntries(Object.keys(texts).map((row) => [row, `Updated ${row}`]))
    const said = await refused('--main', world.file('update', { ...update, ...rowsOf(300), ...update }), '--diff', twin)
    expect(said).toContain('diff-twin')
    await world.imports('--no-diff')
  })

  test('is taken with --force', async () => {
    const { rows } = await world.imports('--main', world.file('forced', translations), '--force', '--dry-run')
    expect(rows.changed).toBe(40)
  })

  test('is known in a new store by its letters, be they of some texts only', async () => {
    const fresh = programWorld()
    onTestFinished(() => fresh.close())
    const imports = (...argv: string[]): Promise<End> => fresh.run(['import', '--quiet', ...argv])
    const some = Object.fromEntries(
      Object.keys(texts).map((row, n) => [row, (n < 13 ? translations : texts)[row] ?? '']),
    )
    const [all, few] = [world.file('all', translations), world.file('few', some)]
    for (const [given, name, count] of [
      [['--main', all], 'all', 40],
      [['--main', few], 'few', 13],
      [['--main', main, '--diff', few], 'few', 13],
    ] as const) {
      const { code, stderr } = await imports(...given)
      expect(code).toBe(1)
      expect(stderr).toContain(`${name}: ${count} of its 40 texts are in the letters of another language`)
      expect(stderr).toContain('--force')
    }
    expect(await imports('--main', few, '--force')).toMatchObject({ code: 0 })
    // A store that has rows tells by them.
    expect(await imports('--main', all)).toMatchObject({ code: 0 })
  })

  test('is welcome as a reference', async () => {
    expect((await world.imports('--reference', world.file('twin', translations))).reference.added).toBe(40)
  })
})

describe('a damaged file', () => {
  const texts = rowsOf(40)
  const damagedShard = shardOf(id(3), shardCount)
  const inShard = Object.keys(texts).filter((row) => shardOf(row, shardCount) === damagedShard)
  const isDamaged = (shard: number): boolean => shard === damagedShard
  let before = ''
  const state = async (): Promise<string> => JSON.stringify(await world.rows('&fields=sources,reference,layers'))
  beforeAll(async () => {
    await world.imports('--main', world.file('game', container(entriesOf(texts), shardCount)), '--no-reference')
    before = await state()
  })

  test('is refused with its name, the place, what was found and what was expected', async () => {
    const bytes = container(entriesOf(rowsOf(41)), shardCount)
    const cases: readonly (readonly [string, Uint8Array | string, RegExp])[] = [
      ['magic', Buffer.concat([Buffer.from('deadbeef', 'hex'), bytes.subarray(4)]), /byte 0.*swapped/],
      ['cut', bytes.subarray(0, bytes.length - 7), /block \d+.*found .*expected/],
      ['line.jsonl', `{"id":"${id(1)}","text":"a"}\n{"id":"${id(2)}"}\n`, /line 2: .*found .*expected/],
      ['shape', 'some words\n', /does not know this kind of file.*a text dump/],
      ['cut.gz', gzipSync(`{"id":"${id(1)}","text":"a"}\n`).subarray(0, 20), /byte \d+.*gzip/],
    ]
    const check = async ([name, content, place]: (typeof cases)[number]): Promise<void> => {
      const said = await refused('--main', world.file(name, content))
      expect(said).toMatch(place)
      expect(said).toContain(name)
      expect(said).toContain('nothing was changed')
    }
    await Promise.all(cases.map(check))
    expect(await state()).toBe(before)
  })

  test('leaves a good one that came with it alone', async () => {
    const good = world.file('good', rowsOf(45))
    const bad = world.file('bad.jsonl', `{"id":"${id(1)}","text":"a"}\n{"id":"x","text":"b"}\n`)
    const slots = ['--reference-diff', '--localized']
    const said = await Promise.all(slots.map((slot) => refused('--main', good, slot, bad)))
    for (const line of said) expect(line).toContain('bad.jsonl, line 2')
    expect(await state()).toBe(before)
  })

  test('in some shard is refused, and with --skip-damaged its rows stay as they were', async () => {
    const changed = Object.fromEntries(Object.keys(texts).map((row) => [row, `Changed ${row}`]))
    const file = world.file('partly', damagedContainer(entriesOf(changed), shardCount, isDamaged))
    const said = await refused('--main', file)
    expect(said).toMatch(/partly, block \d+ at byte \d+: /)
    expect(said).toContain('--skip-damaged')
    expect(await state()).toBe(before)

    const { rows, warnings } = await world.imports('--main', file, '--skip-damaged')
    expect(rows).toMatchObject({ total: 40, changed: 40 - inShard.length, unchanged: inShard.length, retired: 0 })
    const left = /^shards left out: 1, entries: 0, the first: partly, block \d+ at byte \d+: .*--report/
    expect(warnings).toEqual([expect.stringMatching(left)])
    for (const { row_id, source_text } of await world.rows())
      expect(source_text).toBe(inShard.includes(row_id) ? texts[row_id] : `Changed ${row_id}`)
  })

  test('of references keeps those of rows in damaged shards, retired rows too', async () => {
    const zh = Object.fromEntries(Object.keys(texts).map((row) => [row, `文 ${row}`]))
    await world.imports('--reference', world.file('zh', container(entriesOf(zh), shardCount)))
    const [kept = ''] = inShard
    await world.imports(
      '--main',
      world.file('gone', Object.fromEntries(Object.entries(texts).filter(([row]) => row !== kept))),
    )
    const other = Object.fromEntries(Object.keys(texts).map((row) => [row, `新 ${row}`]))
    const file = world.file('zh2', damagedContainer(entriesOf(other), shardCount, isDamaged))
    await world.imports('--reference', file, '--skip-damaged')
    await world.imports('--main', world.file('all', texts))
    for (const { row_id, reference } of await world.rows('&fields=reference'))
      expect(reference.text).toBe(inShard.includes(row_id) ? `文 ${row_id}` : `新 ${row_id}`)
  })
})

describe('files that do not go together', () => {
  const texts = rowsOf(40)
  test('are refused as a pair: main and overlay of different shard counts, given or stored', async () => {
    const main = world.file('main16', container(entriesOf(texts), 16))
    const diff = world.file('diff8', container(entriesOf({ [id(1)]: 'Changed' }), 8))
    expect(await refused('--main', main, '--diff', diff)).toMatch(/diff8.*found 8 shards, expected 16/)
    await world.imports('--main', main)
    expect(await refused('--diff', diff)).toMatch(/diff8.*found 8 shards, expected 16, as in main16/)
    expect(await world.total('&source=diff')).toBe(0)
  })
})

describe('dumps', () => {
  test('are recognised by content, compressed or not, and read alike', async () => {
    const lines = (text: string) => `{"id":"${id(1)}","text":"${text} 1"}\n{"id":"${id(2)}","text":"${text} 2"}\n`
    await world.imports('--main', world.file('two', lines('zero')), '--allow-retire')
    const files = [
      world.file('a.bin', gzipSync(lines('gzip'))),
      world.file('c.bin', `ID\tOriginalText\r\n${id(1)}\ttsv 1\r\n${id(2)}\ttsv 2\r\n`),
    ]
    for (const file of files) expect((await world.imports('--main', file)).rows).toMatchObject({ total: 2, changed: 2 })
    expect((await world.rows()).map(({ source_text }) => source_text)).toEqual(['tsv 1', 'tsv 2'])
  })

  test('with ids in the other byte order are turned around, a reference by the main file beside it', async () => {
    const reversed = (row: string): string => Buffer.from(row, 'hex').reverse().toString('hex')
    const rows = Object.keys(rowsOf(30)).map((row) => `f${row.slice(1)}`)
    const main = Object.fromEntries(rows.map((row) => [row, `Main ${row}`]))
    const zh = Object.fromEntries(rows.map((row) => [reversed(row), `文 ${row}`]))
    const argv = ['--main', world.file('order', main), '--reference', world.file('zh-order', zh), '--allow-retire']
    const { reference, warnings } = await world.imports(...argv)
    expect(reference).toMatchObject({ added: 30, unknown: 0 })
    expect(warnings).toEqual([expect.stringContaining('the bytes of its ids are reversed')])
    expect((await world.rows('&fields=reference'))[0].reference.text).toBe(`文 ${rows[0]}`)
  })
})
