// Webhooks: the state of each, a form for a new one, and its secret (shown once). Addresses are not shown: some carry a
// token.
import * as z from 'zod'
import { createNames } from '../../../app/people/read-people.ts'
import {
  addWebhook,
  listWebhooks,
  removeWebhook,
  switchWebhook,
  testWebhook,
  type WebhookView,
} from '../../../app/webhooks/manage-webhooks.ts'
import { EVENT_KINDS, type EventKind } from '../../../domain/events.ts'
import { WEBHOOK_FORMS, type WebhookEnd, type WebhookForm } from '../../../domain/webhook.ts'
import { form, NO_FIELDS, takes } from '../../form.ts'
import { type Html, html } from '../../html.ts'
import { say, told, words } from '../../language/say.ts'
import { titledPage, tokenField } from '../../layout.ts'
import { badge, button, onceField, riskyButton, secretLine, select } from '../../parts/fields.ts'
import { goAfter, idOf, type Visit } from '../../visit.ts'
import { number, time } from '../../words.ts'

const ENDED_WORDS: Readonly<Record<WebhookEnd, string>> = words({
  gone: 'switched off by windrow: its receiver no longer wants events (410)',
  failing: 'switched off by windrow after a day of failures',
})

const FORM_WORDS: Readonly<Record<WebhookForm, string>> = words({
  plain: 'For a program (JSON)',
  discord: 'A channel of Discord',
  telegram: 'A chat of Telegram',
})

const KIND_WORDS: Readonly<Record<EventKind, string>> = words({
  'rows.imported': 'Game files imported',
  'texts.imported': 'Texts came in from a file',
  'history.merged': 'Another store was merged',
  'texts.reverted': 'Texts were taken back',
  'texts.written': 'Texts were written',
  'texts.confirmed': 'Texts were confirmed',
  'texts.marked': 'Texts were marked',
  'proposals.made': 'Proposals were made',
  'proposals.approved': 'Proposals were approved',
  'proposals.rejected': 'Proposals were rejected',
  'proposals.reopened': 'Proposals were opened again',
  'comments.written': 'Comments were written',
  'comments.removed': 'A comment was removed',
  'glossary.changed': 'The glossary changed',
  'brief.changed': 'The brief changed',
  'labels.changed': 'Labels changed',
  'releases.published': 'A release was published',
  'releases.withdrawn': 'A release was withdrawn',
  'settings.changed': 'Settings changed',
  'people.added': 'Somebody was added',
  'people.joined': 'Somebody joined',
})
const isEventKind = (kind: string): kind is EventKind => Object.hasOwn(KIND_WORDS, kind)

function stateOf({ isOn, ended, place }: WebhookView): Html {
  if (ended !== null) return badge('rejected', ENDED_WORDS[ended])
  if (!isOn) return badge('stale', say`off`)
  const since = place?.failingSinceMs ?? null
  return since === null ? badge('approved', say`on`) : html`${badge('stale', say`failing`)} since ${time(since)}`
}

/** The outcome of a request, which is stored in English. */
function outcomeWords(outcome: string): string {
  const [, status] = /^answered (\d+)/.exec(outcome) ?? []
  return status === undefined ? told(outcome) : say`answered with ${status}`
}

function actions(visit: Visit, { id, isOn }: WebhookView): Html {
  const path = (act: string): string => `/admin/webhooks/${id}/${act}`
  const warning = say`Its secret is removed, too; a new webhook gets another one.`
  const switching = isOn ? say`Switch off` : say`Switch on`
  return html`<div class="actions">${button(visit, path('switch'), switching, { to: isOn ? 'off' : 'on' }, 'quiet')}
${button(visit, path('test'), say`Send a test`, {}, 'quiet')}
${riskyButton(visit, path('remove'), say`Remove`, warning)}</div>`
}

