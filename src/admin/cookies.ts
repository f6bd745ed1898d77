// The site's two cookies: the session's secret, and for visitors without a session a random value that their forms' token
// is made from. Neither can be read by scripts or leaves with a request from another site.
import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { sha256Hex } from '../base/bytes.ts'
import type { HttpEnv } from '../http/request-target.ts'
import { sessionLastsMs } from '../app/sign-in.ts'

const sessionName = 'windrow_session'
const visitorName = 'windrow_visitor'
const secretShape = /^[\w-]{43}$/

type C = Context<HttpEnv>

const read = (c: C, name: string): string | null => {
  const value = getCookie(c, name)
  return value !== undefined && secretShape.test(value) ? value : null
}

export const readSessionSecret = (c: C): string | null => read(c, sessionName)
export const readVisitorSecret = (c: C): string | null => read(c, visitorName)

function put(c: C, name: string, value: string, isSecure: boolean, maxAgeSeconds?: number): void {
  const options = { path: '/admin', httpOnly: true, sameSite: 'Lax', secure: isSecure } as const
  setCookie(c, name, value, maxAgeSeconds === undefined ? options : { ...options, maxAge: maxAgeSeconds })
}

export const putSessionSecret = (c: C, secret: string, isSecure: boolean): void => {
  put(c, sessionName, secret, isSecure, sessionLastsMs / 1000)
  put(c, visitorName, '', isSecure, 0)
}

export const dropSessionSecret = (c: C, isSecure: boolean): void => put(c, sessionName, '', isSecure, 0)

export const putVisitorSecret = (c: C, secret: string, isSecure: boolean): void => put(c, visitorName, secret, isSecure)

/** The token of all forms of a session or visitor: nobody who lacks the cookie can make it. */
export const tokenOf = (secret: string): string => sha256Hex(`form token:${secret}`)
