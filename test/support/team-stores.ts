// Stores of teams that work on the same game and merge one another's work, and what of a store has to be equal after that:
// numbers of people, proposals and revisions mean something in one store only.
import type { App } from '../../src/app/app.ts'
import { Refused } from '../../src/app/refused.ts'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { localAgent } from '../../src/agent/local.ts'
import { named } from '../../src/app/actor.ts'
import { exportHistory, rowsWithWork } from '../../src/app/merge/export-history.ts'
import { type Merged, type MergeStore, mergeStore } from '../../src/app/merge/merge-store.ts'
import { addUser } from '../../src/app/people/manage-users.ts'
import { takeBackReview, takeBackRevision } from '../../src/app/undo/take-back.ts'
import { rememberRows } from '../../src/app/writes/remember-rows.ts'
import { runInSlices } from '../../src/base/slices.ts'
import { editTranslation } from '../../src/app/writes/edit-translation.ts'
import { markMachineHead } from '../../src/app/writes/decide-head.ts'
import { approveProposal, rejectProposal } from '../../src/app/writes/review-proposal.ts'
import { submitProposal, writeMachineText } from '../../src/app/writes/write-single.ts'
import { identityOf, traceRow } from '../../src/domain/merge.ts'
import type { User } from '../../src/domain/people.ts'
import type { Client, Row } from '../../src/domain/row.ts'
import { LAYERS } from '../../src/domain/vocabulary.ts'
import { readUser, readUserByName } from '../../src/store/records/people-and-keys.ts'
import { proposalsOfRow } from '../../src/store/records/proposals.ts'
import { readHeads, readRevisions } from '../../src/store/rows/heads.ts'
import { readRowById } from '../../src/store/rows/read-rows.ts'
import { RowSet } from '../../src/domain/work/row-set.ts'
import { keyOf } from '../../src/store/file/keyspace.ts'
import { rangeOf } from '../../src/store/file/record.ts'
import { allLabels } from '../../src/store/records/labels.ts'
import { handsInPiece } from '../../src/store/rows/label-rows.ts'
import { freshen } from '../../src/store/view.ts'
import { type AppWorld, disagreementsIn, openAppWorld } from './app-world.ts'
import { textLines } from './game-files.ts'
import { importSlots } from './import-slots.ts'

export interface TeamStore extends AppWorld {
  readonly name: string
  /** Imports a main file of these texts. */
  game(texts: Readonly<Record<string, string>>): Promise<void>
  row(id: string): Row
  machine(by: string, id: string, text: string): Promise<void>
  /** As a program writes it that names itself. */
  agent(by: string, id: string, text: string, client: Client): Promise<void>
  manual(by: string, id: string, text: string): Promise<void>
  propose(by: string, id: string, text: string): Promise<void>
  /** Fills rows from memory. */
  remember(by: string): Promise<void>
  /** Ends the row's first pending proposal. */
  review(by: string, id: string, isGood: boolean): Promise<void>
  mark(by: string, id: string, mark: 'approved' | 'reviewed' | 'rejected'): Promise<void>
  /** Takes the latest text of a layer back, or, of a row whose latest proposal is ended, that review. */
  back(by: string, id: string, what: 'manual' | 'machine' | 'review'): Promise<void>
  /** Writes the history as it is now; gives the file's path. */
  history(): Promise<string>
  merge(path: string, request?: Partial<MergeStore>): Promise<Merged>
  /** What `check` finds. */
  faults(): Promise<unknown>
  /** What has to be the same in two stores that have merged the same. */
  state(): Record<string, unknown>
  /** What tells all revisions of the store. */
  revisions(): Set<string>
}

const noWaivers = { glossary: false, validation: false }

/** The labels that people gave to rows or took from them, with folded names and row ids, ascending. */
export function handsOf({ store }: App): string[] {
  freshen(store)
  const labels = new Map(allLabels(store.main).map(({ id, name }) => [id, name.toLowerCase()]))
  const ids = Array.from(store.main.getRange(rangeOf({ prefix: keyOf('row_by_id') })), ({ key, value }) => ({
    id: Buffer.from(key).toString('hex', 1),
    ordinal: Buffer.from(value as Buffer).readUInt32LE(0),
  }))
  return Array.from(handsInPiece(store.main, 0))
    .flatMap(({ labelId, hand, rows }) => {
      const set = new RowSet(new Map([[0, rows]]))
      const said = `${labels.get(labelId)} ${hand === 'added' ? 'given' : 'taken'}`
      return ids.flatMap(({ id, ordinal }) => (set.has(ordinal) ? [`${said} ${id}`] : []))
    })
    .toSorted()
}

