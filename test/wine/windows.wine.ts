// Windows as a person meets it: files that another program has open, names that are devices, several commands at once, a console.
// Each case is one that failed when the executable first ran (docs/windows.md#what-windows-does-otherwise).
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { browserStandIn } from '../support/browser-stand-in.ts'
import { container, jsonLines } from '../support/game-files.ts'
import { programRelease } from '../support/program-release.ts'
import { done, run, serve, start, temporaryFolder } from '../support/program.ts'

const temporary = temporaryFolder()
const at = (name: string): string => join(temporary.path, name)
const data = ['--data', at('data')]
const holdFile = join(process.env['WINEPREFIX'] ?? '', '../hold-file.exe')
const entries = Array.from({ length: 2_000 }, (_, n) => ({
  id: (n + 1).toString(16).padStart(16, '0'),
  text: `The wanderer number ${n} walks on along the old road.`,
}))

const holders = new Set<ChildProcess>()
/** Another program opens the file; gives what ends that. Sharing as in hold-file.c. */
async function hold(file: string, sharing: string): Promise<() => Promise<void>> {
  const env = { ...process.env, WINEDEBUG: '-all' }
  const holder = spawn('/usr/lib/wine/wine64', [holdFile, file, sharing], { env })
  holders.add(holder)
  const [said] = (await once(holder.stdout, 'data')) as [Buffer]
  expect(said.toString().trim()).toBe('held')
  return async () => {
    holders.delete(holder)
    const ended = once(holder, 'exit')
    holder.stdin.end()
    await ended
  }
}

beforeAll(async () => {
  writeFileSync(at('main.jsonl'), jsonLines(entries))
  await done(['import', '--main', at('main.jsonl'), ...data])
})
afterEach(() => {
  for (const holder of holders) holder.kill('SIGKILL')
  holders.clear()
})
afterAll(() => temporary.remove())

describe('a file that another program has open', () => {
  test.each(['main/lock.mdb', 'volatile/lock.mdb', 'main/data.mdb'])('%s is a sentence, not a crash', async (file) => {
    const release = await hold(at(`data/${file}`), '-')
    const { code, stderr } = await run(['user', 'list', ...data])
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/^error: the store in .* (cannot be opened|is damaged).*\n$/),
    ])
    expect(stderr).toMatch(/another program \(a backup, a sync client, a virus scanner\) has it open/)
    await release()
    await done(['user', 'list', ...data])
  })

  test('for a moment is waited out', async () => {
    writeFileSync(at('dump.jsonl'), 'old')
    const release = await hold(at('dump.jsonl'), 'r')
    const exported = run(['export', '--to', at('dump.jsonl'), ...data])
    setTimeout(() => void release(), 1_200)
    expect(await exported).toMatchObject({ code: 0 })
    expect(readFileSync(at('dump.jsonl'), 'utf8').split('\n')).toHaveLength(entries.length + 1)
  })

  test.each(['r', 'rw'])('and is a game file keeps both twins as they were (shared for %s)', async (sharing) => {
    const out = at(`out-${sharing}`)
    mkdirSync(out)
    for (const [name, some] of [
      ['map', entries],
      ['map_diff', entries.slice(0, 50)],
    ] as const) {
      writeFileSync(at(name), container(some, 4))
      writeFileSync(join(out, name), 'old')
    }
    const release = await hold(join(out, 'map_diff'), sharing)
    const files = ['--main', at('map'), '--diff', at('map_diff'), '--out', out, '--force']
    const { code, stderr } = await run(['export', ...files, ...data])
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/map_diff is open in another program, perhaps the game: close it .*nothing was written\n$/),
    ])
    expect(readdirSync(out).toSorted()).toEqual(['map', 'map_diff'])
    expect(readFileSync(join(out, 'map'), 'utf8')).toBe('old')
    await release()
    await done(['export', ...files, ...data])
    expect(statSync(join(out, 'map_diff')).size).toBeGreaterThan(100)
  })

  test('and is to be read says so', async () => {
    await hold(at('main.jsonl'), '-')
    const { code, stderr } = await run(['import', '--main', at('main.jsonl'), ...data])
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^error: .*another program .*has the file open.*\n$/)])
  })
})

