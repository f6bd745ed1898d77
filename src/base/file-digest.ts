// Computes the SHA-256 of a file's bytes.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'

/** A smaller file is read whole: a stream takes this much memory for each file, and a game may have thousands of small ones. */
const atOnceBytes = 1024 * 1024

/** The digest in lower-case hex; null: there is no such file. */
export async function digestOfFile(path: string): Promise<string | null> {
  const hash = createHash('sha256')
  try {
    const { size } = await stat(path)
    if (size < atOnceBytes) hash.update(await readFile(path))
    else await pipeline(createReadStream(path, { highWaterMark: atOnceBytes }), hash)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
  return hash.digest('hex')
}
