// Values written aside, and what a process remembers of their marks (store/file/aside.ts): whatever is put, removed, revealed,
// taken back or killed, a reader that remembers marks finds what one without memory finds, and that is what a plain map says.
import * as fc from 'fast-check'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { systemClock } from '../../src/base/time.ts'
import { openSnapshot, type Snapshot } from '../../src/store/view.ts'
import { TABLES } from '../../src/store/file/keyspace.ts'
import { openStore } from '../../src/store/door/open-store.ts'
import { write } from '../../src/store/write.ts'
import { writeAside } from '../../src/store/door/write-aside.ts'
import type { Store } from '../../src/store/store.ts'
import { ASIDE_KEYS, bothWays, textsIn } from '../support/aside-keys.ts'
import { temporaryFolder } from '../support/program.ts'
import { inspectWrites } from '../../src/store/door/writer.ts'

// Writes parts of rows, or records that no use case would write.
inspectWrites(null)

const PLACE = fc.nat(ASIDE_KEYS.length - 1)
const CHANGES = fc.uniqueArray(fc.record({ place: PLACE, do: fc.constantFrom('put', 'remove') }), {
  selector: ({ place }) => place,
  minLength: 1,
  maxLength: 4,
})
const STAGED = fc.uniqueArray(
  fc.record({
    place: PLACE,
    do: fc.constantFrom('reveal', 'reveal', 'reveal', 'drop', 'reveal and put', 'reveal and remove'),
  }),
  { selector: ({ place }) => place, minLength: 1, maxLength: 8 },
)
const OPERATION = fc.oneof(
  fc.record({ do: fc.constant('write'), changes: CHANGES, isUndone: fc.boolean() }),
  fc.record({
    do: fc.constant('import'),
    staged: STAGED,
    /** Heads get marks that wait for the switch. */
    waits: fc.boolean(),
    meanwhile: fc.option(CHANGES, { nil: [] }),
    end: fc.constantFrom('done', 'done', 'done', 'dry run', 'thrown before', 'thrown in the end'),
  }),
  fc.record({ do: fc.constant('hold') }),
  fc.record({ do: fc.constant('overwrite all') }),
)
type Operation = typeof OPERATION extends fc.Arbitrary<infer T> ? T : never
type Changes = typeof CHANGES extends fc.Arbitrary<infer T> ? T : never
type Texts = (string | null)[]
/** Whether anybody reads during the operation and behind it: what nobody reads, nobody learns that it changed. */
const STEP = fc.record({ operation: OPERATION, isLookedAt: fc.boolean() })

const isUndone = new Error('undone')
const snapshotsHeldMax = 3

