// The audit page: everything but changes of texts, whose history is on the rows' pages.
import type { ImportRun } from '../../../app/import/follow-import.ts'
import { createNames, listPeople } from '../../../app/people/read-people.ts'
import { type AuditEntry, readAudit } from '../../../app/upkeep/read-records.ts'
import type { Layer, Role, UserState } from '../../../domain/vocabulary.ts'
import { type Html, html } from '../../html.ts'
import { say, words } from '../../language/say.ts'
import { titledPage } from '../../layout.ts'
import { pager, select } from '../../parts/fields.ts'
import { RUN_WORDS } from '../../parts/import-forms.ts'
import { query, type Visit, wholeNumber } from '../../visit.ts'
import { LAYER_WORDS, ROLE_WORDS, STATE_WORDS, time, zone } from '../../words.ts'

const perPage = 100

export function auditPage(visit: Visit): Promise<Response> {
  const { app } = visit
  const person = wholeNumber(query(visit, 'person'))
  const { items, next } = readAudit(app, {
    beforeId: wholeNumber(query(visit, 'before')),
    userId: person,
    limit: perPage,
  })
  const nameOf = createNames(app)
  const everybody = ['', say`everybody`] as const
  const people = [everybody, ...listPeople(app).map(({ id, name }) => [String(id), name] as const)]
  const who = select('person', say`Who`, people, String(person ?? ''))
  const body = html`<form method="get" class="filters">${who}<button>Filter</button></form>
${
  items.length === 0
    ? html`<p class="empty">Nothing here. <a href="/admin/audit">Show what everybody did</a></p>`
    : html`<div class="scroll" tabindex="0"><table class="list"><thead><tr><th scope="col">When (${zone})</th>
<th scope="col">Who</th><th scope="col">What</th><th scope="col">Of what</th><th scope="col">Details</th></tr></thead>
<tbody>${items.map((entry) => row(entry, nameOf))}</tbody></table></div>`
}
${pager(visit, 'before', next)}`
  return titledPage(visit, { title: say`Audit`, body, wide: true })
}

/** The acting person; a refused sign-in has only an address. */
const whoOf = ({ userId, action }: AuditEntry, nameOf: (id: number | null) => string | null): string =>
  nameOf(userId) ??
  (action === 'session.refused' ? say`nobody signed in` : action === 'webhook.end' ? 'windrow' : say`the command line`)

/** By the stored name of the action, which the command line shows. */
const ACTION_WORDS: Readonly<Record<string, string>> = words({
  'session.begin': 'signed in',
  'session.refused': 'a sign-in was refused',
  'user.setup': 'set up the server',
  'user.add': 'added a person',
  'user.join': 'joined the team',
  'user.role': 'changed a role',
  'user.state': 'changed a state',
  'user.quota': 'changed a quota',
  'user.password': 'changed a password',
  'user.second_factor': 'changed a second factor',
  'user.link': 'linked an account to sign in with',
  'user.unlink': 'unlinked an account',
  'invite.create': 'made an invite link',
  'invite.revoke': 'revoked an invite link',
  'key.create': 'made a key',
  'key.regenerate': 'replaced the secret of a key',
  'key.revoke': 'revoked a key',
  'key.activate': 'switched a key on',
  'key.deactivate': 'switched a key off',
  'key.adjust': 'changed what a key may do',
  'key.limit': 'changed the daily limits of a key',
  'setting.set': 'changed a setting',
  'glossary.remove': 'removed a term',
  'glossary.import': 'changed the glossary',
  'brief.change': 'changed the brief',
  'suggestion.approve': 'approved a suggestion',
  'suggestion.reject': 'rejected a suggestion',
  'label.add': 'made a label',
  'label.remove': 'removed a label',
  'label.rule.add': 'gave a label a rule',
  'label.rule.remove': 'removed a rule of a label',
  'label.rows.give': 'labelled rows',
  'label.rows.take': 'took a label from rows',
  'label.rows.reset': 'let the rules decide about a label again',
  'edition.add': 'made an edition',
  'edition.remove': 'removed an edition',
  'release.made': 'had a release made',
  'release.publish': 'published a release',
  'release.withdraw': 'withdrew a release',
  'import.upload': 'imported by upload',
  'game.install': 'put texts into the game',
  'game.uninstall': 'took texts out of the game',
  'game.files': 'made translated files',
  'store.history': 'made a file for a colleague',
  'store.backup': 'made a backup',
  'store.merge': 'merged a store',
  'text.revert': 'took texts back',
  'text.remember': 'filled rows from memory',
  'text.sample': 'accepted texts by a sample',
  'comment.remove': 'removed a comment',
  'webhook.add': 'added a webhook',
  'webhook.on': 'switched a webhook on',
  'webhook.off': 'switched a webhook off',
  'webhook.remove': 'removed a webhook',
  'webhook.end': 'a webhook failed and was switched off',
})

/** Other details are shown as stored. */
const DETAIL_WORDS: Readonly<Record<string, string>> = words({
  address: 'address',
  role: 'role',
  from: 'before',
  to: 'now',
  state: 'state',
  invited_by: 'invited by',
  isDryRun: 'dry run',
  run: 'run',
  row: 'row',
  rows: 'rows',
  comment: 'comment',
  proposal: 'proposal',
  layer: 'layer',
  revision: 'revision',
  model: 'model',
  provider: 'provider',
  person: 'person',
  key: 'key',
  batch: 'batch',
  import: 'import',
  filled: 'filled',
  twins: 'from twins',
  divided: 'left: different texts approved',
  refused: 'left: refused by the checks',
  taken_back: 'left: taken back before',
  restored: 'came back',
  withdrawn: 'now without a text',
  written_since: 'left: written since',
  approved_by_others: 'left: approved by others',
  reverted_already: 'left: already taken back',
  not_in_game: 'left: not in the game now',
  added: 'added',
  updated: 'changed',
  removed: 'removed',
  unchanged: 'unchanged',
  total: 'in all',
  changed: 'changed',
  rules: 'rules',
  rule: 'rule',
  field: 'field',
  patterns: 'patterns',
  origin: 'how',
  editions: 'editions',
  why: 'why',
  version: 'version',
  characters: 'characters',
})

const wordOf = (value: string): string | undefined =>
  ({ ...ROLE_WORDS, ...STATE_WORDS, ...RUN_WORDS, ...LAYER_WORDS })[
    value as Role | UserState | ImportRun['state'] | Layer
  ]

function valueWord(name: string, value: AuditEntry['details'][string]): string {
  if (value === null) return say`none`
  if (typeof value === 'boolean') return value ? say`yes` : say`no`
  return ['role', 'state', 'from', 'to', 'layer'].includes(name)
    ? (wordOf(String(value)) ?? String(value))
    : String(value)
}

/** The thing that was changed; a revert by the number that Take back accepts. */
const subjectOf = ({ action, subject }: AuditEntry): string =>
  action === 'text.revert' ? say`revert ${subject.replace(/^revert:/, '')}` : subject

const row = (entry: AuditEntry, nameOf: (id: number | null) => string | null): Html =>
  html`<tr><td>${time(entry.atMs)}</td><td data-label="Who">${whoOf(entry, nameOf)}</td>
<td><span title="${entry.action}">${ACTION_WORDS[entry.action] ?? entry.action}</span></td><td>${subjectOf(entry)}</td>
<td>${Object.entries(entry.details).map(
    ([name, value]) =>
      html`<span class="pair">${DETAIL_WORDS[name] ?? name} <strong>${valueWord(name, value)}</strong></span> `,
  )}</td></tr>`
