// A page for people without an account: no navigation, no session.
import { assetUrl } from '../assets.ts'
import { type Html, html } from '../html.ts'
import { languageNow } from '../language/language.ts'

interface PublicPage {
  readonly title: string
  readonly head: Html
  readonly attributes?: Html
  readonly body: Html
}

export const siteHead = (): Html => html`<link rel="icon" href="${assetUrl('icon.svg')}">
<link rel="stylesheet" href="${assetUrl('site.css')}">`

export const publicPage = async ({ title, head, attributes = html``, body }: PublicPage): Promise<string> =>
  (
    await html`<!doctype html>
<html lang="${languageNow().tag}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
${head}
</head>
<body${attributes}><main id="main"><h1>${title}</h1>
${body}
</main></body>
</html>
`
  ).toString()
