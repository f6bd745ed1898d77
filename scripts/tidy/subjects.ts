// Subjects of commits: they are read in lists, so each fits a line. Looked at from the commit on that brought the rule;
// outside of a checkout, or in one without its history, there is nothing to look at.
import { spawnSync } from 'node:child_process'
import type { Finding } from './check.ts'
import { LIMITS, SUBJECTS_SINCE } from './rules.ts'

/** What is wrong with the subjects of commits since the rule. */
export function longSubjects(log: string): readonly Finding[] {
  return log
    .split('\n')
    .filter((line) => line.length - 1 - hashOf(line).length > LIMITS.subjectCharacters)
    .map((line) => ({
      path: `commit ${hashOf(line)}`,
      line: 1,
      rule: 'subject',
      advice: `its subject has more than ${LIMITS.subjectCharacters} characters: say the rest in the body`,
    }))
}

const hashOf = (line: string): string => line.slice(0, line.indexOf(' '))

/** Short hash and subject of each commit since the rule, a line each; empty where there is no history. */
export function subjectsIn(root: string): string {
  const git = spawnSync('git', ['log', '--no-merges', '--format=%h %s', `${SUBJECTS_SINCE}..HEAD`], {
    cwd: root,
    encoding: 'utf8',
  })
  return git.status === 0 ? git.stdout : ''
}
