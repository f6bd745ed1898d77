// Changes main in one short transaction. The actor and their rights are read again inside it, and the answer comes
// after the durable commit. Longer work: docs/makers/architecture.md#the-way-of-a-change.
import { type Result, refuse } from '../base/result.ts'
import { hasPermission } from '../domain/access.ts'
import type { Txn } from '../store/txn.ts'
import { write, writeOrThrow } from '../store/write.ts'
import type { Actor } from './actor.ts'
import type { App } from './app.ts'
import { type Lapse, readmit } from './people/readmit.ts'

export type NotWritten = { [C in 'busy' | 'save_failed' | Lapse]: { readonly code: C } }['busy' | 'save_failed' | Lapse]

export interface RoleTooLow {
  readonly code: 'role_too_low'
}

/** How long a person's change waits for the writer: enough for a batch or the last step of an import. */
export const personWaitMsMax = 5_000
/** How long the command line waits for the writer: enough for a whole import. */
const commandLineWaitMsMax = 600_000

/**
 * Runs `work`, which is synchronous, in a write. A null actor is the command line or the server. A refusal or an exception undoes the
 * writes of `work` and is passed on.
 */
export async function change<A extends Actor | null, T, R = never>(
  app: App,
  actor: A,
  work: (txn: Txn, actor: A) => Result<T, R>,
  waitMsMax: number = actor === null ? commandLineWaitMsMax : personWaitMsMax,
): Promise<Result<T, R | NotWritten>> {
  try {
    const askedMs = app.clock.monotonicMs()
    const written = await write(app.store, waitMsMax, (txn) => {
      app.meter.writerWaits.add('', app.clock.monotonicMs() - askedMs)
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

/** The command line, which is null, may, too. */
export const mayChangeSettings = (actor: Actor | null): boolean =>
  actor === null || hasPermission(actor.user.role, 'manage_settings')

/** Like `change`, for people who may change settings: others get `denial`. `work` gets the id of the person; null: the command line. */
export const changeAsManager = <T, R>(
  app: App,
  actor: Actor | null,
  denial: R,
  work: (txn: Txn, userId: number | null) => Result<T, R>,
): Promise<Result<T, R | NotWritten>> =>
  change<Actor | null, T, R>(app, actor, (txn, acting) =>
    mayChangeSettings(acting) ? work(txn, acting?.user.id ?? null) : refuse(denial),
  )

class Undone extends Error {
  readonly refusal: unknown

  constructor(refusal: unknown) {
    super('refused')
    this.refusal = refusal
  }
}

export function actingIn<A extends Actor | null>(txn: Txn, actor: A): Result<A, NotWritten> {
  if (actor === null) return { ok: true, value: actor }
  const acting = readmit(txn.db, txn.timeMs, actor)
  return acting.ok ? acting : refuse({ code: acting.refusal })
}

/** A small write of long work, such as its progress: waits without limit, and throws if it can't be saved. */
export const note = <T>(app: App, work: (txn: Txn) => T): Promise<T> => writeOrThrow(app.store, work)
