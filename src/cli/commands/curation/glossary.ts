// `windrow glossary`: the terms of the text gate as a CSV or TSV file, or as a term list of another tool.
import { counted } from '../../../base/numeral.ts'
import { readFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { changeGlossary } from '../../../app/upkeep/change-glossary.ts'
import { listTerms } from '../../../app/upkeep/read-glossary.ts'
import type { GlossaryEntry } from '../../../domain/checks/glossary.ts'
import { madeForms } from '../../../../packages/language/src/made-forms.ts'
import { aboutTerm, TERM_LIST_NAMES } from '../../../base/term-facts.ts'
import { formatGlossary, formatTermList, parseGlossary } from '../../../formats/glossary-file.ts'
import { writeWhole } from '../../../base/whole-file.ts'
import type { CommandContext, ParsedArgs } from '../../command.ts'
import { tableLines } from '../../streams/lines.ts'
import { withInputFiles } from '../../streams/input.ts'
import { checkIsNew, withOutput } from '../../streams/output.ts'
import { valueOf } from '../value-of.ts'
import { withApp } from '../../with-app.ts'

export async function importTerms(context: CommandContext, args: ParsedArgs): Promise<void> {
  const file = args.argument('FILE')
  const entries = await withInputFiles(context, { file }, async (pathOf) => {
    const path = resolve(context.cwd, pathOf('file') ?? '')
    return parseGlossary(readFileSync(path), basename(path))
  })
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
}

export async function exportTerms(context: CommandContext, args: ParsedArgs): Promise<void> {
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
}

async function writeNew(path: string, text: string, isReplacing: boolean): Promise<void> {
  checkIsNew(path, isReplacing)
  await writeWhole(path, (file) => file.writeFile(text))
}

export async function list(context: CommandContext): Promise<void> {
  await withApp(context, (app) => {
    const entries = listTerms(app)
    const rows = (language: string): string[][] =>
      entries.map((entry) => [
        entry.source,
        entry.forms.join(' | '),
        `${madeForms(entry, language).length}`,
        [entry.caseSensitive ? 'minds case' : '', entry.doNotTranslate ? 'not translated' : '']
          .filter(Boolean)
          .join(', '),
        aboutTerm(entry.facts),
        entry.note,
      ])
    const { target_language: language } = app.rules.now().settings
    context.answer(
      entries.map((entry) => ({ ...termDocument(entry), made_forms: madeForms(entry, language) })),
      () => tableLines(['source', 'forms', 'made', 'rules', 'about', 'note'], rows(language)),
    )
  })
}

const termDocument = ({ source, forms, caseSensitive, doNotTranslate, note, facts }: GlossaryEntry) => ({
  source,
  forms,
  case_sensitive: caseSensitive,
  do_not_translate: doNotTranslate,
  note,
  ...facts,
})
