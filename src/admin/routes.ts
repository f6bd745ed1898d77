// The site map: every address, the permission it needs, and its page. The permission is checked before the page runs.
import { Hono } from 'hono'
import type { App } from '../app/app.ts'
import type { Drafts } from '../app/bench/ask-draft.ts'
import * as acts from './pages/bench/acts.ts'
import { wholeList } from './pages/bench/whole-list.ts'
import { createFoundTexts } from '../app/bench/bench-rows.ts'
import { findInconsistencies } from '../app/upkeep/find-inconsistencies.ts'
import { createLatestRuns } from '../app/latest-run.ts'
import { studyNames } from '../app/study-names.ts'
import { isDoorOpen } from '../app/team/player-words.ts'
import { NobodyWaits, NoTurn } from '../base/turn.ts'
import type { Permission } from '../domain/vocabulary.ts'
import { foreignHost, wrongHost } from '../http/own-names.ts'
import { noteRequest } from '../http/request-log.ts'
import type { HttpEnv } from '../http/request-target.ts'
import { answerVisit, openVisitOf } from './answer-visit.ts'
import { serveAsset } from './assets.ts'
import { addHeaders, openVisit } from './gatekeeper.ts'
import { createImportRuns } from './import-runs.ts'
import { createImportSpool } from './import-spool.ts'
import { languageOfHeader } from './language/known-languages.ts'
import { speaking } from './language/language.ts'
import { createPresence, createRecentSteps, createSpentForms, createUndoStacks } from './memories.ts'
import { firstPage } from './pages/bench/first.ts'
import { benchPage, stepsPage } from './pages/bench/bench-page.ts'
import { likeParts, putParts } from './pages/bench/like-pane.ts'
import { auditPage } from './pages/game/audit.ts'
import { briefPage, saveBriefPost } from './pages/game/brief.ts'
import { namesPage, namesPost } from './pages/game/names.ts'
import * as comparisons from './pages/game/comparisons.ts'
import * as glossary from './pages/game/glossary.ts'
import { decidePage, newsPage } from './pages/team/decide.ts'
import * as suggestions from './pages/game/suggestions.ts'
import * as gameRun from './pages/game/game-run.ts'
import { home } from './pages/game/home.ts'
import * as imports from './pages/game/imports.ts'
import { intoGamePage } from './pages/game/into-game.ts'
import * as patch from './pages/game/patch.ts'
import { progressBadge, publicProgress } from './pages/game/progress.ts'
import * as releases from './pages/game/releases.ts'
import { lookForNewerPost, thisWindrowPage } from './pages/game/this-windrow.ts'
import { tryModelPost, saveSettings, settingsPage } from './pages/game/settings.ts'
import { statisticsCsv, statisticsPage } from './pages/game/statistics.ts'
import * as webhooks from './pages/game/webhooks.ts'
import * as labels from './pages/texts/labels.ts'
import * as profile from './pages/people/profile.ts'
import { createInvitePost, revokeInvitePost } from './pages/people/invites.ts'
import * as oneTimeLink from './pages/people/one-time-link.ts'
import * as people from './pages/people/people.ts'
import * as personKeys from './pages/people/person-keys.ts'
import * as secondFactor from './pages/people/second-factor.ts'
import * as setupGame from './pages/people/setup-game.ts'
import * as signIn from './pages/people/sign-in.ts'
import { mountForEverybody } from './pages/players/for-everybody.ts'
import * as door from './pages/players/say-page.ts'
import { activityPage } from './pages/team/activity.ts'
import * as misfits from './pages/team/misfits.ts'
import * as playerWords from './pages/team/player-words.ts'
import { teamPersonPage } from './pages/team/team-person.ts'
import { changeFilters } from './parts/work/saved-filters.ts'
import { consistencyPage } from './pages/texts/consistency.ts'
import { approveClean, proposalsPage } from './pages/texts/proposals.ts'
import { revertRow, rowPage } from './pages/texts/row.ts'
import { rowsPage } from './pages/texts/rows.ts'
import * as samples from './pages/texts/samples.ts'
import * as takeBack from './pages/team/take-back.ts'
import { languageOf } from './parts/language-switch.ts'
import { errorPage, notFoundPage, noTurnPage } from './parts/refusals.ts'
import type { GuardedRoute, OpenRoute, Route } from './route.ts'
import { NO_SIGN_INS, type OpenVisit, type SignIns, type Site, type SiteConfig } from './visit.ts'

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
type PostOptions = Omit<GuardedRoute, 'method' | 'path' | 'needs' | 'handle'>