describe('names', () => {
  test.each(['NUL', 'con.jsonl', 'a|b'])('%s is no file to write', async (name) => {
    const { code, stderr } = await run(['export', '--to', name, ...data])
    expect([code, stderr]).toEqual([2, expect.stringMatching(/^error: --to .* has .*; choose another\n$/)])
  })

  test('in a config file may have any letters, and backslashes that JSON understands', async () => {
    const folder = at('Мої ігри')
    mkdirSync(folder)
    const config = join(folder, 'config.json')
    writeFileSync(config, `\uFEFF{\r\n"data": "дані\\\\数据"\r\n}\r\n`)
    await done(['import', '--main', at('main.jsonl'), '--config', config])
    expect(existsSync(join(folder, 'дані', '数据', 'main', 'data.mdb'))).toBe(true)
    writeFileSync(config, '{"data": "C:\\temp\\new"}')
    expect((await run(['stats', '--config', config])).stderr).toMatch(/has a control character; write each backslash/)
  })
})

describe('in a console', () => {
  const program = join(process.env['WINEPREFIX'] ?? '', '../windrow.exe')

  /**
   * Starts a command in a console of its own, 80 columns wide; what it says comes with the escapes of a terminal. Ctrl+C there
   * reaches the shell too, which lives on to say the code.
   */
  function inConsole(argv: readonly string[], env: Readonly<Record<string, string>> = {}, cwd = temporary.path) {
    const line = ['/usr/lib/wine/wine64', program, ...argv].map((word) => `'${word}'`).join(' ')
    const overrides = { WINEDEBUG: '-all', WINEDLLOVERRIDES: 'mscoree,mshtml,winedbg.exe,winemenubuilder.exe=' }
    const child = spawn('script', ['-qec', `trap : INT; stty cols 80; ${line}; echo "code $?"`, '/dev/null'], {
      env: { ...process.env, SHELL: '/bin/sh', ...overrides, ...env },
      cwd,
    })
    holders.add(child)
    let said = ''
    child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
    const ended = once(child, 'close')
    return { child, ended, said: (): string => said }
  }

  test('letters of every script are whole', async () => {
    await done(['user', 'add', 'Олена 数据', '--role', 'translator', ...data])
    const { ended, said } = inConsole(['user', 'list', ...data])
    await ended
    expect(said()).toMatch(/Олена 数据 +translator[^]*code 0/)
  })

  test('a double-click names its window by the address, and Ctrl+C ends it in order', async () => {
    const folder = at('double-click')
    mkdirSync(folder)
    const browser = browserStandIn(folder)
    const { child, ended, said } = inConsole([], { ...browser.env, WINDROW_PORT: '0' }, folder)
    const link = new URL(await browser.opened(1))
    await expect.poll(said).toMatch(/Ctrl\+C/)
    expect(said()).toContain(`\u001B]0;windrow  ${link.origin}  (close this window to stop)\u0007`)
    child.stdin.write('\u0003')
    await ended
    expect(said()).toContain('code 0')
    expect(existsSync(join(folder, 'windrow-data', 'main', 'data.mdb'))).toBe(true)
  })
})

test('many commands beside each other, without a server, all succeed', async () => {
  const loop = async (): Promise<void> => {
    for (let i = 0; i < 8; i++) await done(['user', 'list', ...data])
  }
  await Promise.all([loop(), loop(), loop(), loop()])
})

test('Ctrl+C ends a command that waits for an import, and the writer is free afterwards', async () => {
  const many = Array.from({ length: 100_000 }, (_, n) => ({
    id: (n + 1).toString(16).padStart(16, '0'),
    text: `Row ${n}`,
  }))
  writeFileSync(at('many.jsonl'), jsonLines(many))
  const importing = start(['import', '--force', '--main', at('many.jsonl'), '--data', at('many')])
  const imported = once(importing, 'close')
  await expect.poll(() => existsSync(at('many/main/data.mdb'))).toBe(true)
  const waiting = start(['import', '--force', '--allow-retire', '--main', at('main.jsonl'), '--data', at('many')])
  let said = ''
  waiting.stderr?.on('data', (chunk: Buffer) => {
    said += chunk.toString()
    if (said.includes('waiting for process')) waiting.kill('SIGINT')
  })
  const [code] = (await once(waiting, 'close')) as [number]
  // Where the import was quicker there was nothing to wait for; what is cut short ends with 1 on Windows.
  expect([code, said]).toEqual(
    said.includes('waiting')
      ? [expect.toBeOneOf([1, 130]), expect.stringContaining('interrupted')]
      : [0, expect.any(String)],
  )
  expect((await imported)[0]).toBe(0)
  await done(['user', 'add', 'Next', '--data', at('many')])
})

