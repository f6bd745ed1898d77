// `windrow doctor`: lists what keeps windrow from working here, and the source of each configuration value. Changes
// nothing. Exit 1 when something must be repaired. With files, or a game's folder, it tells what these are.
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { backupFolderIn } from '../../../app/backup/kept-backups.ts'
import { hasStore, misplacement, storeBytes } from '../../../app/data-folder.ts'
import { freeBytesIn } from '../../../base/disk-room.ts'
import type { Clock } from '../../../base/time.ts'
import { exposureOf } from '../../../config/exposure.ts'
import type { LoadedConfig } from '../../../config/load.ts'
import { isLoopback } from '../../../config/network.ts'
import { type Config, LEAVES } from '../../../config/schema.ts'
import { versionInfo } from '../../../runtime/version.ts'
import type { CommandContext, Runnable } from '../../command.ts'
import { EXIT, Usage } from '../../failure.ts'
import { FILE, FOLDER, word } from '../../options.ts'
import { localTime, tableLines } from '../../streams/lines.ts'
import { diagnoseBought } from '../agent/bought.ts'
import { type DataDiagnosis, type Diagnosis, failed, good, warning } from './diagnosis.ts'

const dayMs = 86_400_000
const soonDays = 14
const othersMask = 0o077

/** A check of `windrow doctor`: the TLS files are readable, a pair, valid now, and the key is private. */
function checkCertificate({ tls }: Config, nowMs: number): Diagnosis[] {
  if (tls.cert === null || tls.key === null) return []
  try {
    const certificate = new X509Certificate(readFileSync(tls.cert))
    const key = createPrivateKey(readFileSync(tls.key))
    if (!certificate.checkPrivateKey(key))
      return [failed('TLS', `${tls.key} does not belong to ${tls.cert}; give the pair`)]
    return [validity(certificate, nowMs), ...keyRights(tls.key)]
  } catch (error) {
    return [failed('TLS', `certificate or key can't be read: ${(error as Error).message}`)]
  }
}

function validity(certificate: X509Certificate, nowMs: number): Diagnosis {
  const from = Date.parse(certificate.validFrom)
  const to = Date.parse(certificate.validTo)
  const name = certificate.subjectAltName ?? certificate.subject
  if (nowMs < from) return failed('TLS', `the certificate (${name}) is good only from ${certificate.validFrom}`)
  if (nowMs > to) return failed('TLS', `the certificate (${name}) ended on ${certificate.validTo}; renew it`)
  const days = Math.floor((to - nowMs) / dayMs)
  const message = `the certificate (${name}) is good for ${days} more days`
  return days < soonDays ? warning('TLS', `${message}; renew it soon`) : good('TLS', message)
}

function keyRights(path: string): Diagnosis[] {
  if (process.platform === 'win32' || (statSync(path).mode & othersMask) === 0) return []
  return [warning('TLS', `others on this machine can read ${path}; chmod 600 it`)]
}

const mebibyte = 1024 * 1024
const roomBytesMin = 64 * mebibyte
const roomBytesGood = 1024 * mebibyte

/** The doctor's check of the data folder: rights, room, the storage engine, and the store. */
async function checkData({ data, backupFolder }: Config, clock: Clock): Promise<DataDiagnosis> {
  const found: Diagnosis[] = []
  const place = nearestFolder(data)
  if (place === null) return { found: [failed('data folder', `${data}: no such place`)], servers: [] }
  found.push(rights(data, place), room(data, place))
  const misplaced = misplacement(data)
  if (misplaced !== null) found.push(failed('data folder', `${data}: ${misplaced}`))
  // Loaded here, so that an engine that can't be loaded becomes a finding.
  try {
    const { diagnoseStore } = await import('./doctor-store.ts')
    found.push(good('storage engine', 'loaded'))
    if (!hasStore(data)) {
      found.push(good('store', `none yet in ${data}; the first start or import makes it`))
      return { found, servers: [] }
    }
    const { found: inside, servers } = await diagnoseStore(data, backupFolder ?? backupFolderIn(data), clock)
    return { found: [...found, ...inside], servers }
  } catch (error) {
    found.push(failed('storage engine', (error as Error).message))
    return { found, servers: [] }
  }
}

