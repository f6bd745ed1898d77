// Rule ALIGN_01: finds texts of a batch that seem to belong to a neighbouring row, after all items were judged. It warns and names
// that row; with the setting `slipped_batch_is_error` it is an error on machine texts.
import { alignedLengthMax, batchItemsMin, slippedTexts } from '../../domain/checks/alignment.ts'
import { TextPair } from '../../domain/checks/check.ts'
import { NO_WAIVERS } from '../../domain/checks/gate.ts'
import type { WriteDecision } from '../../domain/decide-write.ts'
import type { Finding } from '../../domain/finding.ts'
import { sourceTextOf } from '../../domain/row.ts'
import { isBlank } from '../../domain/text/normalize.ts'
import type { Layer } from '../../domain/vocabulary.ts'
import type { Judgement } from './judge-write.ts'
import type { Rules } from '../rules.ts'

interface BatchText {
  readonly rowId: string
  readonly text: string
  readonly layer: Layer
}

/** Findings by item index. `looked`: the pairs of texts that were compared, without missing rows and texts too long. */
export function slippedItems(
  judgements: readonly Judgement[],
  looked: readonly (TextPair | null)[],
  items: readonly BatchText[],
  rules: Rules,
): ReadonlyMap<number, Finding> {
  const findings = new Map<number, Finding>()
  if (items.length < batchItemsMin) return findings
  const pairs: TextPair[] = []
  const places: number[] = []
  judgements.forEach(({ row }, i) => {
    const item = items[i] as BatchText
    if (row === null || row.isServiceRow || item.text.length > alignedLengthMax || isBlank(item.text)) return
    pairs.push(looked[i] ?? pairOf(sourceTextOf(row), item, rules))
    places.push(i)
  })
  for (const [at, beside] of slippedTexts(pairs)) {
    const [item, neighbour] = [places[at] ?? 0, places[beside] ?? 0]
    findings.set(item, findingOf(items[item] as BatchText, items[neighbour] as BatchText, rules))
  }
  return findings
}

export const withBatchFinding = (judgement: Judgement, finding: Finding | undefined): Judgement =>
  finding === undefined ? judgement : { ...judgement, decision: withFinding(judgement.decision, finding) }

const pairOf = (source: string, { text, layer }: BatchText, { gate, glossary }: Rules): TextPair =>
  new TextPair({ source, text, layer, rules: gate, glossary, waivers: NO_WAIVERS })

function findingOf({ layer }: BatchText, neighbour: BatchText, { gate }: Rules): Finding {
  return {
    rule: 'ALIGN_01',
    code: 'markup_functional_breakage',
    severity: layer === 'machine' && gate.slippedBatchIsError ? 'error' : 'warning',
    message: `This text fits row ${neighbour.rowId} better than its own, as do others beside it: the batch seems to have slipped by a row, so translate it again as a whole.`,
    details: { fitsRow: neighbour.rowId },
  }
}

/** A written item gets a warning or is refused; an item that was refused gets the finding as well. */
function withFinding(decision: WriteDecision, finding: Finding): WriteDecision {
  const isError = finding.severity === 'error'
  if (decision.kind === 'revision' || decision.kind === 'proposal') {
    if (!isError) return { ...decision, warnings: [...decision.warnings, finding] }
    return { kind: 'refused', refusal: { code: 'gate', errors: [finding], warnings: decision.warnings } }
  }
  if (decision.kind !== 'refused' || decision.refusal.code !== 'gate') return decision
  const { errors, warnings } = decision.refusal
  const refusal = isError
    ? { code: 'gate' as const, errors: [...errors, finding], warnings }
    : { code: 'gate' as const, errors, warnings: [...warnings, finding] }
  return { kind: 'refused', refusal }
}
