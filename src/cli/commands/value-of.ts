// What a use case answers a command: its value, or a refusal, whose sentence ends the command. Apart from cli/with-app.ts, which
// a server's start loads too: that needs none of the sentences.
import { kindOf, type Refusal, type RefusalKind, sentenceFor } from '../../app/refusal-sentences.ts'
import type { Result } from '../../base/result.ts'
import { EXIT, Failure, Usage } from '../failure.ts'

/** The value of a use case's answer; its refusal ends the command with its sentence. */
export function valueOf<T>(result: Result<T, Refusal | OfFiles>): T {
  if (result.ok) return result.value
  if ('message' in result.refusal) throw new Failure(result.refusal.message)
  const kind = kindOf(result.refusal)
  const exit = kind === 'busy' ? EXIT.tryAgain : EXIT.failed
  throw new Failure(sentenceFor('commandLine', result.refusal), { code: kind, exit })
}

/** As `valueOf`; a value that is out of its range, or missing, is wrong usage. */
export function valueOrUsage<T>(result: Result<T, Refusal>): T {
  if (!result.ok && WRONG_USAGE.includes(kindOf(result.refusal))) {
    throw new Usage(sentenceFor('commandLine', result.refusal))
  }
  return valueOf(result)
}

/** A refusal about files, which only the command line writes: it brings its own sentence. */
interface OfFiles {
  readonly message: string
}

const WRONG_USAGE: readonly RefusalKind[] = ['invalid', 'no_reason']
