// The map of a game, as plain values: parcels of rows in groups, and where each lies in a picture. Rows are grouped by
// their labels, those without any by families of like texts, the rest by kind (kinds.ts).
//
// A row belongs to one parcel. Of several labels the smallest counts, because it tells most. A label that lies inside a larger one
// is a parcel of it; a label with none inside is split by kind. At most `groupsMax` labels are groups; the others share one.
import { type GroupOfKinds, GROUPS_OF_KINDS, type Kind, KINDS } from './kinds.ts'

/** The states of a parcel's rows, as they are stacked from below. */
export const MAP_STATES = ['ripe', 'machine', 'changed', 'bare'] as const
type MapState = (typeof MAP_STATES)[number]

type GroupName = { readonly label: string } | { readonly of: GroupOfKinds | 'labels' | 'families' }

/** What the rows of a parcel have in common. */
export interface ParcelName {
  readonly label?: string
  readonly kind?: Kind
  /** The skeleton of a family of like texts. */
  readonly alike?: string
}

/** A parcel's name in an address. */
export const writeParcel = ({ label, kind, alike }: ParcelName): string =>
  new URLSearchParams(
    Object.entries({ label, kind, alike }).flatMap(([part, of]) => (of === undefined ? [] : [[part, of]])),
  ).toString()

export function parseParcel(text: string): ParcelName {
  const asked = new URLSearchParams(text)
  const [label, kind, alike] = [
    asked.get('label'),
    KINDS.find((each) => each === asked.get('kind')),
    asked.get('alike'),
  ]
  return { ...(label !== null && { label }), ...(kind !== undefined && { kind }), ...(alike !== null && { alike }) }
}

/** A parcel before its rows are counted. Its number stands for it in the bytes of the rows. */
interface Plot extends ParcelName {
  readonly group: GroupName
}

/** `null`: the smallest parcels of a group, together. */
export interface Parcel {
  readonly name: ParcelName | null
  readonly rows: number
  readonly states: Readonly<Record<MapState, number>>
  /** Rows of the patch, and how many of these have a text for their source. */
  readonly fresh: number
  readonly handled: number
}

export interface MapGroup {
  readonly name: GroupName
  readonly rows: number
  readonly parcels: readonly Parcel[]
}

const groupsMax = 7
const parcelsMax = 9
/** Labels of fewer rows than this share of the game are not on the map. */
const labelShareMin = 0.005
export const familyShareMin = 0.002
/** More labels than these are not compared with each other. */
const labelsMax = 30
const insideShareMin = 0.8

interface SizedLabel {
  readonly name: string
  readonly rows: number
}

/** The labels that are on the map, the largest first. */
export const labelsOnMap = (labels: readonly SizedLabel[], rows: number): readonly SizedLabel[] =>
  labels
    .filter((each) => each.rows > 0 && each.rows >= rows * labelShareMin)
    .toSorted((a, b) => b.rows - a.rows || (a.name < b.name ? -1 : 1))
    .slice(0, labelsMax)

export interface Plan {
  readonly plots: readonly Plot[]
  /** The number of the plot of rows of a kind, for those without label and family. */
  readonly ofKind: (kind: Kind) => number
  readonly ofFamily: (family: number) => number
  /** The labels in the order in which rows are given to them: a later one takes rows from those before. */
  readonly labels: readonly { readonly name: string; readonly of: (kind: Kind) => number }[]
}

/** `inBoth`: how many rows two labels have in common, by their places in the list. */
export function planMap(
  labels: readonly SizedLabel[],
  inBoth: (one: number, other: number) => number,
  families: readonly string[],
): Plan {
  const plots: Plot[] = []
  const plot = (each: Plot): number => plots.push(each) - 1
  // The smallest one that has nearly all of its rows.
  const outer = labels.map(({ rows }, at) =>
    labels.findLastIndex((_, other) => other < at && inBoth(at, other) >= rows * insideShareMin),
  )
  const groups = labels.flatMap((_, at) => (outer[at] === -1 ? [at] : [])).slice(0, groupsMax)
  const groupOf = (at: number): number | null => {
    const around = outer[at] as number
    return groups.includes(at) ? at : around === -1 ? null : groupOf(around)
  }
  const ofKinds = (group: GroupName, more: ParcelName): ((kind: Kind) => number) => {
    const first = plots.length
    for (const kind of KINDS) plot({ group, ...more, kind })
    return (kind) => first + KINDS.indexOf(kind)
  }
  const given = labels.map(({ name }, at) => {
    if (groups.includes(at)) return { name, of: ofKinds({ label: name }, { label: name }) }
    const around = groupOf(at)
    const group = around === null ? { of: 'labels' as const } : { label: (labels[around] as SizedLabel).name }
    const number = plot({ group, label: name })
    return { name, of: () => number }
  })
  const firstFamily = plots.length
  for (const alike of families) plot({ group: { of: 'families' }, alike })
  const kinds = new Map<Kind, number>()
  for (const [of, all] of Object.entries(GROUPS_OF_KINDS) as [GroupOfKinds, readonly Kind[]][])
    for (const kind of all) kinds.set(kind, plot({ group: { of }, kind }))
  return {
    plots,
    labels: given,
    ofFamily: (family) => firstFamily + family,
    ofKind: (kind) => kinds.get(kind) as number,
  }
}

