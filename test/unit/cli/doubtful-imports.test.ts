// Imports that are probably a mistake: refused with a sentence that says what to give instead; and braces around prose.
import { expect, it } from 'vitest'
import { cliFolder } from '../../support/cli-folder.ts'

const { at, write, run: windrow } = cliFolder()
const file = (name: string, content: unknown): string =>
  write(name, typeof content === 'string' ? content : JSON.stringify(content))

it('refuses a second file of a small game that would retire the first, and a file without texts', async () => {
  const none = await windrow('import', '--profile', 'generic', '--main', file('numbers.json', '[1,2,3]'))
  expect([none.code, none.stderr]).toEqual([1, expect.stringContaining('no readable text')])
  expect((await windrow('import', '--main', file('a.json', { a: 'One', b: 'Two' }))).code).toBe(0)
  const second = await windrow('import', '--main', file('b.json', { c: 'Three' }))
  expect([second.code, second.stderr]).toEqual([1, expect.stringMatching(/2 of 2 texts.*the folder.*--allow-retire/)])
  expect((await windrow('import', '--allow-retire', '--main', at('b.json'))).code).toBe(0)
})

const words = 'id,text\n0000000000000001,Gold\n'

it.each([
  ['--main', 'translate_words_map_en_diff', 'diff'],
  ['--main', 'translate_words_map_zh.csv', 'reference'],
  ['--main', 'translate_words_map_de.csv', 'official-de'],
  ['--reference', 'translate_words_map_en.csv', 'main'],
])('refuses %s %s, whose name says %s', async (option, name, own) => {
  const said = await windrow('import', option, file(name, words))
  expect([said.code, said.stderr]).toEqual([1, expect.stringContaining(`it is the ${own} file`)])
})

it('asks the name of an upload, too, which has another one on disk', async () => {
  const said = await windrow('import', '--main', file('0.csv', words), '--called', 'main=translate_words_map_en_diff')
  expect([said.code, said.stderr]).toEqual([1, expect.stringContaining('it is the diff file')])
})

it.each([[[]], [['--profile', 'generic']]])(
  'refuses a file of another language under a neutral name: %j',
  async (game) => {
    const texts = (word: string): string =>
      ['ID,OriginalText', ...Array.from({ length: 120 }, (_, at) => `${String(at).padStart(16, '0')},${word} ${at}`)]
        .join('\n')
        .replace('ID,OriginalText', game.length === 0 ? 'ID,OriginalText' : 'id,text')
    expect((await windrow('import', ...game, '--main', file('a.csv', texts('Gold')))).code).toBe(0)
    const other = file('b.csv', texts('Or'))
    const said = await windrow('import', '--main', other)
    expect([said.code, said.stderr]).toEqual([1, expect.stringMatching(/120 of 120 rows.*another language.*--force/)])
    expect((await windrow('import', '--force', '--main', other)).code).toBe(0)
  },
)

it('takes a long list that grows at its beginning', async () => {
  const list = Array.from({ length: 120 }, (_, at) => `Text ${at}`)
  await windrow('import', '--profile', 'generic', '--main', file('a.json', list))
  expect((await windrow('import', '--main', file('b.json', ['New', ...list]))).code).toBe(0)
})

it('tells the first game in a store of another one', async () => {
  const content = file('a.json', { a: 'One' })
  await windrow('import', '--profile', 'generic', '--main', content)
  const container = write('translate_words_map_en', Buffer.from('efbeadde0100000000000000', 'hex'))
  const plain = await windrow('import', '--main', container)
  expect([plain.code, plain.stderr]).toEqual([1, expect.stringMatching(/container of Where Winds Meet.*--data DIR/)])
  const named = await windrow('import', '--profile', 'where-winds-meet', '--main', container)
  expect([named.code, named.stderr]).toEqual([1, expect.stringMatching(/already holds .*separate store/)])
})

it('takes braces around prose for no markup, and says which part of the markup refuses a text', async () => {
  const prose = { a: '{Orb of Fire}\nDeals %d damage.', b: '{Fast}\nMoves twice.', c: 'Open the gate' }
  const first = await windrow('import', '--profile', 'generic', '--main', file('en.json', prose))
  expect([first.code, first.stderr]).toEqual([0, expect.stringContaining('placeholders and tags: printf (')])
  const uk = file('uk.json', { a: '{Куля вогню}\nЗавдає шкоди.', b: '{Швидкий}\nХодить двічі.' })
  const localized = await windrow('import', '--localized', uk)
  expect(localized.stderr).toContain('1 of 2 texts lack markup of their source (TAGS_01: printf ×1)')
})

it.each([
  ['braces', { a: '{Fast} and {Strong}', b: 'Hit for {Double}' }, { a: '{Швидкий} і {Сильний}', b: 'Б’є {Подвійно}' }],
  ['tags', { a: 'Take the <Sword>', b: 'Take the <Bow>' }, { a: 'Візьми <Меч>', b: 'Візьми <Лук>' }],
])('learns no %s that translators translate', async (_name, source, translated) => {
  const [main, uk] = [file('en.json', { ...source, c: 'Deals %d' }), file('uk.json', { ...translated, c: 'Завдає %d' })]
  const { stderr } = await windrow('import', '--profile', 'generic', '--main', main, '--localized', uk)
  expect(stderr).toContain('placeholders and tags: printf (')
  expect(stderr).not.toContain('TAGS_01')
})

it('learns braces that translators keep, but for one', async () => {
  const texts = (word: string): Record<string, string> =>
    Object.fromEntries(Array.from({ length: 8 }, (_, at) => [`k${at}`, `${word} {Name} {${at}}`]))
  const uk = file('uk.json', { ...texts('Вітаю,'), k0: 'Вітаю, {Ім’я} {0}', k1: 'Вітаю' })
  const { stderr } = await windrow(
    'import',
    '--profile',
    'generic',
    '--main',
    file('en.json', texts('Hi,')),
    '--localized',
    uk,
  )
  expect(stderr).toContain('placeholders and tags: braces (')
})

it('takes braces around names of values for markup', async () => {
  const path = file('names.json', { a: 'Hello, {Name}', b: '{PlayerName} has {count} eggs' })
  const { stderr } = await windrow('import', '--profile', 'generic', '--main', path)
  expect(stderr).toContain('placeholders and tags: braces (')
})

it('names no count of nothing, also where several of nothing stand together', async () => {
  const main = file('told.json', { a: 'One', b: 'Two' })
  const localized = file('told-uk.json', { a: 'Один' })
  const { stdout } = await windrow('import', '--profile', 'generic', '--main', main, '--localized', localized)
  expect(stdout).toContain('1 translation taken in, invalid 0\n')
})
