// Runs the server for `serve` and `up`: one process, or a primary with several workers on one store and one port. When ready, it
// prints the address to stdout; all other messages go to stderr.
import { tmpdir } from 'node:os'
import { basename, resolve, win32 } from 'node:path'
import { type Fault, invalidRequest } from '../../../api-v1/bad-request.ts'
import type { App } from '../../../app/app.ts'
import { startPeriodicBackups } from '../../../app/backup/periodic-backups.ts'
import { lateTime, remedyOfLateTime } from '../../../app/late-times.ts'
import type { OpenApp } from '../../../app/open-app.ts'
import { createSetupLink } from '../../../app/people/setup-link.ts'
import { countRows } from '../../../app/rows/read-row.ts'
import { noteServer, otherServers, type RunningServer } from '../../../app/servers.ts'
import { foldCounters } from '../../../app/upkeep/fold-counters.ts'
import { keepDelivering } from '../../../app/webhooks/keep-delivering.ts'
import { loadPino } from '../../../base/lazy-pino.ts'
import { isoTime } from '../../../base/time.ts'
import { letOthersGo } from '../../../base/turn.ts'
import { exposureOf, publicUrlOf } from '../../../config/exposure.ts'
import { isSingleExecutable } from '../../../runtime/assets.ts'
import { ListenFailed, onHangup } from '../../../runtime/certificate.ts'
import { writeCompiled } from '../../../runtime/compiled-code.ts'
import { listen, type Listener, loadFetch } from '../../../runtime/listen.ts'
import { keepHeapBounded } from '../../../runtime/small-heap.ts'
import { buildServer } from '../../../server.ts'
import type { CommandContext } from '../../command.ts'
import { Failure } from '../../failure.ts'
import { asFailure, openApp, Outdated } from '../../with-app.ts'
import { lostName } from '../program/old-program.ts'
import { opensBrowser, removePage, showInBrowser, startOf } from './browser.ts'
import type { WorkerMessage } from './workers.ts'
import { LEAVES } from '../../../config/schema.ts'
import { configOption } from '../../options.ts'

export const serverOptions = LEAVES.filter((leaf) => leaf.name !== 'data' && leaf.hasNoOption !== true).map((leaf) =>
  configOption(leaf.name),
)

// Refuses to make a store inside a zip: Windows runs a program there from a temporary folder, which is deleted later with
// everything in it.

const isBelow = (path: string, folder: string): boolean => {
  const relative = win32.relative(folder, path)
  return relative !== '' && !relative.startsWith('..') && !win32.isAbsolute(relative)
}

export const isInsideZip = (program: string, data: string, temporary: string): boolean =>
  isBelow(program, temporary) && isBelow(data, temporary)

/** Throws Failure if the folder `data` would be deleted later. */
function refuseInsideZip(data: string): void {
  if (process.platform !== 'win32' || !isSingleExecutable() || !isInsideZip(process.execPath, data, tmpdir())) return
  throw new Failure(
    'windrow was started from inside its zip, where your texts would be lost; unpack the zip into a folder first',
  )
}

/** What follows the line with the address: further lines, or under --json further members. */
interface Announcement {
  readonly lines: (url: string) => readonly string[]
  readonly members: Readonly<Record<string, unknown>>
  /** Half a sentence for when nobody has seen the lines, because they hold a secret that is shown once. */
  readonly remedy?: string
}

const NOTHING_MORE: Announcement = { lines: () => [], members: {} }

const siteOf = (url: string): string => `${url}/admin/`

const setupUrlOf = (url: string, code: string): string => `${url}/admin/setup?code=${code}`

/**
 * Announces a server that is ready: the line for programs on stdout, the next step for people on stderr. The document
 * is on one line, for programs that read until the first line end.
 */
async function announce(
  context: CommandContext,
  url: string,
  setupUrl: string | null,
  more: Announcement,
): Promise<void> {
  const document = { url, ...more.members, setup_url: setupUrl }
  const lines = context.json ? [JSON.stringify(document)] : [`windrow listening on ${url}`, ...more.lines(url)]
  const text = `${lines.join('\n')}\n`
  if (more.remedy === undefined) return void context.stdout.write(text)
  const lost = await context.deliver(text)
  if (lost !== null) context.warn(`${lost}, so nobody has seen the key; ${more.remedy}`)
}

const sayWhereToBegin = (context: CommandContext, setupUrl: string): void =>
  context.note(`open ${setupUrl} (the first time: choose a password; good for 24 hours)`)

