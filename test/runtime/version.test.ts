// What a checkout says of itself without starting git, and the files that travel with the program.
import { describe, expect, it } from 'vitest'
import { readFileSync } from 'node:fs'
import { isSingleExecutable, readAsset, readEmbeddedAddon } from '../../src/runtime/assets.ts'
import { commitOfCheckout, versionInfo } from '../../src/runtime/version.ts'
import { emptyFolder } from '../support/empty-folder.ts'

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
  const { at, write } = emptyFolder()

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
    expect(commitOfCheckout(at())).toBe(SHORT)
  })

  it.each<[string, Record<string, string>]>([
    ['without a .git', {}],
    ['before the first commit', { '.git/HEAD': 'ref: refs/heads/main\n' }],
    ['with a HEAD that is no hash', { '.git/HEAD': 'nonsense\n' }],
  ])('is unknown %s', (_, files) => {
    for (const [path, text] of Object.entries(files)) write(path, text)
    expect(commitOfCheckout(at())).toBe('unknown')
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
