// A visit: one request to the site with who makes it, what they sent and how to answer. Pages take a visit and give a
// response; everything about cookies, tokens and headers happens before and after them (gatekeeper.ts).
import type { Context } from 'hono'
import { present } from '../base/assert.ts'
import type { Actor } from '../app/actor.ts'
import type { App } from '../app/app.ts'
import { hasPermission } from '../domain/access.ts'
import type { User } from '../domain/people.ts'
import type { Permission } from '../domain/vocabulary.ts'
import type { OwnNames } from '../http/own-names.ts'
import type { HttpEnv } from '../http/request-target.ts'
import type { ConsistencyRuns } from '../app/consistency/latest-inconsistencies.ts'
import type { ImportSpool } from './import-spool.ts'
import type { ImportRuns } from './import-runs.ts'
import type { RecentSteps } from './memory/recent-steps.ts'
import type { SpentForms } from './memory/spent-forms.ts'

/** What the site must know of the configuration. */
export interface SiteConfig extends OwnNames {
  /** Others than this machine can reach the site. */
  readonly isPublic: boolean
  readonly tls: { readonly cert: string | null }
  /** The folder of the game's text files, if somebody named it. */
  readonly game: string | null
}

/** The site of one process: what all visits share. */
export interface Site {
  readonly app: App
  readonly config: SiteConfig
  readonly imports: ImportRuns
  readonly spool: ImportSpool
  readonly consistency: ConsistencyRuns
  readonly recentSteps: RecentSteps
  readonly spentForms: SpentForms
}

export interface OpenVisit {
  readonly site: Site
  readonly app: App
  readonly c: Context<HttpEnv>
  readonly url: URL
  /** Null: signed out. */
  readonly actor: Actor | null
  readonly user: User | null
  /** The token that every form on the page carries. */
  readonly token: string
  /** Whether a form came from a page of this session or visitor. */
  readonly isOwnToken: (given: string | null) => boolean
  /** The fields of a posted form; empty for GET. */
  readonly form: URLSearchParams
  /** The visitor's address, for throttling. */
  readonly address: string
  readonly isSecure: boolean
}

export interface Visit extends OpenVisit {
  readonly actor: Actor
  readonly user: User
  /** The visit with its person's rights as they are now, for pages that took their time; or the page that turns them away. */
  readonly again: () => Promise<Visit | Response>
}

export const may = (visit: OpenVisit, permission: Permission): boolean =>
  visit.user !== null && hasPermission(visit.user.role, permission)

/** Whether the visitor sits at the machine that windrow runs on. */
export const isAtMachine = ({ address }: OpenVisit): boolean => /^(127\.|::1$|::ffff:127\.)/.test(address)

/** A field of the form, line ends as the store keeps them; empty when it is absent. */
export const field = (visit: OpenVisit, name: string): string =>
  (visit.form.get(name) ?? '').replace(/\r\n?/g, '\n').toWellFormed()

export const isChecked = (visit: OpenVisit, name: string): boolean => visit.form.get(name) === 'on'

/**
 * A field of a form that holds many, if its reader changed it; null: it is as the page showed it (a hidden field `was NAME`),
 * or not in the form. So two people who save the same page never take back each other's changes.
 */
export function changedField(visit: OpenVisit, name: string): string | null {
  if (!visit.form.has(name)) return null
  const value = field(visit, name).trim()
  return value === visit.form.get(`was ${name}`) ? null : value
}

/** A parameter of the address; empty when it is absent. */
export const query = (visit: OpenVisit, name: string): string => visit.url.searchParams.get(name) ?? ''

/** A value if it is one of the allowed ones, else the first of them. */
export const oneOf = <T extends string>(value: string, allowed: readonly T[]): T =>
  allowed.find((each) => each === value) ?? present(allowed[0], 'a choice')

/** A whole number from the text, or null. */
export const wholeNumber = (text: string): number | null => (/^\d{1,10}$/.test(text.trim()) ? Number(text) : null)

/** Sends the browser on after a change; `note` is a key of NOTES, shown on the page it comes to. */
export function goTo(visit: OpenVisit, path: string, note?: string): Response {
  const target = note === undefined ? path : `${path}${path.includes('?') ? '&' : '?'}note=${note}`
  return visit.c.redirect(target, 303)
}
