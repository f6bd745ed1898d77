// Tells whether a request names this server as its host, and whether a page of another site sent it. Forwarding headers count
// only with trusted proxies, and then only those can connect.

export interface OwnNames {
  readonly isOwnHost: (hostHeader: string) => boolean
  readonly trustedProxy: readonly string[]
}

type Asked = Pick<Request, 'url'> & { readonly headers: Pick<Headers, 'get'> }

const hostHeader = ({ headers, url }: Asked): string => headers.get('host') ?? new URL(url).host

const forwardedHost = ({ trustedProxy }: OwnNames, { headers }: Asked): string | undefined =>
  trustedProxy.length > 0 ? headers.get('x-forwarded-host')?.split(',')[0]?.trim() : undefined

export const hostOf = (names: OwnNames, asked: Asked): string => forwardedHost(names, asked) ?? hostHeader(asked)

/** The Host or forwarded name of a request, if it is not this server's; null: it is. */
export function foreignHost(names: OwnNames, asked: Asked): string | null {
  const named = [hostHeader(asked), forwardedHost(names, asked) ?? hostHeader(asked)]
  return named.find((name) => !names.isOwnHost(name)) ?? null
}

/** Whether a page of another site sent the request, by the headers of browsers. Clients that send none must have the token. */
export function isCrossSite(headers: Headers, host: string, takesNullOrigin = false): boolean {
  const site = headers.get('sec-fetch-site')
  if (site !== null && site !== 'same-origin') return true
  const origin = headers.get('origin')
  if (origin === null) return false
  if (origin === 'null') return site === null && !takesNullOrigin
  return !URL.canParse(origin) || new URL(origin).host !== host.replace(/:(80|443)$/, '')
}

const shownHostMax = 100

const forbidden = (said: string): Response =>
  new Response(said, { status: 403, headers: { 'Content-Type': 'text/plain; charset=utf-8' } })

export const wrongHost = (host: string): Response =>
  forbidden(
    `This server does not answer to the name ${JSON.stringify(host.slice(0, shownHostMax))}. ` +
      `On its own machine use http://127.0.0.1 with its port; add other names to public_names.\n`,
  )

export const crossSite = (): Response =>
  forbidden('A page of another site sent this, so nothing was done. Connect from a program, not from a web page.\n')