function nearestFolder(folder: string): string | null {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(at)) return statSync(at).isDirectory() ? at : null
    if (at === dirname(at)) return null
  }
}

function rights(data: string, place: string): Diagnosis {
  const what = 'data folder'
  const probe = join(place, `.windrow-probe-${process.pid}`)
  try {
    writeFileSync(probe, '', { flag: 'wx' })
    rmSync(probe)
  } catch (error) {
    return failed(what, `${place} can't be written (${(error as NodeJS.ErrnoException).code}); check its rights`)
  }
  if (place !== data) return good(what, `${data} can be made`)
  if (process.platform !== 'win32' && (statSync(data).mode & othersMask) !== 0)
    return warning(what, `others on this machine can look into ${data}; chmod 700 it`)
  return good(what, `${data} can be written`)
}

function room(data: string, place: string): Diagnosis {
  const what = 'disk space'
  const freeBytes = freeBytesIn(place)
  const takenBytes = storeBytes(data)
  const message = `${Math.floor(freeBytes / mebibyte)} MiB free, the store has ${Math.ceil(takenBytes / mebibyte)} MiB`
  if (freeBytes < roomBytesMin) return failed(what, `${message}; free some space`)
  const isTight = freeBytes < Math.max(roomBytesGood, takenBytes)
  return isTight ? warning(what, `${message}; an import may need as much again`) : good(what, message)
}

const nodeVersionMin = 24
const TAG = word('TAG')

export const command: Runnable = {
  name: 'doctor',
  summary: 'Find what keeps windrow from working here, or say what it makes of a file or a game',
  details: [
    'Alone it looks at this machine, the store and the source of each configuration value. FILE… tells what each is and ' +
      "which command takes it. --game tries a game's folder without a store (docs/own-profile.md). None changes anything.",
  ],
  arguments: [{ value: FILE, summary: 'Files to look at', isOptional: true, isRepeatable: true }],
  options: [
    { name: 'game', summary: "Another game's folder or file: what an import would take for what", value: FOLDER },
    { name: 'profile', summary: 'With --game: a profile that describes it', value: FILE },
    { name: 'target-language', summary: 'With --game: language of the translations, such as uk', value: TAG },
  ],
  examples: [
    'windrow doctor',
    'windrow doctor strings.json patch.zip',
    'windrow doctor --game Mods --profile my-game.json',
  ],
  async run(context, args) {
    const [game, files] = [args.text('game'), args.allArguments()]
    if (game !== undefined) return await (await import('./doctor-game.ts')).doctorGame(context, args, game)
    if (args.text('profile') !== undefined || args.text('target-language') !== undefined)
      throw new Usage('--profile and --target-language say how to read a game; add --game FOLDER')
    if (files.length > 0) return await (await import('./doctor-files.ts')).doctorFiles(context, files)
    const found: Diagnosis[] = [runtime(), clock(context.clock.nowMs())]
    const loaded = load(context, found)
    if (loaded !== null) {
      const { config } = loaded
      found.push(exposure(config), ...checkCertificate(config, context.clock.nowMs()))
      const data = await checkData(config, context.clock)
      found.push(...data.found, ...(await diagnoseBought(context)), await port(config, data.servers))
    }
    const isGood = found.every(({ status }) => status !== 'failed')
    const configuration = loaded === null ? [] : valuesOf(loaded)
    context.answer({ ok: isGood, checks: found, configuration, config_file: loaded?.file ?? null }, () => [
      ...tableLines(found, { '': ({ status }) => status, check: ({ what }) => what, found: ({ message }) => message }),
      '',
      ...tableLines(configuration, {
        configuration: ({ name }) => name,
        value: ({ value }) => value,
        source: ({ source }) => source,
      }),
    ])
    if (!isGood) context.stderr.write('error: something keeps windrow from working; see the lines marked failed\n')
    return isGood ? EXIT.done : EXIT.failed
  },
}

