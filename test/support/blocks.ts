// The blocks of README, CONTRIBUTING and docs, fenced and indented.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** From the root. */
export const PAGES: readonly string[] = [
  'README.md',
  'CONTRIBUTING.md',
  ...globSync('docs/**/*.md', { cwd: root })
    .map((name) => name.replaceAll('\\', '/'))
    .sort(),
]

export interface PrintedBlock {
  /** Of the fence; empty for an indented block. */
  readonly kind: string
  readonly text: string
}

const BLOCK = /^```(\w*)\n(.*?)^```$|(?<=\n\n)((?: {4}[^\n]*\n|\n(?= {4}))+)/gms

/** In the page's order, without the indent. */
export const blocksOf = (page: string): readonly PrintedBlock[] =>
  [...readFileSync(join(root, page), 'utf8').matchAll(BLOCK)].map(([, kind = '', fenced, indented = '']) => ({
    kind,
    text: fenced ?? indented.replaceAll(/^ {4}/gm, ''),
  }))
