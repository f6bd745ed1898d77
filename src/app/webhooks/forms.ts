// The bodies of webhooks: windrow's own with the events as in API v2, and those of Discord and Telegram with a sentence
// for each event.
import type { EventKind } from '../../domain/events.ts'
import type { Webhook, WebhookForm } from '../../domain/webhook.ts'
import type { EventRecord } from '../../store/records.ts'
import { eventJson } from '../events/event-json.ts'

/** `who`: a person or the command line; other names are facts of the event. */
const SENTENCES: Readonly<Record<EventKind, string>> = {
  'rows.imported': '{who} imported {files}: rows added {added}, changed {changed}, gone {retired}',
  'texts.imported': '{who} imported texts from {files}: {count}',
  'history.merged': '{who} merged {files}: rows changed {rows}',
  'texts.reverted': '{who} took texts back: {count}',
  'texts.written': '{who} wrote texts in the {layer} layer: {count}',
  'texts.confirmed': '{who} confirmed texts against a new source: {count}',
  'texts.marked': '{who} marked machine texts as {mark}: {count}',
  'proposals.made': '{who} proposed texts: {count}',
  'proposals.approved': '{who} approved proposals: {count}',
  'proposals.rejected': '{who} rejected proposals: {count}',
  'proposals.reopened': '{who} reopened a proposal',
  'comments.written': '{who} commented on rows: {count}',
  'comments.removed': '{who} removed a comment of {author}',
  'glossary.changed': '{who} changed the glossary: terms added {added}, updated {updated}, removed {removed}',
  'brief.changed': '{who} changed the brief: version {version}',
  'labels.changed': '{who} changed the label {label}: {change}',
  'releases.published': '{who} published the release {version}: {editions}',
  'releases.withdrawn': '{who} withdrew the release {version}: {why}',
  'settings.changed': '{who} set {name} to {to}',
  'people.added': '{who} added {name} to the team',
  'people.joined': '{name} joined the team',
}

type NameOf = (userId: number | null) => string | null

interface Said {
  readonly webhook: Webhook
  readonly events: readonly EventRecord[]
  readonly missed: number
  /** One a line, as many as fit. */
  readonly text: string
  readonly nameOf: NameOf
}

interface Form {
  /** Null: the form has no text, and takes any number of events. */
  readonly charactersMax: number | null
  readonly escape: (fact: string) => string
  readonly body: (said: Said) => object
}

const FORMS: Readonly<Record<WebhookForm, Form>> = {
  plain: {
    charactersMax: null,
    escape: (fact) => fact,
    body: ({ webhook, events, missed, nameOf }) => ({
      webhook: webhook.id,
      missed,
      events: events.map((event) => eventJson(event, nameOf)),
    }),
  },
  // https://discord.com/developers/docs/resources/webhook#execute-webhook
  discord: {
    charactersMax: 2_000,
    escape: (fact) => fact.replace(/[\\*_~`|<>[\]()#@:-]/g, '\\$&'),
    body: ({ text }) => ({ content: text, allowed_mentions: { parse: [] } }),
  },
  // https://core.telegram.org/bots/api#sendmessage; without parse_mode nothing in a text is markup
  telegram: {
    charactersMax: 4_096,
    escape: (fact) => fact,
    body: ({ webhook, text }) => ({ chat_id: webhook.chat, text, link_preview_options: { is_disabled: true } }),
  },
}

const factLengthMax = 120

/** A fact as a part of a line: short, without control characters. */
function shown(value: string | number | null, { escape }: Form): string {
  const plain = String(value ?? '–').replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu, ' ')
  const letters = Array.from(plain)
  return escape(letters.length <= factLengthMax ? plain : `${letters.slice(0, factLengthMax).join('')}…`)
}

function sentenceOf({ kind, actorId, facts }: EventRecord, nameOf: NameOf, form: Form): string {
  const who = actorId === null ? 'The command line' : (nameOf(actorId) ?? `Person ${actorId}`)
  const all: Readonly<Record<string, string | number | null>> = { who, ...facts }
  return SENTENCES[kind].replace(/\{(\w+)\}/g, (_gap, name: string) => shown(all[name] ?? null, form))
}

const missedLine = (missed: number): string => `Events that the log no longer has: ${missed}`

/** Returns also how many of the events the body has: at least one if there are any. */
export function bodyOf(
  webhook: Webhook,
  events: readonly EventRecord[],
  missed: number,
  nameOf: NameOf,
): { readonly body: string; readonly count: number } {
  const form = FORMS[webhook.form]
  const { charactersMax } = form
  let text = missed === 0 ? '' : missedLine(missed)
  let count = charactersMax === null ? events.length : 0
  if (charactersMax !== null) {
    for (const event of events) {
      const longer = text === '' ? sentenceOf(event, nameOf, form) : `${text}\n${sentenceOf(event, nameOf, form)}`
      if (longer.length > charactersMax) break
      text = longer
      count++
    }
  }
  return { body: JSON.stringify(form.body({ webhook, events: events.slice(0, count), missed, text, nameOf })), count }
}

/** A body without events, by which an admin sees that a receiver takes them. */
export const testBodyOf = (webhook: Webhook): string => {
  const said = { webhook, events: [], missed: 0, text: 'windrow: this is a test, and it arrived.', nameOf: () => null }
  return JSON.stringify({ ...FORMS[webhook.form].body(said), ...(webhook.form === 'plain' && { test: true }) })
}
