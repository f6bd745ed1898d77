// A patch of the game as part of a filter of work: the rows that one import brought or whose source it changed. Written as the
// number of the import, or with one part of it behind a dot: `7`, `7.changed`.

/**
 * `added`: rows it brought, for the first time or again. `changed`: rows whose source it changed. Of these `confirmed` have the
 * text of before for the present source too, and `rewritten` another one; the rest is stale or has no text.
 */
const PATCH_PARTS = ['added', 'changed', 'confirmed', 'rewritten'] as const
export type PatchPart = (typeof PATCH_PARTS)[number]

/** Parts that the import itself names; the other two depend on the texts of now. */
export const TOUCHES = ['added', 'changed'] as const satisfies readonly PatchPart[]
export type Touch = (typeof TOUCHES)[number]

interface AskedPatch {
  readonly importId: number
  /** Null: all of them. */
  readonly part: PatchPart | null
}

/** What a patch in a filter asks; null: it is none. */
export function parsePatch(text: string): AskedPatch | null {
  const [, id, name] = /^([1-9]\d{0,8})(?:\.([a-z]+))?$/.exec(text) ?? []
  const part = PATCH_PARTS.find((each) => each === name) ?? null
  return id === undefined || (name !== undefined && part === null) ? null : { importId: Number(id), part }
}

export const writePatch = (importId: number, part: PatchPart | null): string =>
  part === null ? String(importId) : `${importId}.${part}`
