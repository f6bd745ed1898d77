// The game's official texts in further languages, by the command line: in, out, kept by backups, found when damaged
// (docs/game-files.md#official-texts-in-other-languages).
import { existsSync } from 'node:fs'
import { beforeEach, expect, test } from 'vitest'
import { addUser } from '../../../src/app/people/manage-users.ts'
import { inspectWrites } from '../../../src/store/door/writer.ts'
import { keyOf, u32 } from '../../../src/store/file/keyspace.ts'
import { officialLanguages, ordinalOf, readOfficialTexts } from '../../../src/store/rows.ts'
import { writeOrThrow } from '../../../src/store/write.ts'
import { systemClock } from '../../../src/base/time.ts'
import { disagreementsIn, openApp } from '../../support/app-world.ts'
import { runHere } from '../../support/cli-world.ts'
import { emptyFolder } from '../../support/empty-folder.ts'
import { container, idOf as id, textLines } from '../../support/game-files.ts'

const rows = 300
const textsOf = (text: (row: number) => string | null, step = 1): Record<string, string | null> =>
  Object.fromEntries(
    Array.from({ length: Math.floor(rows / step) }, (_, n) => [id((n + 1) * step), text((n + 1) * step)]),
  )

const { at, write } = emptyFolder()
beforeEach(async () => {
  game(
    'translate_words_map_en',
    textsOf((row) => `The ${row}th lantern of the old town`),
  )
  for (const language of ['de', 'fr', 'ja', 'ko', 'pt_br'])
    game(
      `translate_words_map_${language}`,
      textsOf((row) => `${language}: lantern ${row}`),
    )
  game(
    'translate_words_map_de_diff',
    textsOf((row) => `de: newer lantern ${row}`, 100),
  )
  text('ru.jsonl', { [id(1)]: 'Старый тайник, рань' })
  text('uk.jsonl', { [id(1)]: 'рій', [id(2)]: 'тінь' })
  await done('import', '--main', './translate_words_map_en')
})

const game = (name: string, texts: Record<string, string | null>): void => {
  const entries = Object.entries(texts).map(([key, each]) => ({ id: key, text: each }))
  write(name, container(entries, 3))
}
const text = (name: string, texts: Record<string, string | null>): string => write(name, textLines(texts))

