// What a team does once between its first import and its first export, each step done or not by the store's own facts. Read in
// a moment, whatever the store's size.
import { hasExportDigests } from '../../store/records.ts'
import { allKeys, allUsers, readGlossary } from '../../store/people.ts'
import { ordinalsWithHeads } from '../../store/rows.ts'
import type { App } from '../app.ts'

/** In the order in which they are best done. */
const FIRST_STEPS = ['language', 'glossary', 'people', 'keys', 'texts', 'export'] as const
export type FirstStep = (typeof FIRST_STEPS)[number]

const IS_DONE: Readonly<Record<FirstStep, (app: App) => boolean>> = {
  language: ({ rules }) => rules.now().settings.target_language !== '',
  glossary: ({ store }) => readGlossary(store.main).length > 0,
  people: ({ store }) => hasMany(allUsers(store.main), 2),
  keys: ({ store }) => hasMany(allKeys(store.main), 1),
  texts: ({ store }) => hasMany(ordinalsWithHeads(store.main), 1),
  export: ({ store }) => hasExportDigests(store.main),
}

/** Looks no further than it must. */
function hasMany(entries: Iterable<unknown>, count: number): boolean {
  let seen = 0
  for (const _ of entries) if (++seen === count) return true
  return false
}

/** Every step, and whether it is done. */
export const readFirstSteps = (app: App): readonly { readonly step: FirstStep; readonly isDone: boolean }[] =>
  FIRST_STEPS.map((step) => ({ step, isDone: IS_DONE[step](app) }))
