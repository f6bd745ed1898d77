// The site map. One table: every address of the site, the permission it needs, and the page behind it. Whatever is not in
// the table is not there; whoever lacks the permission is refused before the page runs, whatever they post.
import { Hono } from 'hono'
import type { App } from '../app/app.ts'
import type { Permission } from '../domain/vocabulary.ts'
import { beginRequest } from '../app/admit-request.ts'
import { noteRequest } from '../http/request-log.ts'
import type { HttpEnv } from '../http/request-target.ts'
import { serveAsset } from './assets.ts'
import { addHeaders, hostOf, isCrossSite, isForeignHost, isRightToken, openVisit, readForm } from './gatekeeper.ts'
import { createImportRuns } from './import-runs.ts'
import { auditPage } from './pages/audit.ts'
import { addTerm, exportGlossary, glossaryPage, importGlossary, removeTermPost, termPage } from './pages/glossary.ts'
import { home } from './pages/home.ts'
import { importPage, importsPage, runPage, startImport } from './pages/imports.ts'
import { addPerson, changePerson, peoplePage, personPage, resetPassword } from './pages/people.ts'
import { limitKeyPost, revokeKeyPost } from './pages/person-keys.ts'
import {
  createAgentKey,
  createBotKey,
  keyPage,
  changeKeyPost,
  profilePage,
  removeKey,
  renewKey,
  switchKey,
} from './pages/profile.ts'
import { changeOwnPassword, endAllSessions } from './pages/own-password.ts'
import { approve, approveClean, confirm, reject } from './pages/review.ts'
import { proposalPage } from './pages/proposal.ts'
import { proposalsPage } from './pages/proposals.ts'
import { checkText, editRow, markMachine, revertRow } from './pages/row-actions.ts'
import { rowPage } from './pages/row.ts'
import { rowsPage } from './pages/rows.ts'
import { saveSetting, settingsPage } from './pages/settings.ts'
import { finishSetup, setupPage } from './pages/setup.ts'
import { askToSignIn, signInPage, signInPost, signOutPost } from './pages/sign-in.ts'
import { statisticsCsv, statisticsPage } from './pages/statistics.ts'
import { errorPage, notAFormPage, notFoundPage, refusedPage } from './pages/refusals.ts'
import { may, type OpenVisit, type Site, type SiteConfig, type Visit } from './visit.ts'

type Answer = Response | Promise<Response>

interface OpenRoute {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly needs: null
  readonly handle: (visit: OpenVisit) => Answer
}

interface GuardedRoute {
  readonly method: 'GET' | 'POST'
  readonly path: string
  /** What a person must be allowed to come here at all; pages look closer where it depends on whose thing it is. */
  readonly needs: Permission
  readonly handle: (visit: Visit) => Answer
  /** The page reads the body itself, and its token with it. */
  readonly readsBody?: true
}

export type Route = OpenRoute | GuardedRoute

const open = (method: 'GET' | 'POST', path: string, handle: OpenRoute['handle']): Route => ({
  method,
  path: `/admin${path}`,
  needs: null,
  handle,
})
const get = (path: string, needs: Permission, handle: GuardedRoute['handle']): Route => ({
  method: 'GET',
  path: `/admin${path}`,
  needs,
  handle,
})
const post = (path: string, needs: Permission, handle: GuardedRoute['handle']): Route => ({
  method: 'POST',
  path: `/admin${path}`,
  needs,
  handle,
})

export const ROUTES: readonly Route[] = [
  open('GET', '/sign-in', signInPage),
  open('POST', '/sign-in', signInPost),
  open('GET', '/setup', setupPage),
  open('POST', '/setup', finishSetup),

  get('/', 'view', home),
  post('/sign-out', 'view', signOutPost),
  get('/profile', 'view', profilePage),
  post('/profile/password', 'view', changeOwnPassword),
  post('/profile/sign-out-everywhere', 'view', endAllSessions),
  post('/profile/bot-key', 'view', createBotKey),
  post('/profile/keys', 'view', createAgentKey),
  get('/profile/keys/:id', 'view', keyPage),
  post('/profile/keys/:id', 'view', changeKeyPost),
  post('/profile/keys/:id/regenerate', 'view', renewKey),
  post('/profile/keys/:id/switch', 'view', switchKey),
  post('/profile/keys/:id/delete', 'view', removeKey),

  get('/rows', 'view', rowsPage),
  get('/rows/:row', 'view', rowPage),
  post('/rows/:row/check', 'view', checkText),
  post('/rows/:row/edit', 'propose_translation', editRow),
  post('/rows/:row/revert', 'review_translation', revertRow),
  post('/rows/:row/mark', 'review_translation', markMachine),

  get('/proposals', 'propose_translation', proposalsPage),
  post('/proposals/approve-clean', 'review_translation', approveClean),
  get('/proposals/:id', 'propose_translation', proposalPage),
  post('/proposals/:id/approve', 'review_translation', approve),
  post('/proposals/:id/reject', 'review_translation', reject),
  post('/proposals/:id/confirm', 'propose_translation', confirm),

  get('/glossary', 'view', glossaryPage),
  get('/glossary/export', 'view', exportGlossary),
  get('/glossary/term', 'manage_settings', termPage),
  post('/glossary/term', 'manage_settings', addTerm),
  post('/glossary/remove', 'manage_settings', removeTermPost),
  post('/glossary/import', 'manage_settings', importGlossary),

  get('/statistics', 'view', statisticsPage),
  get('/statistics/csv', 'view', statisticsCsv),

  get('/imports', 'import_localized', importsPage),
  { ...post('/imports', 'import_localized', startImport), readsBody: true } as Route,
  get('/imports/run/:id', 'import_localized', runPage),
  get('/imports/:id', 'import_localized', importPage),

  get('/people', 'manage_users', peoplePage),
  post('/people', 'manage_users', addPerson),
  get('/people/:id', 'manage_users', personPage),
  post('/people/:id', 'manage_users', changePerson),
  post('/people/:id/password', 'manage_users', resetPassword),
  post('/people/:id/keys/:key/limits', 'manage_users', limitKeyPost),
  post('/people/:id/keys/:key/revoke', 'manage_users', revokeKeyPost),

  get('/audit', 'manage_users', auditPage),
  get('/settings', 'manage_settings', settingsPage),
  post('/settings', 'manage_settings', saveSetting),
]

