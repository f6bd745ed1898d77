// What the last exports wrote, so that one with nothing changed leaves its files alone: the same templates, the same
// request, no write to the store since, and files that still have the bytes of that export.
import { createHash } from 'node:crypto'
import { compressorName } from '../../base/zstd.ts'
import { digestOfFile } from '../../base/file-digest.ts'
import type { Edition } from '../../domain/edition.ts'
import { keepMade, readMade } from '../../store/volatile.ts'
import type { App } from '../app.ts'
import type { ExportTarget } from './export-targets.ts'

interface LastExport<Outcome> {
  readonly request: string
  /** The store's count of writes, of the export itself included. */
  readonly writes: number
  readonly files: readonly { readonly path: string; readonly sha256: string | null }[]
  readonly outcome: Outcome
}

interface Asked {
  readonly level: number
  readonly allowStale: boolean
  readonly plans: readonly { readonly edition: Edition; readonly targets: readonly ExportTarget[] }[]
}

const listName = 'exports 1'
const keptMax = 8

/** A digest of all that decides an export, but for the store. */
export async function nameOfExport({ level, allowStale, plans }: Asked): Promise<string> {
  const templates = new Map<string, string | null>()
  for (const { template } of plans[0]?.targets ?? []) templates.set(template, await digestOfFile(template))
  const facts = { level, allowStale, plans, templates: [...templates], compressorName }
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex')
}

const lastExports = <Outcome>(app: App): readonly LastExport<Outcome>[] =>
  readMade<readonly LastExport<Outcome>[]>(app.store, listName) ?? []

/** Null: something changed, or nothing is known. */
export async function sameExport<Outcome>(app: App, request: string, writes: number): Promise<Outcome | null> {
  const last = lastExports<Outcome>(app).find((each) => each.request === request && each.writes === writes)
  if (last === undefined) return null
  for (const { path, sha256 } of last.files) if ((await digestOfFile(path)) !== sha256) return null
  return last.outcome
}

export async function rememberExport<Outcome>(
  app: App,
  { request, writes, paths, outcome }: Omit<LastExport<Outcome>, 'files'> & { readonly paths: readonly string[] },
): Promise<void> {
  const files = []
  for (const path of paths) files.push({ path, sha256: await digestOfFile(path) })
  const others = lastExports<Outcome>(app).filter((each) => each.request !== request)
  keepMade(app.store, listName, [{ request, writes, files, outcome }, ...others].slice(0, keptMax))
}
