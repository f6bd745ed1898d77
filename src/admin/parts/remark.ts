// What the game's file says beside a text, small and quiet, as the side of the workbench and the page of a row have it.
import type { Remark } from '../../base/remark.ts'
import { type Html, html } from '../html.ts'
import { number } from '../words.ts'

/** Nothing, if the file says nothing. */
export function remarkBeside(remark: Remark | null): Html {
  if (remark === null) return html``
  const { note, place, maxLength } = remark
  return html`<section class="remark"><h2>In the game's file</h2>
${note === '' ? '' : html`<p translate="no" dir="auto">${note}</p>`}
${place === '' ? '' : html`<p class="hint"><code>${place}</code></p>`}
${maxLength === null ? '' : html`<p class="hint">At most ${number(maxLength)} characters</p>`}</section>`
}