/** The site, with addresses from `/admin/` on. */
export function adminRoutes(app: App, config: SiteConfig): Hono<HttpEnv> {
  const site: Site = { app, config, imports: createImportRuns(app) }
  const hono = new Hono<HttpEnv>()
  hono.use('/admin/*', async (c, next) => {
    if (isForeignHost(config, c.req.header('host') ?? new URL(c.req.url).host)) {
      c.res = new Response('This host name is not one of this server; use http://127.0.0.1 with its port.\n', {
        status: 403,
        headers: { 'Content-Type': 'text/plain; charset=utf-8' },
      })
    } else await next()
    addHeaders(c.res)
  })
  hono.onError(async (error, c) => {
    app.log.error('a page of the site failed', { route: c.req.routePath, err: error })
    const response = await faultAnswer(site, c)
    addHeaders(response)
    return response
  })
  hono.get('/admin', (c) => c.redirect('/admin/', 301))
  hono.get('/admin/assets/:file', async (c) => {
    noteRequest(c, { route: 'GET /admin/assets/:file' })
    return serveAsset(c.req.param('file')) ?? (await notFoundPage(openVisitOf(site, c)))
  })
  for (const route of ROUTES) {
    hono.on(route.method, route.path, async (c) => await answer(site, route, openVisitOf(site, c)))
  }
  hono.all('/admin/*', async (c) => await notFoundPage(openVisitOf(site, c)))
  return hono
}

/** The page of a fault; in words alone when the store itself cannot be read. */
async function faultAnswer(site: Site, c: OpenVisit['c']): Promise<Response> {
  try {
    return await errorPage(openVisit(site, c))
  } catch {
    return new Response('windrow has a fault that is not yours; try again later\n', { status: 500 })
  }
}

function openVisitOf(site: Site, c: OpenVisit['c']): OpenVisit {
  beginRequest(site.app)
  return openVisit(site, c)
}

async function answer(site: Site, route: Route, visit: OpenVisit): Promise<Response> {
  noteRequest(visit.c, {
    route: `${route.method} ${route.path}`,
    ...(visit.user !== null && { userId: visit.user.id }),
  })
  if (route.method === 'POST') {
    const takesNullOrigin = route.path === '/admin/setup'
    if (isCrossSite(visit.c.req.raw.headers, hostOf(site, visit.c), takesNullOrigin)) {
      return await refusedPage(visit, 'that form was sent from another site, so nothing was done')
    }
  }
  if (route.needs === null) return await enter(site, route.method, visit, (entered) => route.handle(entered))
  const { user } = visit
  if (user === null) return await askToSignIn(route.method, visit)
  const { needs, handle } = route
  const asUser: Visit = { ...visit, user }
  if (!may(asUser, needs)) {
    return await refusedPage(visit, 'your role does not allow this page; an admin can give you another role')
  }
  if (route.readsBody === true) return await handle(asUser)
  return await enter(site, route.method, asUser, (entered) => handle({ ...entered, user }))
}

/** Reads a posted form, checks its token, and looks at the store anew: other processes wrote while the body came in. */
async function enter(
  site: Site,
  method: 'GET' | 'POST',
  visit: OpenVisit,
  handle: (visit: OpenVisit) => Answer,
): Promise<Response> {
  if (method === 'GET') return await handle(visit)
  const form = await readForm(visit.c)
  if (form === null) return await notAFormPage(visit)
  if (!isRightToken(visit.token, form.get('csrf'))) {
    return await refusedPage(
      visit,
      'this form is too old (you signed in or out since); open the page again and repeat it',
    )
  }
  beginRequest(site.app)
  return await handle({ ...visit, form })
}
