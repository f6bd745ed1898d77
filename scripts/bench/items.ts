// Texts to write: the Chinese twins of rows that have no translation, those that windrow's gate accepts.
import type { Bench } from './bench.ts'
import type { Server } from './processes.ts'
import { ask, walk } from './requests.ts'
import { dumpLines } from './stores.ts'

export interface Item {
  readonly row_id: string
  readonly text: string
  readonly layer: 'machine'
  readonly source_hash: string
  readonly provider: string
  readonly model: string
}

interface Verdicts {
  readonly data: { readonly items: readonly { readonly ok: boolean }[] }
}

type World = Pick<Bench, 'files'> & { windrow(): Promise<Pick<Server, 'port'>> }

/** Items of untranslated rows in the order of the list; each call begins at its start. */
export async function acceptedItems(bench: World, count: number): Promise<Item[]> {
  const { port } = await bench.windrow()
  const rows = await walk(port, { state: 'none', source: 'main', updatedSinceMs: null }, 2 * count + 500)
  const sources = new Map(rows.map((row) => [row.row_id, row]))
  const items: Item[] = []
  for await (const { id, text } of dumpLines(bench.files.referenceDump)) {
    const row = sources.get(id)
    if (row === undefined || text === '') continue
    const { row_id, source_hash } = row
    items.push({ row_id, text, layer: 'machine', source_hash, provider: 'bench', model: 'twin-1' })
  }
  const accepted: Item[] = []
  for (let at = 0; at < items.length && accepted.length < count; at += 50) {
    const asked = items.slice(at, at + 50)
    const body = { items: asked.map(({ row_id, text, layer }) => ({ row_id, text, layer })) }
    const { data } = JSON.parse(await ask(port, '/api/v1/translations/validate', body)) as Verdicts
    accepted.push(...asked.filter((_, i) => data.items[i]?.ok === true))
  }
  if (accepted.length < count) throw new Error(`only ${accepted.length} of ${count} texts passed the gate`)
  return accepted.slice(0, count)
}
