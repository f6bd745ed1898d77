// Game text on a page: tokens marked (they must stay, or should), glossary terms highlighted, invisible characters made
// visible, differences in words. Everything goes through hono's escaping; nothing here is raw.
import { html } from 'hono/html'
import type { Rules } from '../app/rules.ts'
import { glossaryTermsIn } from '../domain/checks/glossary.ts'
import { scanTokens } from '../domain/text/tokens.ts'
import type { Html } from './layout.ts'
import { type DiffPart, wordDiff } from './word-diff.ts'

interface Span {
  readonly start: number
  readonly end: number
  readonly show: (text: string) => Html
}

const SIGNS: Readonly<Record<string, string>> = { '\n': '↵\n', '\r': '␍', '\t': '⇥\t' }

const token = (text: string, isMust: boolean): Html => {
  const shown = SIGNS[text] ?? text
  return isMust
    ? html`<b class="token" title="must stay as it is">${shown}</b>`
    : html`<i class="token" title="should stay">${shown}</i>`
}

/** A text with its tokens marked; with `terms` the glossary's terms are highlighted too. */
export function markedText(rules: Rules, text: string, { terms = false } = {}): Html {
  const policy = rules.gate.captionPolicy
  const spans: Span[] = scanTokens(text, policy).map(({ start, end, class: kind }) => ({
    start,
    end,
    show: (part) => token(part, kind === 'must'),
  }))
  if (terms) {
    for (const { start, end, entry } of glossaryTermsIn(text, rules.glossary, policy)) {
      const forms = entry.doNotTranslate ? [entry.source, ...entry.forms] : entry.forms
      const title = `glossary: ${forms.join(', ') || 'a note'}${entry.note === '' ? '' : ` (${entry.note})`}`
      spans.push({ start, end, show: (part) => html`<mark title="${title}">${part}</mark>` })
    }
    spans.sort((a, b) => a.start - b.start)
  }
  const parts: (Html | string)[] = []
  let at = 0
  for (const { start, end, show } of spans) {
    if (start < at) continue
    parts.push(text.slice(at, start), show(text.slice(start, end)))
    at = end
  }
  parts.push(text.slice(at))
  return html`${parts}`
}

/** A block of game text; `''` says so in words. */
export function textBlock(content: Html, isEmpty: boolean, label?: string): Html {
  if (isEmpty) return html`<p class="text none">empty</p>`
  return label === undefined
    ? html`<div class="text" dir="auto">${content}</div>`
    : html`<div class="text" dir="auto" role="group" aria-label="${label}">${content}</div>`
}

const shown = (text: string): string => text.replace(/\n/g, '↵\n')

const part = ({ kind, text }: DiffPart): Html | string =>
  kind === 'same' ? text : kind === 'gone' ? html`<del>${shown(text)}</del>` : html`<ins>${shown(text)}</ins>`

/** What became of a text, in words that went and came. */
export const differences = (before: string, after: string): Html => html`${wordDiff(before, after).map(part)}`
