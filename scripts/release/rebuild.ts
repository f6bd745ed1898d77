// npm run rebuild -- LIST: builds all executables of this checkout and tells of each whether it is, byte for byte, the one that the
// list of a release names. Anybody may run it, on any machine; ends with 1 when one differs.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { commitOfCheckout } from '../../src/runtime/version.ts'
import type { ProgramList } from '../../src/cli/commands/program/program-list.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

function main(path: string | undefined): number {
  if (path === undefined) throw new Error('name the list of the release: npm run rebuild -- windrow-release.json')
  const list = JSON.parse(readFileSync(path, 'utf8')) as ProgramList
  const commit = commitOfCheckout(root)
  if (commit !== list.commit)
    throw new Error(
      `the release is of commit ${list.commit}, this checkout of ${commit}; git checkout ${list.commit} first`,
    )
  const out = mkdtempSync(join(tmpdir(), 'windrow-rebuild-'))
  try {
    execFileSync(process.execPath, [join(root, 'scripts/build/main.ts'), '--out', out], { cwd: root, stdio: 'inherit' })
    const differ = list.downloads.filter(({ program }) => {
      const sha256 = createHash('sha256')
        .update(readFileSync(join(out, program.name)))
        .digest('hex')
      console.log(`${sha256 === program.built_sha256 ? 'the same' : 'DIFFERS '}  ${program.name}`)
      return sha256 !== program.built_sha256
    })
    return differ.length === 0 ? 0 : 1
  } finally {
    rmSync(out, { recursive: true })
  }
}

try {
  process.exitCode = main(process.argv[2])
} catch (error) {
  console.error(`error: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 1
}
