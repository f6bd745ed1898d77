// `windrow glossary`: the terms of the text gate as a CSV or TSV file.
import { readFileSync, writeFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { changeGlossary } from '../app/change-glossary.ts'
import type { GlossaryEntry } from '../domain/checks/glossary.ts'
import { formatGlossary, parseGlossary } from '../formats/glossary-csv.ts'
import { DamagedFile } from '../formats/text-entry.ts'
import { readGlossary } from '../store/settings.ts'
import type { CommandContext, ParsedArgs } from './command.ts'
import { Failure } from './failure.ts'
import { tableLines } from './lines.ts'
import { valueOf, withApp } from './with-app.ts'

export async function importTerms(context: CommandContext, args: ParsedArgs): Promise<void> {
  const file = args.argument('FILE')
  const entries = readTerms(resolve(context.cwd, file))
  const how = args.flag('merge') ? 'merge' : 'replace'
  await withApp(context, async (app) => {
    const change = valueOf(await changeGlossary(app, null, { entries, how, origin: basename(file) }))
    const { added, updated, removed, unchanged, total } = change
    context.answer(
      change,
      () =>
        `the glossary has ${total} terms: ${added} added, ${updated} updated, ${removed} removed, ${unchanged} unchanged`,
    )
  })
}

function readTerms(path: string): GlossaryEntry[] {
  try {
    return parseGlossary(readFileSync(path), basename(path))
  } catch (error) {
    if (error instanceof DamagedFile) throw new Failure(`${error.message}; nothing was changed`)
    throw error
  }
}

export async function exportTerms(context: CommandContext, args: ParsedArgs): Promise<void> {
  const file = args.optionalArgument('FILE')
  const delimiter = args.text('format') === 'tsv' ? '\t' : ','
  await withApp(context, (app) => {
    const entries = readGlossary(app.store.main)
    if (file === undefined) {
      // The text ends its own last line.
      context.answer(entries.map(termDocument), () => formatGlossary(entries, delimiter).replace(/\n$/, ''))
      return
    }
    writeNew(resolve(context.cwd, file), formatGlossary(entries, delimiter), args.flag('force'))
    context.answer({ file, terms: entries.length }, () => `${entries.length} terms written to ${file}`)
  })
}

function writeNew(path: string, text: string, isReplacing: boolean): void {
  try {
    writeFileSync(path, text, { flag: isReplacing ? 'w' : 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    throw new Failure(`${path} exists; name another file, or add --force to replace it`)
  }
}

export async function list(context: CommandContext): Promise<void> {
  await withApp(context, (app) => {
    const entries = readGlossary(app.store.main)
    const rows = entries.map(({ source, forms, caseSensitive, doNotTranslate, note }) => [
      source,
      forms.join(' | '),
      [caseSensitive ? 'minds case' : '', doNotTranslate ? 'not translated' : ''].filter(Boolean).join(', '),
      note,
    ])
    context.answer(entries.map(termDocument), () => tableLines(['source', 'forms', 'rules', 'note'], rows))
  })
}

const termDocument = ({ source, forms, caseSensitive, doNotTranslate, note }: GlossaryEntry) => ({
  source,
  forms,
  case_sensitive: caseSensitive,
  do_not_translate: doNotTranslate,
  note,
})
