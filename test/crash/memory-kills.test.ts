// windrow remember that is killed at moments spread over its run: the store is sound, holds whole transactions of it and no
// other text, and the next run does the rest, as one that nobody killed.
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { done, start, temporaryFolder } from '../support/program.ts'
const temporary = temporaryFolder()
afterAll(() => temporary.remove())

const moments = 4
const rows = 6_000
const idOf = (row: number): string => row.toString(16).padStart(16, '0')
const written = (name: string, lines: readonly object[]): string => {
  const path = join(temporary.path, name)
  writeFileSync(path, lines.map((line) => JSON.stringify(line)).join('\n'))
  return path
}

/** Machine texts by row. */
async function machine(data: string): Promise<ReadonlyMap<string, string>> {
  const to = join(temporary.path, 'machine.jsonl')
  await done(['export', '--to', to, '--text', 'machine', '--data', data, '--quiet'])
  const lines = readFileSync(to, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
  return new Map(
    lines.map((line) => JSON.parse(line) as { id: string; text: string }).map(({ id, text }) => [id, text]),
  )
}

async function killedAfter(data: string, ms: number): Promise<void> {
  const child = start(['remember', '--data', data])
  const ended = new Promise((resolve) => child.once('close', resolve))
  const timer = setTimeout(() => child.kill('SIGKILL'), ms)
  await ended
  clearTimeout(timer)
}

test('what was filled stays, the rest is filled by the next run, and a run behind it has nothing to do', async () => {
  const data = join(temporary.path, 'data')
  // Rows with the same source, twins, and some that memory has nothing for.
  const textOf = (row: number): string =>
    row % 3 === 0
      ? `Gather ${100 + (row % 600)} herbs`
      : row % 3 === 1
        ? `The tale of ${'abcdefghij'[row % 10]}`
        : `Alone ${'x'.repeat(row % 50)} y${'z'.repeat(row % 61)}`
  const game = Array.from({ length: rows }, (_, at) => ({ id: idOf(at + 1), text: textOf(at + 1) }))
  const known = game.slice(0, 60).map(({ id, text }) => ({
    id,
    text: text
      .replace('Gather', 'Збери')
      .replace('herbs', 'трав')
      .replace('The tale of', 'Казка про')
      .replace('Alone', 'Сам'),
  }))
  await done([
    'import',
    '--main',
    written('main.jsonl', game),
    '--localized',
    written('uk.jsonl', known),
    '--data',
    data,
    '--quiet',
  ])
  await done(['setting', 'set', 'target_language', 'uk', '--data', data])
  await done(['index', '--data', data, '--quiet'])
  const before = await machine(data)
  const whole = join(temporary.path, 'whole')
  cpSync(data, whole, { recursive: true, filter: (path) => !path.endsWith('lock.mdb') })
  const startedMs = Date.now()
  const { filled } = JSON.parse(await done(['remember', '--json', '--data', whole])) as { filled: number }
  const wholeMs = Date.now() - startedMs
  expect(filled).toBeGreaterThan(rows / 4)
  const all = await machine(whole)

  const sizes: number[] = []
  for (let moment = 1; moment <= moments; moment++) {
    await killedAfter(data, (wholeMs * moment) / (2.5 * moments))
    await done(['check', '--data', data])
    const now = await machine(data)
    sizes.push(now.size)
    for (const [id, text] of before) expect(now.get(id)).toBe(text)
    for (const [id, text] of now) expect(text).toBe(all.get(id))
  }
  expect(Math.min(...sizes)).toBeLessThan(all.size)
  await done(['remember', '--data', data])
  expect(await machine(data)).toEqual(all)
  expect(JSON.parse(await done(['remember', '--json', '--data', data]))).toMatchObject({ filled: 0, memory: null })
  await done(['check', '--data', data])
})
