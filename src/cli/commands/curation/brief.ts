// `windrow brief`: the text that tells every agent how to write.
import { readFile } from 'node:fs/promises'
import { createNames, type NameOf } from '../../../app/people/read-people.ts'
import { changeBrief, currentBrief, findBrief, listBriefs } from '../../../app/upkeep/brief.ts'
import { numeral } from '../../../base/numeral.ts'
import { isoTime } from '../../../base/time.ts'
import type { BriefVersion } from '../../../domain/discussion.ts'
import type { Runnable } from '../../command.ts'
import { Usage } from '../../failure.ts'
import { actingPerson } from '../../named-person.ts'
import { tableLines } from '../../streams/lines.ts'
import { withInputFile } from '../../streams/input.ts'
import { withApp } from '../../with-app.ts'
import { valueOf, valueOrUsage } from '../value-of.ts'
import { briefLengthMax } from '../../../domain/limits.ts'
import { FILE, NAME, word } from '../../options.ts'

const document = ({ id, text, atMs, userId }: BriefVersion, nameOf: NameOf) => ({
  version: id,
  at: isoTime(atMs),
  by: nameOf(userId),
  characters: Array.from(text).length,
})

export const show: Runnable = {
  name: 'brief show',
  summary: 'Print the brief: the text that tells every agent how to write',
  arguments: [
    { value: word('VERSION'), summary: 'An earlier version; windrow brief list shows them', isOptional: true },
  ],
  examples: ['windrow brief show', 'windrow brief show 2'],
  async run(context, args) {
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
  },
}

export const set: Runnable = {
  name: 'brief set',
  summary: 'Replace the brief; earlier versions are kept',
  details: [
    `UTF-8 text of at most ${briefLengthMax} characters; an empty one removes the brief. ` +
      `Agents get the new version with their next rows.`,
  ],
  arguments: [{ value: FILE, summary: 'The text; - for standard input' }],
  options: [{ name: 'as', summary: 'Change it as this person, with their rights, for the audit', value: NAME }],
  examples: ['windrow brief set brief.md --as Ada', 'windrow brief set - < brief.md'],
  async run(context, args) {
    const text = await withInputFile(context, args.argument('FILE'), (path) => readFile(path, 'utf8'))
    await withApp(context, async (app) => {
      const brief = valueOrUsage(await changeBrief(app, actingPerson(app, args), { text, seen: null }))
      const size = numeral(Array.from(brief?.text ?? '').length)
      context.answer(brief === null ? { version: 0 } : document(brief, createNames(app)), () =>
        brief === null
          ? 'there is no brief yet; windrow brief set FILE adds one'
          : `the brief is now version ${brief.id}: ${size} characters`,
      )
    })
  },
}

export const list: Runnable = {
  name: 'brief list',
  summary: 'List the versions of the brief, newest first',
  examples: ['windrow brief list', 'windrow brief list --json'],
  run: (context) =>
    withApp(context, (app) => {
      const documents = listBriefs(app).map((brief) => document(brief, createNames(app)))
      context.answer(documents, () =>
        tableLines(documents, {
          version: ({ version }) => version,
          when: ({ at }) => at,
          who: ({ by }) => by ?? 'the command line',
          characters: ({ characters }) => numeral(characters),
        }),
      )
    }),
}
