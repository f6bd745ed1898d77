// Which piece of work wrote a revision, as it is kept beside it (`Revision.via`): a batch by the name its sender gave it
// (the idempotency key), an import or a revert by its number.
export const viaBatch = (name: string): string => `batch:${name}`
export const viaImport = (id: number): string => `import:${id}`
export const viaRevert = (id: number): string => `revert:${id}`
