// `windrow study`: names in the sources that are no terms yet, and how they are translated.
import { counted, numeral } from '../../../base/numeral.ts'
import { sayNotTerm, takeBackNotTerm } from '../../../app/not-terms.ts'
import { stillNames, type StudiedName, studyNames } from '../../../app/study-names.ts'
import { inOrder, type StudyOrder, STUDY_ORDERS } from '../../../../packages/language/src/study-order.ts'
import type { Runnable } from '../../command.ts'
import { Failure } from '../../failure.ts'
import { valueOf } from '../value-of.ts'
import { withStore } from '../../with-app.ts'
import { NAME, word } from '../../options.ts'

const limitDefault = 50

export const command: Runnable = {
  name: 'study',
  summary: 'List names in the sources that are not in the glossary, and how they are translated',
  details: [
    'Names are rows that are nothing but a name, words with capitals, in colours or in quotation marks. ' +
      'Spellings of one name are one entry. Terms of the glossary are left out.',
  ],
  options: [
    {
      name: 'order',
      summary: 'Names whose translations agree least first, or the likeliest names first',
      value: word('ORDER', STUDY_ORDERS, 'order'),
      defaultText: 'agreement',
    },
    {
      name: 'limit',
      summary: 'Names to list; 0: all',
      value: { kind: 'integer', placeholder: 'N', min: 0, max: 10_000 },
      defaultText: '50',
    },
    { name: 'not', summary: 'Say that a name is not a term, so it is not listed again', value: NAME },
    { name: 'again', summary: 'Take that back', value: NAME },
  ],
  examples: ['windrow study', 'windrow study --order likely --limit 200', 'windrow study --not "Main Story"'],
  run: (context, args) =>
    withStore(context, async (app) => {
      const [no, again] = [args.text('not'), args.text('again')]
      if (no !== undefined) {
        if (!valueOf(await sayNotTerm(app, null, no))) throw new Failure(`"${no}" has no words`)
        context.answer({ not_term: no }, () => `${no} is not a term; it will not be listed again`)
        return
      }
      if (again !== undefined) {
        if (!valueOf(await takeBackNotTerm(app, null, again)))
          throw new Failure(`nobody marked "${again}" as not a term; windrow study lists the names`)
        context.answer({ again }, () => `${again} will be listed again`)
        return
      }
      const progress = context.progress('studying names', undefined, 'rows')
      const { names: studied, rows } = await studyNames(app, {
        isAlone: true,
        signal: context.signal,
        onProgress: (rowsSeen) => progress.update(rowsSeen),
      }).finally(() => progress.end())
      const names = stillNames(app, studied)
      const limit = args.integer('limit') ?? limitDefault
      const listed = inOrder(names, (args.text('order') ?? 'agreement') as StudyOrder)
      const shown = limit === 0 ? listed : listed.slice(0, limit)
      context.answer({ rows, names: names.length, found: shown.map(jsonOf) }, () => [
        ...shown.map(lineOf),
        `${counted(names.length, 'name')} in ${counted(rows, 'row')} may be ` +
          `terms${shown.length < names.length ? '; --limit 0 lists all' : ''}`,
      ])
    }),
}

const jsonOf = (name: StudiedName) => ({
  name: name.name,
  spellings: name.spellings,
  signs: name.signs,
  rows: name.rows,
  texts: name.texts,
  score: Math.round(name.score * 100) / 100,
  reference: name.reference,
  translations: name.looked,
  agreement: name.agreement === null ? null : Math.round(name.agreement * 1000) / 1000,
  wordings: name.wordings.map(({ text, texts, rowIds }) => ({ text, texts, row_ids: rowIds })),
  row_ids: name.rowIds,
})

function lineOf({ name, rows, agreement, looked, wordings }: StudiedName): string {
  const how = wordings.map(({ text, texts }) => `${text.replaceAll(/\s+/g, ' ')} ${numeral(texts)}`).join(', ')
  const share = agreement === null ? '' : `${Math.round(agreement * 100)} % of ${numeral(looked)}: ${how}`
  return `${name}\t${counted(rows, 'row')}\t${share}`
}
