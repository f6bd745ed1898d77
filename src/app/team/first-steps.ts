// The steps of a team between its first import and its first export. Facts in the store show which are done; reading
// them costs the same at any size.
import { hasExportDigests } from '../../store/records.ts'
import { allKeys, allUsers, readGlossary } from '../../store/people.ts'
import { ordinalsWithHeads } from '../../store/rows.ts'
import type { App } from '../app.ts'

/** The recommended order. */
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

function hasMany(entries: Iterable<unknown>, count: number): boolean {
  let seen = 0
  for (const _ of entries) if (++seen === count) return true
  return false
}

export const readFirstSteps = (app: App): readonly { readonly step: FirstStep; readonly isDone: boolean }[] =>
  FIRST_STEPS.map((step) => ({ step, isDone: IS_DONE[step](app) }))
