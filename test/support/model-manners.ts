// Manners of servers of models, to make rows of a table of: answers in one piece or streamed, refusals, and what comes once only.
import type { Behaviour, Given, Reply } from './model-endpoint.ts'

export type Manner = NonNullable<Behaviour['manner']>
export const data = (value: unknown): string => `data: ${JSON.stringify(value)}\n\n`
export const part = (content: string, finish_reason: string | null = null): string =>
  data({ choices: [{ index: 0, delta: { content }, finish_reason }] })
export const DONE = 'data: [DONE]\n\n'
export const stream = (...parts: readonly string[]): Reply => ({
  headers: { 'content-type': 'text/event-stream' },
  body: parts.join(''),
})
export const halfOf = (text: string): string => text.slice(0, text.lastIndexOf(' '))
export const piece = (content: string | null, finish_reason: string | null = 'stop', more: object = {}): Reply => ({
  body: { choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason }], ...more },
})
/** Only the first answer is in this manner. */
export const once =
  (manner: Manner): Manner =>
  (given) =>
    given.call === 1 ? manner(given) : null
export const fails =
  (status: number, body: object | string, headers: Readonly<Record<string, string>> = {}): Manner =>
  () => ({
    status,
    body,
    headers,
  })
export const says =
  (content: (given: Given) => string): Manner =>
  (given) =>
    piece(content(given))
