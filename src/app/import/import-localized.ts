// Imports a translated game file or dump (docs/command-line.md#import; docs/rows.md#layers) as unverified machine drafts of
// origin `localized_file_import`. Reads every file to its end, writes the texts where readers do not look (judge-localized.ts),
// and reveals them in one transaction.
import { decideLocalized } from '../../domain/decide-localized.ts'
import { grammarsOf } from '../../domain/profile.ts'
import { viaImport } from '../../domain/revision.ts'
import { sourceTextOf } from '../../domain/row.ts'
import { breaksMarkup } from '../../domain/text/compare.ts'
import { appendAside, appendRevision, headsAhead, type StagedRow, writeAside } from '../../store/change-rows.ts'
import { IMPORT, nextId, putImport, upcomingId } from '../../store/records.ts'
import { readHeads, readNextOrdinal, readRow } from '../../store/rows.ts'
import type { Aside, Switch } from '../../store/txn.ts'
import type { App } from '../app.ts'
import { Refused, type WorkRefusal } from '../refused.ts'
import { isBeforeFirstFile, isOfAnotherGame } from '../rules.ts'
import {
  type ImportLocalized,
  judgeAll,
  type LocalizedCounts,
  localizedRevision,
  noteWritten,
  openLocalized,
  type Pass,
  PlannedTexts,
  readToItsEnd,
  warningsOf,
} from './judge-localized.ts'
import { tellSkipped } from './left-out.ts'
import { assertMayImport } from './may-import.ts'
import { hexOf, textOf } from './raw-row.ts'
import { revealStaged } from './reveal-staged.ts'

/** Makes imported translations visible (reveal-staged.ts). A row that somebody wrote to after its text was judged is judged again. */
async function revealTexts(pass: Pass, txn: Switch): Promise<void> {
  if (pass.app.rules.now().gate.markup !== pass.policy) {
    throw new Refused({ code: 'captions_overtaken' })
  }
  await revealStaged(txn, {
    onRevealed(staged, heads, row) {
      const { ordinal, planned } = staged
      const source = (): string => textOf(row.diff ?? row.main)
      let before = heads.machine?.text ?? null
      for (const { text, seq } of staged.behind(heads, 'machine')) {
        const isInvalid = planned.machine?.seq === seq ? planned.machine.isInvalid : pass.isInvalid(source(), text)
        noteWritten(pass, { rowId: hexOf(row.id), ordinal, source }, before, { text, isInvalid })
        before = text
      }
    },
    onOvertaken: (staged) => decideAgain(pass, txn, staged),
  })
}

function decideAgain(pass: Pass, txn: Switch, staged: StagedRow): void {
  const { ordinal, planned } = staged
  staged.drop(txn)
  const row = readRow(txn.db, txn.store.files, ordinal)
  const last = planned.machine
  if (row === null || last === null) return
  const heads = readHeads(txn.db, ordinal)
  const { text } = last
  // Only the row's heads may have changed since; the other facts about the text were decided before it was staged.
  const said = { text, isTooLong: false, isOfMainFile: false, isOriginal: false, hasForeignCharacters: false }
  const decision = decideLocalized(row, heads.machine, said, pass.request)
  if (decision === 'same_text' || decision === 'already_filled') pass.counts.unchanged[decision]++
  if (decision !== 'write') return
  const isInvalid = pass.isInvalid(sourceTextOf(row), text)
  appendRevision(txn, row, heads, 'machine', last, isInvalid)
  const named = { rowId: row.rowId, ordinal, source: () => sourceTextOf(row) }
  noteWritten(pass, named, heads.machine?.text ?? null, { text, isInvalid })
}

export interface LocalizedImport {
  /** The number by which the import can be reverted; null if nothing was written. */
  readonly number: number | null
  readonly localized: LocalizedCounts
  readonly warnings: readonly WorkRefusal[]
}

const noLocalizedCounts = (): LocalizedCounts => ({
  written: 0,
  unchanged: { same_text: 0, already_filled: 0, diff_priority: 0 },
  source_equal: 0,
  empty: 0,
  deleted: 0,
  too_long: 0,
  control_characters: 0,
  unknown: 0,
  invalid: 0,
})

