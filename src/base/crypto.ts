// node:crypto's functions for modules loaded at every start: `import` reads every member of node:crypto, and one of them loads all of
// Web Crypto. Modules loaded later import node:crypto.

export const { hash, randomBytes, randomUUID } = process.getBuiltinModule('node:crypto')

export interface Random {
  /** Random bytes that are good enough for secrets. */
  bytes(count: number): Buffer
}

export const systemRandom: Random = { bytes: (count) => randomBytes(count) }
