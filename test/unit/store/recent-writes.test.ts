// What is known of the last writes of a process (store/recent-writes.ts): an early judgement stands only where nothing can
// have changed.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { systemClock } from '../../../src/base/time.ts'
import { RecentWrites } from '../../../src/store/door/recent-writes.ts'
import { openStore } from '../../../src/store/door/open-store.ts'
import type { Store } from '../../../src/store/store.ts'
import { write } from '../../../src/store/write.ts'
import { writesSoFar } from '../../../src/store/view.ts'

const rows = (...rowIds: readonly string[]): ReadonlySet<string> => new Set(rowIds)
const changing = (...rowIds: readonly string[]) => ({ changedRows: rows(...rowIds), proposals: [] })

describe('a row', () => {
  test('may have changed when a write in between changed it, and not when others were changed', () => {
    const recent = new RecentWrites()
    recent.note(4, changing('before'))
    recent.note(5, changing('a'))
    recent.note(6, changing('b', 'c'))
    recent.note(7, changing('after'))
    const mayHaveChanged = recent.between(4, 7)
    expect(['before', 'a', 'b', 'c', 'd', 'after'].filter(mayHaveChanged)).toEqual(['a', 'b', 'c'])
  })

  test('has not changed when there was no write in between', () => {
    expect(new RecentWrites().between(4, 5)('a')).toBe(false)
  })

  test('may have changed when a write in between is not known, said nothing, or was long ago', () => {
    const recent = new RecentWrites()
    for (let write = 1; write <= 300; write++)
      recent.note(write, write === 290 ? { changedRows: null, proposals: [] } : changing('a'))
    expect(recent.between(290, 301)('b')).toBe(false)
    expect(recent.between(289, 301)('b')).toBe(true)
    expect(recent.between(299, 302)('b')).toBe(true)
    expect(recent.between(1, 10)('b')).toBe(true)
  })
})

describe('proposals', () => {
  const recent = new RecentWrites()
  for (let write = 1; write <= 300; write++) recent.note(write, { changedRows: null, proposals: [write] })

  test('that writes stored are known for as many writes as are remembered', () => {
    expect(recent.proposals(298, 300)).toEqual([299, 300])
    expect(recent.proposals(300, 300)).toEqual([])
    expect(recent.proposals(44, 300)).toHaveLength(256)
    expect(recent.proposals(43, 300)).toBeNull()
    expect(recent.proposals(299, 301)).toBeNull()
  })
})

async function inStore(run: (store: Store) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'windrow-recent-'))
  const store = openStore(folder, systemClock)
  try {
    await run(store)
  } finally {
    await store.close()
    rmSync(folder, { recursive: true })
  }
}

test('writes that say what they change are noted under their numbers, others are not', () =>
  inStore(async (store) => {
    const before = writesSoFar(store.main)
    const mayHaveChanged = (rowId: string, first: number): boolean =>
      store.recentWrites.between(first, writesSoFar(store.main) + 1)(rowId)
    await write(store, 1_000, (txn) => txn.changesOnly(rows('a')))
    expect([mayHaveChanged('a', before), mayHaveChanged('b', before)]).toEqual([true, false])
    await write(store, 1_000, () => null)
    expect(mayHaveChanged('b', before)).toBe(true)
  }))

test('a write that was undone leaves nothing behind: its number is given again', () =>
  inStore(async (store) => {
    const before = writesSoFar(store.main)
    const undone = write(store, 1_000, (txn) => {
      txn.changesOnly(rows('a'))
      throw new Error('not this one')
    })
    await expect(undone).rejects.toThrow('not this one')
    expect(writesSoFar(store.main)).toBe(before)
    await write(store, 1_000, (txn) => txn.changesOnly(rows('b')))
    const mayHaveChanged = store.recentWrites.between(before, before + 2)
    expect([mayHaveChanged('a'), mayHaveChanged('b')]).toEqual([false, true])
  }))
