// What changed since the last release, from the subjects of commits: `area: what`, gathered by their areas.
import { execFileSync } from 'node:child_process'

/** Subjects since the latest tag `v…`, or all of them; newest first, without merges. */
export function subjectsSince(root: string): readonly string[] {
  const git = (...words: readonly string[]): string =>
    execFileSync('git', words, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  const tag = git('tag', '--list', 'v*', '--merged', 'HEAD', '--sort=-version:refname').split('\n')[0] ?? ''
  const range = tag === '' ? 'HEAD' : `${tag}..HEAD`
  return git('log', '--no-merges', '--format=%s', range)
    .split('\n')
    .filter((subject) => subject !== '')
}

/** What docs/changes.md tells people of a version. Throws when it tells nothing. */
export function wordsOfVersion(page: string, version: string): string {
  const [, ...parts] = page.split(/^## /m)
  const part = parts.find((each) => each.startsWith(`${version}\n`))
  if (part === undefined)
    throw new Error(`docs/changes.md has no part ${version}: write what is new for people, in some ten lines`)
  return part.slice(version.length).trim()
}

/** Words for people; then a heading for each area, in alphabetical order; in each the oldest change first. */
export function changelogText(version: string, commit: string, words: string, subjects: readonly string[]): string {
  const areas = new Map<string, string[]>()
  for (const subject of subjects.toReversed()) {
    const [, area = 'other', what = subject] = /^([\w, -]+): (.+)$/.exec(subject) ?? []
    areas.set(area, [...(areas.get(area) ?? []), what])
  }
  const sections = [...areas]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([area, changes]) => `## ${area}\n\n${changes.map((change) => `- ${change}\n`).join('')}`)
  return `# windrow ${version} (commit ${commit})\n\n${words}\n\n${sections.join('\n')}`
}