function box(visit: Visit, view: WebhookView, maker: string | null): Html {
  const { id, host, form: shape, createdAtMs, behind, place } = view
  const last = place?.last === undefined || place.last === null ? say`none so far` : outcomeWords(place.last)
  const kinds =
    view.kinds.length === 0
      ? say`all kinds`
      : view.kinds.map((kind) => (isEventKind(kind) ? KIND_WORDS[kind] : kind)).join(', ')
  return html`<div class="box"><p><strong>${id}</strong> <code>${host}</code> ${FORM_WORDS[shape]} ${stateOf(view)}</p>
<p class="hint">Made by <bdi>${maker ?? say`the command line`}</bdi>, ${time(createdAtMs)}. Events: ${kinds}.
Last request: ${last}. Events behind: ${number(behind)}.</p>
${actions(visit, view)}</div>`
}

const newForm = (visit: Visit): Html => html`<section><h2>New webhook</h2>
<p class="hint">From now on the server sends each event to this address, signed with a secret that is shown once. Only webhooks and
machine drafts make the server connect to other machines.</p>
<form class="stack" method="post" action="/admin/webhooks">${tokenField(visit)}${onceField(visit)}
<label>Address <input name="address" type="url" maxlength="2000" required autocomplete="off" spellcheck="false"></label>
${select('form', say`Form`, FORM_WORDS, 'plain')}
<label>Chat (Telegram only) <input name="chat" maxlength="64" autocomplete="off"></label>
<details><summary>Only some kinds of events</summary><div class="stack">${EVENT_KINDS.map(
  (kind) => html`<label class="check"><input type="checkbox" name="kind" value="${kind}"> ${KIND_WORDS[kind]}</label> `,
)}</div></details>
<button class="primary">Add</button></form></section>`

async function webhooksWith(visit: Visit, top: Html): Promise<Response> {
  const views = listWebhooks(visit.app)
  const nameOf = createNames(visit.app)
  const body = html`${top}
${
  views.length === 0
    ? html`<p class="empty">There are none.</p>`
    : views.map((view) => box(visit, view, nameOf(view.madeById)))
}
${newForm(visit)}`
  return await titledPage(visit, { title: say`Webhooks`, body })
}

export const webhooksPage = (visit: Visit): Promise<Response> => webhooksWith(visit, html``)

export const addWebhookPost = form(
  z.object({
    address: takes.line,
    form: takes.choiceOr(WEBHOOK_FORMS),
    chat: takes.line,
    kind: takes.many,
    once: takes.text,
  }),
  async (visit: Visit, { address, form: shape, chat, kind: kinds, once }) => {
    const request = { address, form: shape, kinds, chat: chat === '' ? null : chat }
    const made = await visit.site.spentForms.once(once, () => addWebhook(visit.app, visit.actor, request))
    if (!made.ok) return made
    const { id, host, secret } = made.value
    const top = html`<section class="secret" aria-labelledby="webhook-title">
<h2 id="webhook-title">The secret of webhook ${id} to <code>${host}</code></h2>
<p>Copy it now: it is shown only once. The receiver uses it to check the signature of each request.</p>
${secretLine(secret)}
</section>`
    return await webhooksWith(visit, top)
  },
  webhooksPage,
)

export const switchWebhookPost = form(
  z.object({ to: takes.exact }),
  async (visit: Visit, { to }) => {
    const switched = await switchWebhook(visit.app, visit.actor, idOf(visit), to === 'on')
    return goAfter(visit, switched, '/admin/webhooks', to === 'on' ? 'webhook-on' : 'webhook-off')
  },
  webhooksPage,
)

export const removeWebhookPost = form(
  NO_FIELDS,
  async (visit: Visit) =>
    goAfter(visit, await removeWebhook(visit.app, visit.actor, idOf(visit)), '/admin/webhooks', 'webhook-removed'),
  webhooksPage,
)

export const testWebhookPost = form(
  NO_FIELDS,
  async (visit: Visit) => {
    const tested = await testWebhook(visit.app, visit.actor, idOf(visit), visit.c.req.raw.signal)
    if (!tested.ok) return tested
    const { isDelivered, outcome } = tested.value
    const kind = isDelivered ? 'note' : 'alert'
    return await webhooksWith(visit, html`<p class="${kind}" role="status">The test: ${outcomeWords(outcome)}.</p>`)
  },
  webhooksPage,
)
