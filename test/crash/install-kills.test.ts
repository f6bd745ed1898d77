// windrow install that is killed at moments spread over its run: the game's folder holds whole files, each the game's own or
// ours, and windrow uninstall brings the game's own back byte for byte.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { container, jsonLines } from '../support/game-files.ts'
import { done, runProcess as run, start, temporaryFolder } from '../support/program.ts'
const temporary = temporaryFolder()
afterAll(() => temporary.remove())

const moments = 6
const folder = join(temporary.path, 'Package/HD/oversea/locale')
const data = ['--data', join(temporary.path, 'data')]
const idOf = (i: number): string => i.toString(16).padStart(16, '0')
const texts = (from: number, to: number, say: (i: number) => string) =>
  Array.from({ length: to - from }, (_, i) => ({ id: idOf(from + i), text: say(from + i) }))

const ownFiles = {
  translate_words_map_en: container(
    texts(1, 8_001, (i) => `A wanderer walks ${i} miles`),
    64,
  ),
  translate_words_map_en_diff: container(
    texts(6_001, 8_001, (i) => `A wanderer runs ${i} miles`),
    64,
  ),
}
const names = Object.keys(ownFiles) as (keyof typeof ownFiles)[]
const path = (name: string): string => join(folder, name)
const inGame = (): readonly Buffer[] => names.map((name) => readFileSync(path(name)))

/** Starts an install and kills it after so many milliseconds, unless it has ended by itself. */
async function killedAfter(ms: number): Promise<void> {
  const child = start(['install', '--yes', ...data])
  const ended = new Promise((resolve) => child.once('close', resolve))
  const timer = setTimeout(() => child.kill('SIGKILL'), ms)
  await ended
  clearTimeout(timer)
}

test('leaves whole files that go together, and the way back', async () => {
  mkdirSync(folder, { recursive: true })
  for (const name of names) writeFileSync(path(name), ownFiles[name])
  const translated = join(temporary.path, 'uk.jsonl')
  writeFileSync(translated, jsonLines(texts(1, 8_001, (i) => `Мандрівник іде ${i} миль`)))
  const sources = ['--main', path(names[0] ?? ''), '--diff', path(names[1] ?? '')]
  await done(['import', ...sources, '--localized', translated, '--localized-diff', translated, ...data])
  const own = inGame()

  const startedMs = Date.now()
  await done(['install', '--yes', ...data])
  const wholeMs = Date.now() - startedMs
  const ours = inGame()
  for (const [i, file] of ours.entries()) expect(file.equals(own[i] as Buffer)).toBe(false)
  await done(['uninstall', '--yes', ...data])

  for (let moment = 1; moment <= moments; moment++) {
    await killedAfter((wholeMs * moment) / moments)
    for (const [i, file] of inGame().entries()) {
      const known = file.equals(own[i] as Buffer) || file.equals(ours[i] as Buffer)
      expect(known, `${names[i]} after a kill at ${moment} of ${moments}`).toBe(true)
    }
    const { code, stderr } = await run(['uninstall', '--yes', ...data])
    if (code !== 0) expect(stderr).toContain('no translation is installed in the game')
    for (const [i, file] of inGame().entries()) expect(file.equals(own[i] as Buffer)).toBe(true)
  }

  await done(['install', '--yes', ...data])
  for (const [i, file] of inGame().entries()) expect(file.equals(ours[i] as Buffer)).toBe(true)
  await done(['uninstall', '--yes', ...data])
  for (const [i, file] of inGame().entries()) expect(file.equals(own[i] as Buffer)).toBe(true)
  expect(readdirSync(folder).sort()).toEqual([...names].sort())
})
