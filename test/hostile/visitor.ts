// Somebody at the site with a browser's habits: cookies, and the token of each form.
import { type Answer, send } from '../support/v1-client.ts'
import { done } from '../support/program.ts'
import type { HostileWorld } from './hostile-world.ts'

export interface Visitor {
  get(path: string): Promise<Answer>
  /** Posts a form with the token of this session. */
  post(path: string, fields: Readonly<Record<string, string>>): Promise<Answer>
  readonly cookie: string
}

const password = 'nine swords of one night'

const cookieOf = ({ headers }: Answer): string =>
  [headers['set-cookie'] ?? []]
    .flat()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')

const tokenIn = ({ text }: Answer): string => /name="csrf" value="([^"]+)"/.exec(text)?.[1] ?? ''

/** Gives a person a password and signs them in. */
export async function signedIn(
  { server, data }: Pick<HostileWorld, 'server' | 'data'>,
  name: string,
): Promise<Visitor> {
  await done(['user', 'password', name, '--password-stdin', '--data', data], `${password}\n`)
  const ask = (path: string, cookie: string, fields?: Readonly<Record<string, string>>): Promise<Answer> =>
    send(server.port, {
      path,
      headers: { Cookie: cookie, ...(fields && { 'Content-Type': 'application/x-www-form-urlencoded' }) },
      ...(fields && { method: 'POST', body: new URLSearchParams(fields).toString() }),
    })
  const form = await ask('/admin/sign-in', '')
  const entered = await ask('/admin/sign-in', cookieOf(form), { csrf: tokenIn(form), name, password })
  if (entered.status !== 303) throw new Error(`${name} could not sign in: ${entered.status}`)
  const cookie = cookieOf(entered)
  const csrf = tokenIn(await ask('/admin/profile', cookie))
  return {
    cookie,
    get: (path) => ask(path, cookie),
    post: (path, fields) => ask(path, cookie, { ...fields, csrf }),
  }
}
