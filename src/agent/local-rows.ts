// Rows and terms of the store in the shape for agents.
import type { App } from '../app/app.ts'
import type { ClaimedRow } from '../app/claims/read-claimed-rows.ts'
import type { RowHistory } from '../app/rows/read-history.ts'
import type { Context } from '../app/terms/find-context.ts'
import type { EarlierKnown } from '../app/terms/find-earlier.ts'
import type { Memory } from '../app/terms/find-memory.ts'
import { type GlossaryEntry, glossaryTermsIn } from '../domain/checks/glossary/glossary.ts'
import type { LikePair } from '../domain/text/earlier-pairs.ts'
import { freshnessOf, type Head, shownStatus, sourceTextOf } from '../domain/row.ts'
import { tokenCounts } from '../domain/text/tokens.ts'
import { LAYERS } from '../domain/vocabulary.ts'
import type { AgentHead, AgentRow, KnownTexts, RowPast, Term } from './agent.ts'

/** Terms and tokens are those of the current rules. */
export function agentRows(app: App, rows: readonly ClaimedRow[]): AgentRow[] {
  const { glossary, gate } = app.rules.now()
  return rows.map(({ row, key, heads, reference, copies, pendingProposals, maxLetters, previous }) => {
    const source = sourceTextOf(row)
    const terms = glossaryTermsIn(source, glossary, gate.markup).map(({ entry }) => entry)
    return {
      rowId: row.rowId,
      key,
      ordinal: row.ordinal,
      source,
      sourceHash: row.sourceHash,
      isServiceRow: row.isServiceRow,
      keep: tokenCounts(source, gate.markup).mustPreserve,
      reference: reference?.diff ?? reference?.main ?? null,
      maxLetters,
      copies,
      pendingProposals,
      layers: { manual: headOf(heads.manual, row.sourceHash), machine: headOf(heads.machine, row.sourceHash) },
      previous:
        previous === null ? null : { source: previous.text, translation: previous.translation, layer: previous.layer },
      terms: [...new Set(terms)].map(termOf),
    }
  })
}

export const pastOf = ({ heads, revisions, proposals }: RowHistory): RowPast => ({
  earlier: LAYERS.flatMap((layer) =>
    revisions[layer]
      .filter(({ seq }) => seq !== heads[layer]?.seq)
      .map(({ seq, text }) => ({ layer, revision: seq, text })),
  ),
  proposals: proposals.filter(({ status }) => status === 'pending').map(({ id, text }) => ({ id, text })),
})

export const knownTexts = ({ texts }: Memory, { terms }: Context): KnownTexts => ({
  texts: texts.flatMap(({ row, texts: known }) => {
    const rowId = row?.rowId ?? ''
    return known.map(({ head, layer, rows }) => ({ rowId, text: head.text, layer, status: shownStatus(head), rows }))
  }),
  like: texts.flatMap(({ row, like }) => like.map((each) => ({ rowId: row?.rowId ?? '', ...pairOfLike(each) }))),
  examples: terms.flatMap(({ entry, examples }) =>
    examples.map(({ source, head }) => ({ term: entry.source, source, text: head.text })),
  ),
})

export const pairOfLike = ({ source, percent, head: { text } }: EarlierKnown): LikePair => ({ source, text, percent })

const headOf = (head: Head | null, sourceHash: string): AgentHead | null =>
  head === null
    ? null
    : {
        revision: head.seq,
        text: head.text,
        status: shownStatus(head),
        freshness: freshnessOf(head, sourceHash),
        provider: head.provider,
        model: head.model,
      }

export const termOf = ({ source, forms, doNotTranslate, caseSensitive, note, facts }: GlossaryEntry): Term => ({
  source,
  forms,
  doNotTranslate,
  caseSensitive,
  note,
  ...(facts && { facts }),
})
