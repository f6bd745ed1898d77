// Keeps a derived index in line with main, when somebody asks: writers do nothing for it.
//
//   derived_state   index                what the index as a whole is in line with
//   derived_stamp   index, chunk         what one chunk was derived from
//     value: u48 time and u48 number of the write that changed the chunk last, u32 base
//
// A chunk is settled while the write that changed it last is the one in its stamp; no clock is looked at. Everything is
// decided and derived with the writer of the derived environment held and main looked at anew, so no process puts what it saw
// earlier over what another one saw later.
import { lastTimeGiven } from '../door/times.ts'
import type { Database } from '../file/environment.ts'
import { keyOf, u32, u8 } from '../keyspace.ts'
import { getRecord, putRecord } from '../record.ts'
import { readGeneration } from '../records/settings.ts'
import { chunksChangedSince, latestChange, writesSoFar } from '../rows/changes.ts'
import { freshen, type Store } from '../store.ts'
import { type DerivedIndex, INDEX_NUMBERS } from './derived-index.ts'

interface State {
  /** Stamps with another base count for nothing. */
  readonly base: number
  /** Goes up with changes of rows that leave their times as they are. */
  readonly unstamped: number
  /** Every write up to this one is in the index; -1: nobody knows. */
  readonly writes: number
  /** The latest time given up to then, in milliseconds. */
  readonly lastTimeMs: number
}

interface Pass {
  readonly goal: State
  /** Chunks that may have changed, the next one last. */
  readonly todo: number[]
}

const stampBytes = 16

export class KeptIndex {
  readonly #store: Store
  readonly #index: DerivedIndex
  readonly #number: number
  #pass: Pass | null = null
  /** The environment and the count of writes that the index was last seen in line with. */
  #seen: { readonly derived: Database; readonly writes: number } | null = null

  constructor(store: Store, index: DerivedIndex) {
    this.#store = store
    this.#index = index
    this.#number = INDEX_NUMBERS[index.name]
  }

  /**
   * Derives what main has changed, for about `patienceMs`. True: the index is in line with main as this process sees it now,
   * so read both before anything else happens. Throws when the environment can't be written (a full disk).
   */
  settle(patienceMs: number): boolean {
    const store = this.#store
    freshen(store)
    const { derived } = store
    if (this.#seen?.derived === derived && this.#seen.writes === writesSoFar(store.main)) return true
    return derived.transactionSync(() => {
      freshen(store)
      const endMs = performance.now() + patienceMs
      for (;;) {
        const state = this.#stateNow()
        const writes = writesSoFar(store.main)
        if (state.writes === writes) {
          this.#seen = { derived, writes }
          return true
        }
        if (this.#pass?.goal.base !== state.base) this.#pass = this.#passFrom(state, writes)
        const { goal, todo } = this.#pass
        for (let chunk = todo.pop(); chunk !== undefined; chunk = todo.pop()) {
          this.#derive(chunk, goal.base)
          if (performance.now() >= endMs && todo.length > 0) return false
        }
        this.#pass = null
        if (goal.writes > state.writes) this.#putState(goal)
      }
    })
  }

  /** Whether the index answers for this chunk as main is now, for readers that look for themselves at those it doesn't. */
  isSettled(chunk: number): boolean {
    const state = getRecord<State>(this.#store.derived, this.#stateKey)
    return state !== undefined && this.#isSettled(chunk, state.base)
  }

  get #stateKey(): Buffer {
    return keyOf('derived_state', u8(this.#number))
  }

  /** The state, which starts anew when main is not the one that it was before. */
  #stateNow(): State {
    const { derived, main } = this.#store
    const known = getRecord<State>(derived, this.#stateKey)
    const [writes, lastTimeMs, unstamped] = [
      writesSoFar(main),
      lastTimeGiven(this.#store),
      readGeneration(main, 'unstamped'),
    ]
    const isOfMain =
      known !== undefined &&
      known.unstamped === unstamped &&
      known.lastTimeMs <= lastTimeMs &&
      known.writes <= writes &&
      (known.writes !== writes || known.lastTimeMs === lastTimeMs)
    if (isOfMain) return known
    const anew = { base: (known?.base ?? 0) + 1, unstamped, writes: -1, lastTimeMs: 0 }
    this.#putState(anew)
    return anew
  }

  #putState(state: State): void {
    putRecord(this.#store.derived, this.#stateKey, state)
  }

  #passFrom(state: State, writes: number): Pass {
    const { main } = this.#store
    const changed = chunksChangedSince(main, state.lastTimeMs, 0)
    return {
      goal: { ...state, writes, lastTimeMs: lastTimeGiven(this.#store) },
      todo: changed.filter((chunk) => !this.#isSettled(chunk, state.base)).reverse(),
    }
  }

  #isSettled(chunk: number, base: number): boolean {
    const stamp = this.#store.derived.getBinaryFast(this.#stampKey(chunk))
    if (stamp === undefined) return false
    const [timeMs, write, stampBase] = [stamp.readUIntLE(0, 6), stamp.readUIntLE(6, 6), stamp.readUInt32LE(12)]
    const latest = latestChange(this.#store.main, chunk)
    return stampBase === base && timeMs === latest.timeMs && write === latest.write
  }

  #derive(chunk: number, base: number): void {
    // Another process may have done it since the pass began.
    if (this.#isSettled(chunk, base)) return
    const { main, derived } = this.#store
    this.#index.deriveChunk(main, derived, chunk)
    const stamp = Buffer.alloc(stampBytes)
    const { timeMs, write } = latestChange(main, chunk)
    stamp.writeUIntLE(timeMs, 0, 6)
    stamp.writeUIntLE(write, 6, 6)
    stamp.writeUInt32LE(base, 12)
    void derived.put(this.#stampKey(chunk), stamp)
  }

  #stampKey(chunk: number): Buffer {
    return keyOf('derived_stamp', u8(this.#number), u32(chunk))
  }
}
