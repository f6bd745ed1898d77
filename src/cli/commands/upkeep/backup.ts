// `windrow backup`: a consistent copy of the store in one file, even while a server runs.
import { counted } from '../../../base/numeral.ts'
import { statSync } from 'node:fs'
import type { App } from '../../../app/app.ts'
import { remedyOf } from '../../../app/backup/found-damage.ts'
import { backUp } from '../../../app/backup/periodic-backups.ts'
import { Refused } from '../../../app/refused.ts'
import { backupStore, streamBackup } from '../../../app/backup/backup-store.ts'
import type { CommandContext, Runnable } from '../../command.ts'
import { Failure } from '../../failure.ts'
import { type OutputTarget, withOutput } from '../../streams/output.ts'
import { withStore } from '../../with-app.ts'
import { FILE } from '../../options.ts'

export const command: Runnable = {
  name: 'backup',
  summary: 'Write a consistent copy of the store, even while a server runs',
  details: [
    'Without FILE it is one of the automatic backups; the settings backups_kept and backup_weeks_kept say which are kept.',
  ],
  arguments: [{ value: FILE, summary: 'New file to write', isOptional: true }],
  examples: ['windrow backup windrow-backup', 'windrow backup'],
  async run(context, args) {
    const name = args.optionalArgument('FILE')
    if (name === undefined) {
      await withStore(context, (app) => writeAmongOthers(context, app))
      return
    }
    await withOutput(context, name, (target) =>
      withStore(context, ({ store }) => writeBackup(context, store, target, name)),
    )
  },
}

const secretNote = 'it holds the digests of keys and passwords: keep it where only you can read it'

type Written = Pick<Awaited<ReturnType<typeof backupStore>>, 'path' | 'entries' | 'damage'>

function answerWritten(context: CommandContext, { path, entries, damage }: Written): void {
  if (damage !== null)
    throw new Refused({ code: 'backup_of_damaged', problem: damage.problem, path, remedy: remedyOf(damage) })
  const sizeBytes = statSync(path).size
  context.answer(
    { file: path, entries, bytes: sizeBytes },
    () => `${path}: ${counted(entries, 'entry', 'entries')}, ${counted(sizeBytes, 'byte')}`,
  )
}

/** Writes a backup into the folder of the automatic ones. */
async function writeAmongOthers(context: CommandContext, app: App): Promise<void> {
  const progress = context.progress('backup', undefined, 'entries')
  const onEntries = (done: number): void => progress.update(done)
  const made = await backUp(app, { signal: context.signal, onEntries }).finally(() => progress.end())
  if (made === null) throw new Refused({ code: 'backup_under_way' })
  answerWritten(context, made)
  context.note(secretNote)
  if (made.afterProblem !== null) throw new Failure(`the backup is made, but after_backup failed: ${made.afterProblem}`)
}

async function writeBackup(
  context: CommandContext,
  store: App['store'],
  target: OutputTarget,
  name: string,
): Promise<void> {
  const progress = context.progress('backup', undefined, 'entries')
  const watching = { signal: context.signal, onEntries: (done: number) => progress.update(done) }
  try {
    if (typeof target === 'string') answerWritten(context, await backupStore(store, target, watching))
    else {
      const { entries } = await streamBackup(store, target, watching)
      context.answer({ file: name, entries }, () => `${counted(entries, 'entry', 'entries')} written to ${name}`)
    }
    context.note(secretNote)
  } finally {
    progress.end()
  }
}
