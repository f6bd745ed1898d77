// Game text on a page: tokens and glossary terms marked, invisible characters shown, differences by word.
import type { Rules } from '../../app/rules.ts'
import { glossaryTermsIn } from '../../domain/checks/glossary.ts'
import { type Row, sourceTextOf } from '../../domain/row.ts'
import { codePointName, invisibleIn } from '../../domain/text/traits.ts'
import { scanTokens } from '../../domain/text/tokens.ts'
import { type Html, html, raw } from '../html.ts'
import { type OpenVisit, query } from '../visit.ts'
import { type DiffBudget, type DiffPart, isByWord, wordDiff } from '../../domain/text/word-diff.ts'

interface Span {
  readonly start: number
  readonly end: number
  readonly show: () => Html
  /** The letter of the game's colour that begins behind it, such as `Y`; '': it ends; undefined: it goes on. */
  readonly ink?: string
}

const SIGNS: ReadonlyMap<string, string> = new Map([
  ['\n', '↵\n'],
  ['\r', '␍'],
  ['\t', '⇥\t'],
])

const token = (text: string, isMust: boolean): Html => {
  const shown = SIGNS.get(text) ?? text
  if (text === '\n') return html`<i class="token line">${shown}</i>`
  return isMust
    ? html`<b class="token" title="must stay unchanged">${shown}</b>`
    : html`<i class="token" title="should stay">${shown}</i>`
}

const HIDDEN_SIGNS: Readonly<Record<string, string>> = { ' ': '␣', '\u00ad': '¬', '\u2028': '↵', '\u2029': '↵' }
const signOf = (character: string): string => HIDDEN_SIGNS[character] ?? (/\p{Zs}/u.test(character) ? '⍽' : '·')

/** Plain spaces that the eye cannot tell: at the ends of a line, and the second of two. */
const LOST_SPACE = /^ +| +$|(?<= ) +/gm

interface Unseen {
  readonly character: string
  readonly at: number
}

/** The characters of a text that the eye cannot tell, in order. */
function unseenIn(text: string): readonly Unseen[] {
  const spaces = [...text.matchAll(LOST_SPACE)].flatMap(({ 0: run, index }) =>
    Array.from(run, (character, i) => ({ character, at: index + i })),
  )
  return [...invisibleIn(text), ...spaces].toSorted((a, b) => a.at - b.at)
}

/** The style sheet draws a sign over each of them; the character itself stays, so that copying is exact. */
function drawn(text: string, from: number, to: number, unseen: readonly Unseen[]): Html {
  const parts: (Html | string)[] = []
  let done = from
  for (const { character, at } of unseen) {
    if (at < done || at >= to) continue
    const sign = html`<i class="unseen" data-sign="${signOf(character)}" title="${codePointName(character)}">${character}</i>`
    parts.push(text.slice(done, at), sign)
    done = at + character.length
  }
  parts.push(text.slice(done, to))
  return html`${parts}`
}

/** A text with a sign over each character that the eye cannot tell. */
export const withSigns = (text: string): Html => drawn(text, 0, text.length, invisibleIn(text))

/** Marks tokens, with `terms` also glossary terms. `isPart`: the text goes on beside it, so its ends are no ends of a line. */
export function markedText(rules: Rules, text: string, { terms = false, isPart = false } = {}): Html {
  const policy = rules.gate.markup
  const unseen = isPart ? invisibleIn(text) : unseenIn(text)
  const spans: Span[] = scanTokens(text, policy).map(({ start, end, class: kind, kind: what }) => ({
    start,
    end,
    show: () => token(text.slice(start, end), kind === 'must'),
    ...(what === 'style' && { ink: text.slice(start + 1, end) }),
    ...(what === 'close' && { ink: '' }),
  }))
  if (terms) {
    for (const { start, end, entry } of glossaryTermsIn(text, rules.glossary, policy)) {
      const forms = entry.doNotTranslate ? [entry.source, ...entry.forms] : entry.forms
      const title = `glossary: ${forms.join(', ') || 'a note'}${entry.note === '' ? '' : ` (${entry.note})`}`
      spans.push({ start, end, show: () => html`<mark title="${title}">${drawn(text, start, end, unseen)}</mark>` })
    }
    spans.sort((a, b) => a.start - b.start)
  }
  const parts: Html[] = []
  let [at, inkNow] = [0, '']
  const inked = (part: Html): Html => (inkNow === '' ? part : html`<span class="ink-${inkNow}">${part}</span>`)
  for (const { start, end, show, ink } of spans) {
    if (start < at) continue
    if (start > at) parts.push(inked(drawn(text, at, start, unseen)))
    parts.push(ink === undefined ? inked(show()) : show())
    inkNow = ink ?? inkNow
    at = end
  }
  parts.push(inked(drawn(text, at, text.length, unseen)))
  return html`${parts}`
}

