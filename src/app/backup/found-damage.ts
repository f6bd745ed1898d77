// Damage found by the latest check of the whole store.
import { type FoundDamage, readDamage } from '../../store/volatile.ts'
import type { App } from '../app.ts'

export type { FoundDamage }

/** Null: the latest check found no damage, or the store was never checked. */
export const damageOf = ({ store }: Pick<App, 'store'>): FoundDamage | null => readDamage(store)

export const remedyOf = ({ isRepairable }: FoundDamage): string =>
  isRepairable
    ? 'windrow check --repair fixes it'
    : 'windrow check lists all of it, and windrow restore BACKUP --data NEW-FOLDER brings back the latest good backup'
