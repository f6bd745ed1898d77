// A request that begins and does not end: its head and the first half of its body are sent, the rest when the test says so.
import { request as httpRequest } from 'node:http'
import { type Answer, jsonOf } from './v1-client.ts'

export interface HeldAsk {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface Held {
  /** Sends the rest; gives the answer. */
  finish(): Promise<Answer>
}

/** Begins a POST. Resolves when the first half is on its way. */
export function hold(port: number, { path, headers, body }: HeldAsk): Promise<Held> {
  const bytes = Buffer.from(body)
  const half = Math.ceil(bytes.length / 2)
  return new Promise((resolve, reject) => {
    const sent = httpRequest({
      host: '127.0.0.1',
      port,
      path,
      method: 'POST',
      agent: false,
      headers: { ...headers, 'Content-Length': String(bytes.length) },
    })
    const answer = new Promise<Answer>((answered, failed) => {
      sent.on('error', failed)
      sent.on('response', (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8')
          answered({ status: response.statusCode ?? 0, headers: response.headers, text, json: jsonOf(text) })
        })
      })
    })
    answer.catch(reject)
    sent.write(bytes.subarray(0, half), (error) => {
      if (error) return reject(error)
      resolve({
        finish: () => {
          sent.end(bytes.subarray(half))
          return answer
        },
      })
    })
  })
}
