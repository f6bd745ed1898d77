// The files that tidy looks at: the project's own texts, not what is installed, built or data.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findingsIn } from './check.ts'
import type { Finding } from './check.ts'

const LOOKED_AT = ['{src,scripts,test}/**/*.{ts,js,css,mjs,cjs}', '.ci/*', '*.{json,md}', 'docs/**/*.md']
// The generator is a copy, kept whole.
const DATA = /^src\/sample\/|^package-lock\.json$|^scripts\/bench\/game-files\.mjs$/

/** All findings in the checkout `root`, by path and line. */
export function findingsUnder(root: string): readonly Finding[] {
  return globSync(LOOKED_AT, { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !DATA.test(path))
    .sort()
    .flatMap((path) => findingsIn(path, readFileSync(join(root, path))))
}
