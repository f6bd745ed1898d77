// Opens the store of the configured data folder for one command.
import { statSync } from 'node:fs'
import { hostname } from 'node:os'
import { type App } from '../app/app.ts'
import { backupFolderIn } from '../app/backup/kept-backups.ts'
import { hasStore } from '../app/data-folder.ts'
import { type OnWait, type OpenApp, openAppIn, storeTrouble } from '../app/open-app.ts'
import { otherServers } from '../app/servers.ts'
import { createLog, type LogSettings } from '../base/log.ts'
import { giveWay } from '../runtime/give-way.ts'
import type { CommandContext } from './command.ts'
import { EXIT, Failure } from './failure.ts'
import { otherStore } from './store-home.ts'
import { readableLog } from './streams/terminal.ts'

/** Opens the store, and makes it if there is none. */
export async function openApp(context: CommandContext, onWait: OnWait | null = null): Promise<OpenApp> {
  const { config, clock, random } = context
  tellOfOtherStore(context)
  try {
    const parts = {
      clock,
      random,
      log: createLog(logSettings(context)),
      keyPrefix: config.keyPrefix,
      apiV1EnabledByEnvironment: config.apiV1EnabledByEnvironment,
      backups: { folder: config.backupFolder ?? backupFolderIn(config.data), after: config.afterBackup },
      webhookHosts: config.webhookHosts,
    }
    return await openAppIn(config.data, parts, onWait)
  } catch (error) {
    throw asFailure(error)
  }
}

/** Tells of another store of this person before a new one is made: most often the user is only in another folder than before. */
function tellOfOtherStore(context: CommandContext): void {
  const { data } = context.config
  if (context.loadedConfig.sources['data']?.from !== 'default' || hasStore(data)) return
  const other = otherStore(context, data, hasStore)
  if (other !== null) context.note(`note: ${data} is a new, empty store; another one is ${other} (--data opens it)`)
}

export class Outdated extends Failure {}

/** The failure for an error of opening or writing the store; other errors are returned unchanged. */
export function asFailure(error: unknown): unknown {
  const trouble = storeTrouble(error)
  if (trouble === null) return error
  const { message, refusal } = trouble
  if (refusal.code === 'store_outdated') return new Outdated(message, { refusal })
  return new Failure(
    message,
    refusal.code === 'store_busy' ? { code: 'busy', refusal, exit: EXIT.tryAgain } : { refusal },
  )
}

/**
 * A terminal gets lines to read, by the stream: Windows' console has letters beyond its code page only so. Requests are logged there
 * on demand only, because a click into the window selects text and blocks every write.
 */
export function logSettings(context: CommandContext): LogSettings {
  const { loadedConfig, platform, isTty, stderr, json, paint } = context
  const { config, sources } = loadedConfig
  if (!isTty) return { level: config.logLevel }
  const isQuiet = platform === 'win32' && sources['log_level']?.from === 'default'
  return {
    level: isQuiet ? 'warn' : config.logLevel,
    write: (lines) => void stderr.write(json ? lines : readableLog(lines, paint)),
  }
}

/** Tells the user for which other process the command waits; once for each. */
function sayWait(context: CommandContext): OnWait {
  const said = new Set<string>()
  return (holder) => {
    const process = holder === null ? 'another process' : `process ${holder.pid}`
    const where = holder === null || holder.host === hostname() ? '' : ` on ${holder.host}`
    const line = `waiting for ${process}${where}, which is writing to the store; Ctrl+C ends the wait`
    if (!said.has(line)) context.note(line)
    said.add(line)
  }
}

const writerWaitMsMax = 1_000

/** After a signal, lets writes wait only briefly for the store. */
function endWaitAt(signal: AbortSignal, { store }: App): void {
  const endWait = (): void => void setTimeout(() => store.writes.giveUpWaiting(), writerWaitMsMax).unref()
  signal.addEventListener('abort', endWait, { once: true })
}

/** Beside a server, a command gives way to its requests. */
export async function withApp<T>(context: CommandContext, work: (app: App) => Promise<T> | T): Promise<T> {
  const { app, leave } = await openApp(context, sayWait(context))
  endWaitAt(context.signal, app)
  if (otherServers(app).length > 0) giveWay(process.pid)
  try {
    return await work(app)
  } catch (error) {
    throw asFailure(error)
  } finally {
    await leave()
  }
}

/** As `withApp`, for commands that make no store: a folder without one is refused. */
export async function withStore<T>(context: CommandContext, work: (app: App) => Promise<T> | T): Promise<T> {
  const { data } = context.config
  if (hasStore(data)) return await withApp(context, work)
  if (statSync(data, { throwIfNoEntry: false })?.isFile() === true)
    throw new Failure(`${data} is a file; name the folder of a store with --data`)
  throw new Failure(`there is no store in ${data}; import game files first, or name its folder with --data`)
}
