// The map of the game, kept: for each row the number of its parcel, a byte, and for each parcel its rows by state. A write
// changes the piece of 65,536 rows it lies in, which is counted again in some 2 ms when somebody looks. After an import or with new
// labels rows are given to parcels anew, in steps, and the map before stands meanwhile.
import { Turn, type Whose } from '../../base/turn.ts'
import { runInSlices } from '../../base/slices.ts'
import { sourceTextOf } from '../../domain/row.ts'
import { hasLetter, skeletonOf } from '../../domain/text/skeleton.ts'
import { KINDS } from '../../domain/work/kinds.ts'
import {
  familyShareMin,
  labelsOnMap,
  type MapGroup,
  mapOf,
  MAP_STATES,
  NUMBERS_OF_PLOT,
  type ParcelName,
  type Plan,
  planMap,
  writeParcel,
} from '../../domain/work/map.ts'
import {
  addTo,
  andNotPiece,
  andPiece,
  countInBoth,
  countRows,
  eachPlace,
  newPiece,
  orPiece,
  type Piece,
  ROWS_PER_PIECE,
  RowSet,
} from '../../domain/work/row-set.ts'
import { asPiece, type ShortPiece } from '../../store/indexes.ts'
import { readGeneration } from '../../store/people.ts'
import { lastOrdinal, readBlock, ROWS_PER_BLOCK } from '../../store/rows.ts'
import type { App } from '../app.ts'
import { isMade } from '../caught-up.ts'
import { rowsOfPatch } from './patch-rows.ts'

interface GameMap {
  /** It goes up whenever a number of the map changes. */
  readonly version: number
  readonly groups: readonly MapGroup[]
}

type Labels = ReadonlyMap<string, ShortPiece>

interface KeptPiece {
  readonly labels: Labels
  readonly plan: Plan
  /** The version of the index that was read. */
  readonly version: number
  /** The number of each row's plot. */
  readonly plots: Uint8Array
  readonly numbers: Uint32Array
}

interface Families {
  readonly sources: number
  readonly skeletons: readonly string[]
  /** For each row 1 + the place of its family; 0: it has none. */
  readonly of: Uint8Array
}

interface Kept {
  families: Families
  labels: readonly Labels[]
  plan: Plan | null
  /** The families of the plan. */
  planned: Families | null
  pieces: KeptPiece[]
  numbers: Uint32Array
  version: number
  making: Promise<void> | null
  /** Families are being looked for; a large game has a map without them meanwhile. */
  seeking: Promise<void> | null
  drawn: { readonly of: string; readonly map: GameMap } | null
}

const noPlot = 0xff
const NO_FAMILIES: Families = { sources: -1, skeletons: [], of: new Uint8Array(0) }
const kept = new WeakMap<App, Kept>()

/**
 * The map, with the rows of a patch if one is named. Null: it is made for the first time. After many changes at once the map
 * before comes, and the new one is made meanwhile.
 */
export async function readMap(app: App, whose: Whose, patch: number | null): Promise<GameMap | null> {
  const map: Kept = kept.get(app) ?? {
    families: NO_FAMILIES,
    labels: [],
    plan: null,
    planned: null,
    pieces: [],
    numbers: new Uint32Array(0),
    version: 0,
    making: null,
    seeking: null,
    drawn: null,
  }
  kept.set(app, map)
  if (isMade(app, true)) {
    map.making ??= make(app, map, whose).finally(() => (map.making = null))
    if (map.plan === null || !isLarge(app)) await map.making
    else await Promise.race([map.making, new Promise((done) => setTimeout(done, patienceMs))])
  }
  if (map.plan === null) return null
  const of = `${map.version} ${patch}`
  if (map.drawn?.of === of) return map.drawn.map
  const numbers = map.numbers.slice()
  if (patch !== null) countPatch(app, map, numbers, await rowsOfPatch(app, String(patch)))
  map.drawn = { of, map: { version: map.version, groups: mapOf(map.plan.plots, numbers) } }
  return map.drawn.map
}

/** The rows that a parcel counts: none, where the map has no such parcel any more. */
export async function rowsOfParcel(app: App, whose: Whose, name: ParcelName): Promise<RowSet> {
  await readMap(app, whose, null)
  const { plan = null, pieces = [] } = kept.get(app) ?? {}
  const asked = writeParcel(name)
  const plot = plan?.plots.findIndex((each) => writeParcel(each) === asked) ?? -1
  const rows = new Map<number, Piece>()
  for (const [at, { plots }] of pieces.entries()) {
    const piece = newPiece()
    for (let place = plots.indexOf(plot); place >= 0; place = plots.indexOf(plot, place + 1)) addTo(piece, place)
    rows.set(at, piece)
  }
  return new RowSet(rows)
}

