// Records are stored as lists of their members, so a member that changes its place makes every earlier store unreadable.
import { Packr } from 'msgpackr'
import { expect, it } from 'vitest'
import { KINDS } from '../../../src/store/records/kinds.ts'

/** The members of each kind in the order in which they are stored; a new one goes to the end. */
const STORED = {
  user: 'id name role state password dailyRowQuota historicalRequests createdAtMs language secondFactor linked',
  key: 'id userId kind name prefix digest state grants denies requestsPerMinute legacyLimits createdAtMs lastUsedAtMs setBy',
  session: 'userId createdAtMs expiresAtMs passwordMark',
  saved_filter: 'userId name address',
  glossary: 'source forms caseSensitive doNotTranslate note facts',
  brief: 'id text atMs userId',
  comparison: 'id atMs userId models pairs same',
  comparison_verdict: 'comparisonId place userId verdict atMs',
  sample: 'id atMs userId filter seed strata drawn accepted',
  sample_verdict: 'sampleId place userId isWrong atMs',
  not_term: 'key name userId atMs',
  misfit: 'ordinal number layer text note picture authorId createdAtMs closed',
  misfit_picture: 'ordinal number bytes',
  player_word: 'id digest ordinal seen said release createdAtMs decided',
  row_remark: 'note place maxLength',
  audit: 'id atMs userId action subject details',
  export_digest: 'fileName exportedAtMs',
  activity: 'userId kind keyId provider model count firstMs lastMs',
  comment: 'id ordinal authorId text createdAtMs mentions',
  decision: 'id kind atMs userId ordinal proposalId manual machine text reason',
  invite: 'role name createdById createdAtMs expiresAtMs',
  edition: 'id slug variant label description audience rules atMs userId',
  event: 'id atMs kind actorId facts',
  label: 'id name atMs userId',
  label_rule: 'id labelId field patterns atMs userId',
  proposal:
    'id version status ordinal rowId text sourceHash isVerified authorId keyId waivers createdAtMs updatedAtMs reviewerId ' +
    'reviewedAtMs reason mergedId conflict isBeside client',
  suggestion:
    'id kind status what rowIds provider model authorId keyId createdAtMs deciderId decidedAtMs reason addedAs',
  idempotency: 'bodyDigest committedAtMs body',
  webhook: 'id address secret kinds form chat madeById createdAtMs isOn ended',
  webhook_place: 'id after failures failingSinceMs nextAtMs deliveredAtMs last',
}

const packr = new Packr({ useRecords: false })

it('each kind is stored as a list of its members, each at its place', () => {
  const asLists = KINDS.flatMap(({ table, form }) => (form === undefined ? [] : [{ name: table.name, form }]))
  expect(asLists.map(({ name }) => name).toSorted()).toStrictEqual(Object.keys(STORED).toSorted())
  for (const { name, form } of asLists) {
    const members = STORED[name as keyof typeof STORED].split(' ')
    const bytes = packr.pack([...members.keys()])
    expect(form.decode(bytes, bytes.length), name).toStrictEqual(
      Object.fromEntries(members.map((member, place) => [member, place])),
    )
    const longer = packr.pack([...members.keys(), members.length])
    expect(() => form.decode(longer, longer.length), name).toThrow('a stored record is damaged')
  }
})
