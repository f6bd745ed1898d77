// Prints what is shown once, a secret or a link. If nobody can have seen it, what it opens is taken back, or the error says how to.
import type { Result } from '../../base/result.ts'
import type { CommandContext } from '../command.ts'
import { Failure } from '../failure.ts'
import { plainText } from '../streams/lines.ts'

export interface Unseen {
  /** What the secret opens, such as `key 5`. */
  readonly what: string
  /** Takes it back. Absent: it can't be undone. */
  readonly takeBack?: () => Promise<Result<unknown, unknown>>
  /** How to take it back by hand, as half a sentence. */
  readonly remedy: string
}

export async function answerOnce(
  context: CommandContext,
  document: unknown,
  line: string,
  { what, takeBack, remedy }: Unseen,
): Promise<void> {
  const lost = await context.deliver(`${context.json ? plainText(JSON.stringify(document, null, 2)) : line}\n`)
  if (lost === null) return
  const isTakenBack = (await takeBack?.())?.ok === true
  throw new Failure(`${lost}, so nobody has seen the secret; ${isTakenBack ? `${what} was taken back` : remedy}`)
}
