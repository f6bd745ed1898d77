// What a use case answers a command: its value, or a refusal, whose sentence ends the command. Apart from cli/with-app.ts, which
// a server's start loads too: that needs none of the sentences.
import type { Refusal } from '../../app/refusal.ts'
import { kindOf, type RefusalKind, sentenceFor } from '../../app/refusal-sentences.ts'
import { type AnyRefusal, isOfWork, Refused } from '../../app/refused.ts'
import type { Result } from '../../base/result.ts'
import { EXIT, Failure, Usage } from '../failure.ts'

/** The value of a use case's answer; its refusal ends the command with its sentence. */
export function valueOf<T>(result: Result<T, Refusal | AnyRefusal>): T {
  if (result.ok) return result.value
  const { refusal } = result
  if (isOfWork(refusal)) throw new Refused(refusal)
  throw failureOf(refusal)
}

/** Its kind is the code that programs know; they find its own code and its facts beside it. */
export function failureOf(refusal: Refusal): Failure {
  const kind = kindOf(refusal)
  const exit = kind === 'busy' ? EXIT.tryAgain : EXIT.failed
  return new Failure(sentenceFor('commandLine', refusal), { code: kind, exit, refusal: plain(refusal) })
}

/** Names, numbers and findings. Rows and people that a refusal carries stay inside. */
function plain({ code, ...facts }: Refusal): { readonly code: string } {
  const shown = Object.entries(facts).flatMap(([name, fact]: [string, unknown]) =>
    name === 'owner' ? [[name, (fact as { readonly name: string }).name]] : isPlain(fact) ? [[name, fact]] : [],
  )
  return { code, ...(Object.fromEntries(shown) as object) }
}

const isPlain = (fact: unknown): boolean => typeof fact !== 'object' || fact === null || Array.isArray(fact)

/** As `valueOf`; a value that is out of its range, or missing, is wrong usage. */
export function valueOrUsage<T>(result: Result<T, Refusal>): T {
  if (!result.ok && WRONG_USAGE.includes(kindOf(result.refusal))) {
    throw new Usage(sentenceFor('commandLine', result.refusal))
  }
  return valueOf(result)
}

const WRONG_USAGE: readonly RefusalKind[] = ['invalid', 'no_reason']