const post = (path: string, needs: Permission, handle: GuardedRoute['handle'], options: PostOptions = {}): Route => ({
  method: 'POST',
  path: `/admin${path}`,
  needs,
  handle,
  ...options,
})

const glossaryFormBytes = 2 * 1024 * 1024

export const ROUTES: readonly Route[] = [
  open('GET', '/sign-in', signIn.signInPage),
  open('POST', '/sign-in', signIn.signInPost),
  open('POST', '/sign-in/code', signIn.codePost),
  open('POST', '/sign-in/with/:provider', signIn.goToProvider),
  open('GET', '/sign-in/from/:provider', signIn.comeFromProvider),
  open('GET', '/setup', oneTimeLink.setup.show),
  open('POST', '/setup', oneTimeLink.setup.accept),
  open('GET', '/join', oneTimeLink.invite.show),
  open('POST', '/join', oneTimeLink.invite.accept),
  open('POST', '/language', profile.chooseLanguagePost),

  get('/setup/game', 'import_localized', setupGame.setupGamePage),
  post('/setup/game', 'import_localized', setupGame.importFoundGame),
  post('/setup/sample', 'import_localized', setupGame.importSampleGame),

  get('/', 'view', home),
  post('/sign-out', 'view', signIn.signOutPost),
  get('/news', 'view', newsPage),
  get('/profile', 'view', profile.profilePage),
  post('/profile/browser', 'view', profile.chooseForBrowserPost),
  post('/profile/password', 'view', profile.changeOwnPassword),
  post('/profile/sign-out-everywhere', 'view', profile.endAllSessions),
  post('/profile/link/:provider', 'view', profile.linkPost),
  post('/profile/unlink', 'view', profile.unlinkPost),
  get('/profile/second-factor', 'view', secondFactor.secondFactorPage),
  post('/profile/second-factor', 'view', secondFactor.turnOnPost),
  post('/profile/second-factor/codes', 'view', secondFactor.renewCodesPost),
  post('/profile/second-factor/off', 'view', secondFactor.turnOffPost),
  post('/profile/bot-key', 'view', personKeys.createBotKey),
  post('/profile/keys', 'view', personKeys.createAgentKey),
  get('/profile/keys/:id', 'view', profile.keyPage),
  post('/profile/keys/:id', 'view', personKeys.changeKeyPost),
  post('/profile/keys/:id/regenerate', 'view', personKeys.renewKey),
  post('/profile/keys/:id/switch', 'view', personKeys.switchKey),
  post('/profile/keys/:id/delete', 'view', personKeys.removeKey),

  get('/bench', 'view', benchPage),
  get('/bench/like', 'propose_translation', likeParts),
  get('/bench/put', 'propose_translation', putParts),
  post('/bench/check', 'view', acts.checkTyped, { isRead: true }),
  post('/bench/draft', 'propose_translation', acts.askForDraft, { isStep: true }),
  post('/bench/save', 'propose_translation', acts.saveText, { isStep: true }),
  post('/bench/fill', 'propose_translation', acts.fillAll),
  post('/bench/confirm', 'propose_translation', acts.keepWaiting, { isStep: true }),
  post('/bench/approve', 'review_translation', acts.approveIt, { isStep: true }),
  post('/bench/reject', 'review_translation', acts.rejectIt, { isStep: true }),
  post('/bench/reviewed', 'review_translation', acts.markReviewed, { isStep: true }),
  post('/bench/ticked', 'review_translation', acts.decideTicked),
  post('/bench/all', 'review_translation', wholeList),
  post('/bench/thank', 'review_translation', acts.thankAuthor),
  post('/bench/undo', 'review_translation', acts.undoIt),
  get('/bench/steps', 'review_translation', stepsPage),
  post('/bench/fits', 'review_translation', acts.confirmFits, { isStep: true }),

  post('/filters', 'view', changeFilters),
  get('/rows', 'view', rowsPage),
  post('/rows/labels', 'manage_settings', labels.labelManyPost),
  get('/rows/:row', 'view', rowPage),
  post('/rows/:row/revert', 'review_translation', revertRow),
  post('/rows/:row/labels', 'manage_settings', labels.labelRowPost),
  post('/rows/:row/comments', 'propose_translation', misfits.writeCommentPost),
  post('/rows/:row/misfits', 'propose_translation', misfits.markMisfitPost, {
    fileField: 'picture',
    formBytes: misfits.markFormBytes,
  }),
  post('/rows/:row/misfits/:number/close', 'propose_translation', misfits.closeMisfitPost),
  get('/rows/:row/misfits/:number/picture', 'view', misfits.misfitPicture),
  get('/misfits', 'view', misfits.misfitsPage),
  get('/words', 'propose_translation', playerWords.wordsPage),
  post('/words/:id/take', 'propose_translation', playerWords.takeWordPost),
  post('/words/:id/leave', 'propose_translation', playerWords.leaveWordPost),
  post('/comments/:id/remove', 'propose_translation', misfits.deleteCommentPost),

  get('/proposals', 'propose_translation', proposalsPage),
  post('/proposals/approve-clean', 'review_translation', approveClean),

  get('/consistency', 'propose_translation', consistencyPage),

  get('/decide', 'view', decidePage),
  get('/suggestions', 'propose_translation', suggestions.suggestionsPage),
  post('/suggestions', 'propose_translation', suggestions.suggestTermPost),
  post('/suggestions/:id/term', 'manage_settings', suggestions.approveTermPost),
  post('/suggestions/:id/label', 'manage_settings', suggestions.approveLabelPost),
  post('/suggestions/:id/reject', 'manage_settings', suggestions.rejectSuggestionPost),
  get('/comparisons', 'review_translation', comparisons.comparisonsPage),
  get('/comparisons/:id', 'review_translation', comparisons.comparisonPage),
  post('/comparisons/:id', 'review_translation', comparisons.judgePost),
  get('/samples', 'review_translation', samples.samplesPage),
  post('/samples', 'review_translation', samples.drawPost),
  get('/samples/:id', 'review_translation', samples.samplePage),
  post('/samples/:id', 'review_translation', samples.judgeDrawnPost),
  post('/samples/:id/accept', 'review_translation', samples.acceptPost),
  get('/names', 'propose_translation', namesPage),
  post('/names', 'manage_settings', namesPost),
  get('/brief', 'view', briefPage),
  post('/brief', 'manage_settings', saveBriefPost),
  get('/glossary', 'view', glossary.glossaryPage),
  get('/glossary/export', 'view', glossary.exportGlossary),
  get('/glossary/term', 'manage_settings', glossary.termPage),
  post('/glossary/term', 'manage_settings', glossary.addTerm),
  post('/glossary/remove', 'manage_settings', glossary.removeTermPost),
  post('/glossary/import', 'manage_settings', glossary.importGlossary, { formBytes: glossaryFormBytes }),

  get('/labels', 'view', labels.labelsPage),
  get('/labels/change', 'manage_settings', labels.changeLabelsPage),
  post('/labels/try', 'manage_settings', labels.tryRulePost, { isRead: true }),
  post('/labels/rules', 'manage_settings', labels.addRulePost),
  post('/labels/rules/:id/remove', 'manage_settings', labels.removeRulePost),
  post('/labels/remove', 'manage_settings', labels.removeLabelPost),

  get('/first', 'view', firstPage),
  get('/statistics', 'view', statisticsPage),
  get('/statistics/csv', 'view', statisticsCsv),

  get('/activity', 'view', activityPage),
  get('/team/:id', 'view', teamPersonPage),

  get('/imports', 'import_localized', imports.importsPage),
  post('/imports', 'import_localized', imports.startImport, { readsBody: true }),
  get('/imports/run/:id', 'import_localized', imports.runPage),
  post('/imports/run/:id', 'import_localized', imports.takeProject),
  get('/imports/:id', 'view', patch.importPage),
  post('/imports/:id/labels', 'manage_settings', patch.acceptOfferPost),
  post('/imports/:id/memory', 'review_translation', patch.fillPatch),

  get('/game', 'review_translation', intoGamePage),
  post('/game/install', 'import_localized', gameRun.installPost),
  post('/game/uninstall', 'import_localized', gameRun.uninstallPost),
  post('/game/files', 'review_translation', gameRun.makeFilesPost),
  post('/game/history', 'import_localized', gameRun.makeHistoryPost),
  post('/game/backup', 'manage_settings', gameRun.makeBackupPost),
  get('/game/backups/:name', 'download_backup', gameRun.downloadBackup),
  get('/game/run/:id', 'review_translation', gameRun.gameRunPage),
  get('/game/run/:id/:file', 'review_translation', gameRun.downloadMade),

  get('/undo', 'review_translation', takeBack.takeBackPage),
  post('/undo', 'review_translation', takeBack.countTakeBack),
  get('/undo/run/:id', 'review_translation', takeBack.takeBackRunPage),
  post('/undo/run/:id', 'review_translation', takeBack.startTakeBack),

  get('/people', 'manage_users', people.peoplePage),
  post('/people', 'manage_users', people.addPerson),
  post('/people/invites', 'manage_users', createInvitePost),
  post('/people/invites/revoke', 'manage_users', revokeInvitePost),
  get('/people/:id', 'manage_users', people.personPage),
  post('/people/:id', 'manage_users', people.changePerson),
  post('/people/:id/password', 'manage_users', people.resetPassword),
  post('/people/:id/second-factor', 'manage_users', people.resetFactor),
  post('/people/:id/keys', 'manage_users', personKeys.createKeyPost),
  post('/people/:id/keys/:key', 'manage_users', personKeys.adjustKeyPost),
  post('/people/:id/keys/:key/switch', 'manage_users', personKeys.switchKeyPost),
  post('/people/:id/keys/:key/limits', 'manage_users', personKeys.limitKeyPost),
  post('/people/:id/keys/:key/revoke', 'manage_users', personKeys.revokeKeyPost),

  get('/audit', 'manage_users', auditPage),
  get('/settings', 'manage_settings', settingsPage),
  post('/settings', 'manage_settings', saveSettings),
  get('/windrow', 'manage_settings', thisWindrowPage),
  post('/windrow', 'manage_settings', lookForNewerPost),
  post('/settings/model', 'manage_settings', tryModelPost),
  get('/releases', 'manage_settings', releases.releasesPage),
  post('/releases', 'manage_settings', gameRun.publishPost(releases.releasesPage)),
  post('/releases/withdraw', 'manage_settings', releases.withdrawPost),
  post('/editions', 'manage_settings', releases.addEditionPost),
  post('/editions/remove', 'manage_settings', releases.removeEditionPost),
  get('/webhooks', 'manage_settings', webhooks.webhooksPage),
  post('/webhooks', 'manage_settings', webhooks.addWebhookPost),
  post('/webhooks/:id/switch', 'manage_settings', webhooks.switchWebhookPost),
  post('/webhooks/:id/test', 'manage_settings', webhooks.testWebhookPost),
  post('/webhooks/:id/remove', 'manage_settings', webhooks.removeWebhookPost),
]

