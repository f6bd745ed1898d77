// How much room a disk has left.
import { statfsSync } from 'node:fs'

/** A disk with less free room than this counts as full. */
export const roomBytesMin = 32 * 2 ** 20

/** How many bytes this account may still write to the folder's disk. */
export function freeBytesIn(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}
