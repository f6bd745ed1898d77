// Two providers on this machine, for signing in with them: an OpenID provider, by the library that others run (oidc-provider), and
// one with GitHub's own addresses and answers, as docs.github.com has them.
import { createHash, randomUUID } from 'node:crypto'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Provider } from 'oidc-provider'

export const CLIENT = { id: 'windrow', secret: 'a secret of the client' } as const

interface Listening {
  readonly url: string
  close(): Promise<void>
}

/** A server on this machine. `answer` makes what answers its requests, of its address. */
export async function listen(answer: (url: string) => RequestListener): Promise<Listening> {
  const server: Server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  server.on('request', answer(url))
  return {
    url,
    close: () => {
      server.closeAllConnections()
      return new Promise((done) => server.close(() => done()))
    },
  }
}

export interface OpenIdProvider extends Listening {
  /** Goes through the provider as somebody with this account, and returns the path at which they come back to the site. */
  visit(address: string, account: string): Promise<string>
}

/** `nameOf`: the name that an account has at the provider. */
export async function openIdProvider(returnTo: string, nameOf: (account: string) => string): Promise<OpenIdProvider> {
  let account = 'somebody'
  const listening = await listen((url) => {
    const provider = new Provider(url, {
      clients: [{ client_id: CLIENT.id, client_secret: CLIENT.secret, redirect_uris: [returnTo] }],
      cookies: { keys: ['a key of cookies'] },
      claims: { openid: ['sub'], profile: ['preferred_username'] },
      pkce: { required: () => true },
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_: unknown, { uid }: { readonly uid: string }) => `/interaction/${uid}` },
      findAccount: (_: unknown, id: string) => ({
        accountId: id,
        claims: () => ({ sub: id, preferred_username: nameOf(id) }),
      }),
      loadExistingGrant: async ({ oidc }: { readonly oidc: Consenting }) => {
        const grant = new oidc.provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId })
        grant.addOIDCScope('openid profile')
        await grant.save()
        return grant
      },
    })
    const answer = provider.callback()
    return (request, response) =>
      void (request.url?.startsWith('/interaction/') === true
        ? provider.interactionFinished(request, response, { login: { accountId: account } })
        : answer(request, response))
  })
  return {
    ...listening,
    async visit(address, as) {
      account = as
      const cookies = new Map<string, string>()
      for (let at = address; ; ) {
        if (!at.startsWith(listening.url)) return at.slice(new URL(at).origin.length)
        const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
        const answer = await fetch(at, { redirect: 'manual', headers: { cookie } })
        for (const line of answer.headers.getSetCookie()) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
          cookies.set(name, value)
        }
        const to = answer.headers.get('location')
        if (to === null) throw new Error(`${at} answered ${answer.status}: ${await answer.text()}`)
        at = new URL(to, at).href
      }
    },
  }
}

interface Consenting {
  readonly provider: {
    readonly Grant: new (of: object) => { addOIDCScope(scope: string): void; save(): Promise<string> }
  }
  readonly client: { readonly clientId: string }
  readonly session: { readonly accountId: string }
}

export interface GitHubLike extends Listening {
  /** Lets an account agree; returns the path at which it comes back to the site. */
  agree(address: string, user: { readonly id: number; readonly login: string }): string
}

export async function gitHubLike(): Promise<GitHubLike> {
  const codes = new Map<string, { readonly challenge: string; readonly user: object }>()
  const tokens = new Map<string, object>()
  const listening = await listen(() => async (request, response) => {
    const say = (status: number, body: object): void => {
      response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body))
    }
    if (request.url === '/user') {
      const user = tokens.get(request.headers.authorization?.replace('Bearer ', '') ?? '')
      return user === undefined ? say(401, { message: 'Bad credentials' }) : say(200, user)
    }
    const sent = new URLSearchParams(await text(request))
    const code = codes.get(sent.get('code') ?? '')
    codes.delete(sent.get('code') ?? '')
    const challenge = createHash('sha256')
      .update(sent.get('code_verifier') ?? '')
      .digest('base64url')
    // GitHub refuses with status 200.
    if (sent.get('client_secret') !== CLIENT.secret) return say(200, { error: 'incorrect_client_credentials' })
    if (code?.challenge !== challenge) return say(200, { error: 'bad_verification_code' })
    const token = randomUUID()
    tokens.set(token, code.user)
    say(200, { access_token: token, token_type: 'bearer', scope: '' })
  })
  return {
    ...listening,
    agree(address, user) {
      const asked = new URL(address).searchParams
      const code = randomUUID()
      codes.set(code, { challenge: asked.get('code_challenge') ?? '', user })
      const back = new URL(asked.get('redirect_uri') ?? '')
      return `${back.pathname}?${new URLSearchParams({ code, state: asked.get('state') ?? '' }).toString()}`
    },
  }
}
