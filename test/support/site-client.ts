// Somebody with a browser at the site of a running server: cookies, form tokens, uploads; nothing follows redirects.
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'
import { withoutIdsTwice } from './ids-twice.ts'
import { done } from './program.ts'

export const PASSWORD = 'nine swords in one night'

export interface SiteAnswer {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly text: string
}

export interface Server {
  readonly url: string
  /** What the client calls the server, in place of its address. */
  readonly host?: string
  readonly headers?: Readonly<Record<string, string>>
}

type Fields = Readonly<Record<string, string>> | readonly (readonly [string, string])[]
export type FormPart = {
  readonly name: string
  readonly fileName?: string
  readonly content: string | Buffer
}

const lookEveryMs = 200
const boundary = 'windrow-test-boundary'

export function multipart(parts: readonly FormPart[]): Buffer {
  const pieces = parts.flatMap(({ name, fileName, content }) => {
    const file = fileName === undefined ? '' : `; filename="${fileName}"\r\nContent-Type: application/octet-stream`
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n`
    return [Buffer.from(head), Buffer.from(content), Buffer.from('\r\n')]
  })
  return Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)])
}

export class SiteClient {
  readonly cookies = new Map<string, string>()
  readonly #server: Server
  /** The last page's form token. */
  token = ''

  constructor(server: Server) {
    this.#server = server
  }

  get #origin(): string {
    const { url, host } = this.#server
    return host === undefined ? url : `${new URL(url).protocol}//${host}`
  }

  /** What every request of this browser carries. */
  head(): Readonly<Record<string, string>> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    return { host: new URL(this.#origin).host, ...(cookie !== '' && { cookie }) }
  }

  ask(method: string, path: string, body?: string | Buffer, extra: Readonly<Record<string, string>> = {}) {
    const url = new URL(path, this.#server.url)
    const headers = {
      ...this.head(),
      ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)), origin: this.#origin }),
      ...this.#server.headers,
      ...extra,
    }
    // The tests' certificate signed itself.
    const request = url.protocol === 'https:' ? httpsRequest : httpRequest
    return new Promise<SiteAnswer>((resolve, reject) => {
      const sent = request(url, { method, headers, agent: false, rejectUnauthorized: false }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () => resolve(this.#taken(path, response, Buffer.concat(chunks).toString('utf8'))))
      })
      sent.on('error', reject)
      sent.end(body)
    })
  }

  #taken(path: string, response: IncomingMessage, text: string): SiteAnswer {
    for (const line of response.headers['set-cookie'] ?? []) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (/max-age=0\b/i.test(line)) this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
    this.token = /name="csrf" value="([^"]+)"/.exec(text)?.[1] ?? this.token
    return { status: response.statusCode ?? 0, headers: response.headers, text: withoutIdsTwice(path, text) }
  }

  get = (path: string, headers: Readonly<Record<string, string>> = {}) => this.ask('GET', path, undefined, headers)

  /** The body of a form, with the token of the last page. */
  form(fields: Fields): string {
    const pairs = Array.isArray(fields) ? (fields as [string, string][]) : Object.entries(fields)
    return new URLSearchParams([['csrf', this.token], ...pairs]).toString()
  }

  post(path: string, fields: Fields = {}): Promise<SiteAnswer> {
    return this.ask('POST', path, this.form(fields), { 'content-type': 'application/x-www-form-urlencoded' })
  }

  /** Sends a form with files; its token is the first part. */
  upload(path: string, parts: readonly FormPart[]): Promise<SiteAnswer> {
    const body = multipart([{ name: 'csrf', content: this.token }, ...parts])
    return this.ask('POST', path, body, { 'content-type': `multipart/form-data; boundary=${boundary}` })
  }

  /** The page of a run once that has ended, or the address to which it leads on. */
  async ended(location: string | undefined): Promise<string> {
    for (;;) {
      const { headers, text } = await this.get(location ?? '')
      if (headers.location !== undefined) return headers.location
      if (headers['refresh'] === undefined) return text
      await sleep(lookEveryMs)
    }
  }

  /** Tries to sign in; then looks at a page for the token of the session's forms. */
  async trySignIn(name: string, password: string): Promise<SiteAnswer> {
    await this.get('/admin/sign-in')
    const answer = await this.post('/admin/sign-in', { name, password })
    if (answer.status === 303) await this.get('/admin/profile')
    return answer
  }

  async signIn(name: string, password = PASSWORD): Promise<this> {
    const { status, text } = await this.trySignIn(name, password)
    if (status !== 303) throw new Error(`signing in as ${name} ended with ${status}: ${text}`)
    return this
  }
}

/** A browser at this address, as a server behind a trusted proxy sees it. */
export const visitorFrom = ({ url }: Server, address: string): SiteClient =>
  new SiteClient({ url, headers: { 'X-Forwarded-For': address, 'X-Forwarded-Proto': 'https' } })

/** Gives people of a store the password of the tests. */
export async function setPasswords(data: string, names: readonly string[]): Promise<void> {
  for (const name of names) await done(['user', 'password', name, '--password-stdin', '--data', data], `${PASSWORD}\n`)
}
