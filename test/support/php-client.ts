// A bot as people wrote them in PHP years ago: bodies as `json_encode` makes them (escaped slashes, every character beyond
// ASCII as \uXXXX), sent as PHP's curl does (HTTP/1.1, `Expect: 100-continue` before longer bodies) or as its
// `file_get_contents` does (HTTP/1.0, `Connection: close`). Run by itself it tries all three modes on a real server:
//
//   node test/support/php-client.ts http://127.0.0.1:8787 KEY ROW_ID
import { request } from 'node:http'
import { connect } from 'node:net'
import { pathToFileURL } from 'node:url'

/** What PHP's `json_encode` makes of a value, without flags. */
export function phpJsonEncode(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('/', '\\/')
    .replaceAll(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

export interface PhpAnswer {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
}

export type PhpTransport = 'curl' | 'file_get_contents'

const expectFromBytes = 1024

/** Posts members to the legacy endpoint below `base`. Header names are spelled as PHP code spells them. */
export async function postLikePhp(
  base: string,
  key: string,
  members: Readonly<Record<string, unknown>>,
  transport: PhpTransport = 'curl',
): Promise<PhpAnswer> {
  const url = new URL(`${base}/api/translations-api.php`)
  const body = phpJsonEncode(members)
  const { status, text } = transport === 'curl' ? await curl(url, key, body) : await fileGetContents(url, key, body)
  return { status, body: JSON.parse(text) as Record<string, unknown> }
}

interface RawAnswer {
  readonly status: number
  readonly text: string
}

function curl(url: URL, key: string, body: string): Promise<RawAnswer> {
  const isLong = body.length > expectFromBytes
  const headers = {
    Accept: '*/*',
    'Content-Type': 'application/json',
    'x-api-key': key,
    'Content-Length': String(Buffer.byteLength(body)),
    ...(isLong && { Expect: '100-continue' }),
  }
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', headers, agent: false }, (answer) => {
      let text = ''
      answer.setEncoding('utf8')
      answer.on('data', (chunk: string) => {
        text += chunk
      })
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }))
      answer.on('error', reject)
    })
    sent.on('error', reject)
    if (isLong) {
      sent.on('continue', () => sent.end(body))
      sent.flushHeaders()
    } else sent.end(body)
  })
}

function fileGetContents(url: URL, key: string, body: string): Promise<RawAnswer> {
  const head = [
    `POST ${url.pathname} HTTP/1.0`,
    `Host: ${url.host}`,
    'Connection: close',
    'Content-type: application/json',
    `X-API-KEY: ${key}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
  ]
  return new Promise((resolve, reject) => {
    const socket = connect(Number(url.port), url.hostname, () => socket.write(`${head.join('\r\n')}\r\n\r\n${body}`))
    const chunks: Buffer[] = []
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    socket.on('error', reject)
    socket.on('end', () => {
      const text = Buffer.concat(chunks).toString('utf8')
      const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(text)?.[1])
      resolve({ status, text: text.slice(text.indexOf('\r\n\r\n') + 4) })
    })
  })
}

/** All three modes, one after the other; `text` is proposed and stored. */
export async function runBot(
  base: string,
  key: string,
  rowId: string,
  text: string,
  transport: PhpTransport,
): Promise<{ readonly proposed: PhpAnswer; readonly updated: PhpAnswer; readonly shown: PhpAnswer }> {
  const proposed = await postLikePhp(base, key, { row_id: rowId, user_translate_text: text }, transport)
  const updated = await postLikePhp(
    base,
    key,
    {
      update_ai_translated_text: 1,
      row_id: rowId,
      ai_translated_text: text,
      overwrite_ai_translated_text: true,
      provider: 'old/bot',
    },
    transport,
  )
  const shown = await postLikePhp(base, key, { 'show-info': '1', row_id: rowId }, transport)
  return { proposed, updated, shown }
}

async function main(): Promise<void> {
  const [base = '', key = '', rowId = ''] = process.argv.slice(2)
  for (const transport of ['curl', 'file_get_contents'] as const) {
    const answers = await runBot(base, key, rowId, 'Спроба/перевірка 🌬', transport)
    process.stdout.write(`${transport}\n${JSON.stringify(answers, null, 2)}\n`)
  }
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) void main()
