// A request, or several, for each address of the site and of what describes the API.
import { setImmediate as nextRound } from 'node:timers/promises'
import { beginImportRun } from '../../../src/app/import/follow-import.ts'
import { present } from '../../../src/base/assert.ts'
import { readUserByName } from '../../../src/store/people.ts'
import { idOf } from '../../support/game-store.ts'
import { PASSWORD } from '../admin/site-world.ts'
import { type Ask, type EqualRowsWorld, equalRows, type Fields, proposals, SOURCE_HASH } from './equal-rows-world.ts'
import type { Samples } from './samples-of-apis.ts'

const words = (nth: number): string => `Стара брама зачинена${'.'.repeat(1 + (nth % 3))}`
const row = idOf(1)
const lastRow = idOf(equalRows)

/** Asks until the index is made anew, which others wait for. */
const whenCounted =
  (ask: Ask): Ask =>
  async (nth) => {
    for (;;) {
      const answer = await ask(nth)
      if (answer.status !== 503) return answer
      await nextRound()
    }
  }

/** Samples of the site, as a super admin asks. */
export function samplesOfSite({ app, get, post, postAsLeaver }: EqualRowsWorld): Samples {
  const owner = present(readUserByName(app.store.main, 'owner'), 'the owner')
  // While these are under way, a form leads to them and starts nothing.
  const [underWay] = (['history', 'backup'] as const).map(
    (name) => beginImportRun(app, owner, [], false, { task: { name, out: null } }).id,
  )
  /** A form of the workbench on a row. */
  const bench = (path: string, number: (nth: number) => number, fields: Fields | ((nth: number) => Fields)): Ask =>
    post(`/admin/bench/${path}`, (nth: number) => {
      const own = typeof fields === 'function' ? fields(nth) : fields
      const desk = { at: 'layer=any', row: idOf(number(nth)), source: SOURCE_HASH }
      return [...Object.entries(desk), ...(Array.isArray(own) ? (own as [string, string][]) : Object.entries(own))]
    })
  return {
    'GET /health': [200, get('/health')],
    'GET /openapi.json': [200, get('/openapi.json')],
    'GET /llms.txt': [200, get('/llms.txt')],
    'GET /': [302, get('/')],
    'ALL /admin/*': [404, get('/admin/nowhere')],
    'GET /progress': [200, whenCounted(get('/progress'))],
    // Nothing is published.
    'GET /api/public/v1/releases': [404, get('/api/public/v1/releases')],
    'GET /api/public/v1/releases/latest': [404, get('/api/public/v1/releases/latest')],
    'GET /api/public/v1/releases/latest/:slug': [404, get('/api/public/v1/releases/latest/default')],
    'GET /releases': [404, get('/releases')],
    'GET /releases/progress.svg': [404, get('/releases/progress.svg')],
    'GET /releases/packages/:name': [404, get('/releases/packages/default-v1.zip')],
    'GET /progress.svg': [200, get('/progress.svg')],
    'GET /docs/*': [200, get('/docs'), get('/docs/command-line'), get('/docs/search?q=import+file')],
    'GET /admin': [301, get('/admin')],
    'GET /admin/assets/:file': [404, get('/admin/assets/none.js')],
    'GET /admin/sign-in': [303, get('/admin/sign-in')],
    'POST /admin/sign-in': [403, post('/admin/sign-in', { name: 'owner', password: PASSWORD, csrf: 'none' })],
    'POST /admin/sign-in/code': [403, post('/admin/sign-in/code', { code: '000000', csrf: 'none' })],
    'GET /admin/setup': [403, get('/admin/setup')],
    'POST /admin/setup': [403, post('/admin/setup', { code: 'x' })],
    'GET /admin/join': [403, get('/admin/join')],
    'POST /admin/join': [403, post('/admin/join', { code: 'x' })],
    'POST /admin/language': [303, post('/admin/language', { language: 'en', page: '/admin/' })],
    'GET /admin/setup/game': [200, get('/admin/setup/game')],
    'POST /admin/setup/game': [422, post('/admin/setup/game', { folder: '/nowhere' })],
    'POST /admin/setup/sample': [303, post('/admin/setup/sample')],
    'GET /admin/': [200, get('/admin/')],
    'POST /admin/sign-out': [303, postAsLeaver('/admin/sign-out')],
    'GET /admin/news': [200, get('/admin/news')],
    'GET /admin/profile': [200, get('/admin/profile')],
    'POST /admin/profile/password': [422, post('/admin/profile/password', { password: 'x' })],
    'POST /admin/profile/sign-out-everywhere': [303, postAsLeaver('/admin/profile/sign-out-everywhere')],
    'GET /admin/profile/second-factor': [200, get('/admin/profile/second-factor')],
    'POST /admin/profile/second-factor': [422, post('/admin/profile/second-factor', { code: 'x', current: PASSWORD })],
    'POST /admin/profile/second-factor/codes': [
      409,
      post('/admin/profile/second-factor/codes', { code: 'x', current: PASSWORD }),
    ],
    'POST /admin/profile/second-factor/off': [
      409,
      post('/admin/profile/second-factor/off', { code: 'x', current: PASSWORD }),
    ],
    'POST /admin/profile/bot-key': [409, post('/admin/profile/bot-key', { name: 'x' })],
    'POST /admin/profile/keys': [200, post('/admin/profile/keys', (nth: number) => ({ name: `k ${nth}` }))],
    'GET /admin/profile/keys/:id': [200, get('/admin/profile/keys/2')],
    'POST /admin/profile/keys/:id': [303, post('/admin/profile/keys/2', { name: 'x' })],
    'POST /admin/profile/keys/:id/regenerate': [200, post('/admin/profile/keys/2/regenerate')],
    'POST /admin/profile/keys/:id/switch': [303, post('/admin/profile/keys/2/switch', { to: 'active' })],
    'POST /admin/profile/keys/:id/delete': [404, post('/admin/profile/keys/999/delete')],
    'POST /admin/profile/browser': [303, post('/admin/profile/browser', { theme: 'dark', goal: '20' })],
    'POST /admin/bench/thank': [404, post('/admin/bench/thank', { at: 'job=proposals', row, thanked: '999999' })],
    'GET /admin/bench': [
      200,
      get('/admin/bench?job=untranslated'),
      get(`/admin/bench?row=${lastRow}&layer=any`),
      get(`/admin/bench?row=${row}&job=drafts`),
      get('/admin/bench?job=proposals'),
    ],
    'GET /admin/bench/like': [200, get(`/admin/bench/like?row=${row}`)],
    'GET /admin/bench/put': [200, get(`/admin/bench/put?row=${row}&text=gate`)],
    'POST /admin/bench/check': [
      200,
      bench(
        'check',
        () => 1,
        (nth: number) => ({ text: words(nth) }),
      ),
    ],
    'POST /admin/bench/draft': [409, bench('draft', () => 1, {})],
    'POST /admin/bench/save': [
      303,
      bench(
        'save',
        (nth: number) => 23_000 + nth,
        (nth: number) => ({ text: words(nth) }),
      ),
    ],
    'POST /admin/bench/fill': [
      303,
      bench(
        'fill',
        (nth: number) => 23_100 + nth,
        (nth: number) => ({ text: words(nth) }),
      ),
    ],
    'POST /admin/bench/confirm': [403, bench('confirm', () => equalRows, { proposal: '1' })],
    'POST /admin/bench/approve': [
      303,
      bench(
        'approve',
        (nth: number) => equalRows - proposals + 1 + nth,
        (nth: number) => ({ proposal: `${1 + nth}`, version: '1' }),
      ),
    ],
    'POST /admin/bench/reject': [
      303,
      bench(
        'reject',
        (nth: number) => equalRows - proposals + 11 + nth,
        (nth: number) => ({
          proposal: `${11 + nth}`,
          version: '1',
          reason: 'no',
        }),
      ),
    ],
    'POST /admin/bench/reviewed': [303, bench('reviewed', (nth: number) => 12_000 + nth, { seq: '1' })],
    'POST /admin/bench/ticked': [
      303,
      bench(
        'ticked',
        () => 1,
        (nth: number) => [
          ['do', 'reviewed'],
          ...Array.from(
            { length: 20 },
            (_, at) => ['tick', `machine 1 ${SOURCE_HASH} ${idOf(13_000 + nth * 20 + at)}`] as const,
          ),
        ],
      ),
    ],
    'POST /admin/bench/all': [200, post('/admin/bench/all', { at: 'layer=machine', all: 'approved' })],
    'GET /admin/bench/steps': [200, get('/admin/bench/steps')],
    'POST /admin/bench/undo': [303, bench('undo', (nth: number) => 23_000 + nth, { step: 'manual.1' })],
    'POST /admin/bench/fits': [409, bench('fits', () => 1, { seq: '1' })],
    'POST /admin/filters': [
      303,
      post('/admin/filters', (nth: number) => ({ do: 'save', name: `f ${nth}`, page: 'rows', at: 'job=stale' })),
    ],
    'GET /admin/rows': [
      200,
      get('/admin/rows'),
      get('/admin/rows?q=gate'),
      get('/admin/rows?q=nowhere'),
      get('/admin/rows?layer=machine&status=draft&checks=warnings'),
    ],
    'POST /admin/rows/labels': [200, post('/admin/rows/labels', { label: 'kind:item', do: 'give_ticked', tick: row })],
    'GET /admin/rows/:row': [200, get(`/admin/rows/${row}`), get(`/admin/rows/${lastRow}`)],
    'POST /admin/rows/:row/revert': [
      303,
      post((nth: number) => `/admin/rows/${idOf(1 + nth)}/revert`, { layer: 'manual', seq: '1', source: SOURCE_HASH }),
    ],
    'POST /admin/rows/:row/labels': [303, post(`/admin/rows/${row}/labels`, { label: 'kind:item', act: 'give' })],
    'POST /admin/rows/:row/comments': [303, post(`/admin/rows/${row}/comments`, { comment: 'a word' })],
    'POST /admin/rows/:row/misfits': [
      303,
      post((nth: number) => `/admin/rows/${idOf(1 + nth)}/misfits`, { note: 'cut off' }),
    ],
    'POST /admin/rows/:row/misfits/:number/close': [
      303,
      post((nth: number) => `/admin/rows/${idOf(1 + nth)}/misfits/1/close`),
    ],
    'GET /admin/rows/:row/misfits/:number/picture': [404, get(`/admin/rows/${row}/misfits/1/picture`)],
    'GET /admin/misfits': [200, get('/admin/misfits')],
    'GET /admin/words': [200, get('/admin/words')],
    'POST /admin/words/:id/take': [
      404,
      post('/admin/words/1/take', { text: 'Стара брама зачинена.', source: SOURCE_HASH }),
    ],
    'POST /admin/words/:id/leave': [404, post('/admin/words/1/leave')],
    'GET /say': [200, get('/say?words=The+old+gate'), get('/say')],
    'POST /say': [
      303,
      post(
        '/say',
        (nth: number) =>
          [
            ['row', idOf(1 + nth)],
            ['said', 'It is a door.'],
          ] as const,
      ),
    ],
    'GET /say/:word': [404, get('/say/1.none')],
    'POST /admin/comments/:id/remove': [303, post((nth: number) => `/admin/comments/${nth + 1}/remove`)],
    'GET /admin/proposals': [200, get('/admin/proposals'), get('/admin/proposals?status=rejected')],
    'POST /admin/proposals/approve-clean': [
      200,
      post('/admin/proposals/approve-clean', (nth: number) =>
        Array.from({ length: 20 }, (_, at) => ['proposal', `${100 + nth * 20 + at} 1`] as const),
      ),
    ],
    'GET /admin/consistency': [200, get('/admin/consistency')],
    'GET /admin/names': [200, get('/admin/names')],
    'POST /admin/names': [303, post('/admin/names', { act: 'not', name: 'gate' })],
    'GET /admin/comparisons': [200, get('/admin/comparisons')],
    'GET /admin/comparisons/:id': [404, get('/admin/comparisons/1')],
    'POST /admin/comparisons/:id': [404, post('/admin/comparisons/1', { place: '0', verdict: 'first' })],
    'GET /admin/samples': [200, get('/admin/samples?job=drafts')],
    'POST /admin/samples': [303, post('/admin/samples', { at: 'job=drafts', size: '200' })],
    'GET /admin/samples/:id': [200, get('/admin/samples/1')],
    'POST /admin/samples/:id': [303, post('/admin/samples/1', { place: '0', verdict: 'right' })],
    'POST /admin/samples/:id/accept': [404, post('/admin/samples/1/accept', { counted: '' })],
    'GET /admin/brief': [200, get('/admin/brief')],
    'POST /admin/brief': [
      303,
      post('/admin/brief', (nth: number) => ({ text: `${'слово '.repeat(6_600)}${nth}`, seen: String(nth) })),
    ],
    'GET /admin/glossary': [200, get('/admin/glossary')],
    'GET /admin/glossary/export': [200, get('/admin/glossary/export')],
    'GET /admin/glossary/term': [404, get('/admin/glossary/term?source=none')],
    'POST /admin/glossary/term': [
      303,
      post('/admin/glossary/term', (nth: number) => ({ source: `word ${nth}`, forms: 'слово' })),
    ],
    'POST /admin/glossary/remove': [
      303,
      post('/admin/glossary/remove', (nth: number) => ({ source: `word ${nth}`, exact: '0' })),
    ],
    'POST /admin/glossary/import': [
      303,
      post('/admin/glossary/import', (nth: number) => ({
        how: 'replace',
        list: `source,forms\n${Array.from({ length: 500 }, (_, at) => `term ${nth} ${at},термін\n`).join('')}`,
      })),
    ],
    'GET /admin/suggestions': [200, get('/admin/suggestions')],
    'POST /admin/suggestions': [
      303,
      post('/admin/suggestions', (nth: number) => ({ source: `proposed ${nth}`, forms: 'термін' })),
    ],
    'POST /admin/suggestions/:id/term': [404, post('/admin/suggestions/999999/term', { source: 'gate' })],
    'POST /admin/suggestions/:id/label': [404, post('/admin/suggestions/999999/label')],
    'POST /admin/suggestions/:id/reject': [404, post('/admin/suggestions/999999/reject', { reason: 'no' })],
    'GET /admin/labels': [200, get('/admin/labels')],
    'GET /admin/labels/change': [200, get('/admin/labels/change')],
    'POST /admin/labels/try': [200, post('/admin/labels/try', { label: 'kind:item', patterns: '*gate*' })],
    'POST /admin/labels/rules': [
      303,
      post('/admin/labels/rules', (nth: number) => ({ label: 'kind:item', patterns: `*gate*${nth}*` })),
    ],
    'POST /admin/labels/rules/:id/remove': [404, post('/admin/labels/rules/999999/remove')],
    'POST /admin/labels/remove': [404, post('/admin/labels/remove', { label: 'none' })],
    'GET /admin/first': [303, get('/admin/first')],
    'GET /admin/decide': [200, get('/admin/decide')],
    'GET /admin/statistics': [200, get('/admin/statistics')],
    'GET /admin/statistics/csv': [200, get('/admin/statistics/csv?table=progress')],
    'GET /admin/activity': [200, get('/admin/activity')],
    'GET /admin/team/:id': [200, get('/admin/team/1')],
    'GET /admin/imports': [200, get('/admin/imports')],
    'POST /admin/imports': [400, post('/admin/imports')],
    'GET /admin/imports/run/:id': [404, get('/admin/imports/run/1')],
    'POST /admin/imports/run/:id': [404, post('/admin/imports/run/1')],
    'GET /admin/imports/:id': [200, get('/admin/imports/1'), get('/admin/imports/1?memory=1')],
    'POST /admin/imports/:id/memory': [303, post('/admin/imports/1/memory')],
    'POST /admin/imports/:id/labels': [404, post('/admin/imports/1/labels', { label: 'none' })],
    'GET /admin/game': [200, whenCounted(get('/admin/game'))],
    'POST /admin/game/install': [403, post('/admin/game/install', { folder: '/nowhere' })],
    'POST /admin/game/uninstall': [403, post('/admin/game/uninstall')],
    'POST /admin/game/files': [409, post('/admin/game/files')],
    'POST /admin/game/history': [303, post('/admin/game/history')],
    'POST /admin/game/backup': [303, post('/admin/game/backup')],
    'GET /admin/game/backups/:name': [404, get('/admin/game/backups/none')],
    'GET /admin/game/run/:id': [200, get(`/admin/game/run/${underWay}`)],
    'GET /admin/game/run/:id/:file': [404, get(`/admin/game/run/${underWay}/none`)],
    'GET /admin/undo': [200, get('/admin/undo')],
    'POST /admin/undo': [422, post('/admin/undo', { layer: 'manual' })],
    'GET /admin/undo/run/:id': [404, get('/admin/undo/run/1')],
    'POST /admin/undo/run/:id': [404, post('/admin/undo/run/1')],
    'GET /admin/people': [200, get('/admin/people')],
    'POST /admin/people': [303, post('/admin/people', (nth: number) => ({ name: `p ${nth}`, role: 'user' }))],
    'POST /admin/people/invites': [200, post('/admin/people/invites', { role: 'user', name: '' })],
    'POST /admin/people/invites/revoke': [404, post('/admin/people/invites/revoke', { invite: 'x' })],
    'GET /admin/people/:id': [200, get('/admin/people/1')],
    'POST /admin/people/:id': [303, post('/admin/people/3', { change: 'role', role: 'super_admin' })],
    'POST /admin/people/:id/password': [422, post('/admin/people/3/password', { password: 'x' })],
    'POST /admin/people/:id/second-factor': [404, post('/admin/people/999/second-factor')],
    'POST /admin/people/:id/keys': [200, post('/admin/people/3/keys', { kind: 'agent', name: 'x' })],
    'POST /admin/people/:id/keys/:key': [303, post('/admin/people/1/keys/1')],
    'POST /admin/people/:id/keys/:key/switch': [303, post('/admin/people/1/keys/1/switch', { to: 'active' })],
    'POST /admin/people/:id/keys/:key/limits': [303, post('/admin/people/2/keys/2/limits', { show_info: '500' })],
    'POST /admin/people/:id/keys/:key/revoke': [404, post('/admin/people/1/keys/999/revoke')],
    'GET /admin/audit': [200, get('/admin/audit')],
    'GET /admin/releases': [200, get('/admin/releases')],
    'POST /admin/releases': [409, post('/admin/releases', { version: 'v1' })],
    'POST /admin/releases/withdraw': [404, post('/admin/releases/withdraw', { version: 'v9', why: 'x' })],
    'POST /admin/editions': [422, post('/admin/editions', { slug: 'x', label: 'x', rules: 'keep label=none' })],
    'POST /admin/editions/remove': [404, post('/admin/editions/remove', { slug: 'none' })],
    'GET /admin/webhooks': [200, get('/admin/webhooks')],
    'POST /admin/webhooks': [422, post('/admin/webhooks', { address: 'x' })],
    'POST /admin/webhooks/:id/switch': [404, post('/admin/webhooks/999/switch', { to: 'on' })],
    'POST /admin/webhooks/:id/test': [404, post('/admin/webhooks/999/test')],
    'POST /admin/webhooks/:id/remove': [404, post('/admin/webhooks/999/remove')],
    'GET /admin/settings': [200, get('/admin/settings')],
    'GET /admin/windrow': [200, get('/admin/windrow')],
    'POST /admin/windrow': [200, post('/admin/windrow')],
    'POST /admin/settings/model': [409, post('/admin/settings/model')],
    'POST /admin/settings': [
      303,
      post('/admin/settings', (nth: number) => ({ target_language: nth % 2 === 0 ? 'uk' : '' })),
    ],
  }
}