/** The `lang` attribute of translations, for spell checkers and screen readers; empty when unknown. */
export const inTarget = ({ settings }: Rules): Html =>
  settings.target_language === '' ? html`` : html` lang="${settings.target_language}"`

/** The `lang` attribute of sources; in a game of which nothing is known it is said to be unknown. */
export const inSource = ({ settings }: Rules): Html =>
  settings.profile === 'where-winds-meet' ? raw(' lang="en"') : raw(' lang=""')

/** A text of the game in a line of the page. */
const inLine = (lang: Html, text: string | Html): Html => html`<span dir="auto" translate="no"${lang}>${text}</span>`

export const sourceInLine = ({ app }: OpenVisit, text: string): Html => inLine(inSource(app.rules.now()), text)
export const targetInLine = ({ app }: OpenVisit, text: string): Html => inLine(inTarget(app.rules.now()), text)

export function textBlock(content: Html, isEmpty: boolean, label?: string, attributes: Html = html``): Html {
  if (isEmpty) return html`<p class="text none">empty</p>`
  return label === undefined
    ? html`<div class="text" dir="auto" translate="no"${attributes}>${content}</div>`
    : html`<div class="text" dir="auto" translate="no"${attributes} role="group" aria-label="${label}">${content}</div>`
}

export function targetBlock({ app }: OpenVisit, text: string, label?: string): Html {
  const rules = app.rules.now()
  return textBlock(markedText(rules, text), text === '', label, inTarget(rules))
}

const part = (rules: Rules, { kind, text }: DiffPart): Html => {
  const shown = markedText(rules, text, { isPart: true })
  return kind === 'same' ? shown : kind === 'gone' ? html`<del>${shown}</del>` : html`<ins>${shown}</ins>`
}

/**
 * The page's budget, some 15 ms: enough for a history of texts of five hundred characters, not for one of the longest
 * texts.
 */
const stepsAPage = 500_000
/** The budget of a page with a single difference: enough for the longest texts. */
const stepsOnDemand = 2_000_000

export type Differences = ReturnType<typeof createDifferences>

/**
 * The differences on a page, by word, within a shared budget. Beyond it a difference shows the new text and a link to a
 * page with only this difference. `path`: the page's address, which differs from the request's when the page answers a form.
 */
export function createDifferences(visit: OpenVisit, path: string) {
  const rules = visit.app.rules.now()
  const askedFor = query(visit, 'compare')
  const shared: DiffBudget = { steps: askedFor === '' ? stepsAPage : 0 }

  /** Texts with little in common are shown whole, one after the other; `isByWord` is false then. */
  function compare(name: string, before: string, after: string): { readonly shown: Html; readonly isByWord: boolean } {
    const id = `diff-${name}`
    const parts = wordDiff(before, after, askedFor === name ? { steps: stepsOnDemand } : shared)
    if (parts === null) {
      const shown = html`<span id="${id}">${markedText(rules, after)}</span>
<a class="compare" href="${path}${path.includes('?') ? '&' : '?'}compare=${name}#${id}">Show what changed</a>`
      return { shown, isByWord: true }
    }
    if (isByWord(parts))
      return { shown: html`<span id="${id}">${parts.map((each) => part(rules, each))}</span>`, isByWord: true }
    const gone = part(rules, { kind: 'gone', text: before })
    const shown = html`<span id="${id}">${gone}\n${part(rules, { kind: 'new', text: after })}</span>`
    return { shown, isByWord: false }
  }
  return {
    compare,
    /** `name`: unique on the page, of letters, digits and dashes. The id is `diff-NAME`. */
    between: (name: string, before: string, after: string): Html => compare(name, before, after).shown,
    /** True: the address asks for a difference whose name begins like this. */
    isAskedFor: (beginning: string): boolean => askedFor.startsWith(beginning),
  }
}

/** A typed text with the line ends of its row, because browsers send CRLF. */
export const withLineEndsOf = (row: Row, text: string): string =>
  sourceTextOf(row).includes('\r\n') ? text.replace(/\r?\n/g, '\r\n') : text

export const rowsFor = (text: string): number =>
  Math.min(16, Math.max(3, text.split('\n').length + 1, Math.ceil(text.length / 70) + 1))
