// Answers a parsed query, or refuses it with all its faults.
import type { Answer } from '../api-v1/answer.ts'
import { type Fault, invalidRequest } from '../api-v1/bad-request.ts'
import type { Call } from '../api-v1/visit.ts'
import { unknownLabelIn } from '../app/labels/read-labels.ts'
import { unknownOfficial } from '../app/rows/official-of-rows.ts'
import type { WorkFilter } from '../domain/work/work-filter.ts'
import { rawQuery } from '../http/request-target.ts'

type Parse<Q> = (query: string, faults: Fault[]) => Q

export function asked<Q>(
  { request, env }: Call,
  parse: Parse<Q>,
  answer: (query: Q) => Answer | Promise<Answer>,
): Answer | Promise<Answer> {
  const faults: Fault[] = []
  const query = parse(rawQuery(request, env), faults)
  return faults.length > 0 ? invalidRequest(faults) : answer(query)
}

interface OfFilter {
  readonly filter: WorkFilter | null
  readonly official?: readonly string[] | null
}

/** A label that does not exist is a fault: a client would take its empty list for finished work. So is a language without official texts. */
export const askedOfFilter = <Q extends OfFilter>(
  call: Call,
  parse: Parse<Q>,
  answer: (query: Q) => Answer | Promise<Answer>,
): Answer | Promise<Answer> =>
  asked(
    call,
    (text, faults) => {
      const query = parse(text, faults)
      const message = query.filter === null ? null : unknownLabelIn(call.app, query.filter)
      if (message !== null) faults.push({ field: 'label', message })
      const unknown = unknownOfficial(call.app, query.official ?? [])
      if (unknown !== null) faults.push({ field: 'official', ...unknown })
      return query
    },
    answer,
  )
