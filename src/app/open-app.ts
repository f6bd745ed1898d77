// Opens the store of a data folder for a process that ends when it is done with it.
import { openInTurn } from '../store/door/opening-gate.ts'
import type { OnWait } from '../store/door/writer.ts'
import { StoreBusy, StoreOutdated, StoreUnusable } from '../store/file/environment.ts'
import type { App } from './app.ts'
import { type AppParts, createApp } from './create-app.ts'

export type { OnWait }

export interface OpenApp {
  readonly app: App
  /** The last thing a process does with it. */
  readonly leave: () => Promise<unknown>
}

/**
 * Opens the store (making it if need be) and puts the App together; `onWait` hears of each long wait for the writer. Throws
 * what `storeTrouble` knows.
 */
export async function openAppIn(
  folder: string,
  parts: Omit<AppParts, 'store'>,
  onWait: OnWait | null = null,
): Promise<OpenApp> {
  const { store, leave } = await openInTurn(folder, parts.clock, onWait)
  return { app: createApp({ ...parts, store }), leave }
}

interface StoreTrouble {
  /** A sentence that says why and what to do. */
  readonly message: string
  /** An earlier windrow made the store: upgrading it helps. */
  readonly isOutdated: boolean
  /** Another process writes to it; later it may be free. */
  readonly isBusy: boolean
}

/** What an error says of a store that can't be opened or written; null: it is another error. */
export const storeTrouble = (error: unknown): StoreTrouble | null =>
  error instanceof StoreUnusable
    ? { message: error.message, isOutdated: error instanceof StoreOutdated, isBusy: error instanceof StoreBusy }
    : null
