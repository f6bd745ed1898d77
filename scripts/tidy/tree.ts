// The files that tidy looks at: the project's own texts, not what is installed, built or data.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Finding, findingsIn } from './check.ts'
import { deadCitations } from './citations.ts'
import { findingsAmong } from './graph.ts'
import { sourceOf } from './source.ts'
import { lateLoading } from './late-loading.ts'
import { longSubjects, subjectsIn } from './subjects.ts'

const LOOKED_AT = [
  '{src,packages,scripts,test}/**/*.{ts,js,css,mjs,cjs}',
  '.ci/*',
  '*.{json,md}',
  'packages/*/*.{json,md}',
  'docs/**/*.md',
]
// The oracle is kept whole, as it came.
const DATA = /^src\/sample\/|^package-lock\.json$|^test\/oracle\/|\/node_modules\//

/** All findings in the checkout `root`: those of each file by path and line, then those of the tree. */
export function findingsUnder(root: string): readonly Finding[] {
  const files = globSync(LOOKED_AT, { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !DATA.test(path))
    .sort()
    .map((path) => ({ path, bytes: readFileSync(join(root, path)) }))
  const texts = files.map(({ path, bytes }) => sourceOf(path, bytes.toString('utf8')))
  return [
    ...files.flatMap(({ path, bytes }) => findingsIn(path, bytes)),
    ...findingsAmong(texts),
    ...lateLoading(texts),
    ...deadCitations(texts, (path) => existsSync(join(root, path))),
    ...longSubjects(subjectsIn(root)),
  ]
}
