// The site map: every address, the permission it needs, and its page. The permission is checked before the page runs.
import { Hono } from 'hono'
import type { App } from '../app/app.ts'
import type { Drafts } from '../app/bench/ask-draft.ts'
import { stepsPage } from './pages/bench/steps-page.ts'
import {
  approveIt,
  askForDraft,
  checkTyped,
  confirmFits,
  decideTicked,
  fillAll,
  keepWaiting,
  markReviewed,
  rejectIt,
  saveText,
  thankAuthor,
  undoIt,
} from './pages/bench/acts.ts'
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
import { benchPage } from './pages/bench/bench-page.ts'
import { likeParts, putParts } from './pages/bench/like-pane.ts'
import { auditPage } from './pages/game/audit.ts'
import { mapPicture } from './pages/game/map.ts'
import { briefPage, saveBriefPost } from './pages/game/brief.ts'
import { namesPage, namesPost } from './pages/game/names.ts'
import { comparisonPage, comparisonsPage, judgePost } from './pages/game/comparisons.ts'
import {
  addTerm,
  exportGlossary,
  glossaryPage,
  importGlossary,
  removeTermPost,
  termPage,
} from './pages/game/glossary.ts'
import { decidePage } from './pages/team/decide.ts'
import { approveLabelPost, approveTermPost, rejectSuggestionPost, suggestionsPage } from './pages/game/suggestions.ts'
import { suggestTermPost } from './pages/game/suggest-term.ts'
import {
  downloadBackup,
  downloadMade,
  gameRunPage,
  installPost,
  makeBackupPost,
  makeFilesPost,
  makeHistoryPost,
  publishPost,
  uninstallPost,
} from './pages/game/game-run.ts'
import { home } from './pages/game/home.ts'
import { importsPage, runPage, startImport, takeProject } from './pages/game/imports.ts'
import { intoGamePage } from './pages/game/into-game.ts'
import { acceptOfferPost, fillPatch, importPage } from './pages/game/patch.ts'
import { progressBadge, publicProgress } from './pages/game/progress.ts'
import { addEditionPost, releasesPage, removeEditionPost, withdrawPost } from './pages/game/releases.ts'
import { lookForNewerPost, thisWindrowPage } from './pages/game/this-windrow.ts'
import { tryModelPost } from './pages/game/model-trial.ts'
import { saveSettings, settingsPage } from './pages/game/settings.ts'
import { statisticsCsv, statisticsPage } from './pages/game/statistics.ts'
import {
  addWebhookPost,
  removeWebhookPost,
  switchWebhookPost,
  testWebhookPost,
  webhooksPage,
} from './pages/game/webhooks.ts'
import {
  addRulePost,
  changeLabelsPage,
  labelManyPost,
  labelRowPost,
  tryRulePost,
} from './pages/labels/change-labels.ts'
import { labelsPage, removeLabelPost, removeRulePost } from './pages/labels/labels.ts'
import {
  changeKeyPost,
  chooseForBrowserPost,
  chooseLanguagePost,
  createAgentKey,
  createBotKey,
  keyPage,
  profilePage,
  removeKey,
  renewKey,
  switchKey,
} from './pages/people/profile.ts'
import { newsPage } from './pages/people/decided.ts'
import { linkPost, unlinkPost } from './pages/people/own-accounts.ts'
import { createInvitePost, revokeInvitePost } from './pages/people/invites.ts'
import { joinPage, joinPost } from './pages/people/join.ts'
import { changeOwnPassword, endAllSessions } from './pages/people/own-password.ts'
import { addPerson, changePerson, peoplePage, personPage, resetFactor, resetPassword } from './pages/people/people.ts'
import { adjustKeyPost, createKeyPost, limitKeyPost, revokeKeyPost, switchKeyPost } from './pages/people/person-keys.ts'
import { renewCodesPost, secondFactorPage, turnOffPost, turnOnPost } from './pages/people/second-factor.ts'
import { importFoundGame, importSampleGame, setupGamePage } from './pages/people/setup-game.ts'
import { finishSetup, setupPage } from './pages/people/setup.ts'
import {
  codePost,
  comeFromProvider,
  goToProvider,
  signInPage,
  signInPost,
  signOutPost,
} from './pages/people/sign-in.ts'
import { mountForEverybody } from './pages/players/for-everybody.ts'
import { becamePage, sayPage, sayPost } from './pages/players/say-page.ts'
import { activityPage } from './pages/team/activity.ts'
import { deleteCommentPost, writeCommentPost } from './pages/team/comments.ts'
import { closeMisfitPost, markFormBytes, markMisfitPost, misfitPicture, misfitsPage } from './pages/team/misfits.ts'
import { leaveWordPost, takeWordPost, wordsPage } from './pages/team/player-words.ts'
import { teamPersonPage } from './pages/team/team-person.ts'
import { changeFilters } from './pages/texts/change-filters.ts'
import { consistencyPage } from './pages/texts/consistency.ts'
import { approveClean, proposalsPage } from './pages/texts/proposals.ts'
import { revertRow } from './pages/texts/row-actions.ts'
import { rowPage } from './pages/texts/row.ts'
import { rowsPage } from './pages/texts/rows.ts'
import { acceptPost, drawPost, judgeDrawnPost, samplePage, samplesPage } from './pages/texts/samples.ts'
import { countTakeBack, startTakeBack, takeBackPage, takeBackRunPage } from './pages/team/take-back.ts'
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
  open('GET', '/sign-in', signInPage),
  open('POST', '/sign-in', signInPost),
  open('POST', '/sign-in/code', codePost),
  open('POST', '/sign-in/with/:provider', goToProvider),
  open('GET', '/sign-in/from/:provider', comeFromProvider),
  open('GET', '/setup', setupPage),
  open('POST', '/setup', finishSetup),
  open('GET', '/join', joinPage),
  open('POST', '/join', joinPost),
  open('POST', '/language', chooseLanguagePost),

  get('/setup/game', 'import_localized', setupGamePage),
  post('/setup/game', 'import_localized', importFoundGame),
  post('/setup/sample', 'import_localized', importSampleGame),

  get('/', 'view', home),
  post('/sign-out', 'view', signOutPost),
  get('/news', 'view', newsPage),
  get('/profile', 'view', profilePage),
  post('/profile/browser', 'view', chooseForBrowserPost),
  post('/profile/password', 'view', changeOwnPassword),
  post('/profile/sign-out-everywhere', 'view', endAllSessions),
  post('/profile/link/:provider', 'view', linkPost),
  post('/profile/unlink', 'view', unlinkPost),
  get('/profile/second-factor', 'view', secondFactorPage),
  post('/profile/second-factor', 'view', turnOnPost),
  post('/profile/second-factor/codes', 'view', renewCodesPost),
  post('/profile/second-factor/off', 'view', turnOffPost),
  post('/profile/bot-key', 'view', createBotKey),
  post('/profile/keys', 'view', createAgentKey),
  get('/profile/keys/:id', 'view', keyPage),
  post('/profile/keys/:id', 'view', changeKeyPost),
  post('/profile/keys/:id/regenerate', 'view', renewKey),
  post('/profile/keys/:id/switch', 'view', switchKey),
  post('/profile/keys/:id/delete', 'view', removeKey),

  get('/bench', 'view', benchPage),
  get('/bench/like', 'propose_translation', likeParts),
  get('/bench/put', 'propose_translation', putParts),
  post('/bench/check', 'view', checkTyped, { isRead: true }),
  post('/bench/draft', 'propose_translation', askForDraft, { isStep: true }),
  post('/bench/save', 'propose_translation', saveText, { isStep: true }),
  post('/bench/fill', 'propose_translation', fillAll),
  post('/bench/confirm', 'propose_translation', keepWaiting, { isStep: true }),
  post('/bench/approve', 'review_translation', approveIt, { isStep: true }),
  post('/bench/reject', 'review_translation', rejectIt, { isStep: true }),
  post('/bench/reviewed', 'review_translation', markReviewed, { isStep: true }),
  post('/bench/ticked', 'review_translation', decideTicked),
  post('/bench/all', 'review_translation', wholeList),
  post('/bench/thank', 'review_translation', thankAuthor),
  post('/bench/undo', 'review_translation', undoIt),
  get('/bench/steps', 'review_translation', stepsPage),
  post('/bench/fits', 'review_translation', confirmFits, { isStep: true }),

  post('/filters', 'view', changeFilters),
  get('/rows', 'view', rowsPage),
  post('/rows/labels', 'manage_settings', labelManyPost),
  get('/rows/:row', 'view', rowPage),
  post('/rows/:row/revert', 'review_translation', revertRow),
  post('/rows/:row/labels', 'manage_settings', labelRowPost),
  post('/rows/:row/comments', 'propose_translation', writeCommentPost),
  post('/rows/:row/misfits', 'propose_translation', markMisfitPost, { fileField: 'picture', formBytes: markFormBytes }),
  post('/rows/:row/misfits/:number/close', 'propose_translation', closeMisfitPost),
  get('/rows/:row/misfits/:number/picture', 'view', misfitPicture),
  get('/misfits', 'view', misfitsPage),
  get('/words', 'propose_translation', wordsPage),
  post('/words/:id/take', 'propose_translation', takeWordPost),
  post('/words/:id/leave', 'propose_translation', leaveWordPost),
  post('/comments/:id/remove', 'propose_translation', deleteCommentPost),

  get('/proposals', 'propose_translation', proposalsPage),
  post('/proposals/approve-clean', 'review_translation', approveClean),

  get('/consistency', 'propose_translation', consistencyPage),

  get('/decide', 'view', decidePage),
  get('/suggestions', 'propose_translation', suggestionsPage),
  post('/suggestions', 'propose_translation', suggestTermPost),
  post('/suggestions/:id/term', 'manage_settings', approveTermPost),
  post('/suggestions/:id/label', 'manage_settings', approveLabelPost),
  post('/suggestions/:id/reject', 'manage_settings', rejectSuggestionPost),
  get('/comparisons', 'review_translation', comparisonsPage),
  get('/comparisons/:id', 'review_translation', comparisonPage),
  post('/comparisons/:id', 'review_translation', judgePost),
  get('/samples', 'review_translation', samplesPage),
  post('/samples', 'review_translation', drawPost),
  get('/samples/:id', 'review_translation', samplePage),
  post('/samples/:id', 'review_translation', judgeDrawnPost),
  post('/samples/:id/accept', 'review_translation', acceptPost),
  get('/names', 'propose_translation', namesPage),
  post('/names', 'manage_settings', namesPost),
  get('/brief', 'view', briefPage),
  post('/brief', 'manage_settings', saveBriefPost),
  get('/glossary', 'view', glossaryPage),
  get('/glossary/export', 'view', exportGlossary),
  get('/glossary/term', 'manage_settings', termPage),
  post('/glossary/term', 'manage_settings', addTerm),
  post('/glossary/remove', 'manage_settings', removeTermPost),
  post('/glossary/import', 'manage_settings', importGlossary, { formBytes: glossaryFormBytes }),

  get('/labels', 'view', labelsPage),
  get('/labels/change', 'manage_settings', changeLabelsPage),
  post('/labels/try', 'manage_settings', tryRulePost, { isRead: true }),
  post('/labels/rules', 'manage_settings', addRulePost),
  post('/labels/rules/:id/remove', 'manage_settings', removeRulePost),
  post('/labels/remove', 'manage_settings', removeLabelPost),

  get('/map.svg', 'view', mapPicture),
  get('/first', 'view', firstPage),
  get('/statistics', 'view', statisticsPage),
  get('/statistics/csv', 'view', statisticsCsv),

  get('/activity', 'view', activityPage),
  get('/team/:id', 'view', teamPersonPage),

  get('/imports', 'import_localized', importsPage),
  post('/imports', 'import_localized', startImport, { readsBody: true }),
  get('/imports/run/:id', 'import_localized', runPage),
  post('/imports/run/:id', 'import_localized', takeProject),
  get('/imports/:id', 'view', importPage),
  post('/imports/:id/labels', 'manage_settings', acceptOfferPost),
  post('/imports/:id/memory', 'review_translation', fillPatch),

  get('/game', 'review_translation', intoGamePage),
  post('/game/install', 'import_localized', installPost),
  post('/game/uninstall', 'import_localized', uninstallPost),
  post('/game/files', 'review_translation', makeFilesPost),
  post('/game/history', 'import_localized', makeHistoryPost),
  post('/game/backup', 'manage_settings', makeBackupPost),
  get('/game/backups/:name', 'download_backup', downloadBackup),
  get('/game/run/:id', 'review_translation', gameRunPage),
  get('/game/run/:id/:file', 'review_translation', downloadMade),

  get('/undo', 'review_translation', takeBackPage),
  post('/undo', 'review_translation', countTakeBack),
  get('/undo/run/:id', 'review_translation', takeBackRunPage),
  post('/undo/run/:id', 'review_translation', startTakeBack),

  get('/people', 'manage_users', peoplePage),
  post('/people', 'manage_users', addPerson),
  post('/people/invites', 'manage_users', createInvitePost),
  post('/people/invites/revoke', 'manage_users', revokeInvitePost),
  get('/people/:id', 'manage_users', personPage),
  post('/people/:id', 'manage_users', changePerson),
  post('/people/:id/password', 'manage_users', resetPassword),
  post('/people/:id/second-factor', 'manage_users', resetFactor),
  post('/people/:id/keys', 'manage_users', createKeyPost),
  post('/people/:id/keys/:key', 'manage_users', adjustKeyPost),
  post('/people/:id/keys/:key/switch', 'manage_users', switchKeyPost),
  post('/people/:id/keys/:key/limits', 'manage_users', limitKeyPost),
  post('/people/:id/keys/:key/revoke', 'manage_users', revokeKeyPost),

  get('/audit', 'manage_users', auditPage),
  get('/settings', 'manage_settings', settingsPage),
  post('/settings', 'manage_settings', saveSettings),
  get('/windrow', 'manage_settings', thisWindrowPage),
  post('/windrow', 'manage_settings', lookForNewerPost),
  post('/settings/model', 'manage_settings', tryModelPost),
  get('/releases', 'manage_settings', releasesPage),
  post('/releases', 'manage_settings', publishPost),
  post('/releases/withdraw', 'manage_settings', withdrawPost),
  post('/editions', 'manage_settings', addEditionPost),
  post('/editions/remove', 'manage_settings', removeEditionPost),
  get('/webhooks', 'manage_settings', webhooksPage),
  post('/webhooks', 'manage_settings', addWebhookPost),
  post('/webhooks/:id/switch', 'manage_settings', switchWebhookPost),
  post('/webhooks/:id/test', 'manage_settings', testWebhookPost),
  post('/webhooks/:id/remove', 'manage_settings', removeWebhookPost),
]

