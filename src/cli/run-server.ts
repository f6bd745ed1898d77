// Runs the server for `serve` and `up`: one process, or a primary with several workers on one store and one port. The
// address goes to stdout in one line when everything is ready; all else that is said goes to stderr.
import type { App } from '../app/app.ts'
import { foldCounters } from '../app/fold-counters.ts'
import { startPeriodicBackups } from '../app/periodic-backups.ts'
import { createSetupLink } from '../app/setup-link.ts'
import { loadPino } from '../base/lazy-pino.ts'
import { exposureOf } from '../config/exposure.ts'
import { writeCompiled } from '../runtime/compiled-code.ts'
import { listen, type Listener, ListenFailed, loadFetch } from '../runtime/listen.ts'
import { buildServer } from '../server.ts'
import { readCellCounts } from '../store/cells.ts'
import { StoreUnusable } from '../store/environment.ts'
import { noteServer, otherServers } from '../store/servers.ts'
import type { CommandContext } from './command.ts'
import { Failure } from './failure.ts'
import { openApp } from './with-app.ts'
import type { WorkerMessage } from './workers.ts'

const foldEveryMs = 60_000
const settledAfterMs = 1_000

/** Serves until a signal comes. `prepare` runs on the open store first; `announce` is told the address. */
export async function runServer(
  context: CommandContext,
  prepare: (app: App) => Promise<(url: string) => void> = async () => () => {},
): Promise<void> {
  const exposure = exposureOf(context.config)
  if (!exposure.ok) throw new Failure(exposure.refusal)
  const { workers } = context.config
  // Loaded where it is used: most servers are one process, and a start shall be quick.
  const several = workers > 1 ? await import('./workers.ts') : null
  if (several?.isWorker()) return await runWorker(context)

  const { app, leave } = openApp(context)
  try {
    const announce = await prepare(app)
    for (const { pid, url } of otherServers(app.store)) {
      context.note(`note: process ${pid} serves the same data at ${url}; both can run side by side`)
    }
    if (several === null) app.store.soleCounter.begin(app.store, true)
    const server = await (several?.startWorkers(context, app, workers) ?? startListening(context, app))
    // Only a start that came this far ends the link of the one before.
    const setupCode = await createSetupLink(app)
    noteServer(app.store, server.url)
    if (several !== null) app.store.soleCounter.begin(app.store, false)
    const stopUpkeep = startUpkeep(app)
    const backups = startPeriodicBackups(app)
    context.stdout.write(`windrow listening on ${server.url}\n`)
    setTimeout(() => void settle(), settledAfterMs).unref()
    announce(server.url)
    sayWhatNext(context, app, server.url, setupCode)
    await untilStopped(context.signal)
    stopUpkeep()
    await Promise.all([backups.stop(), endRequests(app, server)])
    app.store.soleCounter.end(app.store)
    noteServer(app.store, null)
    await foldCounters(app)
  } catch (error) {
    if (error instanceof StoreUnusable) throw new Failure(error.message)
    throw error
  } finally {
    await leave()
  }
}

/** After the first requests, so that what they loaded is kept too. A later fault finds its log loaded. */
async function settle(): Promise<void> {
  loadPino()
  await loadFetch()
  writeCompiled()
}

async function startListening(context: CommandContext, app: App): Promise<Listener> {
  try {
    const { fetch, answerAtOnce } = buildServer(app, context.config)
    return await listen(fetch, context.config, answerAtOnce)
  } catch (error) {
    throw portFailure(context, app, error)
  }
}

/** Says who has the port, as far as this store knows. */
function portFailure(context: CommandContext, app: App, error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException
  const { port } = context.config
  if (code === 'EADDRINUSE') {
    const owner = otherServers(app.store).find(({ url }) => new URL(url).port === String(port))
    const who = owner === undefined ? 'another program' : `another windrow (process ${owner.pid}) on the same data`
    return new Failure(
      `port ${port} is taken by ${who}; stop it, or choose another port with --port (0 picks a free one)`,
    )
  }
  return error instanceof ListenFailed ? new Failure(error.message) : error
}

const writerWaitMsMax = 1_000

/** Answers the requests under way. Those that wait for the writer (a legacy write, for up to 25 s) stop waiting soon. */
async function endRequests(app: App, server: Listener): Promise<void> {
  const timer = setTimeout(() => app.store.writes.giveUpWaiting(), writerWaitMsMax)
  await server.close()
  clearTimeout(timer)
}

const untilStopped = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })

function startUpkeep(app: App): () => void {
  const timer = setInterval(() => {
    foldCounters(app).catch((error: unknown) => app.log.warn('counters could not be folded', { err: error }))
  }, foldEveryMs)
  timer.unref()
  return () => clearInterval(timer)
}

function sayWhatNext(context: CommandContext, app: App, url: string, setupCode: string | null): void {
  if (setupCode !== null) {
    context.note(
      `no super admin has a password yet; set one at ${url}/admin/setup?code=${setupCode} (good for 24 hours)`,
    )
  }
  const rows = readCellCounts(app.store.main).reduce((sum, count) => sum + count, 0)
  if (rows === 0) {
    context.note('the store is empty; in another terminal: windrow import --main FILE --diff FILE (or try windrow up)')
  }
  context.note('press Ctrl+C to stop')
}

/** One of several processes, as the primary of workers.ts started it. */
async function runWorker(context: CommandContext): Promise<void> {
  const { app, leave } = openApp(context)
  const say = (message: WorkerMessage): void => void process.send?.(message)
  try {
    app.store.soleCounter.begin(app.store, false)
    const server = await startListening(context, app)
    const stopUpkeep = startUpkeep(app)
    say({ url: server.url })
    // The primary says when to end (on Deno a signal from it would cut the line to it); its own end is ours too.
    const end = (): boolean => process.kill(process.pid, 'SIGTERM')
    process.once('message', end)
    process.once('disconnect', end)
    await untilStopped(context.signal)
    stopUpkeep()
    await endRequests(app, server)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    say({ failure: error.message })
  } finally {
    await leave()
    if (process.connected) process.disconnect()
  }
}
