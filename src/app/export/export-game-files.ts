// Writes translated copies of game files (docs/game-files.md#writing; docs/command-line.md#export) from one snapshot. They are
// written beside their targets, and renamed only if both templates (untouched game files) were whole, belong together and were
// not made by windrow. The digest is stored before the rename, so that an import never takes a copy for the game's file.
import { basename, dirname, join } from 'node:path'
import { counted } from '../../base/numeral.ts'
import { openGameText } from '../../../packages/formats/src/open-game-text.ts'
import { isOfAnotherGame } from '../rules.ts'
import { ok, refuse, type Result } from '../../base/result.ts'
import {
  assertPair,
  type PackedBefore,
  translateContainers,
} from '../../../packages/formats/src/container/container-writer.ts'
import { type Edition, WHOLE_TRANSLATION } from '../../domain/release.ts'
import type { RowSet } from '../../domain/work/row-set.ts'
import type { WorkFilter } from '../../domain/work/work-filter.ts'
import type { GameText } from '../../../packages/formats/src/game-text.ts'
import type { Project } from '../../../packages/formats/src/keyed/project.ts'
import { countEntries, openContainer } from '../../../packages/formats/src/container/container-reader.ts'
import { DamagedFile } from '../../../packages/formats/src/damage.ts'
import { heldTarget, isHeld } from '../../base/held-files.ts'
import { behindLinks, removeLeftover, replaceFile, syncFiles, syncFolder } from '../../base/whole-file.ts'
import { hasExportDigests, putExportDigest, readExportDigest } from '../../store/records.ts'
import { numberOfPair } from '../../store/rows.ts'
import { openSnapshot, type Snapshot, writesSoFar } from '../../store/view.ts'
import type { App } from '../app.ts'
import type { AnyRefusal } from '../refused.ts'
import { note } from '../change.ts'
import { openingOf, projectOf } from '../project.ts'
import { editionFault } from '../editions/read-editions.ts'
import { type IsKept, keptRows } from '../editions/kept-rows.ts'
import { chooseGameTexts, type ExportCounts, type GameTextChoice } from './choose-game-text.ts'
import { findWork } from '../work/find-work.ts'
import { headsAt, sourcesWarning } from '../undo/moment.ts'
import { contentDigest } from '../content-digest.ts'
import { nameOfExport, openPackedBlocks, rememberExport, sameExport } from './earlier-exports.ts'
import {
  clearLeftovers,
  type ExportTarget,
  makeFolder,
  partOf,
  planTargets,
  type TargetRequest,
} from './export-targets.ts'

type Exported<T> = Promise<Result<T, AnyRefusal>>

export interface ExportGameFiles extends TargetRequest {
  /** The level at which zstd compresses: higher is smaller and slower. */
  readonly level: number
  /** Also exports stale translations whose markup still fits. */
  readonly allowStale: boolean
  /** Exports the texts as they were at the end of this millisecond; absent: those of now. */
  readonly atMs?: number
  /** Only the rows of this filter get a translation, others keep the template's text; absent: all rows. */
  readonly filter?: WorkFilter
  readonly signal?: AbortSignal
  /** How many rows are translated; of another game, how many files. */
  readonly onProgress?: (done: number, total: number) => void
}

interface ExportEditions extends ExportGameFiles {
  /** The editions to export. The files of each go to a folder of `out` that is named by its slug. */
  readonly editions: readonly Edition[]
}

export interface ExportedFile extends ExportTarget, ExportCounts {
  readonly entries: number
  /** How many rows the diff deletes. */
  readonly deletionMarkers: number
  readonly sizeBytes: number
}

export interface ExportOutcome {
  readonly files: readonly ExportedFile[]
  readonly warnings: readonly string[]
  /** True: nothing was written, because nothing changed since the last export and its files are still there. */
  readonly isSame: boolean
}

export interface ExportedEdition {
  readonly edition: Edition
  readonly files: readonly ExportedFile[]
  /** The slug of an edition, exported before, whose files all have the same bytes; null: there is none. */
  readonly sameAs: string | null
}

interface EditionsOutcome extends Omit<ExportOutcome, 'files'> {
  readonly editions: readonly ExportedEdition[]
}

const differingShareMax = 0.01
/** A template is refused as windrow's own export if at least so many rows differ and more than half of them contain our texts. */
const changedRowsMin = 20

/** Exports one translation. If it refuses or throws, no target has changed. */
export async function exportGameFiles(app: App, request: ExportGameFiles): Exported<ExportOutcome> {
  const exported = await exportInto(app, request, [{ edition: WHOLE_TRANSLATION, out: request.out }])
  if (!exported.ok) return exported
  const { editions, ...outcome } = exported.value
  return ok({ files: editions[0]?.files ?? [], ...outcome })
}

