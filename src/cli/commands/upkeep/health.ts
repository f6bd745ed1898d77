// `windrow health`: asks a running server for its health, for containers and watchers.
import { request as overHttp } from 'node:http'
import { request as overHttps } from 'node:https'
import * as z from 'zod'
import type { Config } from '../../../config/schema.ts'
import type { Runnable } from '../../command.ts'
import { Failure, Usage } from '../../failure.ts'
import { configOption, word } from '../../options.ts'

const waitMsMax = 5_000
const bodyLengthMax = 10_000

const HEALTH = z.looseObject({
  status: z.enum(['ok', 'failing']),
  message: z.string().optional(),
  version: z.string(),
  schema: z.number(),
  last_backup_seconds: z.number().nullable(),
})

export const command: Runnable = {
  name: 'health',
  summary: 'Ask a running server whether it can read and save',
  details: [
    'Ends with 0 if it can and with 1 if it cannot or does not answer, as container health checks expect it. ' +
      'Without ADDRESS it asks this machine at the configured port.',
    '--json: {status, version, schema, last_backup_seconds}, as GET /health says it.',
  ],
  arguments: [{ value: word('ADDRESS'), summary: 'Address of the server, http://…', isOptional: true }],
  options: [configOption('host'), configOption('port')],
  examples: ['windrow health', 'windrow health https://translations.example'],
  async run(context, args) {
    const address = args.optionalArgument('ADDRESS')
    const url = address === undefined ? ownAddress(context.config) : asked(address)
    const text = await bodyOf(new URL('/health', url)).catch((error: unknown) => {
      throw new Failure(`no windrow answers at ${url} (${(error as Error).message}); windrow serve starts one`)
    })
    const health = HEALTH.safeParse(parsed(text))
    if (!health.success) throw new Failure(`what answers at ${url} is not windrow, or an earlier one`)
    const { status, message, version, schema, last_backup_seconds: seconds } = health.data
    if (status === 'failing') throw new Failure(`windrow at ${url}: ${message ?? 'it is failing'}`)
    context.answer(health.data, () => `ok: windrow ${version}, schema ${schema}, ${backupWords(seconds)}`)
  },
}

const secondsOfHour = 3600
const backupWords = (seconds: number | null): string =>
  seconds === null ? 'no automatic backup yet' : `last backup ${Math.floor(seconds / secondsOfHour)} h ago`

/** The address at which this machine reaches its own server. */
function ownAddress({ host, port, tls }: Config): string {
  const everywhere: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '[::1]' }
  const name = everywhere[host] ?? (host.includes(':') ? `[${host}]` : host)
  return `${tls.cert === null ? 'http' : 'https'}://${name}:${port}`
}

function asked(address: string): string {
  if (/^https?:\/\//.test(address) && URL.canParse(address)) return address
  throw new Usage(`${address} is not an address; give one such as http://127.0.0.1:8787`)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** The body of a 200 or a 503. The certificate is not checked, because it names another host and nothing secret is sent. */
function bodyOf(url: URL): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = { timeout: waitMsMax, rejectUnauthorized: false, agent: false }
    const request = (url.protocol === 'https:' ? overHttps : overHttp)(url, options, (answer) => {
      let text = ''
      answer.setEncoding('utf8')
      answer.on('data', (chunk: string) => {
        text += chunk
        if (text.length > bodyLengthMax) answer.destroy(new Error('the answer is too long'))
      })
      answer.on('end', () => resolve(text))
      answer.on('error', reject)
    })
    request.on('timeout', () => request.destroy(new Error(`no answer within ${waitMsMax / 1000} s`)))
    request.on('error', reject)
    request.end()
  })
}
