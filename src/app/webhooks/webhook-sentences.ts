// The English sentences of refusals about webhooks, for refusal-sentences.ts.
import { webhooksMax } from '../../domain/limits.ts'

export const WEBHOOK_SENTENCES = {
  webhooks_out_of_reach: { kind: 'not_allowed', said: 'managing webhooks takes an admin or a super admin' },
  no_webhook: {
    kind: 'not_found',
    said: ({ id }: { readonly id: number }) => `there is no webhook ${id}`,
    commandLine: ({ id }: { readonly id: number }) =>
      `there is no webhook ${id}; windrow webhook list shows all of them`,
  },
  too_many_webhooks: { kind: 'conflict', said: `there are ${webhooksMax} webhooks already; remove one first` },
  webhook_address: { kind: 'invalid', said: 'this is no address; give one such as https://example.org/hook' },
  webhook_password: {
    kind: 'invalid',
    said: 'an address has no name and password before its host; the signature shows who sent a request',
  },
  webhook_http: {
    kind: 'invalid',
    said: 'the address must begin with https://; http is only for hosts that the configuration value webhook_hosts names',
  },
  webhook_private: {
    kind: 'invalid',
    said: 'the address is not public; the configuration value webhook_hosts can name its host',
  },
  webhook_chat: {
    kind: 'invalid',
    said: 'the form telegram needs a chat, a number or @name, and no other form has one',
  },
  no_event_kind: {
    kind: 'invalid',
    said: ({ name }: { readonly name: string }) => `there is no kind of event ${name}`,
  },
} as const
