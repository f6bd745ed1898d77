// A term that somebody proposes, from the glossary, the list of names or the workbench. One who may change the glossary adds it at once.
import * as z from 'zod'
import { suggest, type SuggestOutcome } from '../../../app/suggestions/suggest.ts'
import { changeGlossary } from '../../../app/upkeep/change-glossary.ts'
import { Turn } from '../../../base/turn.ts'
import { suggestionsMax, suggestionsPerPersonMax } from '../../../domain/limits.ts'
import { form, takes } from '../../form.ts'
import { safePath } from '../../gatekeeper.ts'
import { say } from '../../language/say.ts'
import { answerTo } from '../../parts/refusal-status.ts'
import { changeRefusedPage } from '../../parts/refusals.ts'
import { TERM_FIELDS, TERM_FORMS, TERM_LENGTHS, termOf } from '../../parts/term-fields.ts'
import { goTo, may, type Visit } from '../../visit.ts'

const FIELDS = z
  .object({ ...TERM_FIELDS, row: takes.exact, back: takes.exact })
  .refine(...TERM_LENGTHS)
  .refine(...TERM_FORMS)

export const suggestTermPost = form(FIELDS, async (visit: Visit, { row, back, ...sent }) => {
  const { app, actor, user } = visit
  const what = termOf(sent)
  const path = safePath(back === '' ? '/admin/suggestions' : back)
  if (may(visit, 'manage_settings')) {
    const saved = await changeGlossary(app, actor, { entries: [what], how: 'merge', origin: what.source })
    if (saved.ok) return goTo(visit, path, 'term-saved')
    const { error, status } = answerTo(saved.refusal)
    return await changeRefusedPage(visit, error, status)
  }
  const rowIds = /^[0-9a-f]{16}$/.test(row) ? [row] : []
  const item = { kind: 'term', what, rowIds, provider: null, model: null } as const
  const suggested = await suggest(app, actor, 'term', [item], new Turn(user.id))
  if (!suggested.ok) {
    const { refusal } = suggested
    const { error, status } = answerTo(
      refusal.code === 'forbidden_ability'
        ? { code: refusal.code, requiredPermission: 'propose_translation' }
        : refusal,
    )
    return await changeRefusedPage(visit, error, status)
  }
  const [outcome] = suggested.value
  if (outcome?.status === 'rejected') return await changeRefusedPage(visit, tooMany(outcome.reason), 409)
  return goTo(visit, path, outcome?.status === 'proposed' ? 'term-suggested' : 'term-known')
})

const tooMany = (reason: (SuggestOutcome & { readonly status: 'rejected' })['reason']): string =>
  reason === 'too_many_of_person'
    ? say`${suggestionsPerPersonMax} of your suggestions are waiting; propose more once some are decided`
    : say`${suggestionsMax} suggestions are waiting; propose more once some are decided`
