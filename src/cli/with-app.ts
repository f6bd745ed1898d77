// Opens the store of the configured data folder for one command, which ends its process when it is done with it.
import { type App } from '../app/app.ts'
import { createApp } from '../app/create-app.ts'
import { createLog } from '../base/log.ts'
import type { Result } from '../base/result.ts'
import { isStoreFolder, StoreUnusable } from '../store/environment.ts'
import { openStore } from '../store/store.ts'
import type { CommandContext } from './command.ts'
import { Failure, Usage } from './failure.ts'

export interface OpenApp {
  readonly app: App
  /** The last thing a command does with it. */
  readonly leave: () => Promise<unknown>
}

/** Opens the store (making it if need be) and puts the App together. */
export function openApp(context: CommandContext): OpenApp {
  const { config, clock, random } = context
  try {
    const store = openStore(config.data, clock)
    const app = createApp({
      store,
      clock,
      random,
      log: createLog({ level: config.logLevel }),
      keyPrefix: config.keyPrefix,
      apiV1EnabledByEnvironment: config.apiV1EnabledByEnvironment,
    })
    return { app, leave: () => store.leave() }
  } catch (error) {
    if (error instanceof StoreUnusable) throw new Failure(error.message)
    throw error
  }
}

/** Runs a command's work with an open App. Commands that only read refuse a folder without a store (`needsStore`). */
export async function withApp<T>(
  context: CommandContext,
  work: (app: App) => Promise<T> | T,
  { needsStore = false } = {},
): Promise<T> {
  if (needsStore && !isStoreFolder(context.config.data)) {
    throw new Failure(
      `there is no store in ${context.config.data}; import game files first, or name the folder with --data`,
    )
  }
  const { app, leave } = openApp(context)
  try {
    return await work(app)
  } catch (error) {
    if (error instanceof StoreUnusable) throw new Failure(error.message)
    throw error
  } finally {
    await leave()
  }
}

/** The value of a use case's answer; its refusal ends the command with its sentence. */
export function valueOf<T>(result: Result<T, { readonly message: string }>): T {
  if (result.ok) return result.value
  throw new Failure(result.refusal.message)
}

/** As `valueOf`; a value that is out of its range (code `invalid`) is wrong usage. */
export function valueOrUsage<T>(result: Result<T, { readonly code: string; readonly message: string }>): T {
  if (!result.ok && result.refusal.code === 'invalid') throw new Usage(result.refusal.message)
  return valueOf(result)
}