class World {
  readonly #folder = temporaryFolder()
  readonly store: Store = openStore(join(this.#folder.path, 'data'), systemClock)
  #texts: Texts = ASIDE_KEYS.map(() => null)
  #held: { readonly snapshot: Snapshot; readonly texts: Texts }[] = []
  #count = 0
  #isLookedAt = true

  /** Everybody reads what the map says; those who hold a view, what it said then. */
  check(): void {
    const { remembering, plainly } = bothWays(this.store)
    expect(plainly).toEqual(this.#texts)
    expect(remembering).toEqual(this.#texts)
    for (const { snapshot, texts } of this.#held) expect(textsIn(snapshot.db)).toEqual(texts)
  }

  async apply(operation: Operation, isLookedAt: boolean): Promise<void> {
    this.#isLookedAt = isLookedAt
    if (operation.do === 'write') await this.#write(operation.changes, operation.isUndone)
    else if (operation.do === 'overwrite all') await this.#overwrite()
    else if (operation.do === 'hold') this.#hold()
    else await this.#import(operation)
  }

  /** Nothing is left under any mark. */
  async #overwrite(): Promise<void> {
    await this.#write(
      ASIDE_KEYS.map((_, place) => ({ place, do: 'put' as const })),
      false,
    )
  }

  #hold(): void {
    if (this.#held.length === snapshotsHeldMax) this.#held.shift()?.snapshot.close()
    this.#held.push({ snapshot: openSnapshot(this.store), texts: [...this.#texts] })
  }

  async #write(changes: Changes, undo: boolean): Promise<void> {
    const after = [...this.#texts]
    const done = write(this.store, 5_000, ({ db }) => {
      for (const { place, do: what } of changes) {
        const key = ASIDE_KEYS[place] as Buffer
        after[place] = what === 'put' ? `text ${++this.#count}` : null
        if (what === 'put') void db.put(key, Buffer.from(after[place] ?? ''))
        else void db.remove(key)
      }
      if (this.#isLookedAt) expect(textsIn(db)).toEqual(after)
      if (undo) throw isUndone
    })
    if (undo) await expect(done).rejects.toBe(isUndone)
    else expect((await done).ok).toBe(true)
    if (!undo) this.#texts = after
  }

  async #import({ staged: all, waits, meanwhile, end }: Extract<Operation, { do: 'import' }>): Promise<void> {
    const isWaiting = (place: number): boolean => waits && ASIDE_KEYS[place]?.[0] === TABLES.head
    const staged = all.filter(({ place }) => !isWaiting(place))
    let waiting: number[] = []
    const names = new Map(all.map(({ place }) => [place, `aside ${++this.#count}`]))
    let after: Texts = []
    const imported = writeAside(
      this.store,
      { isDryRun: end === 'dry run', signal: new AbortController().signal },
      async (aside) => {
        for (const [place, text] of names) aside.put(ASIDE_KEYS[place] as Buffer, Buffer.from(text))
        await aside.flush()
        if (this.#isLookedAt) this.check()
        if (waits) await aside.putWaitingPointers(Buffer.from([TABLES.head]), () => true)
        const written = new Set((meanwhile as Changes).map(({ place }) => place))
        waiting = [...names.keys()].filter(
          (place) => isWaiting(place) && this.#texts[place] !== null && !written.has(place),
        )
        if (this.#isLookedAt) this.check()
        if (meanwhile.length > 0) await this.#write(meanwhile, false)
        if (this.#isLookedAt) this.check()
        if (end === 'thrown before') throw isUndone
      },
      async (txn) => {
        after = [...this.#texts]
        for (const { place, do: what } of staged) {
          const key = ASIDE_KEYS[place] as Buffer
          if (what === 'drop') txn.drop(key)
          else txn.reveal(key)
          if (what !== 'drop') after[place] = names.get(place) ?? null
          if (what === 'reveal and remove') txn.remove(key)
          if (what === 'reveal and put') void txn.db.put(key, Buffer.from('put over it'))
          if (what === 'reveal and put') after[place] = 'put over it'
          if (what === 'reveal and remove') after[place] = null
        }
        await txn.breathe()
        if (this.#isLookedAt) expect(textsIn(txn.db)).toEqual(after)
        for (const place of waiting) after[place] = names.get(place) ?? null
        if (end === 'thrown in the end') throw isUndone
      },
    )
    const watched = end === 'done' ? null : this.#watch(imported)
    if (end.startsWith('thrown')) await expect(imported).rejects.toBe(isUndone)
    else await imported
    await watched
    if (end === 'done') this.#texts = after
  }

  /** Compares both ways of reading in every turn until the work has ended. */
  async #watch(work: Promise<void>): Promise<void> {
    const going = { on: true }
    work.catch(() => undefined).finally(() => (going.on = false))
    while (going.on) {
      const { remembering, plainly } = bothWays(this.store)
      expect(remembering).toEqual(plainly)
      await new Promise((resolve) => setImmediate(resolve))
    }
  }

  async close(): Promise<void> {
    for (const { snapshot } of this.#held) snapshot.close()
    await this.store.close()
    this.#folder.remove()
  }
}

it('reads with remembered marks what is there', async () => {
  const property = fc.asyncProperty(fc.array(STEP, { minLength: 3, maxLength: 12 }), async (steps) => {
    const world = new World()
    try {
      for (const { operation, isLookedAt } of steps) {
        await world.apply(operation, isLookedAt)
        if (isLookedAt) world.check()
      }
      world.check()
    } finally {
      await world.close()
    }
  })
  await fc.assert(property, { numRuns: 50 })
})

it('does not take what is written aside for what an earlier work revealed', async () => {
  const world = new World()
  const staged = ASIDE_KEYS.map((_, place) => ({ place, do: 'reveal' as const }))
  const work = { do: 'import' as const, staged, waits: false, meanwhile: [], end: 'done' as const }
  await world.apply(work, true)
  world.check()
  await world.apply({ do: 'overwrite all' }, false)
  await world.apply(work, true)
  world.check()
  await world.close()
})

const program = join(import.meta.dirname, 'aside-writer-main.ts')

it('reads the same while another process writes aside, and when it was killed', async () => {
  const folder = temporaryFolder()
  const data = join(folder.path, 'data')
  const store = openStore(data, systemClock)
  let last = ''
  /** Reads both ways; true when the store has changed. */
  const look = async (): Promise<boolean> => {
    const { remembering, plainly } = bothWays(store)
    expect(remembering).toEqual(plainly)
    await new Promise((resolve) => setImmediate(resolve))
    return last !== (last = plainly.join())
  }
  try {
    for (let round = 0; round < 6; round++) {
      const writer = spawn(process.execPath, [program, data, `${round + 1}`], { stdio: ['ignore', 'pipe', 'inherit'] })
      const ended = once(writer, 'exit')
      await once(writer.stdout, 'data')
      for (let changes = 0; changes < 6; ) if (await look()) changes++
      for (let turn = 0; turn < 5 * round; turn++) await look()
      writer.kill('SIGKILL')
      await ended
      await look()
    }
  } finally {
    await store.close()
    folder.remove()
  }
})
