// For modules loaded at every start: `import` of node:crypto reads every member, and one of them loads all of Web Crypto.
// Modules loaded later import node:crypto.

export const { hash, randomBytes, randomUUID } = process.getBuiltinModule('node:crypto')

/** Randomness as a value that is passed in. */
export interface Random {
  /** Bytes fit for secrets. */
  bytes(count: number): Buffer
}

export const systemRandom: Random = { bytes: (count) => randomBytes(count) }
