// What a list says as long as no game is there: one thing, with the next step, whatever the list is about.
import { countRows } from '../../../app/rows/read-row.ts'
import { type Html, html } from '../../html.ts'
import { say } from '../../language/say.ts'
import { may, type Visit } from '../../visit.ts'
import { here, lookAgain } from '../fields.ts'

/** What to show in place of the list. Null: the store has texts. */
export const noGame = (visit: Visit): Html | null =>
  countRows(visit.app) > 0
    ? null
    : html`<div class="empty"><p>There is no game text yet. ${
        may(visit, 'import_localized')
          ? html`<a href="/admin/imports">Import the game's files</a> to begin.`
          : say`An admin must import it first.`
      }</p>${lookAgain(visit, here(visit, {}), 'game')}</div>`
