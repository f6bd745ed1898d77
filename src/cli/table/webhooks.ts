// Rows of the command table: webhooks.
import type { CommandSpec, ValueSpec } from '../command.ts'
import { EVENT_KINDS } from '../../domain/events.ts'
import { WEBHOOK_FORMS } from '../../domain/webhook.ts'
import { TEXT } from './shared.ts'

const ID: ValueSpec = { kind: 'integer', placeholder: 'ID', min: 1 }
const webhookArgument = { value: ID, summary: 'Number of the webhook' } as const

export const webhookCommands = {
  add: {
    name: 'webhook add',
    summary: 'Send events to an address from now on; prints the secret of its signatures, once',
    details: [
      'Addresses of Discord and Telegram carry a token: give - for ADDRESS, and the address on standard input (one line), and no other program sees it.',
    ],
    arguments: [
      {
        value: { kind: 'text', placeholder: 'ADDRESS' },
        summary: 'An address with https://; - reads it from standard input',
      },
    ],
    options: [
      {
        name: 'kind',
        summary: 'Events of this kind; without it of all kinds',
        value: { kind: 'text', placeholder: 'KIND', choices: EVENT_KINDS, noun: 'kind of event' },
        isRepeatable: true,
      },
      {
        name: 'form',
        summary: 'Form of the body',
        value: { kind: 'text', placeholder: 'FORM', choices: WEBHOOK_FORMS, noun: 'form' },
        defaultText: 'plain',
      },
      { name: 'chat', summary: "Telegram's chat: a number, or @name", value: TEXT },
    ],
    examples: [
      'windrow webhook add https://example.org/windrow --kind proposals.made --kind proposals.approved',
      'windrow webhook add - --form discord < address.txt',
      'windrow webhook add - --form telegram --chat -1001234567890 < address.txt',
    ],
  },
  list: {
    name: 'webhook list',
    summary: 'List webhooks: state, last answer, and how far each is behind the log',
    examples: ['windrow webhook list', 'windrow webhook list --json'],
  },
  test: {
    name: 'webhook test',
    summary: 'Send a request without events',
    arguments: [webhookArgument],
    examples: ['windrow webhook test 1'],
  },
  on: {
    name: 'webhook on',
    summary: 'Switch a webhook on; it goes on where it stopped',
    arguments: [webhookArgument],
    examples: ['windrow webhook on 1'],
  },
  off: {
    name: 'webhook off',
    summary: 'Switch a webhook off',
    arguments: [webhookArgument],
    examples: ['windrow webhook off 1'],
  },
  remove: {
    name: 'webhook remove',
    summary: 'Remove a webhook with its secret',
    arguments: [webhookArgument],
    examples: ['windrow webhook remove 1'],
  },
} as const satisfies Record<string, CommandSpec>
