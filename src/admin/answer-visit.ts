// Checks a visit before its page: the sender, their rights, their rate, and the form with its token. A refused form is
// read too, for its typed text (parts/refusals.ts).
import { cameIn } from '../base/turn.ts'
import { waitOfVisit } from '../app/people/admit-visit.ts'
import { beginRequest } from '../app/people/admit-request.ts'
import { isKnownDevice } from '../app/people/sign-in.ts'
import { hostOf, isCrossSite } from '../http/own-names.ts'
import { type FormRefusal, readForm, type SentForm } from '../http/form-body.ts'
import { noteRequest } from '../http/request-log.ts'
import type { Result } from '../base/result.ts'
import { device } from './cookies.ts'
import { openVisit } from './gatekeeper.ts'
import { askToSignIn } from './pages/people/sign-in.ts'
import { heldToFactor } from './parts/asked-factor.ts'
import { noRoomPage, notAFormPage, oldFormPage, refusedPage, tooLargePage, waitPage } from './parts/refusals.ts'
import type { GuardedRoute, Route } from './route.ts'
import { goTo, may, type OpenVisit, type Site, type Visit } from './visit.ts'

/** The largest form before signing in: room for a name and a password. */
const openFormBytes = 16 * 1024
/** The largest form with one text: room for a text with every byte escaped. */
const textFormBytes = 1024 * 1024
/** The largest form that is kept for somebody who is turned away, or signed out in a browser in which somebody signed in. */
const keptFormBytes = 512 * 1024
/** How much of a form that is too large is read, to show its typed text again. */
const readBytesMax = 4 * 1024 * 1024

/** Addresses whose forms may come without an origin, because the set-up sends no referrer. */
const FROM_SETUP: ReadonlySet<string> = new Set([
  '/admin/join',
  '/admin/sign-in/with/:provider',
  '/admin/setup',
  '/admin/language',
])

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
  if (waitMs > 0) return await waitPage(atDoor, 'you sent more requests than one person may in a minute', waitMs)
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
      : await refusedPage(visit, 'this site requires a second factor; set it up in your profile, and repeat this')
  }
  return { ...visit, actor, user, again: () => admitted(site, route, openVisitOf(site, visit.c)) }
}

/** True: somebody has signed in on this device. The shape of its cookie proves nothing, because a stranger can make one up. */
const isDeviceKnown = (visit: OpenVisit): boolean => isKnownDevice(visit.app, device.read(visit))

async function withWhatWasTyped(route: GuardedRoute, visit: OpenVisit): Promise<OpenVisit> {
  const isTyped = route.method === 'POST' && route.readsBody !== true && route.isRead !== true
  if (!isTyped || (visit.user === null && !isDeviceKnown(visit))) return visit
  const read = await readFormOf(route, visit, keptFormBytes)
  return read.ok ? { ...visit, form: read.value.fields } : visit
}

function formBytesOf(route: Route, visit: OpenVisit): number {
  if (route.needs !== null) return route.formBytes ?? textFormBytes
  return isDeviceKnown(visit) ? keptFormBytes : openFormBytes
}

function readFormOf(route: Route, visit: OpenVisit, bytesMax: number): Promise<Result<SentForm, FormRefusal>> {
  const { c, user, isOwnToken } = visit
  const fileField = route.needs === null ? null : (route.fileField ?? null)
  return readForm(c.req.raw, c.env, { bytesMax, sender: user?.id ?? null, fileField, isToken: isOwnToken })
}

/** The visitor is looked up again after reading, because the body may take minutes. */
async function withForm<V extends OpenVisit>(site: Site, route: Route, visit: V): Promise<OpenVisit | Response> {
  const bytesMax = formBytesOf(route, visit)
  const read = await readFormOf(route, visit, route.needs === null ? bytesMax : Math.max(bytesMax, readBytesMax))
  const now = openVisitOf(site, visit.c)
  if (!read.ok) {
    if (read.refusal === 'no_room') return await noRoomPage(now)
    const isTooLarge = read.refusal === 'too_large' && now.user !== null
    return await (isTooLarge ? tooLargePage(now, bytesMax) : notAFormPage(now))
  }
  const { fields, file, sizeBytes } = read.value
  const sent = { ...now, form: fields, file }
  if (sizeBytes > bytesMax) return await tooLargePage(sent, bytesMax)
  // If the session has ended meanwhile, the token is right and the sign-in page follows.
  return visit.isOwnToken(fields.get('csrf')) ? sent : await oldFormPage(sent)
}
