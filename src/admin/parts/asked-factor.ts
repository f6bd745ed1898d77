// People who administer a site that others than its machine can reach are asked for a second factor, or held to one
// (the setting admin_second_factor).
import { administers } from '../../app/people/second-factor.ts'
import { settingsOf } from '../../app/rules.ts'
import { type Html, html } from '../html.ts'
import type { OpenVisit } from '../visit.ts'

const path = '/admin/profile/second-factor'
/** What somebody who is held to a second factor can still do without. */
const OPEN: ReadonlySet<string> = new Set([path, '/admin/sign-out', '/admin/profile/password'])

const lacksFactor = ({ user, site }: OpenVisit): boolean =>
  site.config.isPublic && user !== null && administers(user) && user.secondFactor === undefined

/** A line above the page. */
export const askForFactor = (visit: OpenVisit): Html =>
  lacksFactor(visit) && visit.url.pathname !== path
    ? html`<p class="note">You administer a site that others can reach, and your password alone opens it. <a href="${path}">Set up a second factor</a></p>`
    : html``

/** Where somebody has to go before anything else; null: they may pass. */
export const heldToFactor = (visit: OpenVisit): string | null =>
  lacksFactor(visit) && !OPEN.has(visit.url.pathname) && settingsOf(visit.app).admin_second_factor === 'require'
    ? path
    : null
