// Pages that sources and other pages cite: each path and each heading exists. In code a citation is the page's path from
// the root and the heading's anchor, `docs/rows.md#rows`; between pages it is a link, relative as links are.
import { posix } from 'node:path'
import { anchorOf } from '../../src/admin/pages/docs/read-docs.ts'
import type { Finding } from './check.ts'
import { lineAt, type Source } from './source.ts'

/** Anchors of each page, by its path from the root. */
type Pages = ReadonlyMap<string, ReadonlySet<string>>

/** A page's anchors, made from its headings as the docs of the site and GitHub make them. */
export function anchorsOf(page: string): ReadonlySet<string> {
  const outsideCode = page.replaceAll(/^```[\s\S]*?^```/gm, '')
  return new Set([...outsideCode.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) => anchorOf(heading)))
}

const CITED = /(?<![\w./-]|\]\()((?:docs\/[\w/-]+|CONTRIBUTING|README)\.md)(?:#([\w-]+))?/g
const LINK = /\]\(([^)\s#:]*)(?:#([\w-]+))?\)/g

interface Citation {
  /** From the root. */
  readonly page: string
  readonly anchor: string | undefined
  readonly line: number
}

function citationsIn(path: string, text: string): readonly Citation[] {
  const cited = [...text.matchAll(CITED)].map((match) => ({ match, page: match[1] ?? '' }))
  const linked = path.endsWith('.md')
    ? [...text.matchAll(LINK)].map((match) => ({
        match,
        page: match[1] === '' ? path : posix.join(posix.dirname(path), match[1] ?? ''),
      }))
    : []
  return [...cited, ...linked].map(({ match, page }) => ({ page, anchor: match[2], line: lineAt(text, match.index) }))
}

/** Citations in these texts that lead nowhere; `isThere` knows the files that are no pages. */
export function deadCitations(
  texts: readonly Pick<Source, 'path' | 'text'>[],
  isThere: (path: string) => boolean,
): readonly Finding[] {
  const pages = new Map(
    texts.filter(({ path }) => path.endsWith('.md')).map(({ path, text }) => [path, anchorsOf(text)]),
  )
  return texts.flatMap(({ path, text }) =>
    citationsIn(path, text).flatMap(({ page, anchor, line }) => {
      const advice = adviceFor(page, anchor, pages, isThere)
      return advice === null ? [] : [{ path, line, rule: 'citation', advice }]
    }),
  )
}

function adviceFor(page: string, anchor: string | undefined, pages: Pages, isThere: (path: string) => boolean) {
  const anchors = pages.get(page)
  if (anchors === undefined)
    return isThere(page) ? null : `there is no ${page}: cite the page where the rule stands now`
  return anchor === undefined || anchors.has(anchor)
    ? null
    : `${page} has no heading #${anchor}; it has ${[...anchors].map((each) => `#${each}`).join(', ')}`
}
