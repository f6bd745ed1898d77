// What stood at a time is what a store shows that was restored from that very time, for random moments of random work
// (docs/taking-back.md#what-stood-at-a-time).
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { App } from '../../src/app/app.ts'
import { createApp } from '../../src/app/open-app.ts'
import { exportGameFiles } from '../../src/app/export/export-game-files.ts'
import { exportTexts } from '../../src/app/export/export-texts.ts'
import { listRows } from '../../src/app/rows/list-rows.ts'
import { headsAt, listRowsAt } from '../../src/app/undo/moment.ts'
import { revertRevisions } from '../../src/app/undo/revert.ts'
import { backupStore } from '../../src/app/backup/backup-store.ts'
import { restoreStore } from '../../src/app/backup/restore-store.ts'
import type { Heads } from '../../src/domain/row.ts'
import { type Layer, ROW_STATES, type RowState } from '../../src/domain/vocabulary.ts'
import { openStore } from '../../src/store/door/open-store.ts'
import { type GameStore, gameStore, idOf, textsOf } from '../support/game-store.ts'
import { granted } from '../support/app-world.ts'
import { EVERY_REVISION } from '../support/every-revision.ts'
import { holdsInTime } from '../support/holds.ts'

const signal = new AbortController().signal
const rows = [1, 2, 3, 4]
const act = fc.oneof(
  fc.record({
    kind: fc.constant('write' as const),
    row: fc.constantFrom(...rows),
    layer: fc.constantFrom<Layer>('manual', 'machine'),
    text: fc.constantFrom('Вітер {0}', 'Дощ', 'Сніг {0}'),
    status: fc.constantFrom('draft' as const, 'approved' as const, 'rejected' as const),
    model: fc.constantFrom('m1', 'm2'),
  }),
  fc.record({ kind: fc.constant('revert' as const), model: fc.constantFrom('m1', 'm2') }),
)
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never

async function perform(game: GameStore, one: Act): Promise<void> {
  if (one.kind === 'write') {
    const { status, model } = one
    return await game.put(idOf(one.row), one.layer, one.text, { status, model })
  }
  const filter = { ...EVERY_REVISION, model: one.model }
  const quiet = { signal, onProgress: () => {}, onRow: () => {} }
  await revertRevisions(game.app, { filter, byId: null, takesApproved: true, asked: {}, isDryRun: false, ...quiet })
}

/** Everything that is told of the translations. */
async function shown(app: App, folder: string, template: string, atMs: number | null): Promise<unknown> {
  const at = atMs === null ? {} : { atMs }
  const dumps: string[] = []
  const kinds = [...ROW_STATES.map((state) => ['game', state] as const), ['manual', 'all'], ['machine', 'all']] as const
  for (const [text, state] of kinds) {
    const to = join(folder, 'dump.jsonl')
    granted(await exportTexts(app, { to, format: 'jsonl', text, state, source: 'all', ...at }))
    dumps.push(readFileSync(to, 'utf8'))
  }
  const out = join(folder, `twins-${atMs ?? 'now'}`)
  granted(
    await exportGameFiles(app, { main: template, diff: null, out, force: true, level: 1, allowStale: false, ...at }),
  )
  return { dumps, twins: await textsOf(join(out, 'main')), lists: ROW_STATES.map((state) => listed(app, state, atMs)) }
}

function listed(app: App, state: RowState, atMs: number | null): readonly [number, Heads][] {
  const page = { state, source: 'all', after: 0, limit: 3 } as const
  if (atMs === null) {
    const { rows: found } = listRows(app, { ...page, updatedSinceMs: null, withTotal: false })
    return found.map(({ row, heads: { manual, machine } }) => [row.ordinal, { manual, machine }])
  }
  const headsOf = headsAt(app, app.store.main, atMs)
  return listRowsAt(app, { ...page, atMs }).ordinals.map((ordinal) => [ordinal, headsOf(rowAt(app, ordinal))])
}

const rowAt = (app: App, ordinal: number) =>
  listRows(app, { state: 'all', source: 'all', after: ordinal - 1, limit: 1, updatedSinceMs: null, withTotal: false })
    .rows[0]?.row as ReturnType<GameStore['row']>

test('a moment is as a store restored from it', async () => {
  await holdsInTime(8, fc.array(act, { minLength: 1, maxLength: 8 }), fc.nat(), async (acts: readonly Act[], cut) => {
    const game = gameStore()
    const texts = Object.fromEntries(rows.map((row) => [idOf(row), row === 4 ? '4' : `A wind {${row % 2}}`]))
    const main = game.container('main', texts)
    await game.importFiles({ main })
    try {
      const moment = cut % (acts.length + 1)
      for (const one of acts.slice(0, moment)) await perform(game, one)
      const backup = join(game.folder, 'backup')
      await backupStore(game.app.store, backup, { signal, onEntries: () => {} })
      // The next write is in a later millisecond.
      const atMs = Date.now()
      while (Date.now() <= atMs) await sleep(1)
      for (const one of acts.slice(moment)) await perform(game, one)
      const then = await shown(game.app, game.folder, main, atMs)
      await restoreStore(backup, join(game.folder, 'restored'), { signal, onEntries: () => {} })
      const store = openStore(join(game.folder, 'restored'), game.app.clock)
      try {
        const app = createApp({ ...game.app, store })
        expect(then).toEqual(await shown(app, game.folder, main, null))
      } finally {
        await store.close()
      }
    } finally {
      await game.close()
    }
  })
})
