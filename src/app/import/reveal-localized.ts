// Makes imported translations visible (reveal-staged.ts). Rows written to since their decision are decided again.
import { decideLocalized } from '../../domain/decide-localized.ts'
import { sourceTextOf } from '../../domain/row.ts'
import type { Switch } from '../../store/txn.ts'
import { appendRevision, type StagedRow } from '../../store/change-rows.ts'
import { readHeads, readRow } from '../../store/rows.ts'
import { Refused } from '../refused.ts'
import { type Pass, noteWritten } from './judge-localized.ts'
import { hexOf, textOf } from './raw-row.ts'
import { revealStaged } from './reveal-staged.ts'

export async function revealTexts(pass: Pass, txn: Switch): Promise<void> {
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
  // Only the heads may have changed; the other facts were decided earlier.
  const said = { text, isTooLong: false, isOfMainFile: false, isOriginal: false, hasForeignCharacters: false }
  const decision = decideLocalized(row, heads.machine, said, pass.request)
  if (decision === 'same_text' || decision === 'already_filled') pass.counts.unchanged[decision]++
  if (decision !== 'write') return
  const isInvalid = pass.isInvalid(sourceTextOf(row), text)
  appendRevision(txn, row, heads, 'machine', last, isInvalid)
  const named = { rowId: row.rowId, ordinal, source: () => sourceTextOf(row) }
  noteWritten(pass, named, heads.machine?.text ?? null, { text, isInvalid })
}
