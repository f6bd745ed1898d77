// What a checkout says of itself without starting git, and the files that travel with the program.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isSingleExecutable, readAsset, readEmbeddedAddon } from '../../src/runtime/assets.ts'
import { commitOfCheckout, versionInfo } from '../../src/runtime/version.ts'

const HASH = '0123456789abcdef0123456789abcdef01234567'
const SHORT = '0123456789ab'

describe('the version of a checkout', () => {
  it('is that of package.json, under the runtime that runs it', () => {
    const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
      version: string
    }
    expect(versionInfo()).toMatchObject({ version: manifest.version, runtime: `Node ${process.versions.node}` })
    expect(versionInfo().commit).toMatch(/^([0-9a-f]{12}|unknown)$/)
    expect(isSingleExecutable()).toBe(false)
  })
})

describe('the commit of a checkout', () => {
  let root: string
  const write = (path: string, text: string) => {
    mkdirSync(join(root, path, '..'), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  beforeEach(() => (root = mkdtempSync(join(tmpdir(), 'windrow-version-'))))
  afterEach(() => rmSync(root, { recursive: true, force: true }))

  it.each<[string, Record<string, string>]>([
    ['on a branch', { '.git/HEAD': 'ref: refs/heads/main\n', '.git/refs/heads/main': `${HASH}\n` }],
    [
      'on a packed branch',
      { '.git/HEAD': 'ref: refs/heads/main\n', '.git/packed-refs': `# pack-refs\n${HASH} refs/heads/main\n` },
    ],
    ['detached', { '.git/HEAD': `${HASH}\n` }],
    [
      'in a linked worktree',
      {
        '.git': 'gitdir: other/.git/worktrees/one\n',
        'other/.git/worktrees/one/HEAD': 'ref: refs/heads/one\n',
        'other/.git/worktrees/one/commondir': '../..\n',
        'other/.git/refs/heads/one': `${HASH}\n`,
      },
    ],
  ])('is read %s', (_, files) => {
    for (const [path, text] of Object.entries(files)) write(path, text)
    expect(commitOfCheckout(root)).toBe(SHORT)
  })

  it.each<[string, Record<string, string>]>([
    ['without a .git', {}],
    ['before the first commit', { '.git/HEAD': 'ref: refs/heads/main\n' }],
    ['with a HEAD that is no hash', { '.git/HEAD': 'nonsense\n' }],
  ])('is unknown %s', (_, files) => {
    for (const [path, text] of Object.entries(files)) write(path, text)
    expect(commitOfCheckout(root)).toBe('unknown')
  })
})

describe('files that travel with the program', () => {
  it('are read below src by their name', () => {
    const text = Buffer.from(readAsset('runtime/assets.ts')).toString()
    expect(text).toContain('export function readAsset')
  })

  it.each(['../package.json', 'admin/../main.ts', '/etc/passwd', 'main.ts', 'admin//site.css', ''])(
    '"%s" is no name of one',
    (name) => expect(() => readAsset(name)).toThrow('is not the name of a bundled file'),
  )

  it('the storage engine is among them in the single executable only', () => {
    expect(() => readEmbeddedAddon()).toThrow('only the single executable')
  })
})
