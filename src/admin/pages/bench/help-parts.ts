// What helps with the text stands under the field of the workbench, where the eye is: terms of the glossary, and texts of the same
// source.
import type { SameSourceText } from '../../../app/bench/read-same-source.ts'
import { glossaryTermsIn } from '../../../domain/checks/glossary/glossary.ts'
import { sourceTextOf } from '../../../domain/row.ts'
import { type Html, html } from '../../html.ts'
import { say } from '../../language/say.ts'
import { aboutLine } from '../../parts/term-fields.ts'
import { benchOfRow } from '../../parts/work/bench-links.ts'
import { may, type Visit } from '../../visit.ts'
import { inSource, inTarget } from '../../parts/texts.ts'
import { counted, excerpt, LAYER_WORDS } from '../../words.ts'
import type { Present } from './read-bench.ts'

export const section = (title: string, content: Html, kind = ''): Html =>
  html`<section class="${kind}"><h2>${title}</h2>${content}</section>`

export const use = (text: string, label: string, key = ''): Html =>
  html`<button type="button" class="chip scripted" data-fill="${text}"${key === '' ? '' : html` data-key="${key}" title="Ctrl+M"`}>${label}</button>`

/** Accepted forms are visible text, because a tooltip needs a pointer. */
export function terms(visit: Visit, { history }: Present): Html {
  const { glossary, gate } = visit.app.rules.now()
  const found = new Map(
    glossaryTermsIn(sourceTextOf(history.row), glossary, gate.markup).map(({ entry }) => [entry.source, entry]),
  )
  if (found.size === 0) return html``
  const form = (text: string): Html =>
    html`<button type="button" class="chip" data-insert="${text.replace(/\*$/, '')}">${text}</button> `
  return section(
    say`Glossary`,
    html`<dl class="terms">${[...found.values()].map(
      (entry) =>
        html`<div><dt translate="no"${inSource(visit.app.rules.now())}>${entry.source}</dt><dd>${(entry.doNotTranslate ? [entry.source, ...entry.forms] : entry.forms).map(form)}${aboutLine(entry.facts)}${entry.note === '' ? '' : html`<span class="hint">${entry.note}</span>`}</dd></div>`,
    )}</dl>`,
    'like',
  )
}

/** The button stands here, because the bar of a phone has room for two lines. */
export function sameSource(visit: Visit, { matter, history, sameSource: { others, isMore, texts } }: Present): Html {
  if (others === 0) return html``
  const one = ({ text, layer, rows, rowId }: SameSourceText): Html =>
    html`<li><span dir="auto" translate="no"${inTarget(visit.app.rules.now())}>${excerpt(text, 120)}</span> <span class="hint"><a href="${benchOfRow(rowId)}">${counted(rows, 'row')}</a>, ${LAYER_WORDS[layer]}</span> ${use(text, say`Use`, 'same')}</li>`
  const fill =
    matter === 'write' && may(visit, 'propose_translation') && !history.row.isServiceRow
      ? html`<button class="chip" formaction="/admin/bench/fill">${isMore ? say`Fill all such rows with this source` : say`Fill all ${others + 1} rows with this source`}</button>`
      : ''
  return section(
    isMore
      ? say`The same source in over ${counted(others, 'other row')}`
      : say`The same source in ${counted(others, 'other row')}`,
    html`${
      texts.length === 0
        ? html`<p class="hint">None of them is translated yet.</p>`
        : html`<ul class="plain">${texts.slice(0, 4).map(one)}</ul>`
    }${fill}`,
    'like',
  )
}
