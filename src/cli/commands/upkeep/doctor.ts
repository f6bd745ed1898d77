// `windrow doctor`: lists what keeps windrow from working here, and the source of each configuration value. Changes
// nothing. Exit 1 when something must be repaired.
import { createServer } from 'node:net'
import { exposureOf } from '../../../config/exposure.ts'
import { isLoopback } from '../../../config/network.ts'
import type { LoadedConfig } from '../../../config/load.ts'
import { type Config, LEAVES } from '../../../config/schema.ts'
import { versionInfo } from '../../../runtime/version.ts'
import type { CommandContext } from '../../command.ts'
import type { Diagnosis } from './diagnosis.ts'
import { checkCertificate } from './doctor-certificate.ts'
import { checkData } from './doctor-data.ts'
import { EXIT } from '../../failure.ts'
import { localTime, tableLines } from '../../screen/lines.ts'

const nodeVersionMin = 24

export async function run(context: CommandContext): Promise<number> {
  const found: Diagnosis[] = [runtime(), clock(context.clock.nowMs())]
  const loaded = load(context, found)
  if (loaded !== null) {
    const { config } = loaded
    found.push(exposure(config), ...checkCertificate(config, context.clock.nowMs()))
    const data = await checkData(config, context.clock)
    found.push(...data.found, await port(config, data.servers))
  }
  const isGood = found.every(({ status }) => status !== 'failed')
  const configuration = loaded === null ? [] : valuesOf(loaded)
  context.answer({ ok: isGood, checks: found, configuration, config_file: loaded?.file ?? null }, () => [
    ...tableLines(
      ['', 'check', 'found'],
      found.map(({ status, what, message }) => [status, what, message]),
    ),
    '',
    ...tableLines(
      ['configuration', 'value', 'source'],
      configuration.map(({ name, value, source }) => [name, value, source]),
    ),
  ])
  if (!isGood) context.stderr.write('error: something keeps windrow from working; see the lines marked failed\n')
  return isGood ? EXIT.done : EXIT.failed
}

/** An unreadable configuration is a finding, and the most likely one. */
function load(context: CommandContext, found: Diagnosis[]): LoadedConfig | null {
  try {
    const { loadedConfig } = context
    const file = loadedConfig.file ?? 'no config file'
    const { warnings } = loadedConfig
    found.push({
      what: 'configuration',
      status: warnings.length > 0 ? 'warning' : 'ok',
      message: warnings.length > 0 ? warnings.join('; ') : file,
    })
    return loadedConfig
  } catch (error) {
    found.push({ what: 'configuration', status: 'failed', message: (error as Error).message })
    return null
  }
}

function runtime(): Diagnosis {
  const { version, commit, runtime: name } = versionInfo()
  const what = 'runtime'
  const message = `windrow ${version} (${commit}) on ${name}, ${process.platform} ${process.arch}`
  const major = Number(process.versions.node.split('.')[0])
  if (process.versions['deno'] === undefined && major < nodeVersionMin) {
    return {
      what,
      status: 'failed',
      message: `${message}; Node ${nodeVersionMin} or newer is needed (npm install brings one along)`,
    }
  }
  return { what, status: 'ok', message }
}

/** Quotas and timestamps follow the machine's clock; a machine without one starts in 1970. */
function clock(nowMs: number): Diagnosis {
  const now = new Date(nowMs)
  const isGood = now.getUTCFullYear() >= 2025 && now.getUTCFullYear() < 2200
  return {
    what: 'clock',
    status: isGood ? 'ok' : 'failed',
    message: `${localTime(nowMs)}${isGood ? '' : " can't be right; set the clock (quotas and times follow it)"}`,
  }
}

function exposure(config: Config): Diagnosis {
  const what = 'exposure'
  const judged = exposureOf(config)
  if (!judged.ok) return { what, status: 'failed', message: judged.refusal }
  const { host } = config
  if (judged.value === 'insecure') {
    const message = `${host} takes keys and passwords over plain HTTP from other machines (allow_insecure_http); use TLS or a proxy`
    return { what, status: 'warning', message }
  }
  if (judged.value === 'tls') return { what, status: 'ok', message: `HTTPS on ${host}` }
  if (judged.value === 'loopback') return { what, status: 'ok', message: `only this machine can connect to ${host}` }
  const networks = config.trustedProxy.join(', ')
  if (isLoopback(host)) return { what, status: 'ok', message: `a proxy on this machine connects to ${host}` }
  return {
    what,
    status: 'ok',
    message: `only ${networks} and this machine may connect to ${host}; the proxy has to speak HTTPS`,
  }
}

/** A server of the same data on the port is no fault. */
async function port(
  config: Config,
  servers: readonly { readonly pid: number; readonly url: string }[],
): Promise<Diagnosis> {
  const what = 'port'
  const { host, port: number } = config
  const code = await listenError(host, number)
  if (code === null)
    return { what, status: 'ok', message: number === 0 ? 'any free port' : `${host}:${number} is free` }
  const owner = servers.find(({ url }) => new URL(url).port === String(number))
  if (owner !== undefined)
    return { what, status: 'ok', message: `windrow runs at ${owner.url} (process ${owner.pid}) on this data` }
  const advice =
    code === 'EADDRINUSE'
      ? 'another program has it; stop that one or choose another port'
      : code === 'EACCES'
        ? 'it needs special rights; choose one above 1023'
        : 'is the host an address of this machine?'
  return { what, status: 'failed', message: `${host}:${number} can't be listened on (${code}): ${advice}` }
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