/** How long a page of a large game waits for the newest map. */
const patienceMs = 20
const isLarge = ({ store }: App): boolean => lastOrdinal(store.main) > ROWS_PER_PIECE

async function make(app: App, map: Kept, whose: Whose): Promise<void> {
  const turn = new Turn(whose)
  const sources = readGeneration(app.store.main, 'sources')
  if (map.families.sources !== sources) {
    map.seeking ??= findFamilies(app, sources)
      .catch((error: unknown) => {
        app.log.error('families of texts could not be looked for', { err: error })
        return { ...NO_FAMILIES, sources }
      })
      .then((found) => void (map.families = found))
      .finally(() => (map.seeking = null))
    if (!isLarge(app)) await map.seeking
  }
  // A search may end meanwhile: a plan and its pieces go by the same families.
  const { families } = map
  const { index } = app.work
  const labels: Labels[] = []
  for (let piece = 0; piece * ROWS_PER_PIECE <= lastOrdinal(app.store.main); piece++) {
    if (turn.isOver) await turn.next()
    labels.push(index.labelsOf(piece).rows)
  }
  const isSame =
    map.plan !== null &&
    map.planned === families &&
    labels.length === map.labels.length &&
    labels.every((each, at) => each === map.labels[at])
  const plan = isSame && map.plan !== null ? map.plan : await planNow(app, labels, families, turn)
  const pieces: KeptPiece[] = []
  for (const [piece, own] of labels.entries()) {
    if (turn.isOver) await turn.next()
    const before = map.pieces[piece]
    const version = index.versionOf(piece)
    const isOfNow = before?.plan === plan && before.labels === own && before.version === version
    pieces.push(isOfNow ? before : readPiece(app, piece, { labels: own, plan, version }, families))
  }
  if (isSame && pieces.every((each, at) => each === map.pieces[at])) return
  const numbers = new Uint32Array(plan.plots.length * NUMBERS_OF_PLOT)
  for (const each of pieces) each.numbers.forEach((rows, at) => (numbers[at] = (numbers[at] as number) + rows))
  Object.assign(map, { labels, plan, planned: families, pieces, numbers, version: map.version + 1 })
}

async function planNow(app: App, labels: readonly Labels[], families: Families, turn: Turn): Promise<Plan> {
  const rowsOf = new Map<string, number>()
  let rows = 0
  for (const [piece, own] of labels.entries()) {
    if (turn.isOver) await turn.next()
    const work = app.work.index.read(piece, 'work')
    if (work === null) continue
    rows += countRows(work)
    for (const [name, of] of own) rowsOf.set(name, (rowsOf.get(name) ?? 0) + countShort(of))
  }
  const sized = labelsOnMap(
    Array.from(rowsOf, ([name, count]) => ({ name, rows: count })),
    rows,
  )
  const both = new Map<string, number>()
  for (const own of labels) {
    if (turn.isOver) await turn.next()
    const here = sized.map(({ name }) => own.get(name))
    const whole = here.map((of) => of && asPiece(of))
    whole.forEach((one, at) => {
      for (let other = 0; other < at; other++) {
        const piece = whole[other]
        if (one === undefined || piece === undefined) continue
        both.set(`${at} ${other}`, (both.get(`${at} ${other}`) ?? 0) + countInBoth(one, piece))
      }
    })
  }
  return planMap(sized, (one, other) => both.get(`${one} ${other}`) ?? 0, families.skeletons)
}

const countShort = (rows: ShortPiece): number => (rows instanceof Uint16Array ? rows.length : countRows(rows))

function eachOf(rows: ShortPiece, visit: (place: number) => void): void {
  if (rows instanceof Uint16Array) rows.forEach(visit)
  else eachPlace(rows, visit)
}

function readPiece(
  app: App,
  piece: number,
  key: Pick<KeptPiece, 'labels' | 'plan' | 'version'>,
  families: Families,
): KeptPiece {
  const { index } = app.work
  const { plan, labels } = key
  const [plots, kinds] = [new Uint8Array(ROWS_PER_PIECE).fill(noPlot), new Uint8Array(ROWS_PER_PIECE)]
  for (const [at, kind] of KINDS.entries()) {
    const rows = index.read(piece, `kind ${kind}`)
    if (rows === null) continue
    const plot = plan.ofKind(kind)
    eachPlace(rows, (place) => {
      plots[place] = plot
      kinds[place] = at
    })
  }
  const first = piece * ROWS_PER_PIECE
  const end = Math.min(ROWS_PER_PIECE, families.of.length - first)
  for (let place = 0; place < end; place++) {
    const family = families.of[first + place] as number
    if (family > 0 && plots[place] !== noPlot) plots[place] = plan.ofFamily(family - 1)
  }
  for (const { name, of } of plan.labels) {
    const plotOf = KINDS.map(of)
    const rows = labels.get(name)
    if (rows !== undefined) eachOf(rows, (place) => (plots[place] = plotOf[kinds[place] as number] as number))
  }
  const numbers = new Uint32Array(plan.plots.length * NUMBERS_OF_PLOT)
  statesOf(app, piece).forEach((rows, state) => {
    if (rows !== null) eachPlace(rows, (place) => count(numbers, plots[place] as number, state))
  })
  return { ...key, plots, numbers }
}

