// The blocks that README and docs print do what they say, pasted as they are: on Node, and on Deno with the permissions that
// docs/operations.md prints and no others. Only ports, and the address of a model, are exchanged.
import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { blocksOf, PAGES } from '../support/blocks.ts'
import { denoExecutable } from '../support/deno.ts'
import { container, textLines } from '../support/game-files.ts'
import { translated } from '../support/letter-translation.ts'
import { modelEndpoint } from '../support/model-endpoint.ts'
import { type RunningServer, serve, temporaryFolder } from '../support/program.ts'
import { type Around, PRINTED, type Run } from './table.ts'

const root = join(import.meta.dirname, '../..')
const RUNTIMES = ['Node', 'Deno'] as const

test('each block of a page is in the table, in its order', () => {
  const begun = PAGES.map((page) => {
    const blocks = blocksOf(page)
    const rows = PRINTED[page] ?? []
    return [page, blocks.map(({ text }, at) => text.slice(0, rows[at]?.[0].length ?? 60))] as const
  }).filter(([, blocks]) => blocks.length > 0)
  expect(Object.fromEntries(begun)).toEqual(
    Object.fromEntries(Object.entries(PRINTED).map(([page, rows]) => [page, rows.map(([begins]) => begins)])),
  )
})

interface Told extends Run {
  readonly at: string
  readonly text: string
}

/** How a block of another language is run by the shell; a machine without the program leaves it out. */
const RUN_BY: Readonly<Record<string, string>> = { python: 'python3 -', js: 'node --input-type=module -' }
const hasProgram = (name: string): boolean => spawnSync(name, ['--version']).status === 0

function asScript(kind: string, text: string): string {
  const program = RUN_BY[kind]
  if (program === undefined) return text
  const isThere = hasProgram(program.split(' ')[0] ?? '')
  return isThere ? `${program} <<'END OF BLOCK'\n${text}\nEND OF BLOCK` : `echo 'left out: no ${program}'`
}
const story = (around: Around): readonly Told[] =>
  PAGES.flatMap((page) =>
    blocksOf(page).flatMap(({ kind, text }, at) => {
      const [begins, how] = PRINTED[page]?.[at] ?? []
      return typeof how === 'object' && how.around === around
        ? [{ ...how, text: asScript(kind, text), at: `${page}: ${begins}` }]
        : []
    }),
  )

/** What lies in the folder before the first block. */
const FILES: Readonly<Record<Around, (write: (name: string, content: string | Uint8Array) => void) => void>> = {
  game(write) {
    const id = (row: number): string => row.toString(16).padStart(16, '0')
    for (const language of ['en', 'zh_cn', 'de'])
      for (const part of ['', '_diff']) {
        const name = `translate_words_map_${language}${part}`
        const texts = (more: string) =>
          (part === '' ? [1, 2, 3] : [3, 4]).map((row) => ({ id: id(row), text: `Gate ${row} of ${name}${more}` }))
        write(`untouched/${name}`, container(texts(''), 4))
        write(`patched/${name}`, container(texts(', painted'), 4))
      }
    write('THEIRS.jsonl', textLines({ [id(1)]: 'Брама перша' }))
    write('japanese.tsv', `ID\tOriginalText\n${id(1)}\t門\n`)
    write('news.txt', 'The gates are open.\n')
  },
  'another game'(write) {
    write('strings.json', JSON.stringify({ menu: { start: 'Start the game', quit: 'Leave' } }))
    write('strings.uk.json', JSON.stringify({ menu: { start: 'Почати гру' } }))
  },
  sample: (write) => write('old-key.txt', `wdr_${'5'.repeat(60)}\n`),
  agents: () => {},
  cookbook: () => {},
}

/** The permissions of Deno as they are printed, for this folder and what else the block writes. */
function denoPrinted(writes: readonly string[]): readonly string[] {
  const printed = blocksOf('docs/operations.md').find(({ text }) => text.startsWith('deno run'))?.text ?? ''
  return [...printed.matchAll(/--allow-\S+/g)].map(([permission]) =>
    permission
      .replace('--allow-write=windrow-data', `--allow-write=${writes.join(',')}`)
      .replace('=node_modules', `=${join(root, 'node_modules')}`),
  )
}

/** Runs a script of the shell; gives what it printed, or throws. */
async function shell(script: string, folder: string, isEndless: boolean): Promise<string> {
  const env = { PATH: `${join(folder, 'bin')}:${process.env['PATH']}`, HOME: folder, NO_COLOR: '1' }
  const child = spawn('bash', ['-c', script], { cwd: folder, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
  let [stdout, stderr] = ['', '']
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  child.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk.toString()
    if (isEndless && child.pid !== undefined) process.kill(-child.pid)
  })
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
  if (code !== 0 && !isEndless) throw new Error(`${script}\nended with ${code}: ${stdout}${stderr}`)
  return stdout
}

const SERVER = /^windrow (serve|up)\b([^#\n]*)(?:#.*)?$/m

for (const runtime of RUNTIMES)
  test.each(['game', 'another game', 'sample', 'agents', 'cookbook'] as const)(`on ${runtime}: %s`, async (around) => {
    const { path: folder, remove } = temporaryFolder()
    const at = (name: string): string => join(folder, name)
    const data = at('windrow-data')
    const servers: RunningServer[] = []
    const model = await modelEndpoint({ translate: translated, seed: 1, brokenShare: 0, isStructured: true })
    const program = (writes: readonly string[]): readonly string[] =>
      runtime === 'Node'
        ? [process.execPath, join(root, 'src/main.ts')]
        : [denoExecutable(), 'run', ...denoPrinted(writes), join(root, 'src/main.ts')]
    const command = (name: string, words: readonly string[]): void => {
      writeFileSync(at(`bin/${name}`), `#!/bin/sh\nexec ${words.map((word) => `'${word}'`).join(' ')} "$@"\n`)
      chmodSync(at(`bin/${name}`), 0o755)
    }
    try {
      for (const name of ['bin', 'untouched', 'patched']) mkdirSync(at(name))
      FILES[around]((name, content) => writeFileSync(at(name), content))
      command('my-llm', [process.execPath, join(import.meta.dirname, 'my-llm.ts')])
      const asHere = (text: string): string =>
        text
          .replaceAll('127.0.0.1:8787', `127.0.0.1:${servers.at(-1)?.port ?? 8787}`)
          .replaceAll('http://127.0.0.1:11434/v1', model.url)
      const served = async (name: 'serve' | 'up', words: string): Promise<void> =>
        void servers.push(
          await serve(['--data', data, ...words.split(' ').filter((word) => word !== '')], {}, program([data]), name),
        )
      if (around === 'sample' || around === 'agents' || around === 'cookbook') await served('up', '')
      for (const { text, first = '', writesHere = false, isEndless = false, at: where } of story(around)) {
        command('windrow', program(writesHere ? [data, folder] : [data]))
        const [server, name, words = ''] = SERVER.exec(text) ?? []
        const block = asHere(`${first}\n${text.replace(server ?? '', '')}`)
        const kept = '[ ! -f .shell ] || . ./.shell'
        const said = await shell(`set -eo pipefail\n${kept}\n${block}\nexport -p > .shell`, folder, isEndless)
        expect(said, where).not.toMatch(/"success": ?false/)
        if (name !== undefined) {
          await servers.pop()?.stop()
          await served(name as 'serve' | 'up', words)
        }
      }
    } finally {
      for (const server of servers) await server.stop()
      await model.close()
      remove()
    }
  })