/** The numbers of a plot: rows by `MAP_STATES`, then `fresh` and `handled`. */
export const NUMBERS_OF_PLOT = MAP_STATES.length + 2

/** Groups and parcels with rows, the largest first; those of the same size by name. */
export function mapOf(plots: readonly Plot[], numbers: Uint32Array): readonly MapGroup[] {
  const groups = new Map<string, { readonly name: GroupName; readonly parcels: Parcel[] }>()
  plots.forEach(({ group, ...name }, at) => {
    const own = numbers.subarray(at * NUMBERS_OF_PLOT, (at + 1) * NUMBERS_OF_PLOT)
    const [ripe = 0, machine = 0, changed = 0, bare = 0, fresh = 0, handled = 0] = own
    const rows = ripe + machine + changed + bare
    if (rows === 0) return
    const key = JSON.stringify(group)
    const { parcels } = groups.get(key) ?? { name: group, parcels: [] }
    groups.set(key, { name: group, parcels })
    parcels.push({ name, rows, states: { ripe, machine, changed, bare }, fresh, handled })
  })
  return Array.from(groups.values(), ({ name, parcels }) => ({
    name,
    rows: sumOf(parcels, ({ rows }) => rows),
    parcels: fewer(parcels.toSorted((a, b) => b.rows - a.rows)),
  })).toSorted((a, b) => b.rows - a.rows)
}

const sumOf = <T>(all: readonly T[], number: (each: T) => number): number =>
  all.reduce((sum, each) => sum + number(each), 0)

function fewer(parcels: readonly Parcel[]): readonly Parcel[] {
  if (parcels.length <= parcelsMax) return parcels
  const rest = parcels.slice(parcelsMax - 1)
  const states = Object.fromEntries(MAP_STATES.map((state) => [state, sumOf(rest, (each) => each.states[state])]))
  return [
    ...parcels.slice(0, parcelsMax - 1),
    {
      name: null,
      rows: sumOf(rest, ({ rows }) => rows),
      states: states as Record<MapState, number>,
      fresh: sumOf(rest, ({ fresh }) => fresh),
      handled: sumOf(rest, ({ handled }) => handled),
    },
  ]
}

export interface Box {
  readonly x: number
  readonly y: number
  readonly w: number
  readonly h: number
}

/** Sizes change in steps of a twentieth, so that a parcel stays where people look for it. */
const stepped = (rows: number): number => 1.05 ** Math.round(Math.log(rows) / Math.log(1.05))

/** Lays out a box as a squarified treemap: areas go by `rows`, and each is as near to a square as the order allows. */
export function squarify<T extends { readonly rows: number }>(
  items: readonly T[],
  box: Box,
): (Box & { readonly item: T })[] {
  const sized = items.map((item) => ({ item, size: stepped(item.rows) })).toSorted((a, b) => b.size - a.size)
  const scale = (box.w * box.h) / sumOf(sized, ({ size }) => size)
  const left = sized.map(({ item, size }) => ({ item, area: size * scale }))
  const laid: (Box & { readonly item: T })[] = []
  let { x, y, w, h } = box
  while (left.length > 0) {
    const side = Math.min(w, h)
    let taken = 1
    while (taken < left.length && oblong(left.slice(0, taken + 1), side) <= oblong(left.slice(0, taken), side)) taken++
    const row = left.splice(0, taken)
    const thick = sumOf(row, ({ area }) => area) / side
    let at = 0
    for (const { item, area } of row) {
      const long = area / thick
      laid.push(w >= h ? { item, x, y: y + at, w: thick, h: long } : { item, x: x + at, y, w: long, h: thick })
      at += long
    }
    if (w >= h) [x, w] = [x + thick, w - thick]
    else [y, h] = [y + thick, h - thick]
  }
  return laid
}

/** The longest side in proportion to the shortest, of the worst rectangle in a row. */
function oblong(row: readonly { readonly area: number }[], side: number): number {
  const sum = sumOf(row, ({ area }) => area)
  return Math.max(
    ...row.map(({ area }) => Math.max((side * side * area) / (sum * sum), (sum * sum) / (side * side * area))),
  )
}
