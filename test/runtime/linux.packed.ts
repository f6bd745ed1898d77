// The packed Linux executable, alone in an empty folder: what it needs of its surroundings, and what they can't do to it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { spawn } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { hangMs } from '../support/hang.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
/** Nothing can be made in it, not even by root; and the system says so in a way that once made mkdir loop for ever. */
const READ_ONLY = '/proc'

interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

let folder: string
let program: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'windrow-packed-'))
  program = join(fresh('program'), 'windrow')
  copyFileSync(join(root, 'dist/windrow-linux-x64'), program)
  chmodSync(program, 0o755)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A new empty folder. */
function fresh(name: string): string {
  return mkdtempSync(join(folder, `${name}-`))
}

/** Runs the program to its end in `cwd`, with these variables and no others. */
function run(args: readonly string[], env: Record<string, string>, cwd = fresh('cwd')): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: hangMs,
      killSignal: 'SIGKILL',
    })
    const ended = { stdout: '', stderr: '' }
    child.stdout.on('data', (chunk: Buffer) => (ended.stdout += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (ended.stderr += chunk.toString()))
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, ...ended }))
  })
}

/** Makes a store and a person in it: the storage engine is loaded and written through. */
const useStore = (env: Record<string, string>, cwd = fresh('cwd')) =>
  run(['user', 'add', 'mira', '--role', 'translator'], env, cwd)

const OK = { code: 0, stderr: '' }
const addonsIn = (path: string) => (existsSync(path) ? readdirSync(path).filter((name) => name.endsWith('.node')) : [])

describe('alone in an empty folder', () => {
  it('says its version with an empty environment, and writes nothing for it', async () => {
    const cwd = fresh('cwd')
    const ended = await run(['--version'], {}, cwd)
    expect(ended).toMatchObject(OK)
    expect(ended.stdout).toMatch(/^windrow \d+\.\d+\.\d+ .*single executable/)
    expect(readdirSync(cwd)).toEqual([])
  })

  it('keeps a store with an empty environment', async () => {
    const cwd = fresh('cwd')
    expect(await useStore({}, cwd)).toMatchObject(OK)
    const listed = await run(['user', 'list'], {}, cwd)
    expect(listed).toMatchObject(OK)
    expect(listed.stdout).toContain('mira')
  })

  it('writes its storage engine into the cache folder, private to its owner', async () => {
    const cache = fresh('cache')
    expect(await useStore({ XDG_CACHE_HOME: cache })).toMatchObject(OK)
    expect(addonsIn(join(cache, 'windrow'))).toHaveLength(1)
  })

  it('prefers the folder of WINDROW_NATIVE_DIR', async () => {
    const [chosen, cache] = [fresh('chosen'), fresh('cache')]
    expect(await useStore({ WINDROW_NATIVE_DIR: chosen, XDG_CACHE_HOME: cache })).toMatchObject(OK)
    expect(addonsIn(chosen)).toHaveLength(1)
    expect(readdirSync(cache)).toEqual([])
  })

  it('uses the data folder when home can not be written', async () => {
    const cwd = fresh('cwd')
    mkdirSync(join(cwd, 'windrow-data'))
    expect(await useStore({ HOME: READ_ONLY }, cwd)).toMatchObject(OK)
    expect(addonsIn(join(cwd, 'windrow-data/.native'))).toHaveLength(1)
  })

  it('uses the temporary folder when neither home nor a data folder is there', async () => {
    const temporary = fresh('temporary')
    expect(await useStore({ HOME: READ_ONLY, TMPDIR: temporary })).toMatchObject(OK)
    expect(readdirSync(temporary).some((name) => addonsIn(join(temporary, name)).length === 1)).toBe(true)
  })

  it('starts eight times at once for the first time', async () => {
    const cache = fresh('cache')
    const ended = await Promise.all(Array.from({ length: 8 }, () => useStore({ XDG_CACHE_HOME: cache })))
    expect(ended.map(({ code, stderr }) => ({ code, stderr }))).toEqual(Array.from({ length: 8 }, () => OK))
    expect(readdirSync(join(cache, 'windrow'))).toHaveLength(1)
  })

  it('mends a damaged or cut-off file in the cache', async () => {
    const cache = fresh('cache')
    await useStore({ XDG_CACHE_HOME: cache })
    const file = join(cache, 'windrow', addonsIn(join(cache, 'windrow'))[0] as string)
    const good = readFileSync(file)
    for (const bad of [good.subarray(0, 1000), Buffer.from(good).fill(0, 4096, 8192), Buffer.alloc(0)]) {
      writeFileSync(file, bad)
      expect(await useStore({ XDG_CACHE_HOME: cache })).toMatchObject(OK)
      expect(readFileSync(file).equals(good)).toBe(true)
    }
  })

  it('passes by a folder that others can write', async () => {
    const [cache, temporary] = [fresh('cache'), fresh('temporary')]
    mkdirSync(join(cache, 'windrow'))
    chmodSync(join(cache, 'windrow'), 0o777)
    expect(await useStore({ XDG_CACHE_HOME: cache, TMPDIR: temporary })).toMatchObject(OK)
    expect(addonsIn(join(cache, 'windrow'))).toEqual([])
    expect(readdirSync(temporary)).toHaveLength(1)
  })
})

