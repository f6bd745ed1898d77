// The way back from an upgrade: what it keeps is taken up by the very program that wrote it, which then says what it said before.
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sha256Hex } from '../../src/base/bytes.ts'
import { STORE_SCHEMA } from '../../src/store/schema-version.ts'
import { earlierProgram, LAST_PROGRAMS } from '../support/earlier-program.ts'
import { idOf, textLines } from '../support/game-files.ts'
import { done, run, serve, temporaryFolder } from '../support/program.ts'
import { canShow } from '../support/under-wine.ts'
import { type Json, send } from '../support/v1-client.ts'

// Some thirty programs, one after the other.
const patienceMs = 240_000
const secretOf = (name: string): string => `wdr_${sha256Hex(name).slice(0, 60)}`
const rows = 400

it('every schema that there was has the line of its last program', () => {
  const earlier = Array.from({ length: STORE_SCHEMA - 1 }, (_, i) => String(i + 1))
  expect(Object.keys(LAST_PROGRAMS)).toEqual(earlier)
})

const programs = Object.entries(LAST_PROGRAMS).filter((line): line is [string, string] => typeof line[1] === 'string')

describe.runIf(canShow('an earlier program')).each(programs)(
  'a store of schema %s, made by the program of commit %s',
  (schema, commit) => {
    const { path: folder, remove } = temporaryFolder()
    const data = join(folder, 'some data')
    const backups = join(data, 'backups')
    let old: readonly string[]
    let before: Record<string, string>
    beforeAll(async () => {
      old = earlierProgram(commit, join(folder, 'program'))
      await makeStore(old, folder, data)
      before = await readOut(old, folder, data)
      expect(before['stats']).toContain('"revisions": 300')
      expect(before['proposal list']).toContain('Пропоную 2')
      copyFileSync(join(data, 'main/data.mdb'), join(folder, 'data.mdb'))
    }, patienceMs)
    afterAll(remove)

    it(
      'is brought over, and what is kept is the store of before, for the program of before',
      async () => {
        const { code, stdout, stderr } = await run(['upgrade', '--json', '--data', data])
        expect(code, stderr).toBe(0)
        expect(JSON.parse(stdout)).toMatchObject({ upgraded: true, from: Number(schema), to: STORE_SCHEMA })
        const [name = '', ...others] = readdirSync(backups)
        expect(others).toEqual([])
        const kept = join(backups, name)
        expect(stderr).toContain(`windrow serve --data "${kept}"`)
        expect(readFileSync(join(kept, 'main/data.mdb')).equals(readFileSync(join(folder, 'data.mdb')))).toBe(true)

        expect(await readOut(old, folder, kept)).toEqual(before)
        await done(['check', '--data', kept], '', old)
        const server = await serve(['--data', kept], {}, old)
        try {
          const path = `/api/v1/rows/${idOf(7)}`
          expect((await send(server.port, { path, key: secretOf('Ada') })).text).toContain('Вдруге 7')
        } finally {
          await server.stop()
        }
        // The new store does not depend on it.
        await done(['check', '--data', data])
        expect(await textsOf(undefined, folder, data)).toEqual(
          Object.fromEntries(TEXTS.map((text) => [text, before[text]])),
        )
      },
      patienceMs,
    )
  },
)

/** Rows, people, machine texts of which half were written twice, proposals of which one is approved. */
async function makeStore(program: readonly string[], folder: string, data: string): Promise<void> {
  const main = join(folder, 'main.jsonl')
  writeFileSync(
    main,
    textLines(Object.fromEntries(Array.from({ length: rows }, (_, i) => [idOf(i + 1), `Text ${i + 1}`]))),
  )
  const windrow = (argv: readonly string[], input = '') => done([...argv, '--data', data], input, program)
  await windrow(['import', '--main', main])
  for (const [name, role] of [
    ['Ada', 'admin'],
    ['Bo', 'translator'],
  ] as const) {
    await windrow(['user', 'add', name, '--role', role])
    const key = ['key', 'create', '--user', name, '--name', 'k', '--requests-per-minute', '6000', '--secret-stdin']
    await windrow(key, `${secretOf(name)}\n`)
  }
  const server = await serve(['--data', data], {}, program)
  try {
    await write(server.port, 'Ada', 200, (n) => ({ layer: 'machine', text: `Уперше ${n}` }))
    await write(server.port, 'Ada', 100, (n) => ({ layer: 'machine', text: `Вдруге ${n}`, overwrite: true }))
    await write(server.port, 'Ada', 50, (n) => ({ layer: 'manual', mode: 'direct', text: `Рукою ${n}` }))
    await write(server.port, 'Bo', 30, (n) => ({ layer: 'manual', mode: 'proposal', text: `Пропоную ${n}` }))
  } finally {
    await server.stop()
  }
  await windrow(['proposal', 'approve', '1', '--as', 'Ada'])
}

/** Writes the first `count` rows in batches of fifty. */
async function write(port: number, by: string, count: number, textOf: (n: number) => object): Promise<void> {
  const key = secretOf(by)
  for (let first = 1; first <= count; first += 50) {
    const numbers = Array.from({ length: Math.min(50, count - first + 1) }, (_, i) => first + i)
    const items = numbers.map((n) => {
      const item: Json = { row_id: idOf(n), source_hash: sha256Hex(`Text ${n}`), ...textOf(n) }
      return item.layer === 'machine' ? { ...item, provider: 'p', model: 'm-1' } : item
    })
    const headers = { 'Idempotency-Key': `batch ${first} ${sha256Hex(JSON.stringify(items))}` }
    const { status, text } = await send(port, {
      method: 'POST',
      path: '/api/v1/translations',
      key,
      headers,
      body: { items },
    })
    if (status !== 200 || text.includes('"failed"')) throw new Error(`${status} ${text}`)
  }
}

const TEXTS = ['game', 'main', 'machine', 'manual'] as const

/** The bytes that are exported. */
async function textsOf(
  program: readonly string[] | undefined,
  folder: string,
  data: string,
): Promise<Record<string, string>> {
  const texts: Record<string, string> = {}
  for (const text of TEXTS) {
    const to = join(folder, 'out.jsonl')
    await done(['export', '--to', to, '--text', text, '--data', data], '', program)
    texts[text] = readFileSync(to, 'utf8')
  }
  return texts
}

/** What a program says of a store. */
async function readOut(program: readonly string[], folder: string, data: string): Promise<Record<string, string>> {
  const said = await textsOf(program, folder, data)
  for (const what of ['stats', 'user list', 'key list', 'proposal list'])
    said[what] = await done([...what.split(' '), '--json', '--data', data], '', program)
  return said
}