/**
 * Reads the files to their end, for an import that writes other files first. If that is the first import of a game with keys, returns the
 * texts by row id. Throws DamagedFile.
 */
export async function checkLocalized(app: App, request: ImportLocalized): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>()
  const isFirst = isOfAnotherGame(app) && isBeforeFirstFile(app)
  for (const file of await openLocalized(app, request)) {
    await readToItsEnd(app, file, request.signal)
    if (!isFirst) continue
    for await (const batch of file.text.entries())
      for (const { id, text } of batch) if (text !== null) texts.set(id, text)
  }
  return texts
}

export async function importLocalized(app: App, request: ImportLocalized): Promise<LocalizedImport> {
  const counts = noLocalizedCounts()
  const files = await openLocalized(app, request)
  let total = 0
  for (const file of files) total += await readToItsEnd(app, file, request.signal)
  const policy = app.rules.now().gate.markup
  const isInvalid = (source: string, text: string): boolean => breaksMarkup(source, text, policy)
  const pass: Pass = { app, request, counts, files, total, policy, isInvalid, refusedBy: new Map() }
  const number = request.dryRun ? await tryAll(pass) : await writeAll(pass)
  const warnings = [...files.flatMap(warningsOf), ...refusedWarning(pass)]
  for (const { slot, text } of files) tellSkipped(text, slot, request.onLeftOut)
  return {
    number: counts.written === 0 ? null : number,
    localized: counts,
    warnings,
  }
}

/** A warning which part of the setting `markup` refuses texts of another game, so that people can change it. */
function refusedWarning({ policy, counts, refusedBy }: Pass): WorkRefusal[] {
  const [worst] = [...refusedBy].sort(([, a], [, b]) => b - a)
  if (worst === undefined) return []
  const [name, count] = worst
  const others = grammarsOf(policy).filter((each) => each !== name)
  const { invalid, written } = counts
  const all = [...refusedBy].map(([each, texts]) => `${each} ×${texts}`).join(', ')
  const setting = others.length === 0 ? "''" : others.join(',')
  return [{ code: 'lacks_markup', invalid, written, all, name, texts: `×${count}`, setting }]
}

async function tryAll(pass: Pass): Promise<null> {
  const { main } = pass.app.store
  const planned = new PlannedTexts(readNextOrdinal(main))
  await judgeAll(pass, {
    headsOf: (row, text) => planned.over(readHeads(main, row.ordinal), row, text),
    onWrite(decided) {
      const { row, heads, text } = decided
      planned.add(row.ordinal, text)
      noteWritten(pass, { ...row, source: () => sourceTextOf(row) }, heads.machine?.text ?? null, decided)
    },
    afterBatch: async () => {},
  })
  return null
}

async function writeAll(pass: Pass): Promise<number> {
  const { app, request, counts, files } = pass
  const authorId = request.authorId ?? null
  const signal = request.signal ?? new AbortController().signal
  const options = { isDryRun: false, signal, assertMay: assertMayImport(authorId) }
  const prepare = async (aside: Aside): Promise<number> => {
    // The number is certain although it is not taken yet, because only one import runs at a time.
    const id = upcomingId(aside.db, IMPORT)
    const via = viaImport(id)
    await judgeAll(pass, {
      headsOf: ({ ordinal }) => headsAhead(aside, ordinal),
      onWrite({ row, heads, text, isInvalid }) {
        appendAside(
          aside,
          row.ordinal,
          heads,
          'machine',
          { ...localizedRevision(text, row.sourceHash, authorId), via },
          isInvalid,
        )
      },
      async afterBatch(isEndOfFile) {
        if (aside.isFull || isEndOfFile) await aside.flush()
        await aside.breathe()
      },
    })
    return id
  }
  return await writeAside(app.store, options, prepare, async (txn, id) => {
    await revealTexts(pass, txn)
    const described = files.map(({ slot, text }) => ({ slot, fileName: text.name, sizeBytes: text.sizeBytes }))
    return putImport(
      txn,
      { userId: authorId, files: described, report: { localized: counts } },
      nextId(txn, IMPORT, id),
    )
  })
}
