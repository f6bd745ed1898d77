// An agent on a store that is open in this process: it calls the routes that a server has for remote agents, as a person in place of
// a key. Rights, quota, claims and the gate are those of API v1 and v2; there is no limit of requests and no line in the log.
import { createFace, answerVisit, arrive, type Call } from '../api-v1/visit.ts'
import { BASE_PATH, ROUTES } from '../api-v1/routes.ts'
import { lanesOf } from '../api-v1/express.ts'
import { V2_BASE_PATH } from '../api-v2/base-path.ts'
import { LOOKUPS } from '../api-v2/lookups.ts'
import type { Actor } from '../app/actor.ts'
import type { App } from '../app/app.ts'
import { readHistory } from '../app/rows/read-history.ts'
import { listTerms } from '../app/upkeep/read-glossary.ts'
import { present } from '../base/assert.ts'
import { loader } from '../base/turn.ts'
import { glossaryTermsIn } from '../domain/checks/glossary.ts'
import { LAYERS } from '../domain/vocabulary.ts'
import type { Agent, RowPast, Term } from './agent.ts'
import { agentOver, type Ask } from './remote.ts'
import type { Patience } from './send-texts.ts'
import { answerOf } from './server-calls.ts'

/** How many earlier texts of each layer, and how many proposals, an agent sees of a row. */
const latestShown = 5

/** An actor without a key has the rights of the role. `call`: the request that the agent works for, which ends and waits with it. */
export function localAgent(app: App, actor: Actor, patience: Patience, call?: Pick<Call, 'turn' | 'env'>): Agent {
  const glossary = async () => ({ terms: listTerms(app), termsIn: termsOf(app) })
  const agent = agentOver(asking(app, actor, call), patience, () => undefined, glossary)
  return { ...agent, pastOf: async (rowId) => pastOf(app, actor, rowId) }
}

function asking(app: App, actor: Actor, call: Pick<Call, 'turn' | 'env'> | undefined): Ask {
  const looking = lanesOf(createFace(app, V2_BASE_PATH, Object.values(LOOKUPS)))
  const loadOthers = loader([], async () => {
    const { V2_ROUTES } = await import('../api-v2/routes.ts')
    return [createFace(app, V2_BASE_PATH, V2_ROUTES), createFace(app, BASE_PATH, ROUTES)].flatMap(lanesOf)
  })
  const outgoing = call?.env?.outgoing
  return async ({ method, path, query, body, signal }) => {
    // A tool may call again and again.
    if (call?.turn.isOver === true) await call.turn.next()
    const of = (lanes: typeof looking) => lanes.find((lane) => lane.route.method === method && lane.address.test(path))
    const { face, route, address, work } = present(of(looking) ?? of(await loadOthers()), 'a route')
    const request = {
      method,
      url: query === undefined ? path : `${path}?${new URLSearchParams(query).toString()}`,
      body: body === undefined ? null : [Buffer.from(JSON.stringify(body))],
      headers: { get: (name: string) => (name === 'content-type' ? 'application/json' : null) },
    }
    const env = { ...(outgoing !== undefined && { outgoing }), inside: { actor, signal } }
    const answer = await answerVisit(arrive(face, route, request, env), work, address.exec(path)?.[1] ?? '')
    const { status, headers } = answer
    const response = { status, ok: status < 400, headers: { get: () => headers['Retry-After'] ?? null } }
    return answerOf('', { response, text: Buffer.from(answer.body).toString() })
  }
}

/** The glossary terms in a source, each once. */
export const termsOf =
  (app: App) =>
  (source: string): readonly Term[] => {
    const { glossary, gate } = app.rules.now()
    return [...new Set(glossaryTermsIn(source, glossary, gate.markup).map(({ entry }) => entry))]
  }

/** The past of a row, read from the store itself, because API v2 does not tell the proposals of a row. */
function pastOf(app: App, { user }: Actor, rowId: string): RowPast | null {
  const history = readHistory(app, rowId, user, latestShown)
  if (history === null) return null
  const { heads, revisions, proposals } = history
  return {
    earlier: LAYERS.flatMap((layer) =>
      revisions[layer]
        .filter(({ seq }) => seq !== heads[layer]?.seq)
        .map(({ seq, text }) => ({ layer, revision: seq, text })),
    ),
    proposals: proposals.filter(({ status }) => status === 'pending').map(({ id, text }) => ({ id, text })),
  }
}
