// Puts the blob into a platform's Node binary, flips the fuse that tells Node to look for it, and signs where needed.
// ELF by postject, the tool that Node's own documentation names; PE by resedit, which writes the version and the icon in the same
// pass; Mach-O by our own code (macho.ts says why).
import { inject } from 'postject'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { withoutDebugNames } from './elf.ts'
import { withSegment } from './macho.ts'
import { withoutLocalNames } from './macho-symbols.ts'
import { signedAdHoc } from './macho-sign.ts'
import { withoutSignature, withResources } from './pe.ts'
import type { Format } from './targets.ts'

/** The string that Node searches in its own file; the character after the colon says whether a blob is there. */
const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2'
const RESOURCE = 'NODE_SEA_BLOB'
const SEGMENT = 'NODE_SEA'

interface Contents {
  readonly blob: Buffer
  readonly version: string
  /** The executable's own name. */
  readonly fileName: string
}

type Packer = (node: Buffer, contents: Contents) => Buffer | Promise<Buffer>

const PACKERS: Readonly<Record<Format, Packer>> = {
  elf: (node, { blob }) => injected(withoutDebugNames(node), blob),
  pe: (node, { blob, version, fileName }) =>
    withResources(withFuse(withoutSignature(node)), { blob: { name: RESOURCE, bytes: blob }, version, fileName }),
  macho: (node, { blob }) =>
    signedAdHoc(withFuse(withSegment(withoutLocalNames(node), SEGMENT, `__${RESOURCE}`, blob)), 'windrow'),
}

/** An executable of `node` with the contents inside. */
export const packed = async (format: Format, node: Buffer, contents: Contents): Promise<Buffer> =>
  await PACKERS[format](node, contents)

async function injected(node: Buffer, blob: Buffer): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'windrow-pack-'))
  try {
    const file = join(folder, 'program')
    writeFileSync(file, node)
    await quietly(() => inject(file, RESOURCE, blob, { sentinelFuse: FUSE }))
    return readFileSync(file)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** postject's parser warns about string offsets of its own note sections; nothing follows from that. */
async function quietly(work: () => Promise<void>): Promise<void> {
  const { warn, log } = console
  const silent = () => undefined
  Object.assign(console, { warn: silent, log: silent })
  try {
    await work()
  } finally {
    Object.assign(console, { warn, log })
  }
}

function withFuse(file: Buffer): Buffer {
  const at = file.indexOf(FUSE)
  if (at < 0 || at !== file.lastIndexOf(FUSE)) throw new Error('the Node binary does not hold the fuse exactly once')
  const flag = at + FUSE.length + 1
  if (file.toString('latin1', flag - 1, flag + 1) !== ':0')
    throw new Error('the fuse of the Node binary is not in its first state')
  file.write('1', flag, 'latin1')
  return file
}
