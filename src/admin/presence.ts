// Who is at which row of the workbench just now: in this process, from the pages they open and the checks while they type.
export interface Presence {
  at(userId: number, rowId: string): void
  /** Other people at the row. */
  othersAt(userId: number, rowId: string): readonly number[]
}

/** Somebody who neither steps nor types for so long has gone. */
const staysMs = 3 * 60_000

export function createPresence(nowMs: () => number): Presence {
  const places = new Map<number, { readonly rowId: string; readonly untilMs: number }>()
  return {
    at(userId, rowId) {
      for (const [id, { untilMs }] of places) if (untilMs < nowMs()) places.delete(id)
      places.set(userId, { rowId, untilMs: nowMs() + staysMs })
    },
    othersAt: (userId, rowId) =>
      [...places]
        .filter(([id, place]) => id !== userId && place.rowId === rowId && place.untilMs >= nowMs())
        .map(([id]) => id),
  }
}