/** A store with these people, all of them admins. */
export async function teamStore(name: string, people: readonly string[]): Promise<TeamStore> {
  const world = openAppWorld()
  const { app, folder } = world
  const { store } = app
  for (const person of people) await addUser(app, null, { name: person, role: 'admin', password: null })
  const actor = (person: string) => named(readUserByName(store.main, person) as User)
  const nameOf = (id: number): string => readUser(store.main, id)?.name ?? ''
  let files = 0
  const row = (id: string): Row => {
    freshen(store)
    const found = readRowById(store.main, store.files, id)
    if (found === null) throw new Error(`no row ${id}`)
    return found
  }
  return {
    ...world,
    name,
    row,
    async game(texts) {
      const path = join(folder, 'main.jsonl')
      writeFileSync(path, textLines(texts))
      await importSlots(app, { main: { path } })
    },
    async machine(by, rowId, text) {
      const request = { rowId, text, overwrite: true, provider: 'p', model: 'm', waitMsMax: 5_000 }
      await writeMachineText(app, actor(by), { ...request, takes: () => true })
    },
    async agent(by, rowId, text, client) {
      const agent = localAgent(app, actor(by), { pause: () => Promise.resolve(), secondsMax: 0 })
      const origin = { provider: 'p', model: 'm', copies: false, client }
      await agent.write([{ rowId, text, sourceHash: null, replaces: 'any' }], origin)
    },
    async manual(by, rowId, text) {
      await editTranslation(app, actor(by), { rowId, text, sourceHash: row(rowId).sourceHash })
    },
    async remember(by) {
      await rememberRows(app, actor(by), { rows: null, isDryRun: false, run: runInSlices })
    },
    async propose(by, rowId, text) {
      const { sourceHash } = row(rowId)
      const request = { rowId, text, sourceHash, waivers: noWaivers, waitMsMax: 5_000, takes: () => true }
      await submitProposal(app, actor(by), request)
    },
    async review(by, rowId, isGood) {
      const pending = proposalsOfRow(store.main, row(rowId).ordinal).find(({ status }) => status === 'pending')
      if (pending === undefined) return
      const request = { id: pending.id, version: null, confirmSource: true, confirmWaived: true, text: null }
      if (isGood) await approveProposal(app, actor(by), request)
      else await rejectProposal(app, actor(by), { ...request, reason: 'no' })
    },
    async mark(by, rowId, mark) {
      const { sourceHash, ordinal } = row(rowId)
      const seq = readHeads(store.main, ordinal).machine?.seq ?? 0
      await markMachineHead(app, actor(by), { rowId, mark, seen: { seq, sourceHash } })
    },
    async back(by, rowId, what) {
      const { ordinal } = row(rowId)
      if (what !== 'review') {
        const seq = readHeads(store.main, ordinal)[what]?.seq
        if (seq !== undefined) await takeBackRevision(app, actor(by), { rowId, layer: what, seq })
        return
      }
      const ended = proposalsOfRow(store.main, ordinal).findLast(({ status }) => status !== 'pending')
      if (ended !== undefined) await takeBackReview(app, actor(by), { id: ended.id })
    },
    async history() {
      const to = join(folder, `${name}-${files++}.jsonl`)
      const exported = await exportHistory(app, { to })
      if (!exported.ok) throw new Refused(exported.refusal)
      return to
    },
    merge: (path, request = {}) =>
      mergeStore(app, { path, name: 'team', sizeBytes: 0, dryRun: false, userId: null, ...request }),
    faults: () => disagreementsIn(store),
    state() {
      freshen(store)
      const state: Record<string, unknown> = {}
      for (const { ordinal, ...stored } of rowsWithWork(store.main)) {
        const traced = traceRow(stored, nameOf)
        const heads = readHeads(store.main, ordinal)
        const layers = LAYERS.map((layer) => {
          const { revisions, identities } = traced[layer]
          const head = heads[layer]
          const all = revisions.map((each) => [
            identityOf(each),
            each.author,
            each.approver,
            each.client,
            each.after.map((place) => identities[place] ?? '').toSorted((a, b) => (a < b ? -1 : 1)),
          ])
          const inForce = head && [head.text, head.status, head.sourceHash, head.isInvalid, head.provider, head.client]
          return [all.map((each) => JSON.stringify(each)).sort(), inForce]
        })
        const proposals = stored.proposals.map((each) =>
          [
            each.conflict ?? `${each.mergedId ?? each.id}`,
            each.status,
            each.version,
            each.text,
            each.sourceHash,
            nameOf(each.authorId),
            each.reviewerId === null ? '' : nameOf(each.reviewerId),
            each.reason,
            JSON.stringify(each.client),
          ].join(' | '),
        )
        state[String(ordinal)] = [layers, proposals.sort()]
      }
      return state
    },
    revisions() {
      freshen(store)
      const all = new Set<string>()
      for (const { ordinal, ...stored } of rowsWithWork(store.main)) {
        for (const layer of LAYERS) {
          const { identities } = traceRow(stored, nameOf)[layer]
          for (const identity of identities) all.add(`${ordinal} ${layer} ${identity}`)
          if (readRevisions(store.main, ordinal, layer).length < identities.length)
            throw new Error('revisions are gone')
        }
      }
      return all
    },
  }
}
