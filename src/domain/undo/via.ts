// Names the piece of work that wrote a revision (`Revision.via`): a batch by its idempotency key, an import or a revert
// by number.
export const viaBatch = (name: string): string => `batch:${name}`
export const viaImport = (id: number): string => `import:${id}`
export const viaRevert = (id: number): string => `revert:${id}`
