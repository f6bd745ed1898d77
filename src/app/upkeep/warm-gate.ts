// Judges some stored rows after a start, beside other work, so that the engine has compiled the gate when the first batch comes: a cold
// one takes three times as long (docs/speed.md#a-server-that-just-started). Writes nothing.
import { type Run, runInSlices } from '../../base/slices.ts'
import { NO_WAIVERS } from '../../domain/checks/gate.ts'
import { V1_RULES } from '../../domain/decide-write.ts'
import { gameLayerOf, sourceTextOf } from '../../domain/row.ts'
import { lastOrdinal, readHeads, readRow } from '../../store/rows.ts'
import type { App } from '../app.ts'
import { Judge, momentOf } from '../writes/judge-write.ts'

const rowsMax = 3_000

export async function warmGate(app: App, signal: AbortSignal, run: Run = runInSlices): Promise<void> {
  const { main, files } = app.store
  const last = lastOrdinal(main)
  const every = Math.ceil(last / rowsMax)
  let ordinal = 1
  await run(() => {
    const row = readRow(main, files, ordinal)
    if (row !== null) {
      const heads = readHeads(main, ordinal)
      const layer = gameLayerOf(row, heads)
      const text = (layer === null ? undefined : heads[layer]?.text) ?? `${sourceTextOf(row)}.`
      const intent = { layer: 'machine', mode: 'direct', text, overwrite: true, sourceHash: row.sourceHash } as const
      const asked = {
        rowId: row.rowId,
        intent,
        authorId: 0,
        abilityRefusal: null,
        waivers: NO_WAIVERS,
        rules: V1_RULES,
      }
      new Judge(asked).at(momentOf(app))
    }
    ordinal += every
    return ordinal <= last
  }, signal)
}
