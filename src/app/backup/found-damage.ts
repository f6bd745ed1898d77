// What the latest look at the whole store found wrong, and what to do about it.
import { type FoundDamage, readDamage } from '../../store/volatile/found-damage.ts'
import type { App } from '../app.ts'

export type { FoundDamage }

/** Null: nothing, or nobody has looked. */
export const damageOf = ({ store }: Pick<App, 'store'>): FoundDamage | null => readDamage(store)

/** What to do about it. */
export const remedyOf = ({ isRepairable }: FoundDamage): string =>
  isRepairable
    ? 'windrow check --repair puts it right'
    : 'windrow check lists all of it, and windrow restore BACKUP --data NEW-FOLDER brings back the latest good backup'
