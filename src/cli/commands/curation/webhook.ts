// `windrow webhook`: addresses to which the server sends events. A secret is printed once, alone on its line.
import type { App } from '../../../app/app.ts'
import { findPerson } from '../../../app/people/read-people.ts'
import {
  addWebhook,
  listWebhooks,
  removeWebhook,
  switchWebhook,
  testWebhook,
  type WebhookView,
} from '../../../app/webhooks/manage-webhooks.ts'
import { type WebhookForm, WEBHOOK_FORMS } from '../../../domain/webhook.ts'
import type { ParsedArgs, Runnable, ValueSpec } from '../../command.ts'
import { EXIT } from '../../failure.ts'
import { isoTimeOrNull, shownValue, tableLines } from '../../streams/lines.ts'
import { answerOnce } from '../one-time.ts'
import { valueOf, valueOrUsage } from '../value-of.ts'
import { withApp } from '../../with-app.ts'
import { EVENT_KINDS } from '../../../domain/events.ts'
import { TEXT, word } from '../../options.ts'

export const add: Runnable = {
  name: 'webhook add',
  summary: 'Send events to an address from now on; prints the secret of its signatures once',
  details: [
    'Addresses of Discord and Telegram contain a token: give - for ADDRESS, and the address on standard input (one ' +
      'line), so that no other program sees it.',
  ],
  arguments: [{ value: word('ADDRESS'), summary: 'An address with https://; - reads it from standard input' }],
  options: [
    {
      name: 'kind',
      summary: 'Events of this kind; without it of all kinds',
      value: word('KIND', EVENT_KINDS, 'kind of event'),
      isRepeatable: true,
    },
    { name: 'form', summary: 'Form of the body', value: word('FORM', WEBHOOK_FORMS, 'form'), defaultText: 'plain' },
    { name: 'chat', summary: "Telegram's chat: a number, or @name", value: TEXT },
  ],
  examples: [
    'windrow webhook add https://example.org/windrow --kind proposals.made --kind proposals.approved',
    'windrow webhook add - --form discord < address.txt',
    'windrow webhook add - --form telegram --chat -1001234567890 < address.txt',
  ],
  async run(context, args) {
    const typed = args.argument('ADDRESS')
    const address = typed === '-' ? (await context.readSecret('Address')).trim() : typed
    await withApp(context, async (app) => {
      const request = {
        address,
        kinds: args.texts('kind'),
        form: (args.text('form') ?? 'plain') as WebhookForm,
        chat: args.text('chat') ?? null,
      }
      const { id, host, secret } = valueOrUsage(await addWebhook(app, null, request))
      await answerOnce(context, { id, host, secret }, secret, {
        what: `webhook ${id}`,
        takeBack: () => removeWebhook(app, null, id),
        remedy: `windrow webhook remove ${id} removes webhook ${id}`,
      })
      context.note(
        `webhook ${id} to ${host}; this is the only time its secret is shown. windrow webhook test ${id} tries it`,
      )
    })
  },
}

function documentOf(app: App, view: WebhookView): Record<string, unknown> {
  const { id, host, form, kinds, isOn, ended, madeById, createdAtMs, place, behind } = view
  return {
    id,
    host,
    form,
    kinds,
    state: isOn ? 'on' : 'off',
    ended,
    last: place?.last ?? null,
    failing_since: isoTimeOrNull(place?.failingSinceMs ?? null),
    delivered_at: isoTimeOrNull(place?.deliveredAtMs ?? null),
    number: place?.after ?? null,
    behind,
    made_by: madeById === null ? null : (findPerson(app, madeById)?.name ?? null),
    created_at: isoTimeOrNull(createdAtMs),
  }
}

const ENDED = { gone: 'its receiver no longer wants events', failing: 'a day of failures' } as const

export const list: Runnable = {
  name: 'webhook list',
  summary: 'List webhooks: state, last answer, and how far each is behind the log',
  examples: ['windrow webhook list', 'windrow webhook list --json'],
  run: (context) =>
    withApp(context, (app) => {
      const views = listWebhooks(app)
      context.answer(
        views.map((view) => documentOf(app, view)),
        () =>
          tableLines(views, {
            id: ({ id }) => id,
            host: ({ host }) => host,
            form: ({ form }) => form,
            state: ({ ended, isOn }) => (ended === null ? (isOn ? 'on' : 'off') : `off: ${ENDED[ended]}`),
            behind: ({ behind }) => behind,
            delivered: ({ place }) => shownValue(isoTimeOrNull(place?.deliveredAtMs ?? null) ?? 'never'),
            'last request': ({ place }) => place?.last ?? 'none',
            kinds: ({ kinds }) => (kinds.length === 0 ? 'all' : kinds.join(' ')),
          }),
      )
    }),
}

const idOf = (args: ParsedArgs): number => Number(args.argument('ID'))

const ID: ValueSpec = { kind: 'integer', placeholder: 'ID', min: 1 }

const webhookArgument = { value: ID, summary: 'Number of the webhook' } as const

export const test: Runnable = {
  name: 'webhook test',
  summary: 'Send a request without events',
  arguments: [webhookArgument],
  examples: ['windrow webhook test 1'],
  run: (context, args) =>
    withApp(context, async (app) => {
      const { host, isDelivered, outcome } = valueOf(await testWebhook(app, null, idOf(args), context.signal))
      context.answer({ id: idOf(args), delivered: isDelivered, outcome }, () =>
        isDelivered ? outcome : `${host}: ${outcome}`,
      )
      return isDelivered ? 0 : EXIT.failed
    }),
}

/** A command that puts a webhook into another state. `verb`: its word behind `webhook`. */
const changing = (
  verb: string,
  summary: string,
  state: string,
  work: (app: App, id: number) => ReturnType<typeof removeWebhook>,
): Runnable => ({
  name: `webhook ${verb}`,
  summary,
  arguments: [webhookArgument],
  examples: [`windrow webhook ${verb} 1`],
  run: (context, args) =>
    withApp(context, async (app) => {
      const id = idOf(args)
      valueOf(await work(app, id))
      context.answer({ id, state }, () => `webhook ${id} is ${state}`)
    }),
})

export const on = changing('on', 'Switch a webhook on; it continues where it stopped', 'on', (app, id) =>
  switchWebhook(app, null, id, true),
)
export const off = changing('off', 'Switch a webhook off', 'off', (app, id) => switchWebhook(app, null, id, false))
export const remove = changing('remove', 'Remove a webhook with its secret', 'removed', (app, id) =>
  removeWebhook(app, null, id),
)
