// Answers a parsed query, or refuses it with all its faults.
import type { Answer } from '../api-v1/answer.ts'
import { type Fault, invalidRequest } from '../api-v1/bad-request.ts'
import type { Call } from '../api-v1/visit.ts'
import { rawQuery } from '../http/request-target.ts'

export function asked<Q>(
  { request, env }: Call,
  parse: (query: string, faults: Fault[]) => Q,
  answer: (query: Q) => Answer | Promise<Answer>,
): Answer | Promise<Answer> {
  const faults: Fault[] = []
  const query = parse(rawQuery(request, env), faults)
  return faults.length > 0 ? invalidRequest(faults) : answer(query)
}
