// `windrow brief`: the text that tells every agent how to write.
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { createNames } from '../../../app/people/read-people.ts'
import { changeBrief, currentBrief, findBrief, listBriefs } from '../../../app/upkeep/brief.ts'
import { numeral } from '../../../base/numeral.ts'
import { isoTime } from '../../../base/time.ts'
import type { BriefVersion } from '../../../domain/discussion.ts'
import type { CommandContext, ParsedArgs } from '../../command.ts'
import { Usage } from '../../failure.ts'
import { actingPerson } from '../../named-person.ts'
import { tableLines } from '../../streams/lines.ts'
import { withInputFiles } from '../../streams/input.ts'
import { withApp } from '../../with-app.ts'
import { valueOf, valueOrUsage } from '../value-of.ts'

type NameOf = (userId: number | null) => string | null

const document = ({ id, text, atMs, userId }: BriefVersion, nameOf: NameOf) => ({
  version: id,
  at: isoTime(atMs),
  by: nameOf(userId),
  characters: Array.from(text).length,
})

export async function show(context: CommandContext, args: ParsedArgs): Promise<void> {
  const typed = args.optionalArgument('VERSION')
  if (typed !== undefined && !/^[1-9]\d{0,8}$/.test(typed)) throw new Usage(`VERSION must be a number, not ${typed}`)
  await withApp(context, (app) => {
    const brief = typed === undefined ? currentBrief(app) : valueOf(findBrief(app, Number(typed)))
    const none = { version: 0, text: '' }
    context.answer(
      brief === null ? none : { ...document(brief, createNames(app)), text: brief.text },
      () => brief?.text ?? '',
    )
  })
}

export async function set(context: CommandContext, args: ParsedArgs): Promise<void> {
  const file = args.argument('FILE')
  const text = await withInputFiles(context, { file }, (pathOf) =>
    readFile(resolve(context.cwd, pathOf('file') ?? ''), 'utf8'),
  )
  await withApp(context, async (app) => {
    const brief = valueOrUsage(await changeBrief(app, actingPerson(app, args), { text, seen: null }))
    const size = numeral(Array.from(brief?.text ?? '').length)
    context.answer(brief === null ? { version: 0 } : document(brief, createNames(app)), () =>
      brief === null ? 'there is no brief' : `the brief is version ${brief.id}: ${size} characters`,
    )
  })
}

export async function list(context: CommandContext): Promise<void> {
  await withApp(context, (app) => {
    const documents = listBriefs(app).map((brief) => document(brief, createNames(app)))
    const rows = documents.map(({ version, at, by, characters }) => [
      String(version),
      at,
      by ?? 'the command line',
      numeral(characters),
    ])
    context.answer(documents, () => tableLines(['version', 'when', 'who', 'characters'], rows))
  })
}
