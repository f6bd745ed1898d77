// The one way to change main for a moment's work: one transaction, in which the person, and the key or session they came
// with, are read again. What they may is decided from that, never from what was true when their request began. Inside, what
// is read is read from the transaction, and the answer is given when the commit is durable. What takes longer is an import,
// a merge, a revert or a repair, which have ways of their own (docs/architecture.md#the-way-of-a-change).
import { type Result, refuse } from '../base/result.ts'
import type { Txn } from '../store/txn.ts'
import { write, writeOrThrow } from '../store/door/write.ts'
import type { Actor } from './actor.ts'
import type { App } from './app.ts'
import { type Lapse, readmit } from './people/readmit.ts'

/** Why a change could not be written, or not any more. */
export type NotWritten = { [C in 'busy' | 'save_failed' | Lapse]: { readonly code: C } }['busy' | 'save_failed' | Lapse]

/** The role may not do this, or not any more. */
export interface RoleTooLow {
  readonly code: 'role_too_low'
}

/** A person waits so long for the writer, who may be a batch or the last step of an import. */
export const personWaitMsMax = 5_000
/** The command line waits out an import. */
const commandLineWaitMsMax = 600_000

/**
 * Runs `work` with the actor of this very moment; null is the command line, or the server itself. `work` must not wait. What
 * it refuses or throws undoes everything it did, and comes out here.
 */
export async function change<A extends Actor | null, T, R = never>(
  app: App,
  actor: A,
  work: (txn: Txn, actor: A) => Result<T, R>,
  waitMsMax: number = actor === null ? commandLineWaitMsMax : personWaitMsMax,
): Promise<Result<T, R | NotWritten>> {
  try {
    const written = await write(app.store, waitMsMax, (txn) => {
      const acting = actingIn(txn, actor)
      const done = acting.ok ? work(txn, acting.value) : acting
      if (!done.ok) throw new Undone(done.refusal)
      return done.value
    })
    return written.ok ? written : refuse({ code: written.refusal })
  } catch (error) {
    if (error instanceof Undone) return refuse(error.refusal as R | NotWritten)
    throw error
  }
}

/** Carries a refusal out of its transaction, which it ends: nothing of it is written, and nobody waits for the disk. */
class Undone extends Error {
  readonly refusal: unknown

  constructor(refusal: unknown) {
    super('refused')
    this.refusal = refusal
  }
}

/** The actor of this very moment, inside a transaction. */
export function actingIn<A extends Actor | null>(txn: Txn, actor: A): Result<A, NotWritten> {
  if (actor === null) return { ok: true, value: actor }
  const acting = readmit(txn.db, txn.timeMs, actor)
  return acting.ok ? acting : refuse({ code: acting.refusal })
}

/** A note that long work makes for itself: waits for the writer as long as it takes, and a failed save is an exception. */
export const note = <T>(app: App, work: (txn: Txn) => T): Promise<T> => writeOrThrow(app.store, work)