/** Exports all editions in one pass over the templates. If it refuses or throws, no target has changed. */
export const exportEditions = (app: App, request: ExportEditions): Exported<EditionsOutcome> =>
  exportInto(
    app,
    request,
    request.editions.map((edition) => ({ edition, out: join(request.out, edition.slug) })),
  )

interface Place {
  readonly edition: Edition
  readonly out: string
}

interface Plan extends Place {
  readonly targets: readonly ExportTarget[]
}

/** How the texts of another game lie in files; null for the first game, whose files are containers. */
const projectIn = (app: App): Project | null => (isOfAnotherGame(app) ? projectOf(app.rules.now().settings) : null)

const foldersOf = (plans: readonly Plan[]): ReadonlySet<string> =>
  new Set(plans.flatMap(({ targets }) => targets.map(({ path }) => dirname(path))))

async function exportInto(app: App, request: ExportGameFiles, places: readonly Place[]): Exported<EditionsOutcome> {
  const plans: Plan[] = []
  for (const place of places) {
    const planned = await planTargets({ ...request, out: place.out, project: projectIn(app) })
    if (!planned.ok) return planned
    const fault = editionFault(app, place.edition)
    if (fault !== null) return refuse({ code: 'edition_fault', slug: place.edition.slug, fault })
    const strange = planned.value.find(({ pair }) => numberOfPair(app.store.main, pair) === undefined)
    if (strange !== undefined) return refuse({ code: 'pair_unknown', path: strange.template, pair: strange.pair })
    plans.push({ ...place, targets: planned.value })
  }
  const isRemembered = request.filter === undefined && request.atMs === undefined
  const name = isRemembered ? await nameOfExport({ ...request, plans }) : null
  const writes = writesSoFar(app.store.main)
  const same = name === null ? null : await sameExport<EditionsOutcome>(app, name, writes)
  if (same !== null) return ok({ ...same, isSame: true })
  const outcome = await exportPlanned(app, request, plans)
  if (name === null || !outcome.ok) return outcome
  // The export's own write, of the files' digests, is counted. If others wrote meanwhile, nobody knows whether the export saw it.
  const now = writesSoFar(app.store.main)
  const paths = plans.flatMap(({ targets }) => targets.map(({ path }) => path))
  if (now <= writes + 1) await rememberExport(app, { request: name, writes: now, paths, outcome: outcome.value })
  return outcome
}

async function exportPlanned(app: App, request: ExportGameFiles, plans: readonly Plan[]): Exported<EditionsOutcome> {
  const takeAway: (() => Promise<void>)[] = []
  const takeFoldersAway = async (): Promise<void> => {
    for (const take of takeAway.toReversed()) await take()
  }
  const within = request.filter === undefined ? null : await findWork(app, request.filter)
  const kept = await Promise.all(plans.map(({ edition }) => keptRows(app, edition.rules)))
  using snapshot = openSnapshot(app.store)
  using packedBefore = openPackedBlocks(app.store.folder, request.level, app.clock.nowMs())
  try {
    const total = isOfAnotherGame(app) ? 0 : await countAll(plans[0]?.targets ?? [])
    for (const { out } of plans) takeAway.push(await makeFolder(out))
    for (const folder of foldersOf(plans)) takeAway.push(await makeFolder(folder))
    const outcome = await exportAll(app, snapshot, plans, { ...request, within, kept, packedBefore }, total)
    packedBefore.keep()
    if (!outcome.ok) await takeFoldersAway()
    return outcome
  } catch (error) {
    await takeFoldersAway()
    if (!(error instanceof DamagedFile)) throw error
    const { damage } = error
    return refuse({ code: damage.where.at === 'file' ? 'damaged_file' : 'damaged_template', damage })
  }
}

/** Checks that the templates belong together; returns the number of entries. */
async function countAll(targets: readonly ExportTarget[]): Promise<number> {
  const opened = new Map<string, GameText>()
  let entries = 0
  for (const { slot, pair, template } of targets) {
    const text = await openContainer(template, { role: slot === 'main' ? 'source' : 'diff', format: 'container' })
    opened.set(`${pair} ${slot}`, text)
    // The index of a diff counts the entries of the whole game.
    entries += slot === 'main' ? (text.totalEntries ?? 0) : await countEntries(template)
  }
  for (const pair of new Set(targets.map((target) => target.pair))) {
    const [main, diff] = [opened.get(`${pair} main`), opened.get(`${pair} diff`)]
    if (main !== undefined && diff !== undefined) assertPair(main, diff)
  }
  return entries
}

