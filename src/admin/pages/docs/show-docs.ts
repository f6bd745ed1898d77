// The docs at /docs, offline, for everybody who reaches the site: the same pages as in the repository, in English. They know no
// visitor, and every address is one of the list in docs/README.md.
import { gzipSync } from 'node:zlib'
import { Marked, type Tokens } from 'marked'
import { html as markup, raw } from 'hono/html'
import { readAsset } from '../../../runtime/assets.ts'
import { assetUrl } from '../../assets.ts'
import type { Html } from '../../html.ts'
import { addressOf, anchorOf, type Docs, docs, type DocsPage, linkFrom } from './read-docs.ts'
import { type Hit, searchDocs, sectionsOf } from './search-docs.ts'

interface Asked {
  /** As it was sent. */
  readonly path: string
  /** Of the search. */
  readonly question: string
  readonly acceptEncoding: string
}

export async function docsAnswer({ path, question, acceptEncoding }: Asked): Promise<Response> {
  // Links on a page lead from an address without it.
  if (path.endsWith('/')) return new Response(null, { status: 301, headers: { Location: path.slice(0, -1) } })
  const all = docs()
  const answered = async (text: Html): Promise<Response> => packed((await text).toString(), acceptEncoding)
  if (path === '/docs/search') return await answered(frame(all, null, 'Search', hitList(question), question))
  const name = path.replace(/^\/docs\/?/, '')
  if (all.pictures.has(name)) return picture(name)
  const page = all.pages.get(name)
  if (page === undefined) return new Response('there is no such page; /docs lists them all\n', { status: 404 })
  return await answered(pageOf(all, page))
}

/** No page has a secret, so all are compressed. */
function packed(text: string, acceptEncoding: string): Response {
  const type = { 'Content-Type': 'text/html; charset=UTF-8', Vary: 'Accept-Encoding' }
  if (!/\bgzip\b/.test(acceptEncoding)) return new Response(text, { headers: type })
  return new Response(Uint8Array.from(gzipSync(text)), { headers: { ...type, 'Content-Encoding': 'gzip' } })
}

const picture = (name: string): Response =>
  new Response(Uint8Array.from(readAsset(`docs/${name}`)), {
    headers: { 'Content-Type': 'image/jpeg', 'Cache-Control': 'public, max-age=3600' },
  })

const written = new Map<string, Html>()

function pageOf(all: Docs, page: DocsPage): Html {
  const kept = written.get(page.name)
  if (kept !== undefined) return kept
  const text = frame(all, page, page.title, raw(htmlOf(all, page)), '')
  written.set(page.name, text)
  return text
}

/** The page's Markdown as HTML. What is HTML in it is shown as text, save comments, which are dropped. */
function htmlOf(all: Docs, { name, text }: DocsPage): string {
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text: heading }) {
        const anchor = anchorOf(heading)
        const inside = this.parser.parseInline(tokens)
        if (depth === 1) return `<h1 id="${anchor}">${inside}</h1>\n`
        return `<h${depth} id="${anchor}"><a class="to-here" href="#${anchor}">${inside}</a></h${depth}>\n`
      },
      link({ href, tokens }) {
        const inside = this.parser.parseInline(tokens)
        const to = linkFrom(all, name, href)
        return to === null ? inside : `<a href="${to}">${inside}</a>`
      },
      image({ href, text: says }) {
        const to = linkFrom(all, name, href)
        return to === null ? '' : `<img src="${to}" alt="${says.replaceAll('"', '&quot;')}" loading="lazy">`
      },
      html: ({ text: sent }: Tokens.HTML | Tokens.Tag) =>
        sent.startsWith('<!--') ? '' : sent.replaceAll('&', '&amp;').replaceAll('<', '&lt;'),
    },
  })
  const made = marked.parse(text, { async: false })
  // What scrolls can be reached with the keyboard, and a head without words is none.
  return made
    .replaceAll('<th></th>', '<td></td>')
    .replaceAll('<table>', '<div class="scroll" tabindex="0"><table>')
    .replaceAll('</table>', '</table></div>')
    .replaceAll('<pre>', '<div class="pre"><pre tabindex="0">')
    .replaceAll('</pre>', '</pre></div>')
}

const link = (here: DocsPage | null, page: DocsPage): Html =>
  page === here
    ? markup`<li><a href="${addressOf(page.name)}" aria-current="page">${page.title}</a>${contents(page)}</li>`
    : markup`<li><a href="${addressOf(page.name)}">${page.title}</a></li>`

/** The second headings of the page that is open. */
function contents({ text }: DocsPage): Html {
  const headings = [...text.replaceAll(/^```.*?^```/gms, '').matchAll(/^## (.+)$/gm)].map(([, heading = '']) => heading)
  if (headings.length < 2) return markup``
  return markup`<ul>${headings.map(
    (heading) => markup`<li><a href="#${anchorOf(heading)}">${heading.replaceAll('`', '')}</a></li>`,
  )}</ul>`
}

/** `here`: null on the page of the search. */
const frame = (
  all: Docs,
  here: DocsPage | null,
  title: string,
  body: Html,
  question: string,
): Html => markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="#1b6553">
<title>${title} · windrow docs</title>
<link rel="icon" href="${assetUrl('icon.svg')}">
<link rel="stylesheet" href="${assetUrl('site.css')}">
<script src="${assetUrl('site.js')}" defer></script>
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header class="top">
<a class="brand" href="/docs" aria-label="windrow docs">
<img src="${assetUrl('icon.svg')}" alt="" width="26" height="26"><span>windrow docs</span></a>
<form action="/docs/search" role="search" class="find-docs">
<input type="search" name="q" value="${question}" maxlength="200" aria-label="Search the docs" placeholder="Search the docs">
<button>Search</button></form>
<div class="me"><a href="/admin/">Site</a></div>
</header>
<div class="docs">
<main id="main" tabindex="-1">
${body}
</main>
<nav aria-label="Docs">${all.parts.map(
  (part) => markup`<h2>${part.title}</h2>
<ul>${part.pages.map((page) => link(here, page))}</ul>`,
)}</nav>
</div>
</body>
</html>
`

const hitOf = ({ address, page, heading, around }: Hit): Html => markup`<li>
<a href="${address}">${heading}</a>${heading === page ? '' : markup` <span class="hint">${page}</span>`}
<p>${around.map((part, i) => (i % 2 === 1 ? markup`<mark>${part}</mark>` : part))}</p>
</li>`

let sections: ReturnType<typeof sectionsOf> | null = null

function hitList(question: string): Html {
  if (question.trim() === '') return markup`<h1>Search</h1><p>Type a word or two above.</p>`
  const hits = searchDocs((sections ??= sectionsOf(docs())), question)
  return markup`<h1>${question}</h1>
${
  hits.length === 0
    ? markup`<p>No part of the docs has all of these words. Try fewer of them, or <a href="/docs">look through the pages</a>.</p>`
    : markup`<ul class="found">${hits.map(hitOf)}</ul>`
}`
}