/** Tells a person what to do next. If the browser was opened, two lines are enough, because the site shows the rest. */
function sayWhatNext(context: CommandContext, app: App, setupUrl: string | null, isShown: boolean): void {
  if (isShown) {
    const where =
      setupUrl === null ? 'your browser opens there' : `your browser opens to set it up; if not: ${setupUrl}`
    context.note(where)
    const data = resolve(context.cwd, context.config.data)
    context.note(`your texts are kept in ${data}; to stop, close this window or press Ctrl+C`)
    return
  }
  const { trustedProxy, publicNames } = context.config
  if (trustedProxy.length > 0 && publicNames.length === 0) {
    context.warn('behind a proxy the site answers to IP addresses only, until public_names lists its names')
  }
  const rows = countRows(app)
  if (rows === 0) {
    context.note('the store is empty; in another terminal: windrow import --main FILE --diff FILE (or try windrow up)')
    context.note('another game: windrow import --profile generic --main FOLDER')
  }
  context.note('press Ctrl+C to stop')
}

const foldEveryMs = 60_000
const settledAfterMs = 1_000

/**
 * Runs until the signal. `isForPerson`: see `Start`. `prepare` runs on the open store first. `greet` makes what is shown once, so it
 * runs when the port is had.
 */
export async function runServer(
  context: CommandContext,
  isForPerson: boolean,
  prepare: (app: App) => Promise<void> = async () => {},
  greet: (app: App) => Promise<Announcement> = async () => NOTHING_MORE,
): Promise<void> {
  const exposure = exposureOf(context.config)
  if (!exposure.ok) throw new Failure(exposure.refusal)
  if (isForPerson) refuseInsideZip(context.config.data)
  noteCutOffUpdate(context)
  onHangup(() => {})
  // Commands that the server starts for the site read the same configuration.
  const { file } = context.loadedConfig
  if (file !== null) process.env['WINDROW_CONFIG'] = file
  const { workers } = context.config
  // Imported on demand, because most servers are one process.
  const several = workers > 1 ? await import('./workers.ts') : null
  if (several?.isWorker()) return await runWorker(context)

  const { app, leave } = await openUpgraded(context)
  try {
    await prepare(app)
    if (several === null) app.store.advanceCounts.begin()
    const server = await (several?.startWorkers(context, app, workers) ?? startListening(context, app))
    for (const { pid, url } of otherServers(app)) {
      context.note(`note: process ${pid} serves the same data at ${url}; both can run side by side`)
    }
    const announcement = await greet(app)
    // Only a start that came this far ends the previous start's link.
    const setupCode = await createSetupLink(app)
    noteServer(app, server.url)
    const stopUpkeep = startUpkeep(app)
    const backups = startPeriodicBackups(app)
    const deliveries = keepDelivering(app)
    warnOfLateTimes(app)
    const siteUrl = publicUrlOf(context.config, server.url)
    const setupUrl = setupCode === null ? null : setupUrlOf(siteUrl, setupCode)
    // The first line for a person without a browser, who has nothing else to open.
    const isOpening = opensBrowser(startOf(context, isForPerson))
    if (setupUrl !== null && !isOpening) sayWhereToBegin(context, setupUrl)
    await announce(context, server.url, setupUrl, announcement)
    setTimeout(() => void settle(app, context.signal), settledAfterMs).unref()
    const isShown = await showInBrowser(context, isForPerson, { setupUrl, siteUrl: siteOf(siteUrl) })
    if (isForPerson) context.setTitle(`windrow  ${server.url}  (close this window to stop)`)
    if (setupUrl !== null && isOpening && !isShown) sayWhereToBegin(context, setupUrl)
    sayWhatNext(context, app, setupUrl, isShown)
    await untilStopped(context.signal)
    await removePage(context)
    stopUpkeep()
    await Promise.all([backups.stop(), deliveries.stop(), endRequests(app, server)])
    noteServer(app, null)
    await foldCounters(app)
  } catch (error) {
    if (!(error instanceof PortTaken) || error.owner === null) throw asFailure(error)
    if (!(await showRunning(context, app, isForPerson, error.owner))) throw error
  } finally {
    await leave()
    writeCompiled()
  }
}

function noteCutOffUpdate(context: CommandContext): void {
  const { program } = context
  const lost = program === null ? null : lostName(program)
  if (program === null || lost === null) return
  const [old, name] = [program, lost].map((path) => basename(path))
  context.note(`note: an update was interrupted, and ${name} is gone; ${old} update gives this windrow its name back`)
}

