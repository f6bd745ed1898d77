// A stranger's first start: Deno with the permissions as docs/operations.md prints them, and a port that is taken.
import { createServer, type AddressInfo } from 'node:net'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { denoExecutable } from '../support/deno.ts'
import { runProcess, serve, start, temporaryFolder } from '../support/program.ts'

const root = join(import.meta.dirname, '../..')
const folder = temporaryFolder()
afterAll(() => folder.remove())

/** The command line of the page, its relative paths made those of this test. */
function printedLine(data: string): readonly string[] {
  const page = readFileSync(join(root, 'docs/operations.md'), 'utf8')
  const block = /^ {4}deno (run [^]*?src\/main\.ts) serve$/m.exec(page)?.[1] ?? ''
  const words = block.replaceAll('\\\n', ' ').split(/\s+/)
  const ours = words.map((word) =>
    word
      .replace('--allow-write=windrow-data', `--allow-write=${data}`)
      .replace('node_modules/@lmdb', join(root, 'node_modules/@lmdb'))
      .replace('src/main.ts', join(root, 'src/main.ts')),
  )
  return [denoExecutable(), ...ours.toSpliced(1, 0, '--no-prompt')]
}

describe('Deno with the permissions that the page prints', () => {
  const data = join(folder.path, 'deno')
  const program = printedLine(data)

  it('fills an empty store, tells its health, backs up and examines itself', async () => {
    const filling = start(['up', '--port', '0', '--no-open', '--data', data], {}, undefined, program)
    let said = ''
    await new Promise<void>((resolve, reject) => {
      filling.stdout?.on('data', (chunk: Buffer) => {
        said += chunk.toString()
        if (said.includes('try it:')) resolve()
      })
      filling.on('close', () => reject(new Error(said)))
    })
    const ended = new Promise((resolve) => filling.on('close', resolve))
    filling.kill('SIGTERM')
    await ended
    const server = await serve(['--data', data], {}, program)
    expect((await fetch(`${server.url}/health`)).status).toBe(200)
    expect((await fetch(`${server.url}/metrics`)).status).not.toBe(500)
    await server.stop()
    for (const command of ['backup', 'doctor']) {
      const { stdout, stderr } = await runProcess([command, '--data', data], { program })
      expect(stdout + stderr).not.toContain('Requires')
      expect(stdout + stderr).not.toContain('fault of windrow')
    }
  })
})

describe('a first start on a taken port', () => {
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
})
