// Makes all revisions: new texts, and copies of a text with a reviewer's decision.
import type { Client, Head, Revision, Row } from './row.ts'
import { clientLengthMax } from './limits.ts'
import type { TranslationStatus } from './vocabulary.ts'

/** A revision before it gets a number and time. */
export type NewRevision = Omit<Revision, 'seq' | 'createdAtMs'>

/**
 * A revision with these members; the others are those of an unverified draft by hand without author or approver. Hot: once for each text
 * of a batch. (An object spread in first place is copied as a whole, in a later place member by member.)
 */
export const newRevision = (given: Pick<NewRevision, 'text' | 'sourceHash'> & Partial<NewRevision>): NewRevision => ({
  ...given,
  status: given.status ?? 'draft',
  origin: given.origin ?? 'human',
  provider: given.provider ?? null,
  model: given.model ?? null,
  isVerified: given.isVerified ?? false,
  authorId: given.authorId ?? null,
  keyId: given.keyId ?? null,
  approverId: given.approverId ?? null,
  approvedAtMs: given.approvedAtMs ?? null,
  proposalId: given.proposalId ?? null,
})

export const approvedBy = (approverId: number, approvedAtMs: number) =>
  ({ status: 'approved', approverId, approvedAtMs }) as const

/** `source` is the row whose source the text is confirmed for; null: the text keeps its source. */
export function decidedRevision(
  { seq: _seq, createdAtMs: _createdAtMs, isInvalid: _isInvalid, ...kept }: Head,
  decided: { readonly status: TranslationStatus; readonly byId: number; readonly atMs: number },
  source: Pick<Row, 'sourceHash'> | null,
): NewRevision {
  const isApproved = decided.status === 'approved'
  return {
    ...kept,
    status: decided.status,
    sourceHash: source?.sourceHash ?? kept.sourceHash,
    isVerified: source !== null || kept.isVerified,
    approverId: isApproved ? decided.byId : null,
    approvedAtMs: isApproved ? decided.atMs : null,
  }
}

/** The client with these members, of which absent and empty ones become null; undefined: all are. A brief of 0 is none. */
export function clientOf(
  name: string | null | undefined,
  version: string | null | undefined,
  prompt: string | null | undefined,
  brief: number | undefined = 0,
): Client | undefined {
  const client = { name: name || null, version: version || null, prompt: prompt || null, ...(brief > 0 && { brief }) }
  const isNamed = client.name !== null || client.version !== null || client.prompt !== null
  return isNamed || brief > 0 ? client : undefined
}

/** `reader`: the name of a model, as any program names it; one without a printable character becomes `unnamed`. */
export const readBy = (client: Client | undefined, reader: string): Client => ({
  ...(client ?? { name: null, version: null, prompt: null }),
  reader: clientText(reader) || 'unnamed',
})

/** True: a second reader keeps the text. It is not a person's decision. */
export const isReadersMark = ({ status, client, markedById }: Revision): boolean =>
  status === 'reviewed' && client?.reader !== undefined && markedById === undefined

/** The client for other stores: numbers of the brief belong to one store, so a file of history has none. */
export function withoutBrief(client: Client | undefined): Client | undefined {
  const named = clientOf(client?.name, client?.version, client?.prompt)
  return client?.reader === undefined ? named : readBy(named, client.reader)
}

/** The client as API v2 names it; members that are null are absent. */
export const clientMembers = (client: Client | undefined): Readonly<Record<string, string | number>> => ({
  ...(client?.name && { client: client.name }),
  ...(client?.version && { client_version: client.version }),
  ...(client?.prompt && { prompt_version: client.prompt }),
  ...(client?.brief !== undefined && { brief_version: client.brief }),
  ...(client?.reader !== undefined && { reader: client.reader }),
})

/** The client in words of no language: `my-agent 1.4.2 · 7`. */
export const clientWords = ({ name, version, prompt }: Client): string =>
  [[name, version].filter((part) => part !== null).join(' '), prompt ?? ''].filter((part) => part !== '').join(' · ')

/** Neither control characters nor line separators, which separate name and versions where they are stored. */
const clientPattern = new RegExp(`^[^\\p{C}\\p{Zl}\\p{Zp}]{1,${clientLengthMax}}$`, 'u')
/** Whether the text, trimmed, may be the name or a version of a client. */
export const isClientText = (text: string): boolean => clientPattern.test(text.trim())

/** Changes a program's own words to a text that `isClientText` takes; '': nothing is left. */
export const clientText = (said: string): string =>
  Array.from(said.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, ''))
    .slice(0, clientLengthMax)
    .join('')
    .trim()

// Names the piece of work that wrote a revision (`Revision.via`): a batch by its idempotency key; an import, a revert, a run of
// memory or a sample by number.

export const viaBatch = (name: string): string => `batch:${name}`
export const viaImport = (id: number): string => `import:${id}`
export const viaMemory = (id: number): string => `memory:${id}`
export const viaSample = (id: number): string => `sample:${id}`
export const viaRevert = (id: number): string => `revert:${id}`

const isOfSample = (via: string | undefined): boolean => via?.startsWith('sample:') === true

/** Whether a revision is the mark by which a sample accepted the text `before` it; later marks only repeat its `via`. */
export const isSampleMark = (before: Pick<Revision, 'via'> | undefined, { via }: Pick<Revision, 'via'>): boolean =>
  isOfSample(via) && before?.via !== via

/** The work that wrote the text of a layer's revision at a place: a sample only marks what other work wrote. */
export const viaOfText = (revisions: readonly Revision[], at: number): string | undefined => {
  const via = revisions[at]?.via
  return isOfSample(via) && at > 0 ? viaOfText(revisions, at - 1) : via
}