function count(numbers: Uint32Array, plot: number, member: number): void {
  if (plot !== noPlot)
    numbers[plot * NUMBERS_OF_PLOT + member] = (numbers[plot * NUMBERS_OF_PLOT + member] as number) + 1
}

/** The rows of each of `MAP_STATES`. */
function statesOf(app: App, piece: number): readonly (Piece | null)[] {
  const read = (facet: string): Piece | null => app.work.index.read(piece, facet)
  const manual = read('manual')
  const stale = orPiece(andPiece(read('manual stale'), manual), andNotPiece(read('machine stale'), manual))
  const ripe = andNotPiece(read('manual'), stale)
  const machine = andNotPiece(andNotPiece(read('machine'), manual), stale)
  const bare = andNotPiece(andNotPiece(read('work'), manual), read('machine'))
  return [ripe, machine, stale, bare]
}

const [freshAt, handledAt] = [MAP_STATES.length, MAP_STATES.length + 1]

function countPatch(app: App, map: Kept, numbers: Uint32Array, patch: RowSet): void {
  for (const [piece, rows] of patch.pieces()) {
    const own = map.pieces[piece]
    if (own === undefined) continue
    const [ripe = null, machine = null] = statesOf(app, piece)
    const handled = andPiece(orPiece(ripe, machine), rows)
    eachPlace(rows, (place) => count(numbers, own.plots[place] as number, freshAt))
    if (handled !== null) eachPlace(handled, (place) => count(numbers, own.plots[place] as number, handledAt))
  }
}

const familiesMax = 9
/** Families are looked for in the texts of so many blocks of 64 rows, evenly over the game. */
const sampleBlocks = 128
/** All families of the map together have at least this share of the rows. */
const familiesShareMin = 0.03
/** Fewer rows than these are no family. */
const familyRowsMin = 5

/** The largest families of like texts: a sample names them, and only if it does, every row is read, in steps. */
async function findFamilies(app: App, sources: number): Promise<Families> {
  const last = lastOrdinal(app.store.main)
  const blocks = Math.floor(last / ROWS_PER_BLOCK) + 1
  const seen = new Map<string, number>()
  let read = 0
  await eachSource(app, Math.max(1, Math.floor(blocks / sampleBlocks)), (_, skeleton) => {
    read++
    seen.set(skeleton, (seen.get(skeleton) ?? 0) + 1)
  })
  const isLikely = (rows: number): boolean => rows >= Math.max(3, (read * familyShareMin) / 2)
  const likely = new Map([...seen].filter(([, rows]) => isLikely(rows)).map(([skeleton], at) => [skeleton, at]))
  if (likely.size === 0) return { ...NO_FAMILIES, sources }
  const counts = new Uint32Array(likely.size)
  const found = new Uint16Array(last + 1)
  await eachSource(app, 1, (ordinal, skeleton) => {
    const at = likely.get(skeleton)
    if (at === undefined || ordinal > last) return
    counts[at] = (counts[at] as number) + 1
    found[ordinal] = at + 1
  })
  const large = [...likely]
    .filter(([, at]) => (counts[at] as number) >= Math.max(familyRowsMin, last * familyShareMin))
    .toSorted(([one, a], [other, b]) => (counts[b] as number) - (counts[a] as number) || (one < other ? -1 : 1))
    .slice(0, familiesMax)
  // Few texts alike make a strip that nobody can read: they stay with their kinds.
  const together = large.reduce((sum, [, at]) => sum + (counts[at] as number), 0)
  if (together < last * familiesShareMin) return { ...NO_FAMILIES, sources }
  const places = new Uint8Array(likely.size + 1)
  large.forEach(([, at], place) => (places[at + 1] = place + 1))
  return {
    sources,
    skeletons: large.map(([skeleton]) => skeleton),
    of: Uint8Array.from(found, (at) => places[at] as number),
  }
}

async function eachSource(app: App, step: number, visit: (ordinal: number, skeleton: string) => void): Promise<void> {
  const { main, files } = app.store
  let block = 0
  await runInSlices(() => {
    const read = readBlock(main, files, block)
    if (read === null) return false
    block = read.block + step
    for (const row of read.rows) {
      const skeleton = skeletonOf(sourceTextOf(row))
      if (!row.isServiceRow && hasLetter(skeleton)) visit(row.ordinal, skeleton)
    }
    return true
  })
}
