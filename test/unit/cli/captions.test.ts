// A file whose texts translate the captions of tags: every place where that shows names the setting.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { runCli } from '../../../src/cli/cli.ts'
import { testWorld } from '../../support/cli-world.ts'

const idOf = (row: number): string => row.toString(16).padStart(16, '0')
const sentence = expect.stringContaining(
  '6 of 6 refused texts differ from the source only in the captions of their tags: if captions should be translated, use windrow setting set caption_policy free',
)

async function windrow(...argv: string[]) {
  const world = testWorld(cwd, { WINDROW_PORT: '0' })
  const code = await runCli(argv, world)
  return { code, ...world.written }
}

function dump(name: string, textOf: (row: number) => string): string {
  const lines = Array.from({ length: 6 }, (_, row) => JSON.stringify({ id: idOf(row + 1), text: textOf(row + 1) }))
  writeFileSync(join(cwd, name), `${lines.join('\n')}\n`)
  return join(cwd, name)
}

const captionCheck = async () => {
  const { checks } = JSON.parse((await windrow('doctor', '--json')).stdout)
  return checks.find(({ what }: { what: string }) => what === 'captions')
}

const cwd = mkdtempSync(join(tmpdir(), 'windrow-captions-'))
const main = dump('main.jsonl', (row) => `Blade ${row}: <Bladebound Thread|781|#C|${row}> cuts it.`)
await windrow('import', '--main', main, '--no-diff')
await windrow('user', 'add', 'Olena', '--role', 'admin')
afterAll(() => rmSync(cwd, { recursive: true }))

test('refusals of a file, the check of stored texts, and the doctor', async () => {
  const texts = dump('texts.jsonl', (row) => `Лезо ${row}: <Нитка леза|781|#C|${row}> ріже його.`)
  const lines = join(cwd, 'lines.jsonl')
  writeFileSync(lines, readFileSync(texts, 'utf8').replaceAll('"id"', '"row"'))
  const validated = await windrow('validate', lines, '--as', 'Olena')
  expect([validated.code, validated.stderr]).toEqual([3, sentence])
  expect(await captionCheck()).toBeUndefined()

  await windrow('import', '--localized', texts)
  expect((await windrow('check-texts')).stderr).toEqual(sentence)
  expect(await captionCheck()).toMatchObject({
    status: 'warning',
    message: expect.stringMatching(/^6 of 6 texts with changed tags differ from the source only in/),
  })

  await windrow('setting', 'set', 'caption_policy', 'free')
  expect((await windrow('check-texts')).stderr).toBe('')
  expect(await captionCheck()).toBeUndefined()
})
