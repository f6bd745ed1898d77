// Ctrl+C while another process has the writer and does not give it back: a command says whom it waits for, ends by itself with
// 130, and leaves nobody the lock (runtime/end-process.ts). The holder tells nobody by a lease, as one that hangs.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { hangMs } from '../support/hang.ts'
import { commandLine, start } from '../support/program.ts'
import { programWorld } from '../support/program-world.ts'
import { openWindow } from '../support/terminal-window.ts'
import { canShow } from '../support/under-wine.ts'
import { send } from '../support/v1-client.ts'

const world = programWorld()
const { at } = world
const row = '40564f2eaebac596'
const holding = fileURLToPath(new URL('../support/hold-writer.ts', import.meta.url))

const windows = new Set<ChildProcess>()

world.file('main.jsonl', `{"id":"${row}","text":"Two blades"}\n`)
world.file('localized.jsonl', `{"id":"${row}","text":"Два клинки"}\n`)
world.file('texts.tsv', `${row}\tМечі\n`)
world.file('glossary.csv', 'source,forms\nblade,клинок\n')
await world.done(['import', '--main', at('main.jsonl')])
const key = await world.person('Ada', 'admin')
await world.done(['write', at('texts.tsv'), '--model', 'm', '--as', 'Ada'])
await world.done(['export', '--to', at('history.jsonl'), '--with-history'])
await world.done(['revert', '--model', 'm'])
await world.done(['check'])
const holder = spawn(process.execPath, [holding, at('data'), 'silent'])
await once(holder.stdout as NodeJS.ReadableStream, 'data', { signal: AbortSignal.timeout(hangMs) })
afterAll(() => {
  for (const child of [holder, ...windows]) child.kill('SIGKILL')
  return world.close()
})

const COMMANDS: readonly (readonly string[])[] = [
  ['user', 'add', 'Bo'],
  ['user', 'role', 'Ada', 'moderator'],
  ['user', 'invite', '--role', 'translator', '--site', 'http://127.0.0.1:1'],
  ['key', 'create', '--user', 'Ada', '--name', 'other'],
  ['key', 'revoke', 'KEY'],
  ['setting', 'set', 'daily_row_quota', '7'],
  ['setting', 'set', 'caption_policy', 'free'],
  ['glossary', 'import', at('glossary.csv')],
  ['write', at('texts.tsv'), '--model', 'm', '--as', 'Ada'],
  ['import', '--main', at('main.jsonl')],
  ['import', '--localized', at('localized.jsonl')],
  ['merge', at('history.jsonl')],
  ['revert', '--revert', '1'],
]

interface Ended {
  readonly code: number | null
  readonly stderr: string
}

/** Starts a command, waits until it says that it waits, sends a signal. */
async function interrupted(argv: readonly string[], signal: NodeJS.Signals): Promise<Ended> {
  const child = start([...argv.map((word) => (word === 'KEY' ? key.slice(0, 12) : word)), '--data', world.data])
  let stderr = ''
  let isTold = false
  child.stderr?.on('data', (chunk: Buffer) => {
    stderr += chunk.toString()
    if (isTold || !stderr.includes('waiting for process')) return
    isTold = true
    child.kill(signal)
  })
  child.stdin?.end()
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, stderr }
}

/** Others of this test may hold the lease; the writer is the holder's. */
const said = expect.stringMatching(
  /waiting for process \d+, which is writing to the store; Ctrl\+C ends the wait\n(.*\n)*error: interrupted; nothing was left half done, run it again\n$/,
)

describe.runIf(canShow('a writer beside it')).concurrent('while another process keeps the writer', () => {
  it.each(COMMANDS.map((argv) => [argv.slice(0, 2).join(' '), argv] as const))(
    '%s says so, and ends with 130 at Ctrl+C',
    async (_, argv) => expect(await interrupted(argv, 'SIGINT')).toEqual({ code: 130, stderr: said }),
  )

  it('names its process, and ends at SIGTERM too', async () => {
    const { code, stderr } = await interrupted(['user', 'add', 'Dan'], 'SIGTERM')
    expect([code, stderr]).toEqual([130, expect.stringContaining(`waiting for process ${holder.pid},`)])
  })

  it('ends when the window of its terminal is closed', async () => {
    const words = [...commandLine(), 'user', 'add', 'Eve', '--data', world.data]
    const window = openWindow(words, { cwd: world.folder, name: 'closed' })
    windows.add(window.child)
    await window.until(/waiting for process/)
    expect(await window.close()).toBe(130)
  })

  it('a server says what is true, and ends in order', async () => {
    const server = await world.serve()
    const { status, json, headers } = await send(server.port, {
      method: 'POST',
      path: '/api/v1/translations',
      key,
      headers: { 'Idempotency-Key': 'held' },
      body: {
        items: [
          { row_id: row, layer: 'machine', text: 'Мечі', provider: 'p', model: 'm', source_hash: 'a'.repeat(64) },
        ],
      },
    })
    expect([status, json.error, headers['retry-after']]).toEqual([409, 'layer_busy', '5'])
    expect(json.message).toContain('Another process writes to the store')
    expect(await server.stop()).toBe(0)
  })
})

it.runIf(canShow('a writer beside it'))('afterwards nobody has the writer, and nothing was written', async () => {
  const ended = once(holder, 'close')
  holder.stdin?.end()
  await ended
  expect(await world.json(['user', 'list'])).toEqual([expect.objectContaining({ name: 'Ada' })])
  expect(await world.run(['user', 'add', 'Zed', '--quiet'])).toMatchObject({ code: 0, stderr: '' })
  await world.done(['check'])
})
