// `windrow up --demo`: a store with a team's week in it, made by windrow's own commands, and never in a store of somebody's own.
import { existsSync, readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import { systemClock } from '../../../src/base/time.ts'
import { runCli } from '../../../src/cli/cli.ts'
import { cliFolder } from '../../support/cli-folder.ts'
import { testWorld } from '../../support/cli-world.ts'
import { hangMs } from '../../support/hang.ts'

const { at, done, json } = cliFolder('file')

/** Starts it, waits for its address, and ends it; gives what it printed. */
async function upDemo(...options: string[]) {
  const world = testWorld(at(), {}, '', systemClock)
  const code = runCli(['up', '--demo', '--port', '0', '--log-level', 'silent', ...options], world)
  const isOver = code.then(() => true)
  await expect
    .poll(() => world.written.stderr.includes('press Ctrl+C') || world.written.stderr.includes('error: '), {
      timeout: hangMs,
    })
    .toBe(true)
  world.raiseSignal()
  expect(await isOver).toBe(true)
  return { code: await code, ...world.written }
}

const told = (...argv: string[]) => json(...argv, '--data', at('windrow-demo'))

/** The translations of a store, a line for each. */
const textsOf = (data: string): Promise<string> => done('export', '--to', '-', '--text', 'machine', '--data', at(data))

it('every page has something to see, and one link to sign in', { timeout: hangMs }, async () => {
  const first = await upDemo()
  expect(first.code).toBe(0)
  expect(first.stderr).toMatch(/^open http:\S+\/admin\/setup\?code=\S+ /m)
  expect(await told('check')).toMatchObject({ ok: true })
  expect(await told('stats')).toMatchObject({ rows: 404 })
  const [people, proposals, labels, releases, editions] = [
    await told('user', 'list'),
    await told('proposal', 'list'),
    await told('label', 'list'),
    await told('release', 'list'),
    await told('edition', 'list'),
  ].map((list) => JSON.stringify(list))
  for (const name of ['owner', 'Olena', 'Vira', 'Max', 'Ira']) expect(people).toContain(`"${name}"`)
  expect(proposals).toContain('Max')
  for (const name of ['kind:place', 'kind:reward', 'kind:item']) expect(labels).toContain(name)
  expect(releases).toContain('v0.1.0')
  expect(editions).toContain('english-items')
  expect(await done('stats', '--data', at('windrow-demo'))).toMatch(/gemma-3-27b[^]*qwen3-32b/)
})

it('a second start serves the same one', { timeout: hangMs }, async () => {
  const before = await told('stats')
  expect((await upDemo()).stderr).not.toContain('making')
  expect(await told('stats')).toEqual(before)
  expect(readdirSync(at())).toEqual(['windrow-demo'])
})

it('two have the same texts', { timeout: hangMs }, async () => {
  await upDemo('--data', at('other'))
  expect(await textsOf('other')).toBe(await textsOf('windrow-demo'))
})

it('is never made in a store of somebody’s own', async () => {
  await done('user', 'add', 'ada', '--data', at('own'))
  const refused = await upDemo('--data', at('own'))
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringMatching(/own holds a store of yours; .* --data/)])
  expect(existsSync(at('own', 'demonstration.txt'))).toBe(false)
})
