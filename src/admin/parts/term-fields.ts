// The fields of a glossary term in a form, and their schema.
import * as z from 'zod'
import type { GlossaryEntry } from '../../domain/checks/glossary/glossary.ts'
import { termLengthMax, termNoteLengthMax } from '../../domain/limits.ts'
import { takes } from '../form.ts'
import { type Html, html } from '../html.ts'
import { say } from '../language/say.ts'
import { checked } from './fields.ts'

export const termInputs = (typed: GlossaryEntry | null): Html =>
  html`<label>Term in the source <input name="source" value="${typed?.source ?? ''}" required maxlength="${termLengthMax}"></label>
<label>Accepted forms, one a line <textarea name="forms" rows="4" dir="auto">
${typed?.forms.join('\n') ?? ''}</textarea></label>
<p class="hint">A trailing * accepts any ending: <code>воин*</code> takes воина and воину too. In Ukrainian and Russian a name in the nominative is enough: its other cases are accepted too. Without forms the entry is a note for readers.</p>
<label class="check"><input type="checkbox" name="case_sensitive"${checked(typed?.caseSensitive ?? false)}> Only in exactly this letter case</label>
<label class="check"><input type="checkbox" name="do_not_translate"${checked(typed?.doNotTranslate ?? false)}> Not translated: the term itself is accepted too</label>
<label>Note <textarea name="note" rows="2" maxlength="${termNoteLengthMax}">
${typed?.note ?? ''}</textarea></label>`

export const TERM_FIELDS = {
  source: takes.line,
  forms: takes.text.transform((typed) =>
    typed
      .split('\n')
      .map((form) => form.trim())
      .filter((form) => form !== ''),
  ),
  case_sensitive: takes.tick,
  do_not_translate: takes.tick,
  note: takes.line,
}

const SENT = z.object(TERM_FIELDS)
type Sent = z.output<typeof SENT>

/** Arguments of `refine`: the lengths of a term and its note. */
export const TERM_LENGTHS = [
  ({ source, note }: Pick<Sent, 'source' | 'note'>): boolean =>
    source !== '' && source.length <= termLengthMax && note.length <= termNoteLengthMax,
  { error: () => say`a term has 1 to ${termLengthMax} characters and a note at most ${termNoteLengthMax}` },
] as const

/** Arguments of `refine`: each form of a term. */
export const TERM_FORMS = [
  ({ forms }: Pick<Sent, 'forms'>): boolean =>
    forms.every((form) => !form.includes('|') && form.length <= termLengthMax),
  { error: 'a form holds no | and is not longer than a term may be' },
] as const

export const termOf = ({ source, forms, case_sensitive, do_not_translate, note }: Sent): GlossaryEntry => ({
  source,
  forms,
  caseSensitive: case_sensitive,
  doNotTranslate: do_not_translate,
  note,
})
