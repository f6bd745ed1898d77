// The second readers on the statistics page: how often people agreed with what each model kept and wrote.
import type { ReaderTally } from '../../../domain/reports/tally.ts'
import { type Html, html } from '../../html.ts'
import { number } from '../../words.ts'

/** Empty until a second reader has read a text. `link` leads to the table as a file. */
export function readersSection(readers: Readonly<Record<string, ReaderTally>>, link: Html): Html {
  const named = Object.entries(readers).toSorted(([a], [b]) => (a < b ? -1 : 1))
  if (named.length === 0) return html``
  const cells = ({ given, right, wrong }: ReaderTally['keep']): Html =>
    html`<td class="number">${number(given)}</td><td class="number">${number(right)}</td><td class="number">${number(wrong)}</td>`
  return html`<section><h2>Second readers ${link}</h2>
<div class="scroll" tabindex="0"><table><thead><tr><th scope="col">Reader</th><th scope="col" class="number">Texts kept</th><th scope="col" class="number">People agreed</th><th scope="col" class="number">People disagreed</th><th scope="col" class="number">Texts bettered</th><th scope="col" class="number">People agreed</th><th scope="col" class="number">People disagreed</th></tr></thead>
<tbody>${named.map(([name, { keep, better }]) => html`<tr><th scope="row">${name}</th>${cells(keep)}${cells(better)}</tr>`)}</tbody></table></div>
<p class="hint">People agree when they keep the text that the reader kept or wrote, and disagree when they change or reject it.</p></section>`
}
