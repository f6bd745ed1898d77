// A store whose rows, index and files property tests change as they like, and what may happen to it.
import * as fc from 'fast-check'
import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ChangeNoter } from '../../src/search/builder.ts'
import { SearchIndexer } from '../../src/search/upkeep.ts'
import { type GameStore, gameStore } from './game-store.ts'
import { moment, ROWS, sameTime, someTexts } from './search-model.ts'

const ever = new AbortController().signal

export const OPERATION = fc.oneof(
  fc.record({ do: fc.constant('import'), slot: fc.constantFrom('main', 'diff', 'reference'), texts: someTexts }),
  fc.record({ do: fc.constant('put'), layer: fc.constantFrom('manual', 'machine'), texts: someTexts }),
  fc.record({
    do: fc.constantFrom('renew', 'renew a little', 'lose', 'damage', 'wait', 'note', 'note a little', 'reopen'),
  }),
)
export type Operation = typeof OPERATION extends fc.Arbitrary<infer T> ? T : never

export class World {
  readonly game: GameStore = gameStore(sameTime)
  readonly slots: Record<'main' | 'diff' | 'reference', Record<string, string>> = { main: {}, diff: {}, reference: {} }
  indexer = new SearchIndexer(this.game.app)
  readonly indexFolder = join(this.game.folder, 'data', 'derived')

  async apply(operation: Operation): Promise<void> {
    switch (operation.do) {
      case 'import':
        return await this.import(operation.slot, Object.fromEntries(operation.texts))
      case 'put':
        for (const [id, value] of operation.texts) {
          if (id in this.slots.main) await this.game.put(id, operation.layer, value)
        }
        return
      case 'renew':
        return void (await this.indexer.renew(ever))
      case 'renew a little': {
        const soon = new AbortController()
        setTimeout(() => soon.abort(), 2)
        return void (await this.indexer.renew(soon.signal))
      }
      case 'note':
      case 'note a little':
        return await new ChangeNoter(this.game.app).note(ever, operation.do === 'note' ? 10 * ROWS : 1)
      case 'wait':
        return void moment.ms++
      case 'reopen':
      case 'lose':
      case 'damage':
        await this.game.reopen(() => {
          if (operation.do === 'lose') rmSync(this.indexFolder, { recursive: true, force: true })
          else if (operation.do === 'damage')
            cpSync(import.meta.filename, join(this.indexFolder, 'data.mdb'), { force: true })
        })
        this.indexer = new SearchIndexer(this.game.app)
    }
  }

  async import(slot: 'main' | 'diff' | 'reference', texts: Record<string, string>): Promise<void> {
    this.slots[slot] = slot === 'diff' ? texts : { ...this.slots[slot], ...texts }
    await this.game.importFiles({ [slot]: this.game.jsonl(`${slot}.jsonl`, this.slots[slot]) })
  }
}