/** Addresses that are not there while the configuration names no provider. */
const OF_PROVIDERS: ReadonlySet<string> = new Set(
  ['/sign-in/with/:provider', '/sign-in/from/:provider', '/profile/link/:provider', '/profile/unlink'].map(
    (path) => `/admin${path}`,
  ),
)
/** Pages open to players while the setting `player_words` is on; else their addresses are unknown. */
const DOOR: readonly OpenRoute[] = [
  { method: 'GET', path: '/say', needs: null, handle: sayPage },
  { method: 'POST', path: '/say', needs: null, handle: sayPost },
  { method: 'GET', path: '/say/:word', needs: null, handle: becamePage },
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
    if (error instanceof NoTurn) return withHeaders(config, c, await answer(c, noTurnPage))
    app.log.error('a page of the site failed', { route: c.req.routePath, err: error })
    return withHeaders(config, c, await faultAnswer(site, c))
  })
  const toEverybody = async (c: OpenVisit['c'], act: () => Promise<Response>): Promise<Response> => {
    const foreign = foreignHost(config, c.req.raw)
    const language = languageOfHeader(c.req.header('accept-language') ?? '')
    return withHeaders(config, c, foreign === null ? await speaking(language, act) : wrongHost(foreign))
  }
  for (const [path, show] of PUBLIC) hono.get(path, async (c) => await toEverybody(c, () => show(app, c)))
  mountForEverybody(hono, app, config, toEverybody)
  for (const route of DOOR) {
    hono.on(route.method, route.path, async (c, next) => {
      if (!isDoorOpen(app)) return await next()
      const foreign = foreignHost(config, c.req.raw)
      const show = (visit: OpenVisit): Promise<Response> => answerVisit(site, route, visit)
      return withHeaders(config, c, foreign === null ? await answer(c, show) : wrongHost(foreign))
    })
  }
  hono.get('/docs/*', async (c) => {
    noteRequest(c, { route: 'GET /docs/*' })
    const foreign = foreignHost(config, c.req.raw)
    if (foreign !== null) return withHeaders(config, c, wrongHost(foreign))
    const { docsAnswer } = await import('./pages/docs/show-docs.ts')
    const asked = { question: c.req.query('q') ?? '', acceptEncoding: c.req.header('accept-encoding') ?? '' }
    return withHeaders(config, c, await docsAnswer({ path: c.req.path, ...asked }))
  })
  hono.get('/', (c) => withHeaders(config, c, c.redirect('/admin/')))
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

export function withHeaders(config: SiteConfig, c: OpenVisit['c'], response: Response): Response {
  addHeaders(config, c, response)
  return response
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
