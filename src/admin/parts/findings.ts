// The gate's findings as a list, on pages and in the live answer.
import { createNames } from '../../app/people/read-people.ts'
import type { ProposalView } from '../../app/rows/read-proposal.ts'
import { hasWaivers } from '../../domain/decide-review.ts'
import type { Finding, Severity, GateResult } from '../../domain/finding.ts'
import { type Html, html } from '../html.ts'
import { say, words } from '../language/say.ts'
import type { Visit } from '../visit.ts'
import { badge } from './fields.ts'
import { tellFinding } from './telling.ts'

const SEVERITY_WORDS: Readonly<Record<Severity, string>> = words({ error: 'error', warning: 'warning' })

const item = (finding: Finding, kind: string = finding.severity, word = SEVERITY_WORDS[finding.severity]): Html =>
  html`<li class="${finding.severity}" title="${finding.rule}">${badge(kind, word)} ${tellFinding(finding)}</li>`

/** `owner`: the person whose bot sent the text. */
const waivedList = (waived: readonly Finding[], owner: string): Html =>
  html`<p class="waived">The bot of ${owner} had checks waived for this text. They find:</p>
<ul class="findings">${waived.map((finding) => item(finding, 'waived', say`waived`))}</ul>`

/** Of a proposal: waived findings come first, so that they are not approved unseen. */
export function proposalFindings({ app }: Visit, { proposal, gate, waived }: ProposalView): Html {
  const owner = createNames(app)(proposal.authorId) ?? ''
  if (waived.length > 0)
    return html`${waivedList(waived, owner)}${
      gate.errors.length + gate.warnings.length === 0 ? '' : findingsList(gate)
    }`
  return html`${
    hasWaivers(proposal) &&
    html`<p class="hint">The bot of ${owner} had checks waived for this text; they find nothing now.</p>`
  }${findingsList(gate)}`
}

/** On the workbench: the worst in a line, the others behind a fold. */
export function worstFinding({ errors, warnings }: GateResult): Html {
  const [worst, ...others] = [...errors, ...warnings]
  if (worst === undefined) return findingsList({ errors, warnings })
  const line = html`<ul class="findings">${item(worst)}</ul>`
  return others.length === 0
    ? line
    : html`${line}<details class="others-found"><summary>${say`${others.length} more`}</summary>
<ul class="findings">${others.map((finding) => item(finding))}</ul></details>`
}

/** Errors first; without findings a line of praise. */
export function findingsList({ errors, warnings }: GateResult): Html {
  if (errors.length + warnings.length === 0)
    return html`<p class="fine"><span aria-hidden="true">✓</span> The checks find nothing.</p>`
  return html`<ul class="findings">${[...errors, ...warnings].map((finding) => item(finding))}</ul>`
}
