// The way of a visit to its page: who comes, whether they may, how much they asked lately, and the form they sent. What is
// refused on the way brings back what was typed (parts/kept-form.ts), so the form is read for that too.
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
import type { GuardedRoute, Route } from './route.ts'
import { goTo, may, type OpenVisit, type Site, type Visit } from './visit.ts'

/** A form for somebody who has not signed in: a name and a password, no more. */
const openFormBytes = 16 * 1024
/** At most one text, with every byte of it escaped. */
const textFormBytes = 1024 * 1024
/** A form of somebody who is signed out is read for what was typed, if they have signed in with this browser before. */
const keptFormBytes = 512 * 1024
/** A form that is too large is read up to here, to give back what was typed. */
const readBytesMax = 4 * 1024 * 1024

/** The set-up tells no site where it was, so its forms come without an origin. */
const FROM_SETUP: ReadonlySet<string> = new Set(['/admin/join', '/admin/setup', '/admin/language'])

export function openVisitOf(site: Site, c: OpenVisit['c']): OpenVisit {
  beginRequest(site.app)
  return openVisit(site, c)
}

export async function answerVisit(site: Site, route: Route, visit: OpenVisit): Promise<Response> {
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
    return entered instanceof Response ? entered : await route.handle(entered)
  }
  if (visit.user !== null) cameIn(visit.user.id)
  const waitMs = waitMsOf(site, route, visit)
  const isTurnedAway = !may(visit, route.needs) || waitMs > 0
  const seen = isTurnedAway ? await withWhatWasTyped(route, visit) : visit
  const atDoor = await admitted(site, route, seen)
  if (atDoor instanceof Response) return atDoor
  if (waitMs > 0) return await waitPage(atDoor, 'you asked for more than the site gives one person in a minute', waitMs)
  if (route.method === 'GET' || route.readsBody === true) return await route.handle(atDoor)
  const entered = await withForm(site, route, atDoor)
  if (entered instanceof Response) return entered
  const again = await admitted(site, route, entered)
  return again instanceof Response ? again : await route.handle(again)
}

function waitMsOf(site: Site, { method, isRead, isStep }: GuardedRoute, { user }: OpenVisit): number {
  const isPage = method === 'GET' || isRead === true || isStep === true
  return user === null ? 0 : waitOfVisit(site.app, user, isPage ? 'read' : 'write')
}

/** The visit of somebody who may come here, or the page that turns them away. */
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

/** The visit with the form that is about to be refused; as it was when nothing was typed, or it can't be read. */
async function withWhatWasTyped(route: GuardedRoute, visit: OpenVisit): Promise<OpenVisit> {
  const isTyped = route.method === 'POST' && route.readsBody !== true && route.isRead !== true
  if (!isTyped || (visit.user === null && readDevice(visit.c, visit.isSecure) === null)) return visit
  const read = await readForm(visit, keptFormBytes)
  return read.ok ? { ...visit, form: read.value.fields } : visit
}

/** Open forms are small, but a sign-in may carry what was typed before it (parts/kept-form.ts). */
function formBytesOf(route: Route, visit: OpenVisit): number {
  if (route.needs !== null) return route.formBytes ?? textFormBytes
  return readDevice(visit.c, visit.isSecure) === null ? openFormBytes : keptFormBytes
}

/** Reads a posted form and checks its token. The body may have taken minutes, so who visits is looked at anew. */
async function withForm<V extends OpenVisit>(site: Site, route: Route, visit: V): Promise<OpenVisit | Response> {
  const bytesMax = formBytesOf(route, visit)
  const read = await readForm(visit, route.needs === null ? bytesMax : Math.max(bytesMax, readBytesMax))
  const now = openVisitOf(site, visit.c)
  if (!read.ok) return await (read.refusal === 'no_room' ? noRoomPage(now) : notAFormPage(now))
  const { fields, sizeBytes } = read.value
  const sent = { ...now, form: fields }
  if (sizeBytes > bytesMax) return await tooLargePage(sent, bytesMax)
  // A session that has ended meanwhile is told so; with the token of its form nothing is wrong.
  return visit.isOwnToken(fields.get('csrf')) ? sent : await oldFormPage(sent)
}