/** Addresses that are not there while the configuration names no provider. */
const OF_PROVIDERS: ReadonlySet<string> = new Set(
  ['/sign-in/with/:provider', '/sign-in/from/:provider', '/profile/link/:provider', '/profile/unlink'].map(
    (path) => `/admin${path}`,
  ),
)
/** Pages open to players while the setting `player_words` is on; else their addresses are unknown. */
const DOOR: readonly OpenRoute[] = [
  { method: 'GET', path: '/say', needs: null, handle: door.sayPage },
  { method: 'POST', path: '/say', needs: null, handle: door.sayPost },
  { method: 'GET', path: '/say/:word', needs: null, handle: door.becamePage },
]

/** Pages open to visitors while the setting `public_progress` is on. */
const PUBLIC = [
  ['/progress', publicProgress],
  ['/progress.svg', progressBadge],
] as const

export function adminRoutes(
  app: App,
  config: SiteConfig,
  drafts: Drafts | null = null,
  signIns: SignIns = NO_SIGN_INS,
): Hono<HttpEnv> {
  const site: Site = {
    app,
    config,
    imports: createImportRuns(app),
    spool: createImportSpool(app),
    consistency: createLatestRuns(
      app,
      (_, request) => findInconsistencies(app, { ...request, layer: null }),
      'consistency',
    ),
    study: createLatestRuns(app, studyNames, 'names'),
    foundTexts: createFoundTexts(app),
    recentSteps: createRecentSteps(),
    undoStacks: createUndoStacks(),
    presence: createPresence(() => app.clock.monotonicMs()),
    spentForms: createSpentForms(),
    drafts,
    signIns,
  }
  const answer = (c: OpenVisit['c'], act: (visit: OpenVisit) => Promise<Response>): Promise<Response> => {
    const visit = openVisitOf(site, c)
    return speaking(languageOf(visit), () => act(visit))
  }
  const hono = new Hono<HttpEnv>()
  hono.use('/admin/*', async (c, next) => {
    const foreign = foreignHost(config, c.req.raw)
    if (foreign === null) await next()
    else c.res = wrongHost(foreign)
    addHeaders(config, c, c.res)
  })
  hono.onError(async (error, c) => {
    // The client has left, so nothing is sent; web servers log 499.
    if (error instanceof NobodyWaits) return new Response(null, { status: 499 })
    if (error instanceof NoTurn) return addHeaders(config, c, await answer(c, noTurnPage))
    app.log.error('a page of the site failed', { route: c.req.routePath, err: error })
    return addHeaders(config, c, await faultAnswer(site, c))
  })
  const underOwnName = async (c: OpenVisit['c'], act: () => Promise<Response>): Promise<Response> => {
    const foreign = foreignHost(config, c.req.raw)
    return addHeaders(config, c, foreign === null ? await act() : wrongHost(foreign))
  }
  const toEverybody = (c: OpenVisit['c'], act: () => Promise<Response>): Promise<Response> =>
    underOwnName(c, () => speaking(languageOfHeader(c.req.header('accept-language') ?? ''), act))
  for (const [path, show] of PUBLIC) hono.get(path, async (c) => await toEverybody(c, () => show(app, c)))
  mountForEverybody(hono, app, config, toEverybody)
  for (const route of DOOR) {
    hono.on(route.method, route.path, async (c, next) => {
      if (!isDoorOpen(app)) return await next()
      return await underOwnName(c, () => answer(c, (visit) => answerVisit(site, route, visit)))
    })
  }
  hono.get('/docs/*', async (c) => {
    noteRequest(c, { route: 'GET /docs/*' })
    return await underOwnName(c, async () => {
      const { docsAnswer } = await import('./pages/docs/show-docs.ts')
      const asked = { question: c.req.query('q') ?? '', acceptEncoding: c.req.header('accept-encoding') ?? '' }
      return await docsAnswer({ path: c.req.path, ...asked })
    })
  })
  hono.get('/', (c) => addHeaders(config, c, c.redirect('/admin/')))
  hono.get('/admin', (c) => c.redirect('/admin/', 301))
  hono.get('/admin/assets/:file', async (c) => {
    noteRequest(c, { route: 'GET /admin/assets/:file' })
    return serveAsset(c.req.param('file'), c.req.header('accept-encoding') ?? '') ?? (await answer(c, notFoundPage))
  })
  for (const route of ROUTES) {
    if (signIns.providers.length === 0 && OF_PROVIDERS.has(route.path)) continue
    hono.on(route.method, route.path, async (c) => await answer(c, (visit) => answerVisit(site, route, visit)))
  }
  hono.all('/admin/*', async (c) => await answer(c, notFoundPage))
  return hono
}

/** Plain text if the store can't be read. */
async function faultAnswer(site: Site, c: OpenVisit['c']): Promise<Response> {
  try {
    const visit = openVisit(site, c)
    return await speaking(languageOf(visit), () => errorPage(visit))
  } catch {
    return new Response('windrow has a fault that is not yours; try again later\n', { status: 500 })
  }
}