/** `./` is the folder of the test. */
const run = (...argv: string[]) =>
  runHere(
    [...argv, '--data', './data'].map((word) => word.replace(/(^|=)\.\//, `$1${at()}/`)),
    '',
    {},
  )

async function done(...argv: string[]): Promise<Record<string, unknown>> {
  const { code, stdout, stderr } = await run(...argv, '--json')
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return JSON.parse(stdout) as Record<string, unknown>
}

async function stored(row: number, data = 'data') {
  const app = openApp(at(data), systemClock)
  try {
    const texts = readOfficialTexts(app.store.main, ordinalOf(app.store.main, id(row)) ?? 0).map(
      (each) => `${each.language}=${each.text}`,
    )
    return { languages: officialLanguages(app.store.main), texts }
  } finally {
    await app.store.close()
  }
}

const five = ['de', 'fr', 'ja', 'ko', 'pt_br'].flatMap((language) => [
  '--official',
  `./translate_words_map_${language}`,
])

test('five languages come in at once; one alone, its overlay alone, and emptying one leave the others', async () => {
  const counts = (await done('import', ...five, '--official', './translate_words_map_de_diff'))['official']
  expect(counts).toMatchObject({
    de: { total: rows, added: rows, unknown: 0 },
    'de-diff': { total: rows / 100, added: rows / 100 },
    pt_br: { added: rows },
  })
  expect(await stored(100)).toEqual({
    languages: ['de', 'fr', 'ja', 'ko', 'pt_br'],
    texts: [
      'de=de: newer lantern 100',
      'fr=fr: lantern 100',
      'ja=ja: lantern 100',
      'ko=ko: lantern 100',
      'pt_br=pt_br: lantern 100',
    ],
  })
  const german: Record<string, string | null> = {
    ...textsOf((row) => `de: lantern ${row}`),
    [id(7)]: 'Laterne',
    [id(999)]: 'x',
  }
  delete german[id(8)]
  text('new-german.jsonl', german)
  expect((await done('import', '--official', 'de=./new-german.jsonl'))['official']).toEqual({
    de: { total: rows, added: 0, changed: 1, retired: 1, back: 0, unchanged: rows - 2, unknown: 1 },
  })
  expect((await stored(7)).texts).toContain('de=Laterne')
  expect((await stored(8)).texts).toHaveLength(4)
  expect((await stored(100)).texts[0]).toBe('de=de: newer lantern 100')
  text('overlay.jsonl', { [id(9)]: 'über neun' })
  await done('import', '--official', 'de-diff=./overlay.jsonl')
  expect([(await stored(9)).texts[0], (await stored(100)).texts[0]]).toEqual(['de=über neun', 'de=de: lantern 100'])
  await done('import', '--no-official', 'de-diff')
  expect((await stored(9)).texts[0]).toBe('de=de: lantern 9')
  await done('import', '--no-official', 'de', '--no-official', 'fr')
  expect(await stored(9)).toMatchObject({ languages: ['ja', 'ko', 'pt_br'], texts: { length: 3 } })
})

test('what it prints names each language, and a dry run changes nothing', async () => {
  const { stdout } = await run('import', ...five, '--dry-run')
  expect(stdout).toContain(`official pt_br: 300 texts, all new`)
  expect(await stored(1)).toEqual({ languages: [], texts: [] })
})

test('the texts of a retired row are there again with the row', async () => {
  await done('import', ...five)
  game(
    'fewer',
    textsOf((row) => (row > 290 ? null : `The ${row}th lantern of the old town`)),
  )
  text(
    'fewer.jsonl',
    Object.fromEntries(Object.entries(textsOf((row) => `The ${row}th lantern of the old town`)).slice(0, 290)),
  )
  await done('import', '--main', './fewer.jsonl')
  await done('import', '--main', './translate_words_map_en')
  expect((await stored(295)).texts).toContain('ja=ja: lantern 295')
})

test('a backup has them, and a store restored from it', async () => {
  await done('import', ...five)
  expect((await run('backup', './kept.windrow')).code).toBe(0)
  const back = await runHere(['restore', at('kept.windrow'), '--data', at('restored')], '', {})
  expect(back.code).toBe(0)
  expect(await stored(77, 'restored')).toEqual(await stored(77))
})

test('stats count the entries of each file', async () => {
  await done('import', ...five, '--official', './translate_words_map_de_diff')
  expect(await done('stats')).toMatchObject({ official: { de: rows, 'de-diff': rows / 100, fr: rows } })
  expect((await run('stats')).stdout).toMatch(/official text +entries\nde +300\nde-diff +3\nfr +300\n/)
})

test('a store of another game takes files of its own formats, and any language that is named', async () => {
  write('strings.json', JSON.stringify({ menu: { start: 'Start the game', quit: 'Leave' } }))
  write('strings.it.json', JSON.stringify({ menu: { start: 'Inizia', quit: 'Esci' } }))
  const other = async (...argv: string[]) => await runHere([...argv, '--data', at('other'), '--json'], '', {})
  const main = at('strings.json')
  const italian = at('strings.it.json')
  const sent = await other('import', '--profile', 'generic', '--main', main, '--official', `it=${italian}`)
  expect(JSON.parse(sent.stdout)).toMatchObject({ official: { it: { added: 2, unknown: 0 } } })
  const unnamed = await other('import', '--official', italian)
  expect(unnamed.stdout + unnamed.stderr).toContain('does not say which language it is')
  const app = openApp(at('other'), systemClock)
  try {
    const texts = [1, 2].map((ordinal) => readOfficialTexts(app.store.main, ordinal))
    expect(texts).toEqual([[{ language: 'it', text: 'Inizia' }], [{ language: 'it', text: 'Esci' }]])
  } finally {
    await app.store.close()
  }
})

test('official texts before the main file are refused', async () => {
  const before = await runHere(['import', '--official', at('translate_words_map_de'), '--data', at('empty')], '', {})
  expect([before.code, before.stderr]).toEqual([1, expect.stringContaining('no texts of the game yet')])
})

test('rows, one row and found rows show those that are asked for, by their languages', async () => {
  await done('import', ...five)
  const app = openApp(at('data'), systemClock)
  await addUser(app, null, { name: 'Ada', role: 'admin', password: null })
  await app.store.close()
  const of = async (...argv: string[]) => await run(...argv, '--as', 'Ada', '--official', 'ja,de')
  expect((await of('rows', '--limit', '1')).stdout).toMatch(/\t\[ja: ja: lantern (\d+)\]\t\[de: de: lantern \1\]\n$/)
  expect((await of('row', id(7))).stdout).toContain('official ja: ja: lantern 7\nofficial de: de: lantern 7\n')
  expect(JSON.parse((await of('search', '"The 7th"', '--json')).stdout)).toMatchObject({
    rows: [{ row_id: id(7), official: { ja: 'ja: lantern 7', de: 'de: lantern 7' } }],
  })
  const unknown = await run('rows', '--as', 'Ada', '--claim', '--official', 'de,es')
  expect([unknown.code, unknown.stderr]).toEqual([
    1,
    'error: official: no official texts in es; known are de, fr, ja, ko, pt_br\n',
  ])
  expect((await run('rows', '--as', 'Ada')).stdout).not.toContain('[de:')
  expect((await run('search', '"de: lantern"', '--in', 'reference', '--as', 'Ada')).stdout).toBe('')
})

const REFUSED: readonly (readonly [string, readonly string[], RegExp])[] = [
  [
    'an unknown language',
    ['--official', 'xx=./translate_words_map_de'],
    /no texts in the language xx.*choose one of de, es,/,
  ],
  [
    'a language twice',
    ['--official', './translate_words_map_de', '--official', 'de=./translate_words_map_fr'],
    /de is given twice/,
  ],
  ['given and emptied', ['--official', './translate_words_map_de', '--no-official', 'de'], /de is given twice/],
  [
    'an overlay alone',
    ['--official', './translate_words_map_de_diff'],
    /a diff of de without its main file.*--official de=FILE/,
  ],
  ['the Chinese', ['--official', 'zh_cn=./translate_words_map_de'], /--reference or --reference-diff/],
  ['the source', ['--official', './translate_words_map_en'], /en is the language of the source/],
  ['a name that says nothing', ['--official', './words'], /write de=.*words, or de-diff=/],
  ['a file that is not there', ['--official', 'de=./nothing'], /nothing/],
  ['a damaged file', ['--official', './translate_words_map_fr', '--official', 'de=./broken'], /broken/],
  ['a report over the file', ['--official', 'de=./a.jsonl', '--report', './a.jsonl'], /name the same file/],
]
test.each(REFUSED)('%s is refused, and nothing is changed', async (_, options, message) => {
  write('broken', 'no text of a game')
  const { code, stderr } = await run('import', ...options)
  expect(code).not.toBe(0)
  expect(stderr).toMatch(message)
  expect(existsSync(at('a.jsonl'))).toBe(false)
  expect(await stored(1)).toEqual({ languages: [], texts: [] })
})

test('windrow check finds a block that cannot be unpacked, one of no language, and one of no row', async () => {
  await done('import', ...five)
  inspectWrites(null)
  const app = openApp(at('data'), systemClock)
  try {
    const at = (language: string, block: number): Buffer => keyOf('official', u32(block), language)
    const good = Buffer.from(app.store.main.getBinary(at('de', 1)) as Buffer)
    await writeOrThrow(app.store, ({ db }) => {
      void db.put(at('de', 2), good.subarray(0, good.length - 3))
      void db.put(at('xx', 1), good)
      void db.put(at('de', 99), good)
    })
    const disagreements = await disagreementsIn(app.store)
    const found = disagreements
      .filter(({ table }) => table === 'official')
      .map(({ at: place, problem }) => `${place} ${problem}`)
    expect(found).toContain('block 2 in de cannot be unpacked')
    expect(found).toContain('block 1 in xx is of a language without a file')
    expect(found).toContain('row 6336 in de belongs to a row that was never there')
    expect(found).toHaveLength(2 + 64)
  } finally {
    await app.store.close()
  }
})

test('stats --letters names those of translations that stand in none of them', async () => {
  await done('import', '--official', 'ru=./ru.jsonl')
  await done('import', '--localized', './uk.jsonl')
  expect(await done('stats', '--letters')).toMatchObject({
    letters: [{ letter: 'і', code: 'U+0456', rows: 2, row_id: id(1) }],
  })
  expect((await run('stats', '--letters')).stdout).toMatch(/^і {7}U\+0456 {2}2 {5}0{15}1$/m)
})
