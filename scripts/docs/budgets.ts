// How many words the docs may have, so that they stay what a person reads. Words that people wrote count: neither generated tables
// nor blocks. A page is read up to its heading *Reference*, or its first generated table; what follows is looked up.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Lower one to what you reached; raising one is a line in the commit that says what left. */
const BUDGETS = {
  /** Of one page for users, to read. */
  page: 800,
  /** Of all pages for users, to read. */
  toRead: 13_450,
  /** Of all pages for users, with what is looked up. */
  users: 33_050,
  /** Of docs/makers and CONTRIBUTING. */
  makers: 20_750,
  /** Of README, everything in it. */
  readme: 750,
} as const

const LIST = 'docs/README.md'
const isOfMakers = (path: string): boolean => path === 'CONTRIBUTING.md' || path.startsWith('docs/makers/')

/** Words with a letter or a figure in them. */
const countWords = (text: string): number => text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length

const byHand = (text: string): string =>
  text
    .replaceAll(/^<!-- generated.*?^<!-- \/generated -->/gms, '')
    .replaceAll(/^```.*?^```/gms, '')
    .replaceAll(/(?<=\n\n)(?:(?: {4}[^\n]*\n|\n(?= {4}))+)/g, '')

const toRead = (text: string): string => text.split(/^(?:## Reference$|<!-- generated)/m, 1)[0] ?? ''

/** What is too long, and pages that the list leaves out, so that nobody finds them. `pages`: texts by their paths from the root. */
export function docsFaults(pages: ReadonlyMap<string, string>): readonly string[] {
  const sums = { toRead: 0, users: 0, makers: 0 }
  const faults: string[] = []
  const list = pages.get(LIST) ?? ''
  for (const [path, text] of pages) {
    if (path === 'README.md') {
      const words = text.split(/\s+/).filter((word) => word !== '').length
      if (words > BUDGETS.readme)
        faults.push(`${path} has ${words} words, at most ${BUDGETS.readme}: take something out`)
      continue
    }
    const words = countWords(byHand(text))
    if (isOfMakers(path)) sums.makers += words
    else {
      const first = countWords(byHand(toRead(text)))
      sums.users += words
      sums.toRead += first
      if (first > BUDGETS.page)
        faults.push(
          `${path} has ${first} words to read, at most ${BUDGETS.page}: shorten it, or put details below ## Reference`,
        )
    }
    if (path.startsWith('docs/') && path !== LIST && !list.includes(`](${path.slice('docs/'.length)})`))
      faults.push(`${path} is not in ${LIST}, so the site does not show it`)
  }
  const names = { toRead: 'to read', users: 'for users', makers: 'for makers' } as const
  for (const [sum, words] of Object.entries(sums) as [keyof typeof sums, number][])
    if (words > BUDGETS[sum])
      faults.push(`the pages ${names[sum]} have ${words} words, at most ${BUDGETS[sum]}: take something out`)
  return faults
}

/** README, CONTRIBUTING and the pages of docs. */
export const readPages = (root: string): ReadonlyMap<string, string> =>
  new Map(
    ['README.md', 'CONTRIBUTING.md', ...globSync('docs/**/*.md', { cwd: root })]
      .map((path) => path.replaceAll('\\', '/'))
      .map((path) => [path, readFileSync(join(root, path), 'utf8')]),
  )
