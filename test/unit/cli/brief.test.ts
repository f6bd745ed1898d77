// `windrow brief` (docs/agents.md#the-brief), run through the whole command line on a real store.
import { expect, test } from 'vitest'
import { cliFolder } from '../../support/cli-folder.ts'

const { at, write, run, done, json } = cliFolder()
const document = (...argv: string[]) => json('brief', ...argv)

async function set(text: string, ...options: string[]) {
  write('brief.md', text)
  return await run('brief', 'set', 'brief.md', ...options)
}

test('there is none at first', async () => {
  expect(await document('show')).toEqual({ version: 0, text: '' })
  expect(await document('list')).toEqual([])
  expect((await set(' \r\n')).stdout).toBe('there is no brief yet; windrow brief set FILE adds one\n')
  expect(await document('list')).toEqual([])
})

test('each change is a version with its time and its writer, and the same text is none', async () => {
  await run('user', 'add', 'Ada', '--role', 'admin')
  expect((await set('\uFEFFЗвертання: «ти».\r\n')).stdout).toBe('the brief is now version 1: 16 characters\n')
  expect((await set('Звертання: «ти».\n\n', '--as', 'Ada')).stdout).toContain('version 1')
  expect((await set('Звертання: «ви».', '--as', 'Ada')).stdout).toContain('version 2')
  expect((await run('brief', 'show')).stdout).toBe('Звертання: «ви».\n')
  expect((await run('brief', 'show', '1')).stdout).toBe('Звертання: «ти».\n')
  expect(await document('list')).toMatchObject([
    { version: 2, by: 'Ada', characters: 16 },
    { version: 1, by: null, characters: 16 },
  ])
  const missing = await run('brief', 'show', '3')
  expect([missing.code, missing.stderr]).toEqual([1, expect.stringContaining('the brief has no version 3')])
  expect((await run('brief', 'show', 'second')).code).toBe(2)
})

test('40,000 characters of Ukrainian are taken, and one more is not', async () => {
  const text = 'Ї'.repeat(40_000)
  expect((await set(text)).code).toBe(0)
  const over = await set(`${text}ї`)
  expect([over.code, over.stderr]).toEqual([2, expect.stringContaining('at most 40000 characters')])
  expect(await document('show')).toEqual({ version: 1, at: expect.any(String), by: null, characters: 40_000, text })
})

test('control characters and people without the right are refused', async () => {
  expect((await set('one\u0000two')).code).toBe(2)
  await run('user', 'add', 'Mod', '--role', 'moderator')
  const refused = await set('Short sentences.', '--as', 'Mod')
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('only admins')])
  expect(await document('list')).toEqual([])
})

test('a backup brings back every version', async () => {
  await set('first')
  await set('second')
  await run('backup', 'kept.wbk')
  const restored = await run('restore', 'kept.wbk', '--data', 'again')
  expect(restored.code).toBe(0)
  expect(await document('list', '--data', 'again')).toEqual(await document('list'))
  expect((await run('brief', 'show', '1', '--data', 'again')).stdout).toBe('first\n')
  expect((await run('check', '--data', 'again')).code).toBe(0)
})

test('windrow translate begins every prompt with it, names its version with each text, and has room for 40,000 characters', async () => {
  write('main.jsonl', `${JSON.stringify({ id: '0000000000000001', text: 'Open the gate.' })}\n`)
  await done('import', '--main', 'main.jsonl')
  await run('user', 'add', 'Ada', '--role', 'admin')
  await set('ї'.repeat(40_000))
  const program = [process.execPath, at('model.mjs')].map((part) => JSON.stringify(part)).join(' ')
  write('model.mjs', "process.stdin.resume().on('end', () => console.log('1\\tВідчини браму.'))")
  const options = ['--command', program, '--model', 'm', '--language', 'uk', '--as', 'Ada']
  const shown = await json('translate', ...options, '--dry-run')
  expect(shown.prompt.system).toContain(`How the team writes:\n${'ї'.repeat(40_000)}`)
  const tight = await run('translate', ...options, '--context', '8k')
  expect([tight.code, tight.stderr + tight.stdout]).toEqual([1, expect.stringContaining('of --context 8192')])
  const wrong = await run('translate', ...options, '--context', '8kb')
  expect([wrong.code, wrong.stderr + wrong.stdout]).toEqual([2, expect.stringContaining('such as 8k or 8192, not 8kb')])
  expect((await run('translate', ...options)).code).toBe(0)
  await set('Коротко.')
  expect((await json('log')).entries).toMatchObject([{ brief_version: 1 }])
  const rows = async (brief: string) =>
    (await run('rows', '--filter', `brief=${brief}`, '--as', 'Ada', '--json')).stdout.includes('0000000000000001')
  expect([await rows('1'), await rows('<2'), await rows('-')]).toEqual([true, true, false])
})
