// The blob that the build writes is byte for byte the one that Node itself would write.
import { expect, it } from 'vitest'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { writeBlob } from '../../scripts/build/blob.ts'
import { emptyFolder } from '../support/empty-folder.ts'
import { readBlob } from './read-blob.ts'

const { at, write } = emptyFolder('file')

it('is what --experimental-sea-config of this Node writes for one asset', () => {
  const code = Buffer.from('console.log("слово")\n')
  const asset = Buffer.from([0, 255, 128])
  write('windrow.cjs', code)
  write('asset', asset)
  const config = {
    main: 'windrow.cjs',
    output: 'blob',
    disableExperimentalSEAWarning: true,
    execArgvExtension: 'none',
    assets: { 'sample/asset': 'asset' },
  }
  write('config.json', JSON.stringify(config))
  execFileSync(process.execPath, ['--experimental-sea-config', 'config.json'], { cwd: at(), stdio: 'ignore' })
  const ours = writeBlob(
    { codePath: 'windrow.cjs', code, assets: new Map([['sample/asset', asset]]) },
    process.versions.node,
  )
  expect(ours.equals(readFileSync(at('blob')))).toBe(true)
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
