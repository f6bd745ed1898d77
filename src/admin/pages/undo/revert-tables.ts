// The report of `windrow revert --json` as tables: counts of each kind, with ten examples.
import { type Html, html } from '../../html.ts'
import { say, told, words } from '../../language/say.ts'
import { excerpt, number } from '../../words.ts'
import { rowLink } from '../../parts/work/bench-links.ts'

interface Example {
  readonly row_id: string
  readonly layer: string
  readonly change: string
  readonly before: string
  readonly after: string | null
}

interface Report {
  readonly restored: number
  readonly withdrawn: number
  readonly left: Readonly<Record<string, number>>
  readonly examples: readonly Example[]
}

const WORDS: Readonly<Record<string, string>> = words({
  restored: 'The text from before comes back',
  withdrawn: 'No text, as before',
  written_since: 'Left alone: somebody wrote after it',
  approved_by_others: 'Left alone: others approved it',
  reverted_already: 'Left alone: taken back already',
  not_in_game: 'Left alone: the row is in no file of the game now',
})

export function revertTables(document: Readonly<Record<string, unknown>>): Html {
  const { restored, withdrawn, left, examples } = document as unknown as Report
  const counts = Object.entries({ restored, withdrawn, ...left }).filter(([, count]) => count > 0)
  return html`${counts.map(([change, count]) => table(change, count, examples))}`
}

const table = (change: string, count: number, examples: readonly Example[]): Html => {
  const rows = examples.filter((example) => example.change === change)
  return html`<section><h2>${WORDS[change] ?? change}: ${number(count)}</h2>
<div class="scroll" tabindex="0"><table class="list"><caption class="hint">${count > rows.length ? say`${rows.length} of them` : say`All of them`}</caption><thead><tr><th scope="col">Row</th><th scope="col">Layer</th><th scope="col">Text</th>${change === 'restored' ? html`<th scope="col">Comes back</th>` : ''}</tr></thead>
<tbody>${rows.map(
    ({ row_id: id, layer, before, after }) =>
      html`<tr><th scope="row">${rowLink(id)}</th><td>${told(layer)}</td><td dir="auto" translate="no">${before === '' ? html`<em>no text</em>` : excerpt(before)}</td>${change === 'restored' ? html`<td dir="auto" translate="no">${excerpt(after ?? '')}</td>` : ''}</tr>`,
  )}</tbody></table></div></section>`
}
