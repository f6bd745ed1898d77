// `windrow glossary`: the terms of the text gate as a CSV or TSV file, or as a term list of another tool.
import { counted } from '../../../base/numeral.ts'
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { changeGlossary } from '../../../app/upkeep/change-glossary.ts'
import { listTerms } from '../../../app/upkeep/read-glossary.ts'
import type { GlossaryEntry } from '../../../domain/checks/glossary.ts'
import { madeForms } from '../../../../packages/language/src/made-forms.ts'
import { aboutTerm, TERM_LIST_NAMES } from '../../../base/term-facts.ts'
import { formatGlossary, formatTermList, parseGlossary } from '../../../../packages/formats/src/glossary-file.ts'
import { writeWhole } from '../../../base/whole-file.ts'
import type { Runnable, ValueSpec } from '../../command.ts'
import { tableLines } from '../../streams/lines.ts'
import { withInputFile } from '../../streams/input.ts'
import { checkIsNew, withOutput } from '../../streams/output.ts'
import { valueOf } from '../value-of.ts'
import { withApp } from '../../with-app.ts'
import { FILE, word } from '../../options.ts'

export const importTerms: Runnable = {
  name: 'glossary import',
  summary: 'Replace the glossary with a CSV or TSV file, or a term list in JSON',
  details: [
    'The header names the columns: source, forms (accepted forms with | between them), and optionally ' +
      'case_sensitive, do_not_translate, note.',
    'JSON may come from LinguaGacha, AiNiee or ParaTranz, or be one object of terms and translations.',
  ],
  arguments: [{ value: FILE, summary: 'CSV, TSV or JSON file' }],
  options: [{ name: 'merge', summary: 'Add and update terms without removing any' }],
  examples: ['windrow glossary import terms.csv', 'windrow glossary import more.tsv --merge'],
  async run(context, args) {
    const file = args.argument('FILE')
    const entries = await withInputFile(context, file, async (path) =>
      parseGlossary(readFileSync(path), basename(path)),
    )
    const how = args.flag('merge') ? 'merge' : 'replace'
    await withApp(context, async (app) => {
      const change = valueOf(await changeGlossary(app, null, { entries, how, origin: basename(file) }))
      const { added, updated, removed, unchanged, total } = change
      context.answer(
        change,
        () =>
          `the glossary has ${counted(total, 'term')}: ${added} added, ${updated} updated, ${removed} removed, ${unchanged} unchanged`,
      )
    })
  },
}

const tableFormat: ValueSpec = word('FORMAT', ['csv', 'tsv', ...TERM_LIST_NAMES], 'format')

export const exportTerms: Runnable = {
  name: 'glossary export',
  summary: 'Write the glossary as CSV or TSV, or for another tool',
  arguments: [{ value: FILE, summary: 'File to write; standard output without it', isOptional: true }],
  options: [
    { name: 'format', summary: 'Format of the file', value: tableFormat, defaultText: 'csv' },
    { name: 'force', summary: 'Replace a file that exists' },
  ],
  examples: [
    'windrow glossary export terms.csv',
    'windrow glossary export --format tsv',
    'windrow glossary export terms.json --format paratranz',
  ],
  async run(context, args) {
    const file = args.optionalArgument('FILE')
    const format = args.text('format') ?? 'csv'
    const tool = TERM_LIST_NAMES.find((name) => name === format)
    await withApp(context, async (app) => {
      const entries = listTerms(app)
      const text =
        tool === undefined ? formatGlossary(entries, format === 'tsv' ? '\t' : ',') : formatTermList(entries, tool)
      if (file === undefined || file === '-') {
        if (context.json) context.answer(entries.map(termDocument), () => text)
        else context.data(text)
        return
      }
      await withOutput(context, file, async (target) => {
        if (typeof target === 'string') await writeNew(target, text, args.flag('force'))
        else await target.append(text)
      })
      context.answer({ file, terms: entries.length }, () => `${counted(entries.length, 'term')} written to ${file}`)
    })
  },
}

async function writeNew(path: string, text: string, isReplacing: boolean): Promise<void> {
  checkIsNew(path, isReplacing)
  await writeWhole(path, (file) => file.writeFile(text))
}

export const list: Runnable = {
  name: 'glossary list',
  summary: 'List terms',
  examples: ['windrow glossary list', 'windrow glossary list --json'],
  run: (context) =>
    withApp(context, (app) => {
      const entries = listTerms(app)
      const { target_language: language } = app.rules.now().settings
      context.answer(
        entries.map((entry) => ({ ...termDocument(entry), made_forms: madeForms(entry, language) })),
        () =>
          tableLines(entries, {
            source: ({ source }) => source,
            forms: ({ forms }) => forms.join(' | '),
            made: (entry) => madeForms(entry, language).length,
            rules: ({ caseSensitive, doNotTranslate }) =>
              [caseSensitive ? 'minds case' : '', doNotTranslate ? 'not translated' : ''].filter(Boolean).join(', '),
            about: ({ facts }) => aboutTerm(facts),
            note: ({ note }) => note,
          }),
      )
    }),
}

const termDocument = ({ source, forms, caseSensitive, doNotTranslate, note, facts }: GlossaryEntry) => ({
  source,
  forms,
  case_sensitive: caseSensitive,
  do_not_translate: doNotTranslate,
  note,
  ...facts,
})
