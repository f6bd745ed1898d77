// A visit: a request to the site with its person and form.
import type { Context } from 'hono'
import { present } from '../base/assert.ts'
import { isHex } from '../base/bytes.ts'
import type { Actor } from '../app/actor.ts'
import type { App } from '../app/app.ts'
import type { Result } from '../base/result.ts'
import { hasPermission } from '../domain/access.ts'
import type { User } from '../domain/people.ts'
import { type Day, dayInZone } from '../base/time.ts'
import type { Permission } from '../domain/vocabulary.ts'
import type { OwnNames } from '../http/own-names.ts'
import type { HttpEnv } from '../http/request-target.ts'
import type { Drafts } from '../app/bench/ask-draft.ts'
import type { Provider } from '../app/providers/provider.ts'
import type { FoundTexts } from '../app/bench/bench-rows.ts'
import type { Inconsistencies } from '../app/upkeep/find-inconsistencies.ts'
import type { LatestRuns } from '../app/latest-run.ts'
import type { Study } from '../app/study-names.ts'
import { readZone } from './cookies.ts'
import type { ImportSpool } from './import-spool.ts'
import type { ImportRuns } from './import-runs.ts'
import type { Presence, RecentSteps, SpentForms, UndoStacks } from './memories.ts'

export interface SiteConfig extends OwnNames {
  readonly isPublic: boolean
  readonly tls: { readonly cert: string | null }
  /** The folder of the game's text files, as configured. */
  readonly game: string | null
}

/** Signing in with accounts elsewhere. */
export interface SignIns {
  readonly providers: readonly Provider[]
  /** Who gets an account by it. */
  readonly joining: 'invited' | 'anybody'
  /** The site's address for people. `origin`: the one that the visitor has used. */
  readonly addressOf: (origin: string) => string
}

export const NO_SIGN_INS: SignIns = { providers: [], joining: 'invited', addressOf: (origin) => origin }

/** Shared by all visits to a process. */
export interface Site {
  readonly app: App
  readonly config: SiteConfig
  readonly imports: ImportRuns
  readonly spool: ImportSpool
  readonly consistency: LatestRuns<Inconsistencies>
  readonly study: LatestRuns<Study>
  readonly foundTexts: FoundTexts
  readonly recentSteps: RecentSteps
  readonly undoStacks: UndoStacks
  readonly presence: Presence
  readonly spentForms: SpentForms
  /** Makes machine drafts. Null: the configuration names no model for them. */
  readonly drafts: Drafts | null
  readonly signIns: SignIns
}

/** Why a form was refused: its page says so when it is shown again. */
export interface Said {
  readonly error: string
  readonly status: 400 | 403 | 404 | 409 | 413 | 422 | 429 | 500 | 503
  readonly headers?: Readonly<Record<string, string>>
}

export interface OpenVisit {
  readonly site: Site
  readonly app: App
  readonly c: Context<HttpEnv>
  readonly url: URL
  /** The person and their rights. Null: nobody is signed in. */
  readonly actor: Actor | null
  readonly user: User | null
  readonly token: string
  readonly isOwnToken: (given: string | null) => boolean
  /** The fields of the form; empty for GET. */
  readonly form: URLSearchParams
  /** The form was refused, and the page with it is shown again. */
  readonly said?: Said
  readonly file: Buffer | null
  /** The visitor's address, for throttling. */
  readonly address: string
  readonly isSecure: boolean
}

export interface Visit extends OpenVisit {
  readonly actor: Actor
  readonly user: User
  /** Reads the person's rights again, after a wait. */
  readonly again: () => Promise<Visit | Response>
}

export const may = (visit: OpenVisit, permission: Permission): boolean =>
  visit.user !== null && hasPermission(visit.user.role, permission)

/** The person's day at this moment. */
export const dayOfVisit = (visit: OpenVisit): Day => dayInZone(visit.app.clock.nowMs(), readZone(visit))

export const isAtMachine = ({ address }: OpenVisit): boolean => /^(127\.|::1$|::ffff:127\.)/.test(address)

/** True: only this machine reaches the site, which may then change files outside of its data folder. */
export const isOwnMachine = (visit: OpenVisit): boolean =>
  !visit.site.config.isPublic && isAtMachine(visit) && PROXIED.every((name) => visit.c.req.header(name) === undefined)

/** Headers that show that a proxy is in front of the site, although the configuration names none. */
const PROXIED = ['x-forwarded-for', 'x-forwarded-host', 'forwarded', 'via']

export const storedText = (sent: string): string => sent.replace(/\r\n?/g, '\n').toWellFormed()

/** A form's field with the store's line ends; when absent `now`. */
export const field = (visit: OpenVisit, name: string, now = ''): string => storedText(visit.form.get(name) ?? now)

export const query = (visit: OpenVisit, name: string): string => visit.url.searchParams.get(name) ?? ''

/** The value if it is allowed, else the first allowed one. */
export const oneOf = <T extends string>(value: string, allowed: readonly T[]): T =>
  allowed.find((each) => each === value) ?? present(allowed[0], 'a choice')

/** The store's numbers have 32 bits, and a list may begin behind the last. */
const numberMax = 0xffff_fffe

export const wholeNumber = (text: string): number | null => {
  const number = /^\d{1,10}$/.test(text.trim()) ? Number(text) : Number.NaN
  return number <= numberMax ? number : null
}

/** A number in the path of the address; 0, which nothing has, if there is none or it is written otherwise, such as `01`. */
export const idOf = ({ c }: OpenVisit, name = 'id'): number => {
  const id = c.req.param(name) ?? ''
  const number = wholeNumber(id) ?? 0
  return String(number) === id ? number : 0
}

/** The id of a row in the path of the address, in lower case; '', which no row has, if there is none. */
export const rowIdOf = ({ c }: OpenVisit): string => {
  const id = c.req.param('row') ?? ''
  return isHex(id, 16) ? id.toLowerCase() : ''
}

/**
 * The name that the browser gave a sent form (assets/drafts.js), to be repeated by an answer that took it; `fields`: only these were
 * taken. Null: it gave none.
 */
export function takenForm(visit: OpenVisit, fields: readonly string[] = []): string | null {
  const name = field(visit, 'sent')
  return /^[a-z0-9]{1,40}$/.test(name) ? [name, ...fields].join('.') : null
}

/** `note`: a key of NOTES, shown on the next page. After a form, it was done; `took`: null for one that took no typed text. */
export function goTo(visit: OpenVisit, path: string, note?: string, took: string | null = takenForm(visit)): Response {
  const [to = '', place] = path.split('#')
  const said = [note && `note=${note}`, took && `took=${took}`].filter(Boolean)
  const address = said.length === 0 ? to : `${to}${to.includes('?') ? '&' : '?'}${said.join('&')}`
  return visit.c.redirect(place === undefined ? address : `${address}#${place}`, 303)
}

/** Leads on as `goTo` does if the change was made; else gives its refusal to the form. */
export const goAfter = <R>(visit: OpenVisit, change: Result<unknown, R>, path: string, note?: string) =>
  change.ok ? goTo(visit, path, note) : change
