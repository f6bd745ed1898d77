// The blob that the build writes is byte for byte the one that Node itself would write.
import { afterAll, expect, it } from 'vitest'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeBlob } from '../../scripts/build/blob.ts'
import { readBlob } from './read-blob.ts'

const folder = mkdtempSync(join(tmpdir(), 'windrow-blob-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('is what --experimental-sea-config of this Node writes for one asset', () => {
  const code = Buffer.from('console.log("слово")\n')
  const asset = Buffer.from([0, 255, 128])
  writeFileSync(join(folder, 'windrow.cjs'), code)
  writeFileSync(join(folder, 'asset'), asset)
  const config = {
    main: 'windrow.cjs',
    output: 'blob',
    disableExperimentalSEAWarning: true,
    execArgvExtension: 'none',
    assets: { 'sample/asset': 'asset' },
  }
  writeFileSync(join(folder, 'config.json'), JSON.stringify(config))
  execFileSync(process.execPath, ['--experimental-sea-config', 'config.json'], { cwd: folder, stdio: 'ignore' })
  const ours = writeBlob(
    { codePath: 'windrow.cjs', code, assets: new Map([['sample/asset', asset]]) },
    process.versions.node,
  )
  expect(ours.equals(readFileSync(join(folder, 'blob')))).toBe(true)
})

it('holds the assets in the order of their names, whatever order they came in', () => {
  const assets = [
    ['b', Buffer.from('2')],
    ['a', Buffer.from('1')],
  ] as const
  const blob = (entries: typeof assets | readonly (typeof assets)[number][]) =>
    writeBlob({ codePath: 'a.cjs', code: Buffer.from('0'), assets: new Map(entries) }, '26.10.0')
  expect(blob(assets).equals(blob([...assets].reverse()))).toBe(true)
  expect([...readBlob(blob(assets), true).assets.keys()]).toEqual(['a', 'b'])
})

it('refuses a Node whose layout nobody has looked at', () => {
  const content = { codePath: 'a.cjs', code: Buffer.from(''), assets: new Map<string, Uint8Array>() }
  expect(() => writeBlob(content, '28.0.0')).toThrow('not known')
})
