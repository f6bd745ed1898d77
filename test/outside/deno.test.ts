// windrow on Deno with no more permissions than docs/operations.md prints: writing in the data folder, and this machine's network.
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { denoLine } from '../support/deno.ts'
import { type RunningServer, runProcess, serve, temporaryFolder } from '../support/program.ts'

const temporary = temporaryFolder()
const data = join(temporary.path, 'windrow-data')
const program = denoLine(['--allow-net=127.0.0.1'], [data])
const server: { up?: RunningServer } = {}
afterAll(async () => {
  await server.up?.kill()
  temporary.remove()
})

it('serves the sample from an empty store, and tells its health and its numbers', async () => {
  server.up = await serve(['--data', data], {}, program, 'up')
  for (const path of ['/health', '/metrics', '/admin/sign-in', '/openapi.json'])
    expect.soft((await fetch(server.up.url + path)).status, path).toBe(200)
  expect(server.up.log()).not.toMatch(/NotCapable|Requires/)
})

it.each([['stats'], ['check'], ['user', 'list'], ['backup']])('runs windrow %s', async (...argv) => {
  expect(await runProcess([...argv, '--data', data], { program })).toMatchObject({ code: 0 })
})

it('lets the doctor look at all that it looks at', async () => {
  const { stdout, stderr } = await runProcess(['doctor', '--data', data], { program })
  expect(stdout + stderr).not.toMatch(/Requires|fault of windrow/)
})

it('says which permission is missing and where they are listed', async () => {
  const ended = await runProcess(['backup', join(temporary.path, 'elsewhere'), '--data', data], { program })
  expect(ended.code).toBe(1)
  expect(ended.stderr).toMatch(
    /^error: Requires write access to .*; docs\/operations\.md lists what windrow needs on Deno$/m,
  )
})