/** Loads the configuration. If it can't be read, that becomes a finding, which is the most likely one. */
function load(context: CommandContext, found: Diagnosis[]): LoadedConfig | null {
  const what = 'configuration'
  try {
    const { loadedConfig } = context
    const { warnings, file } = loadedConfig
    found.push(warnings.length > 0 ? warning(what, warnings.join('; ')) : good(what, file ?? 'no config file'))
    return loadedConfig
  } catch (error) {
    found.push(failed(what, (error as Error).message))
    return null
  }
}

function runtime(): Diagnosis {
  const { version, commit, runtime: name } = versionInfo()
  const message = `windrow ${version} (${commit}) on ${name}, ${process.platform} ${process.arch}`
  const major = Number(process.versions.node.split('.')[0])
  const isOld = process.versions['deno'] === undefined && major < nodeVersionMin
  const advice = `Node ${nodeVersionMin} or newer is needed (npm install brings one along)`
  return isOld ? failed('runtime', `${message}; ${advice}`) : good('runtime', message)
}

/** Judges the machine's clock, which quotas and timestamps follow; a machine without a clock starts in 1970. */
function clock(nowMs: number): Diagnosis {
  const now = new Date(nowMs)
  const isGood = now.getUTCFullYear() >= 2025 && now.getUTCFullYear() < 2200
  if (isGood) return good('clock', localTime(nowMs))
  return failed('clock', `${localTime(nowMs)} can't be right; set the clock (quotas and times follow it)`)
}

function exposure(config: Config): Diagnosis {
  const what = 'exposure'
  const judged = exposureOf(config)
  if (!judged.ok) return failed(what, judged.refusal)
  const { host } = config
  if (judged.value === 'insecure') {
    const message = `${host} takes keys and passwords over plain HTTP from other machines (allow_insecure_http); use TLS or a proxy`
    return warning(what, message)
  }
  if (judged.value === 'tls') return good(what, `HTTPS on ${host}`)
  if (judged.value === 'loopback') return good(what, `only this machine can connect to ${host}`)
  const networks = config.trustedProxy.join(', ')
  if (isLoopback(host)) return good(what, `a proxy on this machine connects to ${host}`)
  return good(what, `only ${networks} and this machine may connect to ${host}; the proxy has to speak HTTPS`)
}

/** Judges the port. If a server of the same data uses it, that is no fault. */
async function port(
  config: Config,
  servers: readonly { readonly pid: number; readonly url: string }[],
): Promise<Diagnosis> {
  const what = 'port'
  const { host, port: number } = config
  const code = await listenError(host, number)
  if (code === null) return good(what, number === 0 ? 'any free port' : `${host}:${number} is free`)
  const owner = servers.find(({ url }) => new URL(url).port === String(number))
  if (owner !== undefined) return good(what, `windrow runs at ${owner.url} (process ${owner.pid}) on this data`)
  const advice =
    code === 'EADDRINUSE'
      ? 'another program has it; stop that one or choose another port'
      : code === 'EACCES'
        ? 'it needs special rights; choose one above 1023'
        : 'is the host an address of this machine?'
  return failed(what, `${host}:${number} can't be listened on (${code}): ${advice}`)
}

const listenError = (host: string, number: number): Promise<string | null> =>
  new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    probe.listen({ host, port: number }, () => probe.close(() => resolve(null)))
  })

const secretName = /secret|password|token|credential/i

function valuesOf({ config, sources }: LoadedConfig): { name: string; value: string; source: string }[] {
  const leaves = LEAVES.map((leaf) => {
    const value = leaf.path.reduce<unknown>((at, member) => (at as Record<string, unknown>)[member], config)
    const source = sources[leaf.name]
    const from = source === undefined || source.from === 'default' ? 'default' : `${source.from} ${source.name}`
    return { name: leaf.name, value: secretName.test(leaf.name) ? '(hidden)' : JSON.stringify(value), source: from }
  })
  const v1 = config.apiV1EnabledByEnvironment
  return [
    ...leaves,
    { name: 'API v1', value: v1 ? 'not switched off' : 'switched off', source: 'environment API_V1_ENABLED' },
  ]
}