function warnOfLateTimes(app: App): void {
  const lastMs = lateTime(app)
  if (lastMs === null) return
  const latest = `the latest write is from ${isoTime(lastMs)}`
  app.log.warn(`${latest}: the clock was wrong, then or now; ${remedyOfLateTime(app.clock.nowMs())}`)
}

async function openUpgraded(context: CommandContext): Promise<OpenApp> {
  try {
    return await openApp(context)
  } catch (error) {
    if (!(error instanceof Outdated)) throw error
    const { bringOver } = await import('../upkeep/upgrade.ts')
    await bringOver(context)
    return await openApp(context)
  }
}

/** Opens the site of a windrow that runs on this data already. False: no browser was opened. */
async function showRunning(
  context: CommandContext,
  app: App,
  isForPerson: boolean,
  { url }: RunningServer,
): Promise<boolean> {
  const mayShow = opensBrowser(startOf(context, isForPerson))
  // The first start's link cannot be read from here, so the person gets a new one.
  const setupCode = mayShow ? await createSetupLink(app) : null
  const setupUrl = setupCode === null ? null : setupUrlOf(url, setupCode)
  const isShown = await showInBrowser(context, isForPerson, { setupUrl, siteUrl: siteOf(url) })
  if (isShown) context.note(`windrow runs already, at ${url}; your browser opens there`)
  return isShown
}

/** Another program uses the port. `owner`: it is a windrow on the same data. */
class PortTaken extends Failure {
  readonly owner: RunningServer | null
  constructor(port: number, owner: RunningServer | null) {
    const who = owner === null ? 'another program' : `another windrow (process ${owner.pid}) on the same data`
    super(`port ${port} is taken by ${who}; stop it, or choose another port with --port (0 picks a free one)`)
    this.owner = owner
  }
}

/** After the first requests: loads modules for later ones and for faults, and the upkeep; requests go between. */
async function settle(app: App, signal: AbortSignal): Promise<void> {
  loadPino()
  await letOthersGo()
  await loadFetch()
  await letOthersGo()
  const { keepSearchIndex } = await import('../../../search/upkeep.ts')
  keepSearchIndex(app, signal)
  const { keepLetters } = await import('../../../app/upkeep/learn-letters.ts')
  keepLetters(app, signal)
  const { keepTryingBackups } = await import('./try-backups.ts')
  keepTryingBackups(app, signal)
  const { isAtHand } = await import('../../../app/caught-up.ts')
  await isAtHand(app)
}

async function startListening(context: CommandContext, app: App): Promise<Listener> {
  try {
    const { fetch, answerAtOnce } = buildServer(app, context.config, context.env)
    keepHeapBounded()
    const refusalOf = ({ field, message }: Fault): string => String(invalidRequest([{ field, message }]).body)
    return await listen(fetch, context.config, answerAtOnce, (text) => app.log.warn(text), refusalOf)
  } catch (error) {
    throw portFailure(context, app, error)
  }
}

function portFailure(context: CommandContext, app: App, error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException
  const { port } = context.config
  if (code === 'EADDRINUSE') {
    const owner = otherServers(app).find(({ url }) => new URL(url).port === String(port))
    return new PortTaken(port, owner ?? null)
  }
  return error instanceof ListenFailed ? new Failure(error.message) : error
}

const writerWaitMsMax = 1_000

/** Ends requests: streams at once, and soon those that wait to write, which may otherwise take 25 s. */
async function endRequests(app: App, server: Listener): Promise<void> {
  app.eventStreams.end()
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

async function runWorker(context: CommandContext): Promise<void> {
  const { app } = await openApp(context)
  const say = (message: WorkerMessage): void => void process.send?.(message)
  try {
    const server = await startListening(context, app)
    const stopUpkeep = startUpkeep(app)
    say({ url: server.url })
    // A message of the primary ends the worker: a signal would cut the connection to it on Deno, and ends the process immediately on
    // Windows. The worker also ends with its primary.
    const told = new AbortController()
    process.once('message', () => told.abort())
    process.once('disconnect', () => told.abort())
    const stopped = AbortSignal.any([context.signal, told.signal])
    await untilStopped(stopped)
    stopUpkeep()
    await endRequests(app, server)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    say({ failure: error.message })
  } finally {
    // Explicitly, because the primary outlives the worker and keeps the store's locks.
    await app.store.leave()
    if (process.connected) process.disconnect()
  }
}
