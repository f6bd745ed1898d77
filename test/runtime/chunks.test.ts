// Chunks of a program behave as the modules that they were made of.
import { expect, it } from 'vitest'
import { build } from 'esbuild'
import { compileFunction } from 'node:vm'
import { chunkAssets, loaderOf } from '../../scripts/build/chunks.ts'

const SOURCES: Readonly<Record<string, string>> = {
  main: `
    import { readFileSync } from 'node:fs'
    import { count, grow, name, once, twice } from 'shared'
    grow()
    told.push(count, name(), once, twice, typeof readFileSync)
    import('late').then(({ late, default: own }) => done(told.push(late(), own, count)))`,
  late: `import { grow, name } from 'shared'; export const late = () => { grow(); return name() + ' later' }; export default 'own'`,
  shared: `
    export let count = 0
    export const grow = () => { count++ }
    export function name() { return 'п' }
    export let once = 1
    export let twice
    ;[once, twice] = [2, 3]`,
}

it('sees variables change, loads late, and loads each once', async () => {
  const plugin = {
    name: 'sources',
    setup(on: import('esbuild').PluginBuild) {
      on.onResolve({ filter: /^(?:main|late|shared)$/ }, ({ path }) => ({ path, namespace: 'sources' }))
      on.onLoad({ filter: /./, namespace: 'sources' }, ({ path }) => ({ contents: SOURCES[path] ?? '' }))
    },
  }
  const { outputFiles } = await build({
    entryPoints: ['main'],
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    outdir: 'out',
    entryNames: 'main',
    write: false,
    plugins: [plugin],
  })
  const assets = await chunkAssets(outputFiles, { platform: 'node', target: 'node24', charset: 'ascii' })
  expect(assets.size, 'the entry, the late one, what they share').toBe(3)
  const asked: string[] = []
  const sea = {
    getRawAsset(name: string) {
      asked.push(name)
      return assets.get(name)
    },
  }
  const told: unknown[] = []
  const { promise, resolve } = Promise.withResolvers<void>()
  const builtin = (name: string): unknown => (name === 'node:sea' ? sea : process.getBuiltinModule(name))
  const around = { platform: 'win32', execPath: process.execPath, getBuiltinModule: builtin }
  Object.assign(globalThis, { told, done: resolve })
  compileFunction(loaderOf('main.js'), ['process', 'require', '__dirname'])(around, builtin, '')
  await promise
  expect(told).toEqual([1, 'п', 2, 3, 'function', 'п later', 'own', 2])
  expect(new Set(asked).size).toBe(asked.length)
})