interface Written {
  readonly file: ExportedFile
  readonly temporary: string
  readonly digest: string
  readonly isChanged: boolean
  /** Numbers of earlier editions whose file has the same bytes. */
  readonly sameAs: readonly number[]
  readonly warnings: readonly string[]
}

type ExportAll = Omit<ExportGameFiles, 'out'> & {
  readonly within: RowSet | null
  readonly kept: readonly IsKept[]
  readonly packedBefore: PackedBefore
}

async function exportAll(
  app: App,
  snapshot: Snapshot,
  plans: readonly Plan[],
  request: ExportAll,
  total: number,
): Exported<EditionsOutcome> {
  const targets = plans.flatMap((plan) => plan.targets)
  // If a target is a link, the file behind it is replaced, and the link stays.
  const behind = new Map<ExportTarget, string>()
  for (const target of targets) behind.set(target, await behindLinks(target.path))
  const places = targets.map((target) => behind.get(target) ?? target.path)
  await clearLeftovers(places)
  const written = new Map<ExportTarget, Written>()
  let entries = 0
  try {
    for (const at of (plans[0]?.targets ?? []).keys()) {
      const ofSlot = plans.map((plan) => plan.targets[at] as ExportTarget)
      const onProgress = (entriesOfFile: number): void => {
        const done = entries + entriesOfFile
        request.onProgress?.(done, Math.max(done, total))
      }
      const temporaries = ofSlot.map((target) => partOf(behind.get(target) ?? target.path))
      const made = await exportSlot(app, snapshot, ofSlot, { ...request, temporaries, onProgress })
      if (!made.ok) return made
      for (const [which, one] of made.value.entries()) written.set(ofSlot[which] as ExportTarget, one)
      entries += made.value[0]?.file.entries ?? 0
      if (isOfAnotherGame(app)) request.onProgress?.(at + 1, plans[0]?.targets.length ?? 0)
    }
    const held = await heldTarget(targets)
    if (held !== null) return refuse({ code: 'out_is_open', path: held })
    const all = targets.map((target) => written.get(target) as Written)
    await syncFiles(all.map(({ temporary }) => temporary))
    await recordDigests(app, all)
    const late = await giveNames(all, places)
    if (late !== null) return refuse(late)
    for (const folder of foldersOf(plans)) await syncFolder(folder)
  } finally {
    await Promise.all(places.map((place) => removeLeftover(partOf(place))))
  }
  const editions = plans.map(({ edition, targets: its }) => {
    const own = its.map((target) => written.get(target) as Written)
    const same = own.map(({ sameAs }) => sameAs)
    return { edition, files: own.map(({ file }) => file), sameAs: sameAsOf(same, plans) }
  })
  const odd = [...written.values()].flatMap(({ warnings }) => warnings)
  const files = editions[0]?.files ?? []
  const older = request.atMs === undefined ? null : sourcesWarning(app, request.atMs)
  const warnings = [...odd, ...files.flatMap(differingWarning), ...missingDiffWarning(files)]
  return ok({ editions, warnings: older === null ? warnings : [...warnings, older], isSame: false })
}

/** The first of the earlier editions whose files are all equal to this one's. */
function sameAsOf([first = [], ...others]: readonly (readonly number[])[], plans: readonly Plan[]): string | null {
  const place = first.find((each) => others.every((those) => those.includes(each)))
  return place === undefined ? null : (plans[place]?.edition.slug ?? null)
}

async function giveNames(written: readonly Written[], places: readonly string[]): Promise<AnyRefusal | null> {
  const given: string[] = []
  for (const [at, { temporary, file }] of written.entries()) {
    try {
      await replaceFile(temporary, places[at] as string)
    } catch (error) {
      if (!isHeld(error)) throw error
      const { path } = file
      return given.length === 0 ? { code: 'out_is_open', path } : { code: 'out_is_torn', path, given: given.join() }
    }
    given.push(file.path)
  }
  return null
}

type ExportSlot = Omit<ExportAll, 'onProgress'> & {
  readonly temporaries: readonly string[]
  readonly onProgress: (entries: number) => void
}

