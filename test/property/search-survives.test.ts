// Processes that write and make the indexes are killed, and the store is set back, by a backup or by a copy of its file, with the
// indexes of later beside it, and written to again: a search and a filter of work find what a plain look at every row finds.
import * as fc from 'fast-check'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, it } from 'vitest'
import { backupStore } from '../../src/app/backup/backup-store.ts'
import { restoreStore } from '../../src/app/backup/restore-store.ts'
import { SearchIndexer } from '../../src/search/upkeep.ts'
import { findWork, scanWork } from '../../src/app/work/find-work.ts'
import { ALL_WORK } from '../../src/domain/work/work-filter.ts'
import { idOf } from '../support/game-store.ts'
import { agree, BEGINNING, moment, QUERY, ROWS } from '../support/search-model.ts'
import { OPERATION, World } from '../support/search-world.ts'

const watching = { signal: new AbortController().signal, onStep: () => {}, onEntries: () => {} }
const program = join(import.meta.dirname, 'search-writer-main.ts')

/** Kills a writer at once after it said so many times that it begins something. */
async function kill(data: string, first: number, after: number): Promise<void> {
  const writer = spawn(process.execPath, [program, data, `${first}`], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(writer, 'exit')
  let said = 0
  for await (const _line of createInterface({ input: writer.stdout })) if (++said === after) writer.kill('SIGKILL')
  await ended
  expect(said).toBeGreaterThanOrEqual(after)
}

class Survivor extends World {
  readonly #data = join(this.game.folder, 'data')
  readonly #backup = join(this.game.folder, 'backup')
  readonly #copied = join(this.game.folder, 'copied.mdb')

  async kill(first: number, after: number): Promise<void> {
    await kill(this.#data, first, after)
  }

  async backUp(): Promise<void> {
    rmSync(this.#backup, { recursive: true, force: true })
    await backupStore(this.game.app.store, this.#backup, watching)
  }

  /** Everything goes back but the index. */
  async restore(): Promise<void> {
    const restored = join(this.game.folder, 'restored')
    await restoreStore(this.#backup, restored, watching)
    await this.#replace(() => {
      cpSync(this.indexFolder, join(restored, 'derived'), { recursive: true, force: true })
      rmSync(this.#data, { recursive: true })
      cpSync(restored, this.#data, { recursive: true })
      rmSync(restored, { recursive: true })
    })
  }

  /** By hand, as someone does who knows no better. */
  async copy(): Promise<void> {
    await this.#replace(() => cpSync(join(this.#data, 'main', 'data.mdb'), this.#copied))
  }

  async copyBack(): Promise<void> {
    await this.#replace(() => cpSync(this.#copied, join(this.#data, 'main', 'data.mdb')))
  }

  async #replace(how: () => void): Promise<void> {
    await this.game.reopen(how)
    this.indexer = new SearchIndexer(this.game.app)
  }
}

const KILL = fc.record({ first: fc.integer({ min: 1, max: ROWS }), after: fc.integer({ min: 1, max: 6 }) })
const OPERATIONS = fc.array(OPERATION, { minLength: 1, maxLength: 2 })
const BACK = fc.constantFrom('restore', 'copyBack')
const QUERIES = fc.array(QUERY, { minLength: 6, maxLength: 6 })
const FILTERS = (['any', 'none', 'machine'] as const).map((layer) => ({ ...ALL_WORK, layer }))

it('finds the same after kills and restores', async () => {
  const lived = fc.tuple(BEGINNING, OPERATIONS, KILL, OPERATIONS, KILL, BACK, fc.boolean(), OPERATIONS, QUERIES)
  const property = fc.asyncProperty(
    lived,
    async ([texts, before, kill, after, killLater, back, looksFirst, branch, queries]) => {
      const world = new Survivor()
      const agrees = async (filters = FILTERS): Promise<void> => {
        await agree(world.game.app, queries)
        for (const filter of filters) {
          const scanned = (await scanWork(world.game.app, filter)).after(0, ROWS)
          expect((await findWork(world.game.app, filter)).after(0, ROWS)).toEqual(scanned)
        }
      }
      try {
        await world.import('main', Object.fromEntries(texts.map((each, i) => [idOf(i + 1), each])))
        for (const operation of before) await world.apply(operation)
        await world.kill(kill.first, kill.after)
        await agrees()
        await (back === 'restore' ? world.backUp() : world.copy())
        for (const operation of after) await world.apply(operation)
        await world.kill(killLater.first, killLater.after)
        await agrees()
        await world.indexer.renew(watching.signal)
        await world[back]()
        if (looksFirst) await agrees()
        // The index of work knows by its count of writes that a store was set back: it has to look before that is made up for.
        const filters = looksFirst ? FILTERS : []
        moment.ms++
        for (const operation of branch) await world.apply(operation)
        await agrees(filters)
        await world.indexer.renew(watching.signal)
        await agrees(filters)
      } finally {
        await world.game.close()
      }
    },
  )
  await fc.assert(property, { numRuns: 2, endOnFailure: true })
})
