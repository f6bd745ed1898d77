// windrow install and uninstall from the command line: the folder is the one that was imported from, and the question is asked.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { container, jsonLines } from '../support/game-files.ts'
import { done, pathForProgram, run, temporaryFolder } from '../support/program.ts'

const temporary = temporaryFolder()
afterAll(() => temporary.remove())

test('puts the texts into the folder that they came from, and takes them out again', async () => {
  const folder = join(temporary.path, 'Package/HD/oversea/locale')
  const main = join(folder, 'translate_words_map_en')
  const data = ['--data', join(temporary.path, 'data')]
  mkdirSync(folder, { recursive: true })
  writeFileSync(main, container([{ id: '00000000000000a1', text: 'A wanderer walks' }], 4))
  const own = readFileSync(main)
  const translated = join(temporary.path, 'uk.jsonl')
  writeFileSync(translated, jsonLines([{ id: '00000000000000a1', text: 'Мандрівник іде' }]))
  await done(['import', '--main', main, '--localized', translated, ...data])

  const exported = await run(['export', '--main', main, '--out', join(temporary.path, 'out'), ...data])
  expect(exported.stderr).toMatch(/into the game: copy .*translate_words_map_en to .*locale, or let windrow do it/)
  const refused = await run(['install', ...data], { input: '\n' })
  expect([refused.code, refused.stderr]).toEqual([
    1,
    expect.stringMatching(/will be copied to a safe place, then replaced[^]*nothing was changed/),
  ])
  expect(readFileSync(main).equals(own)).toBe(true)
  const installed = await run(['install', ...data], { input: 'y\n' })
  expect([installed.code, installed.stdout]).toEqual([
    0,
    expect.stringContaining('translate_words_map_en is translated now'),
  ])
  expect(readFileSync(main).equals(own)).toBe(false)
  expect(JSON.parse(await done(['uninstall', '--yes', '--json', ...data]))).toMatchObject({
    files: [{ name: 'translate_words_map_en', was: 'ours' }],
    kept: null,
  })
  expect(readFileSync(main).equals(own)).toBe(true)
  // Nothing is asked when there is nothing to do.
  expect(await run(['uninstall', ...data], { input: 'y\n' })).toMatchObject({
    code: 1,
    stderr: 'error: no translation is installed in the game; windrow install puts it there\n',
  })
})

test('finds the folder of the last install again, wherever that was', async () => {
  const folder = join(temporary.path, 'anywhere')
  const data = ['--data', join(temporary.path, 'other')]
  mkdirSync(folder)
  writeFileSync(join(folder, 'translate_words_map_en'), container([{ id: '00000000000000a1', text: 'A wanderer' }], 4))
  await done(['import', '--main', join(folder, 'translate_words_map_en'), ...data])
  expect(await run(['install', '--yes', ...data])).toMatchObject({ code: 1 })
  await done(['install', '--yes', '--game', folder, ...data])
  await done(['uninstall', '--yes', ...data])
  expect(JSON.parse(await done(['install', '--yes', '--json', ...data]))).toMatchObject({
    folder: pathForProgram(folder),
  })
})