describe('windrow shortcut', () => {
  it('puts an entry into the menu that starts this program in the folder of its data, and its icon', async () => {
    const [home, cwd] = [fresh('home'), fresh('cwd')]
    expect(await run(['shortcut'], { HOME: home }, cwd)).toMatchObject({ code: 0 })
    const at = (path: string): string => readFileSync(join(home, '.local/share', path), 'utf8')
    const entry = at('applications/windrow.desktop')
    expect(entry).toContain(`"${program}"\n`)
    expect(entry).toContain(`\nPath=${cwd}\n`)
    expect(at('icons/hicolor/scalable/apps/windrow.svg')).toMatch(/^<svg /)
  })
})

describe('no foreign code comes in', () => {
  let evil: string
  beforeAll(() => {
    evil = join(fresh('evil'), 'evil.cjs')
    writeFileSync(evil, "require('node:fs').writeSync(2, 'foreign code ran')\n")
  })

  it.each(['--require', '--import', '--experimental-loader'])('NODE_OPTIONS=%s is not read', async (option) => {
    const ended = await run(['--version'], { NODE_OPTIONS: `${option} ${evil}` })
    expect(ended).toMatchObject(OK)
    expect(ended.stdout).toContain('windrow')
  })

  it('NODE_OPTIONS opens no debugger', async () => {
    expect(await run(['--version'], { NODE_OPTIONS: '--inspect=127.0.0.1:0' })).toMatchObject(OK)
  })

  it.each([['--require'], ['--inspect'], ['--eval'], ['--node-options']])('%s is no option of ours', async (option) => {
    const ended = await run([option, evil], {})
    expect(ended.code).toBe(2)
    expect(ended.stderr).toContain('error:')
    expect(ended.stderr).not.toContain('foreign code ran')
    expect(ended.stderr).not.toContain('Debugger')
  })

  it('NODE_REPL_EXTERNAL_MODULE runs nothing', async () => {
    const ended = await run(['--version'], { NODE_REPL_EXTERNAL_MODULE: evil })
    expect(ended.stderr).not.toContain('foreign code ran')
  })

  it('a settings file of Node in the working folder is not read', async () => {
    const cwd = fresh('cwd')
    writeFileSync(join(cwd, 'node.config.json'), JSON.stringify({ nodeOptions: { require: [evil] } }))
    expect(await run(['--version'], {}, cwd)).toMatchObject(OK)
  })

  it("the signal that opens Node's debugger opens none", async () => {
    const child = spawn(program, ['serve', '--port', '0'], {
      cwd: fresh('cwd'),
      env: {},
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let said = ''
    child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
    const closed = new Promise((resolve) => child.once('close', resolve))
    await Promise.race([new Promise((resolve) => child.stdout.once('data', resolve)), closed])
    child.kill('SIGUSR1')
    await sleep(500)
    child.kill('SIGTERM')
    expect(await closed).toBe(0)
    expect(said).not.toContain('Debugger')
  })
})
