// Opens the store for a process that ends when its work is done.
import { openInTurn, type StoreRefusal, StoreUnusable } from '../store/open.ts'
import type { OnWait } from '../store/txn.ts'
import type { App } from './app.ts'
import { type AppParts, createApp } from './create-app.ts'

export type { OnWait }

export interface OpenApp {
  readonly app: App
  /** The last call of a process. */
  readonly leave: () => Promise<unknown>
}

/** Makes the store if there is none. Calls `onWait` for each long wait for the writer. Throws the errors of `storeTrouble`. */
export async function openAppIn(
  folder: string,
  parts: Omit<AppParts, 'store'>,
  onWait: OnWait | null = null,
): Promise<OpenApp> {
  const { store, leave } = await openInTurn(folder, parts.clock, onWait)
  return { app: createApp({ ...parts, store }), leave }
}

interface StoreTrouble {
  readonly message: string
  /** `store_outdated`: upgrade the store. `store_busy`: try again later. */
  readonly refusal: StoreRefusal
}

/** Null: another error. */
export const storeTrouble = (error: unknown): StoreTrouble | null => (error instanceof StoreUnusable ? error : null)
