// Damage found by the latest check of the whole store.
import { type FoundDamage, readDamage } from '../../store/volatile.ts'
import type { App } from '../app.ts'

export type { FoundDamage }

/** Null: no damage was found, or nothing was checked yet. */
export const damageOf = ({ store }: Pick<App, 'store'>): FoundDamage | null => readDamage(store)

export const remedyOf = ({ isRepairable }: FoundDamage): string =>
  isRepairable
    ? 'windrow check --repair puts it right'
    : 'windrow check lists all of it, and windrow restore BACKUP --data NEW-FOLDER brings back the latest good backup'
