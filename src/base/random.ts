// Randomness as a value that is passed in.
import { randomBytes } from './crypto.ts'

export interface Random {
  /** `count` bytes from a source fit for secrets. */
  bytes(count: number): Buffer
}

export const systemRandom: Random = { bytes: (count) => randomBytes(count) }
