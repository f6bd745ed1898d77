// How much room a disk has left.
import { statfsSync } from 'node:fs'

/** Less free room counts as a full disk. */
export const roomBytesMin = 32 * 2 ** 20

/** Free bytes of the folder's disk, for this account. */
export function freeBytesIn(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}
