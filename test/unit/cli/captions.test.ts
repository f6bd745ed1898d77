// A file whose texts translate the captions of tags: every place where that shows names the setting.
import { expect, test } from 'vitest'
import { cliFolder } from '../../support/cli-folder.ts'
import { idOf } from '../../support/game-store.ts'

const sentence = expect.stringContaining(
  '6 of 6 refused texts differ from the source only in the captions of their tags: if captions should be translated, use windrow setting set caption_policy free',
)

const { write, read, run } = cliFolder('file')

function dump(name: string, textOf: (row: number) => string): string {
  const lines = Array.from({ length: 6 }, (_, row) => JSON.stringify({ id: idOf(row + 1), text: textOf(row + 1) }))
  return write(name, `${lines.join('\n')}\n`)
}

const captionCheck = async () => {
  const { checks } = JSON.parse((await run('doctor', '--json')).stdout)
  return checks.find(({ what }: { what: string }) => what === 'captions')
}

const main = dump('main.jsonl', (row) => `Blade ${row}: <Bladebound Thread|781|#C|${row}> cuts it.`)
await run('import', '--main', main, '--no-diff')
await run('user', 'add', 'Olena', '--role', 'admin')

test('refusals of a file, the check of stored texts, and the doctor', async () => {
  const texts = dump('texts.jsonl', (row) => `Лезо ${row}: <Нитка леза|781|#C|${row}> ріже його.`)
  const lines = write('lines.jsonl', read('texts.jsonl').replaceAll('"id"', '"row"'))
  const validated = await run('validate', lines, '--as', 'Olena')
  expect([validated.code, validated.stderr]).toEqual([3, sentence])
  expect(await captionCheck()).toBeUndefined()

  await run('import', '--localized', texts)
  expect((await run('check-texts')).stderr).toEqual(sentence)
  expect(await captionCheck()).toMatchObject({
    status: 'warning',
    message: expect.stringMatching(/^6 of 6 texts with changed tags differ from the source only in/),
  })

  await run('setting', 'set', 'caption_policy', 'free')
  expect((await run('check-texts')).stderr).toBe('')
  expect(await captionCheck()).toBeUndefined()
})
