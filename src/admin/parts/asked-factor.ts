// Asks administrators of a public site for a second factor, or requires it (the setting admin_second_factor).
import { administers } from '../../app/people/second-factor.ts'
import { settingsOf } from '../../app/rules.ts'
import { type Html, html } from '../html.ts'
import type { OpenVisit } from '../visit.ts'

const path = '/admin/profile/second-factor'
/** Pages that are open without the second factor, even where it is required. */
const OPEN: ReadonlySet<string> = new Set([path, '/admin/sign-out', '/admin/profile/password'])

const lacksFactor = ({ user, site }: OpenVisit): boolean =>
  site.config.isPublic && user !== null && administers(user) && user.secondFactor === undefined

export const askForFactor = (visit: OpenVisit): Html =>
  lacksFactor(visit) && visit.url.pathname !== path
    ? html`<p class="note">You administer a site that others can reach, protected by your password alone.
<a href="${path}">Set up a second factor</a></p>`
    : html``

/** The page that the visitor must see first; null: none. */
export const heldToFactor = (visit: OpenVisit): string | null =>
  lacksFactor(visit) && !OPEN.has(visit.url.pathname) && settingsOf(visit.app).admin_second_factor === 'require'
    ? path
    : null
