// The servers of this store: the other ones, and this process.
import { noteServer as noteInStore, otherServers as othersInStore, type RunningServer } from '../store/volatile.ts'
import type { App } from './app.ts'

/** The other processes that serve this store. */
export const otherServers = ({ store }: Pick<App, 'store'>): readonly RunningServer[] => othersInStore(store)

/** Records that this process serves at this address; null removes it. */
export const noteServer = ({ store }: App, url: string | null): void => noteInStore(store, url)

export type { RunningServer } from '../store/volatile.ts'
