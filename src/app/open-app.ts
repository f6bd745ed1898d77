// Opens the store of a data folder for a process that ends when its work is done.
import { openInTurn } from '../store/door/opening-gate.ts'
import type { OnWait } from '../store/door/writer.ts'
import { StoreBusy, StoreOutdated, StoreUnusable } from '../store/file/environment.ts'
import type { App } from './app.ts'
import { type AppParts, createApp } from './create-app.ts'

export type { OnWait }

export interface OpenApp {
  readonly app: App
  /** Closes it; the last call of a process. */
  readonly leave: () => Promise<unknown>
}

/**
 * Opens the store, makes it if there is none, and builds the App; `onWait` is called for each long wait for the writer.
 * Throws the errors of `storeTrouble`.
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
  /** The reason and the next step. */
  readonly message: string
  /** The store is of an earlier windrow: upgrading it helps. */
  readonly isOutdated: boolean
  /** Another process is writing to it: trying again later helps. */
  readonly isBusy: boolean
}

/** Explains an error of opening or writing a store; null: another error. */
export const storeTrouble = (error: unknown): StoreTrouble | null =>
  error instanceof StoreUnusable
    ? { message: error.message, isOutdated: error instanceof StoreOutdated, isBusy: error instanceof StoreBusy }
    : null
