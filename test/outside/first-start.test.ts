// A stranger's first start on a port that is taken.
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { runProcess, start, temporaryFolder } from '../support/program.ts'

const folder = temporaryFolder()
afterAll(() => folder.remove())

it('makes no key, so that the next start shows it', async () => {
  const data = join(folder.path, 'taken')
  const other = createServer()
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const { port } = other.address() as AddressInfo
  const refused = await runProcess(['up', '--no-open', '--port', String(port), '--data', data])
  other.close()
  expect(refused.stderr).toContain('is taken')
  expect((await runProcess(['key', 'list', '--data', data])).stdout).not.toContain('wdr_')
  const child = start(['up', '--no-open', '--port', '0', '--data', data])
  const ended = new Promise((resolve) => child.on('close', resolve))
  let said = ''
  await new Promise<void>((resolve) => {
    child.stdout?.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      if (said.includes('try it:')) resolve()
    })
    child.on('close', () => resolve())
  })
  child.kill('SIGTERM')
  await ended
  expect(said).toMatch(/^key wdr_\w{20,}$/m)
})
