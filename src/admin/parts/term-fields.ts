// The fields of a glossary term in a form, and their schema.
import * as z from 'zod'
import type { GlossaryEntry } from '../../domain/checks/glossary.ts'
import { termLengthMax, termNoteLengthMax } from '../../domain/limits.ts'
import { takes } from '../form.ts'
import { type Html, html } from '../html.ts'
import { say, words } from '../language/say.ts'
import { factsFrom, TERM_CHOICE_NAMES, TERM_CHOICES, type TermChoice, type TermFacts } from '../../base/term-facts.ts'
import { checked, opened, select } from './fields.ts'

export const termInputs = (typed: GlossaryEntry | null): Html =>
  html`<label>Term in the source <input name="source" value="${typed?.source ?? ''}" required maxlength="${termLengthMax}"></label>
<label>Accepted forms, one per line <textarea name="forms" rows="4" dir="auto">
${typed?.forms.join('\n') ?? ''}</textarea></label>
<p class="hint">A trailing * accepts any ending: <code>воин*</code> takes воина and воину too.
In Ukrainian, Russian, Polish, Czech and German a name in the nominative is enough: its other cases are accepted, too. Without forms
the entry is only a note.</p>
<label class="check"><input type="checkbox" name="case_sensitive"${checked(typed?.caseSensitive ?? false)}>
Match letter case exactly</label>
<label class="check"><input type="checkbox" name="do_not_translate"${checked(typed?.doNotTranslate ?? false)}>
May stay untranslated: the source term is accepted as well</label>
${factInputs(typed?.facts ?? {})}
<label>Note <textarea name="note" rows="2" maxlength="${termNoteLengthMax}">
${typed?.note ?? ''}</textarea></label>`

const CHOICE_LABELS: Readonly<Record<TermChoice, string>> = words({
  kind: 'Kind',
  gender: 'Gender',
  number: 'Grammatical number',
  inflection: 'Inflection',
  force: 'Force',
})
const CHOICE_WORDS: Readonly<Record<string, string>> = words({
  person: 'person',
  place: 'place',
  item: 'item',
  skill: 'skill',
  faction: 'faction',
  word: 'word',
  masculine: 'masculine',
  feminine: 'feminine',
  neuter: 'neuter',
  singular: 'singular only',
  plural: 'plural only',
  none: 'only the forms in this list',
  advice: 'advice: a text without it gets a warning',
})
const LEFT_OUT: Readonly<Record<TermChoice, string>> = words({
  kind: 'not said',
  gender: 'not said',
  number: 'not said',
  inflection: 'forms are made',
  force: 'required: a text without it is refused',
})

const factInputs = (
  facts: TermFacts,
): Html => html`<details${opened(Object.keys(facts).length > 0)}><summary>What the term is</summary><div class="stack">
${TERM_CHOICE_NAMES.map((name) =>
  select(
    name,
    CHOICE_LABELS[name],
    [['', LEFT_OUT[name]], ...TERM_CHOICES[name].map((each) => [each, CHOICE_WORDS[each] ?? ''] as const)],
    facts[name] ?? '',
  ),
)}
<label>Meaning in one line, for translators and models <input name="meaning" value="${facts.meaning ?? ''}"
maxlength="${termNoteLengthMax}"></label></div>
</details>`

export function aboutLine(facts: TermFacts = {}): Html {
  const chosen = [facts.kind, facts.gender].map((each) => (each === undefined ? '' : (CHOICE_WORDS[each] ?? '')))
  const said = [...chosen, facts.force === undefined ? '' : say`advice`, facts.meaning ?? ''].filter(
    (each) => each !== '',
  )
  return said.length === 0 ? html`` : html`<span class="hint">${said.join(', ')}</span> `
}

const factField = takes.textIfSent

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
  kind: factField,
  gender: factField,
  number: factField,
  inflection: factField,
  force: factField,
  meaning: factField,
}

const SENT = z.object(TERM_FIELDS)
type Sent = z.output<typeof SENT>

/** Arguments of `refine`: the lengths of a term and its note. */
export const TERM_LENGTHS = [
  ({ source, note, meaning }: Pick<Sent, 'source' | 'note' | 'meaning'>): boolean =>
    source !== '' &&
    source.length <= termLengthMax &&
    [note, meaning ?? ''].every((text) => text.length <= termNoteLengthMax),
  { error: () => say`a term has 1 to ${termLengthMax} characters and a note or meaning at most ${termNoteLengthMax}` },
] as const

/** Arguments of `refine`: each form of a term. */
export const TERM_FORMS = [
  ({ forms }: Pick<Sent, 'forms'>): boolean =>
    forms.every((form) => !form.includes('|') && form.length <= termLengthMax),
  { error: 'a form has no | and is not longer than a term may be' },
] as const

export const termOf = ({ source, forms, case_sensitive, do_not_translate, note, ...sent }: Sent): GlossaryEntry => ({
  source,
  forms,
  caseSensitive: case_sensitive,
  doNotTranslate: do_not_translate,
  note,
  facts: factsFrom((name) => sent[name]),
})
