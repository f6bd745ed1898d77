// Game text on a page: tokens marked (they must stay, or should), glossary terms highlighted, invisible characters made
// visible, differences in words. Everything goes through hono's escaping; nothing here is raw.
import type { Rules } from '../../app/rules.ts'
import { glossaryTermsIn } from '../../domain/checks/glossary/glossary.ts'
import { type Row, sourceTextOf } from '../../domain/row.ts'
import { scanTokens } from '../../domain/text/tokens.ts'
import { type Html, html } from '../html.ts'
import { type OpenVisit, query } from '../visit.ts'
import { type DiffBudget, type DiffPart, wordDiff } from './word-diff.ts'

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

/** The attribute of a text in the language of the translations, for spell checkers and screen readers; none is known: none. */
export const inTarget = ({ settings }: Rules): Html =>
  settings.target_language === '' ? html`` : html` lang="${settings.target_language}"`

/** A block of game text; `''` says so in words. */
export function textBlock(content: Html, isEmpty: boolean, label?: string, attributes: Html = html``): Html {
  if (isEmpty) return html`<p class="text none">empty</p>`
  return label === undefined
    ? html`<div class="text" dir="auto"${attributes}>${content}</div>`
    : html`<div class="text" dir="auto"${attributes} role="group" aria-label="${label}">${content}</div>`
}

const part = (rules: Rules, { kind, text }: DiffPart): Html => {
  const shown = markedText(rules, text)
  return kind === 'same' ? shown : kind === 'gone' ? html`<del>${shown}</del>` : html`<ins>${shown}</ins>`
}

/** Some 15 ms of work: a history of texts of five hundred characters fits, one of the longest texts doesn't. */
const stepsAPage = 500_000
/** One that was asked for: the longest texts fit, and the page is made without the others. */
const stepsOnDemand = 2_000_000

/**
 * The differences of one page in words that went and came. They share a budget, so that a row with a long history costs no
 * more than another; one beyond it shows the new text and a link, and the page asked for by that link has that one alone.
 */
export class Differences {
  readonly #rules: Rules
  readonly #path: string
  readonly #askedFor: string
  readonly #budget: DiffBudget

  /** `path` is the page's address, also where it answers a form. */
  constructor(visit: OpenVisit, path: string) {
    this.#rules = visit.app.rules.now()
    this.#path = path
    this.#askedFor = query(visit, 'compare')
    this.#budget = { steps: this.#askedFor === '' ? stepsAPage : 0 }
  }

  /** Whether somebody came for a difference whose name begins so. */
  isAskedFor(beginning: string): boolean {
    return this.#askedFor.startsWith(beginning)
  }

  /** What became of `before`; `name` is this difference's own on the page: letters, digits and dashes. Its id is `diff-NAME`. */
  between(name: string, before: string, after: string): Html {
    const id = `diff-${name}`
    const budget = this.#askedFor === name ? { steps: stepsOnDemand } : this.#budget
    const parts = wordDiff(before, after, budget)
    if (parts !== null) return html`<span id="${id}">${parts.map((each) => part(this.#rules, each))}</span>`
    return html`<span id="${id}">${markedText(this.#rules, after)}</span>
<a class="compare" href="${this.#path}${this.#path.includes('?') ? '&' : '?'}compare=${name}#${id}">Show what changed</a>`
  }
}

/** Browsers send any line end as CRLF; the text gets the one that the source uses. */
export const withLineEndsOf = (row: Row, text: string): string =>
  sourceTextOf(row).includes('\r\n') ? text.replace(/\r?\n/g, '\r\n') : text

/** Lines for a textarea in which the text will fit. */
export const rowsFor = (text: string): number =>
  Math.min(16, Math.max(3, text.split('\n').length + 1, Math.ceil(text.length / 70) + 1))