async function exportSlot(
  app: App,
  snapshot: Snapshot,
  targets: readonly ExportTarget[],
  { level, allowStale, atMs, within, kept, packedBefore, signal, temporaries, onProgress }: ExportSlot,
): Exported<readonly Written[]> {
  const { slot, pair, template, place, isCopied = false } = targets[0] as ExportTarget
  const choice = chooseGameTexts(snapshot, app.store.files, {
    slot,
    pair: numberOfPair(app.store.main, pair) ?? 0,
    markup: app.rules.now().gate.markup,
    allowStale,
    headsOfThen: atMs === undefined ? null : headsAt(app, snapshot.db, atMs),
    within,
    editions: kept,
  })
  let entries = 0
  const digests = targets.map(() => contentDigest())
  const translate = isOfAnotherGame(app)
    ? (await import('../../../packages/formats/src/keyed/translate-keyed-file.ts')).translateKeyedFiles
    : translateContainers
  const twins = await translate({
    template,
    place,
    isCopied,
    project: projectOf(app.rules.now().settings),
    level,
    packedBefore,
    twins: choice.editions.map(({ textOf }, at) => ({
      out: temporaries[at] as string,
      called: targets[at]?.path ?? template,
      textOf,
      onEntry: (id, _, written) => {
        if (at === 0) entries++
        digests[at]?.add(id, written)
      },
    })),
    onProgress: () => onProgress(entries),
    ...(signal !== undefined && { signal }),
  })
  const differing = choice.editions[0]?.counts.fallback.template_differs ?? 0
  if (differing > 0 && (carriesOurTexts(choice) || (await isKnownExport(app, snapshot, slot, template)))) {
    return refuse({ code: 'template_translated', path: template })
  }
  return ok(
    twins.map(({ entries: ofTwin, deletionMarkers, sizeBytes, translated, sameAs, warnings }, at) => ({
      file: {
        ...(targets[at] as ExportTarget),
        ...(choice.editions[at]?.counts as ExportCounts),
        entries: ofTwin,
        deletionMarkers,
        sizeBytes,
      },
      temporary: temporaries[at] as string,
      digest: digests[at]?.hex() ?? '',
      isChanged: translated > 0,
      sameAs,
      warnings,
    })),
  )
}

const carriesOurTexts = ({ changed: { rows, carryingOurTexts } }: GameTextChoice): boolean =>
  rows >= changedRowsMin && carryingOurTexts * 2 > rows

/** Whether windrow wrote the template. Costs a pass over the file, so it is asked only where entries differ. */
async function isKnownExport(
  app: App,
  { db }: Snapshot,
  slot: ExportTarget['slot'],
  template: string,
): Promise<boolean> {
  if (!hasExportDigests(db)) return false
  const digest = contentDigest()
  const role = slot === 'main' ? 'source' : 'diff'
  const text = await openGameText(template, { role, ...openingOf(app) })
  for await (const batch of text.entries()) for (const { id, text: ofEntry } of batch) digest.add(id, ofEntry)
  return readExportDigest(db, digest.hex()) !== undefined
}

/**
 * Stores the digests of files, so that an import knows them as exported. Do not call it for an export in which nothing was translated: its
 * file equals the game's, which must stay importable.
 */
async function recordDigests(app: App, written: readonly Written[]): Promise<void> {
  const isNew = ({ digest, isChanged }: Written): boolean =>
    isChanged && readExportDigest(app.store.main, digest) === undefined
  const changed = written.filter(isNew)
  if (changed.length === 0) return
  await note(app, (txn) => {
    for (const { digest, file } of changed) {
      putExportDigest(txn, digest, { fileName: basename(file.path), exportedAtMs: txn.timeMs })
    }
  })
}

function differingWarning({ slot, pair, template, entries, deletionMarkers, fallback }: ExportedFile): string[] {
  const differing = fallback.template_differs
  if (differing <= (entries - deletionMarkers) * differingShareMax) return []
  const name = basename(template)
  return [
    `${counted(differing, `entry of ${name} has`, `entries of ${name} have`)} a text that differs from the store's, ` +
      `or no row there, and ${differing === 1 ? 'keeps' : 'keep'} it: import this file first (windrow import ` +
      `--${pair === '' ? slot : 'also'} ${name}), then export again`,
  ]
}

function missingDiffWarning(files: readonly ExportedFile[]): string[] {
  return files.flatMap(({ pair, slot, template, fallback: { overlaid } }) => {
    if (slot !== 'main' || overlaid === 0) return []
    if (files.some((each) => each.pair === pair && each.slot === 'diff')) return []
    const file = pair === '' ? 'the main file' : basename(template)
    const texts = counted(overlaid, `text of ${file} is`, `texts of ${file} are`)
    return [`${texts} replaced by the diff file that was imported: give it with --${pair === '' ? 'diff' : 'also'} too`]
  })
}
