// The way to change main in one short transaction. Inside it the person and their key or session are read again, and their
// rights are decided from that; all reads go through the transaction, and the answer follows the durable commit. Longer work
// is an import, a merge, a revert or a repair, each with its own way (docs/architecture.md#the-way-of-a-change).
import { type Result, refuse } from '../base/result.ts'
import type { Txn } from '../store/txn.ts'
import { write, writeOrThrow } from '../store/write.ts'
import type { Actor } from './actor.ts'
import type { App } from './app.ts'
import { type Lapse, readmit } from './people/readmit.ts'

/** Why a change was not written. */
export type NotWritten = { [C in 'busy' | 'save_failed' | Lapse]: { readonly code: C } }['busy' | 'save_failed' | Lapse]

/** The role does not allow this (any more). */
export interface RoleTooLow {
  readonly code: 'role_too_low'
}

/** How long a person waits for the writer, which a batch or the last step of an import may hold. */
export const personWaitMsMax = 5_000
/** The command line waits for a whole import. */
const commandLineWaitMsMax = 600_000

/**
 * Runs `work` with the current actor; null is the command line, or the server itself. `work` must be synchronous. A refusal or
 * an exception undoes everything it did and is passed on.
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

/** Carries a refusal out of a transaction, which is aborted without waiting for the disk. */
class Undone extends Error {
  readonly refusal: unknown

  constructor(refusal: unknown) {
    super('refused')
    this.refusal = refusal
  }
}

/** The current actor, read inside a transaction. */
export function actingIn<A extends Actor | null>(txn: Txn, actor: A): Result<A, NotWritten> {
  if (actor === null) return { ok: true, value: actor }
  const acting = readmit(txn.db, txn.timeMs, actor)
  return acting.ok ? acting : refuse({ code: acting.refusal })
}

/** A small write of long work: waits for the writer without limit; a failed save throws. */
export const note = <T>(app: App, work: (txn: Txn) => T): Promise<T> => writeOrThrow(app.store, work)
