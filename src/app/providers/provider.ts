// Asks a provider who somebody is (docs/people.md#sign-in-with-discord-github-or-openid): OAuth 2 with PKCE, or OpenID Connect, by
// oauth4webapi, which checks state, issuer, nonce, audience, times and the signature. All requests of one act end together after
// 15 s, follow no redirect, and stop at 256 KiB.
import type { Config } from '../../config/schema.ts'
import { present } from '../../base/assert.ts'
import { ok, refuse, type Result } from '../../base/result.ts'
import type { App } from '../app.ts'
import { addressFault, hostIn } from '../webhooks/guard.ts'

type OAuth = typeof import('oauth4webapi')
type AuthorizationServer = import('oauth4webapi').AuthorizationServer

const timeoutMs = 15_000
const answerBytesMax = 256 * 1024
/** As OpenID Connect has it. */
const subjectLengthMax = 255

/** What a browser proves on its way back. */
export interface Proof {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

export interface Identity {
  readonly issuer: string
  readonly subject: string
  /** A stranger's text, as the provider has it; null: it gives none. */
  readonly name: string | null
}

export interface AskRefusal {
  readonly code: 'provider_silent' | 'provider_refused'
  readonly provider: string
}

export interface Provider {
  readonly id: ProviderId
  /** Its name for people. */
  readonly title: string
  readonly issuer: string
  /** The address to which the visitor goes, and what proves their return. */
  begin(returnTo: string): Promise<Result<{ readonly address: string; readonly proof: Proof }, AskRefusal>>
  /** Who the visitor is. `query`: of the address at which they came back. */
  finish(query: URLSearchParams, proof: Proof, returnTo: string): Promise<Result<Identity, AskRefusal>>
}

export type ProviderId = 'github' | 'discord' | 'openid'

/** A provider without OpenID: an address of its API tells who the owner of a token is. */
interface PlainProvider {
  readonly title: string
  readonly scope: string
  readonly server: AuthorizationServer
  readonly user: string
  /** The members with a name, the best first. */
  readonly names: readonly string[]
}

/** As of docs.github.com and docs.discord.com, 2026-11. Only tests set others. */
const PLAIN: Readonly<Record<'github' | 'discord', PlainProvider>> = {
  github: {
    title: 'GitHub',
    scope: '',
    server: {
      issuer: 'https://github.com/login/oauth',
      authorization_endpoint: 'https://github.com/login/oauth/authorize',
      token_endpoint: 'https://github.com/login/oauth/access_token',
    },
    user: 'https://api.github.com/user',
    names: ['login'],
  },
  discord: {
    title: 'Discord',
    scope: 'identify',
    server: {
      issuer: 'https://discord.com',
      authorization_endpoint: 'https://discord.com/oauth2/authorize',
      token_endpoint: 'https://discord.com/api/oauth2/token',
    },
    user: 'https://discord.com/api/users/@me',
    names: ['global_name', 'username'],
  },
}

/** The names by which OpenID Connect calls people, the best first. */
const OPENID_NAMES = ['preferred_username', 'nickname', 'name'] as const

/** Where the secrets stand, as the keys of models do: in the environment, so that no config file has them. */
const SECRETS: Readonly<Record<ProviderId, string>> = {
  github: 'GITHUB_CLIENT_SECRET',
  discord: 'DISCORD_CLIENT_SECRET',
  openid: 'OPENID_CLIENT_SECRET',
}

type SignIn = Config['signIn']

/** The providers that the configuration names. One that lacks something is left out, and the log says what. */
export function providersOf(
  app: App,
  signIn: SignIn,
  env: Readonly<Record<string, string | undefined>>,
  plain: Readonly<Record<'github' | 'discord', PlainProvider>> = PLAIN,
): readonly Provider[] {
  const ids = (['discord', 'github', 'openid'] as const).filter((id) => signIn[id] !== null)
  return ids.flatMap((id) => {
    const known = id === 'openid' ? null : plain[id]
    const secret = env[SECRETS[id]] ?? ''
    const issuer = known?.server.issuer ?? signIn.openidIssuer
    if (secret === '' || issuer === null) {
      const lacking = secret === '' ? `${SECRETS[id]} in the environment` : 'sign_in.openid_issuer'
      app.log.error(`nobody can sign in with ${id} without ${lacking}`)
      return []
    }
    const title = known?.title ?? new URL(issuer).host
    return [{ id, title, issuer, ...asking(app, known, { id: signIn[id] ?? '', secret, issuer, title }) }]
  })
}

interface Client {
  readonly id: string
  readonly secret: string
  readonly issuer: string
  readonly title: string
}

function asking(app: App, plain: PlainProvider | null, { id, secret, issuer, title }: Client) {
  const client = { client_id: id }
  const metadata = async (oauth: OAuth, options: Options): Promise<AuthorizationServer> => {
    if (plain !== null) return plain.server
    const url = new URL(issuer)
    return await oauth.processDiscoveryResponse(url, await oauth.discoveryRequest(url, options))
  }
  const answered = async <T>(code: AskRefusal['code'], ask: () => Promise<T>): Promise<Result<T, AskRefusal>> => {
    try {
      return ok(await ask())
    } catch (error) {
      app.log.warn('a provider could not tell who somebody is', { provider: title, reason: reasonOf(error) })
      return refuse({ code: isSilence(error) ? 'provider_silent' : code, provider: title })
    }
  }
  return {
    begin: (returnTo: string) =>
      answered('provider_silent', async () => {
        const oauth = await import('oauth4webapi')
        const server = await metadata(oauth, optionsFor(oauth, issuer))
        const proof = {
          state: oauth.generateRandomState(),
          nonce: oauth.generateRandomNonce(),
          verifier: oauth.generateRandomCodeVerifier(),
        }
        const address = new URL(present(server.authorization_endpoint, 'an address to sign in at'))
        const asked = {
          response_type: 'code',
          client_id: id,
          redirect_uri: returnTo,
          state: proof.state,
          code_challenge: await oauth.calculatePKCECodeChallenge(proof.verifier),
          code_challenge_method: 'S256',
          ...(plain === null ? { scope: 'openid profile', nonce: proof.nonce } : { scope: plain.scope }),
        }
        assertGoodAddress(address.href, issuer)
        for (const [name, value] of Object.entries(asked)) if (value !== '') address.searchParams.set(name, value)
        return { address: address.href, proof }
      }),
    finish: (query: URLSearchParams, proof: Proof, returnTo: string) =>
      answered('provider_refused', async () => {
        const oauth = await import('oauth4webapi')
        const options = optionsFor(oauth, issuer)
        const server = await metadata(oauth, options)
        const sent = oauth.validateAuthResponse(server, client, query, proof.state)
        const isPosted =
          plain !== null || server.token_endpoint_auth_methods_supported?.includes('client_secret_basic') === false
        const auth = isPosted ? oauth.ClientSecretPost(secret) : oauth.ClientSecretBasic(secret)
        const { verifier } = proof
        const response = await oauth.authorizationCodeGrantRequest(
          server,
          client,
          auth,
          sent,
          returnTo,
          verifier,
          options,
        )
        const expected = plain === null ? { expectedNonce: proof.nonce, requireIdToken: true } : {}
        const tokens = await oauth.processAuthorizationCodeResponse(server, client, response, expected)
        const { access_token: token } = tokens
        if (plain !== null) return plainIdentity(issuer, plain, await readUser(oauth, plain, token, options))
        await oauth.validateApplicationLevelSignature(server, response, options)
        const claims = present(oauth.getValidatedIdTokenClaims(tokens), 'an ID token')
        let name = nameIn(claims, OPENID_NAMES)
        if (name === null && server.userinfo_endpoint !== undefined) {
          const info = await oauth.userInfoRequest(server, client, token, options)
          name = nameIn(await oauth.processUserInfoResponse(server, client, claims.sub, info), OPENID_NAMES)
        }
        if (claims.sub.length > subjectLengthMax) throw new Error('the number of the account is too long')
        return { issuer, subject: claims.sub, name }
      }),
  }
}

type Options = ReturnType<typeof optionsFor>

/** Requests of one act. Plain http is for an issuer on this machine, which the configuration alone may name. */
const optionsFor = (oauth: OAuth, issuer: string) => {
  const signal = AbortSignal.timeout(timeoutMs)
  return {
    [oauth.allowInsecureRequests]: issuer.startsWith('http:'),
    [oauth.customFetch]: async (address: string, request: object): Promise<Response> => {
      assertGoodAddress(address, issuer)
      const response = await fetch(address, { ...request, redirect: 'manual', signal })
      return new Response(await bytesOf(response), { status: response.status, headers: response.headers })
    },
  }
}

/**
 * What a provider names as its addresses: https and no private address, but for the host of its issuer. Names are not resolved, unlike
 * those of webhooks: whoever runs windrow chose this provider.
 */
function assertGoodAddress(address: string, issuer: string): void {
  if (addressFault(address, [hostIn(new URL(issuer))]) !== null)
    throw new Error(`${address} is no address of a provider`)
}

async function bytesOf({ body }: Response): Promise<Buffer<ArrayBuffer>> {
  const parts: Uint8Array[] = []
  let sizeBytes = 0
  for await (const part of body ?? []) {
    parts.push(part)
    sizeBytes += part.length
    if (sizeBytes > answerBytesMax) throw new Error('the answer is too long')
  }
  return Buffer.concat(parts)
}

async function readUser(oauth: OAuth, { user }: PlainProvider, token: string, options: Options): Promise<object> {
  const headers = new Headers({ accept: 'application/json', 'user-agent': 'windrow' })
  const response = await oauth.protectedResourceRequest(token, 'GET', new URL(user), headers, null, options)
  if (!response.ok) throw new Error(`${user} answered ${response.status}`)
  const told: unknown = await response.json()
  if (typeof told !== 'object' || told === null) throw new Error(`${user} tells of nobody`)
  return told
}

/** GitHub numbers its accounts, Discord has digits in a text. A login is not looked at: it can be given to somebody else. */
function plainIdentity(issuer: string, { names }: PlainProvider, user: object): Identity {
  const { id } = user as { readonly id?: unknown }
  const subject = Number.isSafeInteger(id) ? String(id) : id
  if (typeof subject !== 'string' || !/^\d{1,20}$/.test(subject)) throw new Error('the account has no number')
  return { issuer, subject, name: nameIn(user, names) }
}

function nameIn(claims: object, names: readonly string[]): string | null {
  const values = names.map((name) => (claims as Readonly<Record<string, unknown>>)[name])
  return values.find((value): value is string => typeof value === 'string' && value.trim() !== '') ?? null
}

/** Whether nothing of use came from the provider: no connection, no time left, or no answer that its role has. */
const isSilence = (error: unknown): boolean =>
  error instanceof TypeError || (error instanceof DOMException && error.name === 'TimeoutError')

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return ''
  const { code } = error as { readonly code?: unknown }
  return `${typeof code === 'string' ? code : error.name}: ${error.message}`.slice(0, 300)
}
