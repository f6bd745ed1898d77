// Faults planted in the product, each of which a simulated year has to find. A plant replaces some words of a file while the process of the
// year loads it (year-main.ts, WINDROW_PLANT); words that are not there any more are an error.
import { registerHooks } from 'node:module'

interface Plant {
  /** Below src. */
  readonly file: string
  readonly from: string
  readonly to: string
}

export const PLANTS: Readonly<Record<string, Plant>> = {
  'a batch acknowledged before its commit': {
    file: 'store/write.ts',
    from: 'store.recentWrites.note(writesSoFar(store.main), txn.changedRows)',
    to: 'store.recentWrites.note(writesSoFar(store.main), txn.changedRows); resolve({ ok: true, value })',
  },
  'a quota counted outside of the transaction': {
    file: 'app/writes/write-batch.ts',
    from: "addUsed(txn, 'quota', user.id, spent)",
    to: "setTimeout(() => void change(app, null, (later) => ok(addUsed(later, 'quota', user.id, spent))), 1)",
  },
  'an answer stored outside of the transaction': {
    file: 'app/writes/write-batch.ts',
    from: '  putAnswer(txn, key.id, batch.idempotencyKey, batch.bodyDigest, body)',
    to: '  setTimeout(() => void change(app, null, (later) => ok(putAnswer(later, key.id, batch.idempotencyKey!, batch.bodyDigest, body))), 1)',
  },
  'an index that keeps a decided proposal': {
    file: 'app/writes/review-proposal.ts',
    from: 'putProposal(txn, before, after)',
    to: 'putProposal(txn, after, after)',
  },
  'a patch that loses a stale text': {
    file: 'app/import/reveal-sources.ts',
    from: 'chunks.move(ordinal, from, to)',
    to: 'chunks.move(ordinal, from, from)',
  },
  'a stored answer that never ends': {
    file: 'store/records/idempotency.ts',
    from: 'nowMs < answer.committedAtMs + idempotencyKeptMs',
    to: 'nowMs < Number.POSITIVE_INFINITY',
  },
  'a time that goes back with the clock': {
    file: 'store/view.ts',
    from: 'Math.max(store.clock.nowMs(), last)',
    to: 'store.clock.nowMs()',
  },
  'a judgement that another write made wrong': {
    file: 'store/door/recent-writes.ts',
    from: 'if (rowIds.has(rowId)) return true',
    to: 'if (rowIds.has(rowId)) return false',
  },
}

/** Replaces the words of a plant in what is loaded from now on. */
export function plant(name: string): void {
  const { file, from, to } = PLANTS[name] as Plant
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context)
      if (!url.endsWith(`/src/${file}`)) return loaded
      const { source } = loaded
      if (source === null || source === undefined) return loaded
      const text = typeof source === 'string' ? source : Buffer.from(source as Uint8Array).toString()
      if (!text.includes(from)) throw new Error(`there is no place any more for ${name}`)
      return { ...loaded, source: text.replace(from, to) }
    },
  })
}
