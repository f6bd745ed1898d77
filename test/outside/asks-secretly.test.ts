// On a terminal a password or secret is asked for and not shown.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { commandLine, isWindowsProgram } from '../support/program.ts'
import { programWorld } from '../support/program-world.ts'
import { openWindow } from '../support/terminal-window.ts'
import type { Json } from '../support/v1-client.ts'

const world = programWorld()
afterAll(() => world.close())
const password = 'nine swords in one night'

let windows = 0
function ask(argv: readonly string[]) {
  const window = openWindow([...commandLine(), ...argv, '--data', world.data], {
    cwd: world.folder,
    name: `${++windows}`,
  })
  return { ...window, type: (text: string) => void window.child.stdin?.write(text) }
}

describe.runIf(process.platform === 'linux' && !isWindowsProgram)('on a terminal', () => {
  beforeAll(async () => {
    for (const name of ['Ada', 'Bea']) await world.done(['user', 'add', name, '--role', 'admin'])
  })
  const hasPassword = async (): Promise<Record<string, boolean>> =>
    Object.fromEntries((await world.json(['user', 'list'])).map((user: Json) => [user.name, user.has_password]))

  it('windrow user password asks twice and shows nothing of it', async () => {
    const window = ask(['user', 'password', 'Ada'])
    await window.until(/Password of Ada: $/)
    window.type(`${password}\r`)
    await window.until(/Password of Ada, again: $/)
    window.type(`${password}\r`)
    const { input } = await window.until(/the password of Ada is set/)
    expect(input).not.toContain('swords')
    expect(await hasPassword()).toEqual({ Ada: true, Bea: false })
  })

  it('two that differ change nothing, and Ctrl+C ends it', async () => {
    const differing = ask(['user', 'password', 'Bea'])
    await differing.until(/Bea: $/)
    // As a pasted text comes: both lines at once.
    differing.type(`${password}\r${password} more\r`)
    await differing.until(/error: the two are not the same, so nothing was changed; try again/)
    const ended = ask(['user', 'password', 'Bea'])
    await ended.until(/Bea: $/)
    ended.type('\u0003')
    await ended.until(/error: interrupted/)
    expect(await hasPassword()).toMatchObject({ Bea: false })
  })

  it.each([
    [['user', 'add', 'Cid', '--password-stdin'], 'Password of Cid', `${password}\r${password}\r`],
    [['key', 'create', '--user', 'Ada', '--bot', '--secret-stdin'], 'Secret', `wdr_${'5'.repeat(60)}\r`],
    [['webhook', 'add', '-'], 'Address', 'https://example.org/555\r'],
  ])('%j asks, too', async (argv, prompt, typed) => {
    const window = ask(argv)
    expect((await window.until(new RegExp(`${prompt}: $`))).input).not.toContain('error')
    window.type(typed)
    const { input } = await window.until(/^(?:\d+|wdr_5{60}|whs_[0-9a-f]{60})\r?$/m)
    expect(input).not.toMatch(/swords|example\.org\/555/)
  })
})

it('without a terminal the way is named', async () => {
  expect(await world.run(['user', 'password', 'Ada'])).toMatchObject({
    code: 2,
    stderr: 'error: no terminal to ask for the password; give it on standard input, with --password-stdin\n',
  })
})
