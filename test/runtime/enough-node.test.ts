// `npm start` on an old Node: one line that says what to do. The check itself is JavaScript that any Node reads.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const startedBy = (version: string): { readonly status: number | null; readonly stderr: string } => {
  const faked = `Object.defineProperty(process, 'versions', { value: { node: '${version}' } })`
  return spawnSync(process.execPath, ['--import', `data:text/javascript,${faked}`, 'scripts/enough-node.mjs'], {
    encoding: 'utf8',
  })
}

it.each(['18.20.8', '20.20.2', '22.21.1'])('Node %s is told what to do', (version) => {
  const { status, stderr } = startedBy(version)
  expect([status, stderr]).toEqual([
    1,
    `error: windrow needs Node 24 or newer, and this is ${version}; run npm ci --omit=dev, which brings the right one, and npm start again\n`,
  ])
})

it.each(['24.0.0', '26.10.0', process.versions.node])('Node %s goes on', (version) => {
  expect(startedBy(version)).toMatchObject({ status: 0, stderr: '' })
})

it('runs before npm start', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Readonly<Record<string, string>> }
  expect(scripts).toMatchObject({ prestart: 'node scripts/enough-node.mjs', start: 'node src/main.ts up' })
})
