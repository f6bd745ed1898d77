// Checks a visit before its page: the sender, their rights, their rate, and the form with its token. A refused form is
// read too, for its typed text (parts/kept-form.ts).
import type { Next } from 'hono'
import { cameIn } from '../base/turn.ts'
import { waitOfVisit } from '../app/people/admit-visit.ts'
import { beginRequest } from '../app/people/admit-request.ts'
import { hostOf, isCrossSite } from '../http/own-names.ts'
import { noteRequest } from '../http/request-log.ts'
import { readDevice } from './cookies.ts'
import { openVisit, readForm } from './gatekeeper.ts'
import { askToSignIn } from './pages/people/sign-in.ts'
import { heldToFactor } from './parts/asked-factor.ts'
import { noRoomPage, notAFormPage, oldFormPage, refusedPage, tooLargePage, waitPage } from './parts/refusals.ts'
import type { GuardedRoute, Handle, Route } from './route.ts'
import { goTo, may, type OpenVisit, type Site, type Visit } from './visit.ts'

/** Room for a name and a password, before signing in. */
const openFormBytes = 16 * 1024
/** Room for one text with every byte escaped. */
const textFormBytes = 1024 * 1024
/** Room for a signed-out visitor whose browser has signed in before. */
const keptFormBytes = 512 * 1024
/** A form that is too large is read up to here, to show its typed text. */
const readBytesMax = 4 * 1024 * 1024

/** The set-up sends no referrer, so its forms come without an origin. */
const FROM_SETUP: ReadonlySet<string> = new Set(['/admin/join', '/admin/setup', '/admin/language'])

export function openVisitOf(site: Site, c: OpenVisit['c']): OpenVisit {
  beginRequest(site.app)
  return openVisit(site, c)
}

export async function answerVisit(site: Site, route: Route, visit: OpenVisit, next: Next): Promise<Response> {
  noteRequest(visit.c, {
    route: `${route.method} ${route.path}`,
    ...(visit.user !== null && { userId: visit.user.id }),
  })
  if (route.method === 'POST') {
    const takesNullOrigin = FROM_SETUP.has(route.path)
    if (isCrossSite(visit.c.req.raw.headers, hostOf(site.config, visit.c.req.raw), takesNullOrigin)) {
      return await refusedPage(visit, 'that form was sent from another site, so nothing was done')
    }
  }
  if (route.needs === null) {
    const entered = route.method === 'GET' ? visit : await withForm(site, route, visit)
    return entered instanceof Response ? entered : await shown(route.handle, entered, next)
  }
  if (visit.user !== null) cameIn(visit.user.id)
  const waitMs = waitMsOf(site, route, visit)
  const isTurnedAway = !may(visit, route.needs) || waitMs > 0
  const seen = isTurnedAway ? await withWhatWasTyped(route, visit) : visit
  const atDoor = await admitted(site, route, seen)
  if (atDoor instanceof Response) return atDoor
  if (waitMs > 0) return await waitPage(atDoor, 'you asked for more than the site gives one person in a minute', waitMs)
  if (route.method === 'GET' || route.readsBody === true) return await shown(route.handle, atDoor, next)
  const entered = await withForm(site, route, atDoor)
  if (entered instanceof Response) return entered
  const again = await admitted(site, route, entered)
  return again instanceof Response ? again : await shown(route.handle, again, next)
}

async function shown<V extends OpenVisit>(handle: Handle<V>, visit: V, next: Next): Promise<Response> {
  if (typeof handle === 'function') return await handle(visit)
  visit.c.set('visit', visit)
  await next()
  return visit.c.res
}

function waitMsOf(site: Site, { method, isRead, isStep }: GuardedRoute, { user }: OpenVisit): number {
  const isPage = method === 'GET' || isRead === true || isStep === true
  return user === null ? 0 : waitOfVisit(site.app, user, isPage ? 'read' : 'write')
}

async function admitted(site: Site, route: GuardedRoute, visit: OpenVisit): Promise<Visit | Response> {
  const { actor, user } = visit
  if (actor === null || user === null) return await askToSignIn(route.method, visit)
  if (!may(visit, route.needs)) {
    return await refusedPage(visit, 'your role does not allow this page; an admin can give you another role')
  }
  const factor = heldToFactor(visit)
  if (factor !== null) {
    return route.method === 'GET'
      ? goTo(visit, factor)
      : await refusedPage(
          visit,
          'this site wants a second factor of you first; set it up in your profile, and repeat this',
        )
  }
  return { ...visit, actor, user, again: () => admitted(site, route, openVisitOf(site, visit.c)) }
}

async function withWhatWasTyped(route: GuardedRoute, visit: OpenVisit): Promise<OpenVisit> {
  const isTyped = route.method === 'POST' && route.readsBody !== true && route.isRead !== true
  if (!isTyped || (visit.user === null && readDevice(visit.c, visit.isSecure) === null)) return visit
  const read = await readForm(visit, keptFormBytes)
  return read.ok ? { ...visit, form: read.value.fields } : visit
}

function formBytesOf(route: Route, visit: OpenVisit): number {
  if (route.needs !== null) return route.formBytes ?? textFormBytes
  return readDevice(visit.c, visit.isSecure) === null ? openFormBytes : keptFormBytes
}

/** The visitor is looked up again after reading, because the body may take minutes. */
async function withForm<V extends OpenVisit>(site: Site, route: Route, visit: V): Promise<OpenVisit | Response> {
  const bytesMax = formBytesOf(route, visit)
  const read = await readForm(visit, route.needs === null ? bytesMax : Math.max(bytesMax, readBytesMax))
  const now = openVisitOf(site, visit.c)
  if (!read.ok) return await (read.refusal === 'no_room' ? noRoomPage(now) : notAFormPage(now))
  const { fields, sizeBytes } = read.value
  const sent = { ...now, form: fields }
  if (sizeBytes > bytesMax) return await tooLargePage(sent, bytesMax)
  // If the session has ended meanwhile, the token is right and the sign-in page follows.
  return visit.isOwnToken(fields.get('csrf')) ? sent : await oldFormPage(sent)
}
