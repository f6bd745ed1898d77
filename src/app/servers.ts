// The processes that serve this store.
import { noteServer as noteInStore, otherServers as othersInStore, type RunningServer } from '../store/volatile.ts'
import type { App } from './app.ts'

export const otherServers = ({ store }: Pick<App, 'store'>): readonly RunningServer[] => othersInStore(store)

/** Stores under which address this process serves; null removes the record. */
export const noteServer = ({ store }: App, url: string | null): void => noteInStore(store, url)

export type { RunningServer } from '../store/volatile.ts'
