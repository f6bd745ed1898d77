// Randomness is passed in.
import { randomBytes } from './crypto.ts'

export interface Random {
  /** Bytes fit for secrets. */
  bytes(count: number): Buffer
}

export const systemRandom: Random = { bytes: (count) => randomBytes(count) }
