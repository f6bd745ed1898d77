// A patch of the game, as part of a filter of work: the rows that an import added or whose source it changed. Written as
// the number of the import, or with a part: `7`, `7.changed`.

/**
 * `added` rows are new or came back. `changed` rows have another source than before; of these, `confirmed` rows have the earlier
 * text for the current source too, `rewritten` rows another text.
 */
const PATCH_PARTS = ['added', 'changed', 'confirmed', 'rewritten'] as const
export type PatchPart = (typeof PATCH_PARTS)[number]

/** The import alone determines these parts; the other two depend on the current texts. */
export const TOUCHES = ['added', 'changed'] as const satisfies readonly PatchPart[]
export type Touch = (typeof TOUCHES)[number]

interface AskedPatch {
  readonly importId: number
  /** Null: all parts. */
  readonly part: PatchPart | null
}

/** Null: no patch. */
export function parsePatch(text: string): AskedPatch | null {
  const [, id, name] = /^([1-9]\d{0,8})(?:\.([a-z]+))?$/.exec(text) ?? []
  const part = PATCH_PARTS.find((each) => each === name) ?? null
  return id === undefined || (name !== undefined && part === null) ? null : { importId: Number(id), part }
}

export const writePatch = (importId: number, part: PatchPart | null): string =>
  part === null ? String(importId) : `${importId}.${part}`
