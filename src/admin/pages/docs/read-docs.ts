// The pages of docs/, as this program carries them: the list in docs/README.md says which there are, in which part and order. Read
// once, with the first request. A page that the list does not name does not exist here, and no name comes from a request.
import { posix } from 'node:path'
import { readAsset } from '../../../runtime/assets.ts'

export interface DocsPage {
  /** `start`, `makers/words`; empty for the list. */
  readonly name: string
  readonly title: string
  /** In Markdown. */
  readonly text: string
}

export interface Docs {
  /** The parts of the list, in its order. */
  readonly parts: readonly { readonly title: string; readonly pages: readonly DocsPage[] }[]
  readonly pages: ReadonlyMap<string, DocsPage>
  /** Names of the pictures that pages show, as `pictures/review.jpg`. */
  readonly pictures: ReadonlySet<string>
}

let known: Docs | null = null

export const docs = (): Docs => (known ??= readDocs((name) => Buffer.from(readAsset(`docs/${name}`)).toString('utf8')))

/** `read`: the text of a file below docs/. */
function readDocs(read: (name: string) => string): Docs {
  const list = read('README.md')
  const pages = new Map([['', { name: '', title: titleOf(list), text: list }]])
  const parts = list.split(/^## /m).slice(1)
  const shown = parts.map((part) => ({
    title: part.slice(0, part.indexOf('\n')),
    pages: [...part.matchAll(/\]\(([\w/-]+)\.md/g)].flatMap(([, name = '']) => {
      if (pages.has(name)) return []
      const text = read(`${name}.md`)
      const page = { name, title: titleOf(text), text }
      pages.set(name, page)
      return [page]
    }),
  }))
  const pictures = [...pages.values()].flatMap(({ name, text }) =>
    [...text.matchAll(/!\[[^\]]*\]\(([^)\s]+\.jpg)\)/g)].map(([, path = '']) => posix.join(posix.dirname(name), path)),
  )
  return { parts: shown, pages, pictures: new Set(pictures) }
}

const titleOf = (text: string): string => /^# (.+)$/m.exec(text)?.[1] ?? ''

export const addressOf = (name: string): string => (name === '' ? '/docs' : `/docs/${name}`)

/** The anchor of a heading in Markdown, made as GitHub makes it. */
export const anchorOf = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M} _-]/gu, '')
    .replaceAll(' ', '-')

/**
 * Where a link on a page leads here. Null: to a file of the repository that is no page, which nothing here answers.
 */
export function linkFrom(docs: Docs, from: string, href: string): string | null {
  if (/^https?:\/\//.test(href) || href.startsWith('#')) return href
  const [path = '', anchor] = href.split('#')
  const file = posix.join(posix.dirname(from), path)
  if (docs.pictures.has(file)) return `/docs/${file}`
  const name = file.replace(/\.md$/, '').replace(/^README$/, '')
  if (!file.endsWith('.md') || !docs.pages.has(name)) return null
  return anchor === undefined ? addressOf(name) : `${addressOf(name)}#${anchor}`
}
