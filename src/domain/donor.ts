// The donor of a text that memory wrote (docs/memory.md#memory): the row and the revision that it was taken from. They are kept
// as the text's client, which every copy of a revision carries: marks, reverts, merges, files of history.
import type { Client, Revision } from './row.ts'
import type { Layer } from './vocabulary.ts'

export interface Donor {
  readonly rowId: string
  readonly layer: Layer
  /** 0: a proposal that waited for the row. */
  readonly seq: number
}

/** The provider and model under which memory writes texts. */
export const MEMORY = { provider: 'windrow', model: 'memory' } as const

const ROW = /^[0-9a-f]{16}$/
const REVISION = /^(?!machine 0)(manual|machine) (0|[1-9]\d{0,8})$/

export const clientOfDonor = ({ rowId, layer, seq }: Donor): Client => ({
  name: MEMORY.model,
  version: rowId,
  prompt: `${layer} ${seq}`,
})

/** The donor of a text; null: memory did not write it. */
export function donorOf({ client }: Pick<Revision, 'client'>): Donor | null {
  if (client?.name !== MEMORY.model || client.version === null || !ROW.test(client.version)) return null
  const [, layer, seq] = REVISION.exec(client.prompt ?? '') ?? []
  return layer === undefined ? null : { rowId: client.version, layer: layer as Layer, seq: Number(seq) }
}

/** The client under which a text is counted and filtered: for texts of memory without the donor, which is no version of a program. */
export const countedClient = (client: Client): Client =>
  donorOf({ client }) === null ? client : { ...client, version: null, prompt: null }