test('the store takes what its content needs on the disk, not its map', async () => {
  const { blocks } = statSync(at('data/main/data.mdb'))
  const contentBytes = statSync(at('main.jsonl')).size
  expect(blocks * 512).toBeLessThan(6 * contentBytes)
})

describe('a server', () => {
  test('with --workers ends in order, by message', async () => {
    const server = await serve(['--workers', '2', ...data])
    expect((await fetch(`${server.url}/api/v1/me`)).status).toBe(401)
    expect(await server.stop()).toBe(0)
  })

  test('that is started twice says who has the port, and nothing else', async () => {
    const server = await serve(data)
    const { code, stderr } = await run(['serve', '--port', String(server.port), ...data])
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/^error: port \d+ is taken by another windrow .* on the same data; .*\n$/),
    ])
    expect(await server.stop()).toBe(0)
  })

  test('prints a line for curl that the shells of Windows understand', async () => {
    const up = start(['up', '--port', '0', '--data', at('up')])
    let said = ''
    for await (const chunk of up.stdout ?? []) {
      said += String(chunk)
      if (said.includes('curl')) break
    }
    expect(said).toMatch(/^ {2}curl\.exe -H "X-API-Key: wdr_[0-9a-f]{60}" "http:[^"]*"$/m)
    up.kill('SIGTERM')
    await once(up, 'exit')
  })
})

test('a newer windrow takes the place of the running one, and the one of before comes back', async () => {
  const program = join(process.env['WINEPREFIX'] ?? '', '../windrow.exe')
  const old = program.replace('.exe', '.old.exe')
  const present = readFileSync(program)
  const next = Buffer.concat([present, Buffer.from('\n')])
  const release = programRelease(at('release'), { target: 'windows-x64', bytes: next })
  try {
    const said = await done(['update', '--from', release.folder, '--key', release.key, ...data])
    expect(said).toContain('became 9.9.9')
    expect([readFileSync(program).equals(next), readFileSync(old).equals(present)]).toEqual([true, true])
    await done(['user', 'list', ...data])
    expect(await done(['verify', release.download, '--key', release.key])).toContain('for windows-x64')
    await done(['update', '--back'])
    expect([readFileSync(program).equals(present), readFileSync(old).equals(next)]).toEqual([true, true])
  } finally {
    writeFileSync(program, present)
  }
})

test('the link of shortcut --at-login is read by the shell and starts a server in its folder', async () => {
  const folder = at('Мої ігри & games')
  const link = join(
    process.env['WINEPREFIX'] ?? '',
    'drive_c/users',
    userInfo().username,
    'AppData/Roaming/Microsoft/Windows/Start Menu/Programs/StartUp/windrow.lnk',
  )
  const inFolder = ['--data', join(folder, 'windrow-data')]
  await done(['shortcut', '--at-login', ...inFolder])
  const port = await freePort()
  const env = { ...process.env, WINEDEBUG: '-all', WINDROW_PORT: String(port) }
  const shell = spawn('/usr/lib/wine/wine64', ['start', '/wait', '/unix', link], {
    env,
    stdio: 'ignore',
    detached: true,
  })
  try {
    await expect.poll(() => isWell(port)).toBe(true)
    expect(existsSync(join(folder, 'windrow-data/main/data.mdb'))).toBe(true)
    await done(['shortcut', '--at-login', '--remove', ...inFolder])
    expect(existsSync(link)).toBe(false)
  } finally {
    spawn('pkill', ['-f', 'windrow.exe serve --no-open'])
    shell.kill('SIGKILL')
  }
})

const isWell = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/health`).then(
    ({ ok }) => ok,
    () => false,
  )

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return port
}
