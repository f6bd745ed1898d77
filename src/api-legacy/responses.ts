// The answers of the legacy API's three modes (docs/legacy-api.md#mode-3-read-a-row). Bots rely on their members and the order of those.
import type { RowInfo } from '../app/upkeep/read-info.ts'
import type { NamedProposal } from '../app/upkeep/read-info.ts'
import type { MachineTextWritten, Submitted } from '../app/writes/write-single.ts'
import { freshnessOf, type Head, shownStatus } from '../domain/row.ts'
import { PROPOSAL_STATUSES } from '../domain/vocabulary.ts'
import { findingBody } from './errors.ts'
import { isoTime } from '../base/time.ts'

/** `proposal` is null only if the text already is the row's manual translation and no proposal made it. */
export const proposedBody = (
  rowId: string,
  { status, warnings }: Submitted,
  proposal: NamedProposal | null,
): Record<string, unknown> => ({
  success: true,
  action: 'propose',
  row_id: rowId,
  status,
  proposal: proposal === null ? null : proposalBody(proposal),
  warnings: warnings.map(findingBody),
})

export const machineTextBody = ({ row, isOverwritten }: MachineTextWritten, text: string): Record<string, unknown> => ({
  success: true,
  action: 'update_ai_translated_text',
  row_id: row.rowId,
  ai_translated_text: text,
  overwritten: isOverwritten,
})

/** The current text of both layers, whatever its status; where a layer has none, `""`. */
export function infoBody(info: RowInfo): Record<string, unknown> {
  const { row, heads, proposals } = info
  const { manual, machine } = heads
  const saved = (head: Head | null): Record<string, string> | null =>
    head === null
      ? null
      : {
          status: shownStatus(head),
          freshness: freshnessOf(head, row.sourceHash),
          updated_at: isoTime(head.createdAtMs),
        }
  return {
    success: true,
    action: 'show_info',
    row_id: row.rowId,
    file_name: info.fileName,
    number: info.number,
    original_text: info.sourceText,
    ai_translated_text: machine?.text ?? '',
    translated_text: manual?.text ?? '',
    ref_chinese_text: info.referenceText ?? '',
    fields_filled: {
      original_text: info.sourceText !== '',
      ai_translated_text: machine !== null,
      translated_text: manual !== null,
      ref_chinese_text: (info.referenceText ?? '') !== '',
    },
    save_status: { ai_translated_text: saved(machine), translated_text: saved(manual) },
    approved_proposal: info.approved === null ? null : proposalBody(info.approved),
    proposals_summary: summaryOf(proposals),
    proposals: proposals.map(proposalBody),
  }
}

function summaryOf(proposals: readonly NamedProposal[]): Record<string, number> {
  const counts = PROPOSAL_STATUSES.map((status) => [
    status,
    proposals.filter(({ proposal }) => proposal.status === status).length,
  ])
  return { ...Object.fromEntries(counts), total: proposals.length }
}

const proposalBody = ({ proposal, author, reviewer }: NamedProposal): Record<string, unknown> => ({
  id: proposal.id,
  version: proposal.version,
  status: proposal.status,
  user_translate_text: proposal.text,
  author,
  created_at: isoTime(proposal.createdAtMs),
  updated_at: isoTime(proposal.updatedAtMs),
  reviewer,
  reviewed_at: proposal.reviewedAtMs === null ? null : isoTime(proposal.reviewedAtMs),
})
