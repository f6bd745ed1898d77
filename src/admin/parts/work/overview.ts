// Parts of the overview: what it says to a person alone.
import { listReleases } from '../../../app/releases/read-releases.ts'
import { decidedSince } from '../../../app/rows/decided-proposals.ts'
import { readFirstDay } from '../../../app/team/first-steps.ts'
import { sourceTextOf } from '../../../domain/row.ts'
import { ALL_WORK } from '../../../domain/work/work-filter.ts'
import { type Html, html } from '../../html.ts'
import { may, type Visit } from '../../visit.ts'
import { counted } from '../../words.ts'
import { sourceInLine } from '../texts.ts'
import { benchOfRow } from './bench-links.ts'
import { workNumbers } from './work-numbers.ts'

const list = 'job=untranslated'

export async function firstDay(visit: Visit): Promise<Html> {
  const path = may(visit, 'propose_translation') ? await readFirstDay(visit.app, visit.user.id) : null
  if (path === null) return html``
  const { done, easy } = path
  return html`<h3>Your first texts</h3>
<p class="hint">Three short sentences, checked while you write; then the list.</p>
<ol class="plain steps">${Array.from({ length: done }, () => html`<li class="done"><span aria-hidden="true">✓</span> Done</li>`)}${easy.map(
    (row) =>
      html`<li>
<span aria-hidden="true">○</span> <a href="${benchOfRow(row.rowId, list)}">${sourceInLine(visit, sourceTextOf(row))}</a></li>`,
  )}</ol>`
}

/** Among the last fifty texts that were decided on. */
const acceptedOfNewcomer = 30

/** A volunteer at the beginning: what one can do without is left out of their desk (docs/workbench.md). */
export const isNewcomer = (visit: Visit): boolean =>
  may(visit, 'propose_translation') &&
  !may(visit, 'review_translation') &&
  decidedSince(visit.app, visit.user.id, 0).filter(({ status }) => status === 'approved').length < acceptedOfNewcomer

/** Empty without a release, or without a text of the person in it. */
export async function ownInRelease(visit: Visit): Promise<Html> {
  const release = listReleases(visit.app).find(({ withdrawn }) => withdrawn === null)
  if (release === undefined) return html``
  const own = { ...ALL_WORK, game: 'manual', authorId: visit.user.id } as const
  const later = { ...own, changedSinceMs: release.atMs }
  const numbers = await workNumbers(visit, [own, later])
  const texts = (numbers.of(own) ?? 0) - (numbers.of(later) ?? 0)
  return texts <= 0
    ? html``
    : html`<p class="note">Release ${release.version} has ${counted(texts, 'text')} of yours.</p>`
}
