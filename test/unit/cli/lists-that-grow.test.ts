// A new version of a game with keys whose texts stand in other places: translations go with their text, and nothing is lost.
import { expect, it } from 'vitest'
import { cliFolder } from '../../support/cli-folder.ts'

const { at, write, read, json: answer } = cliFolder()
const file = (name: string, content: unknown): string => write(name, JSON.stringify(content))

const exported = async (path: string, ...options: string[]): Promise<unknown> => {
  await answer('export', '--main', path, '--out', 'out', '--force', ...options)
  return JSON.parse(read('out', path.slice(at().length + 1)))
}

const V1 = { EXT: ['Deal', 'Damage', 'Twice'] }
const UK = { EXT: ['Завдає', 'шкоди', 'двічі'] }

it('takes translations along when an entry is put before the others', async () => {
  await answer('import', '--profile', 'generic', '--main', file('a.json', V1), '--localized', file('uk.json', UK))
  const v2 = file('b.json', { EXT: ['New', 'Deal', 'Damage', 'Twice'] })
  expect(await answer('import', '--main', v2)).toMatchObject({
    rows: { added: 1, changed: 3 },
    heads_now_stale: 0,
    texts_followed: 3,
  })
  const right = { EXT: ['New', 'Завдає', 'шкоди', 'двічі'] }
  expect(await exported(v2)).toEqual(right)
  expect(await exported(v2, '--stale')).toEqual(right)
  expect(await exported(v2, '--stale')).toEqual(right)

  expect(await answer('import', '--main', at('a.json'), '--allow-retire')).toMatchObject({ texts_followed: 3 })
  expect(await exported(at('a.json'))).toEqual(UK)
  await answer('check')
})

it('gives no row the text of a neighbour that nobody translated', async () => {
  const uk = file('uk.json', { EXT: ['', 'шкоди', 'двічі'] })
  await answer('import', '--profile', 'generic', '--main', file('a.json', V1), '--localized', uk)
  const v2 = file('b.json', { EXT: ['New', 'Deal', 'Damage', 'Twice'] })
  await answer('import', '--main', v2)
  expect(await exported(v2, '--stale')).toEqual({ EXT: ['New', 'Deal', 'шкоди', 'двічі'] })
})

it('keeps the layer and the approval of a text whose key is another one, and its history', async () => {
  await answer('user', 'add', 'Olena', '--role', 'admin')
  const uk = file('uk.json', { yes: 'Так', no: 'Ні' })
  await answer('import', '--profile', 'generic', '--main', file('a.json', { yes: 'Yes', no: 'No' }), '--localized', uk)
  const v2 = file('b.json', { yes: 'No', no: 'Yes', more: 'More' })
  const dry = await answer('import', '--main', v2, '--dry-run')
  expect(dry).toMatchObject({ texts_followed: 2 })
  await answer('import', '--main', v2)
  expect(await exported(v2, '--stale')).toEqual({ yes: 'Ні', no: 'Так', more: 'More' })
  const { rows } = await answer('rows', '--as', 'Olena', '--state', 'all')
  const yes = rows.find(({ key }: { key: string }) => key === 'yes')
  const log = await answer('log', '--row', yes.row_id)
  expect(JSON.stringify(log)).toMatch(/Так/)
  const { restored } = await answer('revert', '--import', '3')
  expect(restored).toBe(2)
  expect(await exported(v2, '--stale')).toEqual({ yes: 'Так', no: 'Ні', more: 'More' })
})
