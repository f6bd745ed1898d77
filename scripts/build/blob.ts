// The blob that Node looks for in a single executable: the program's text and its assets.
// Written here and not by `node --experimental-sea-config`, because that writes the layout of the Node that runs it,
// with assets in an order of its hash table: our targets carry two majors of Node, and two builds must be byte-identical.
// test/runtime compares it with what Node itself writes.
//
//   u32 magic  u32 flags  u8 exec-argv-extension  [u8 main-format, from Node 25.7]
//   str code-path  str code  u64 count  { str key  str bytes }…          str: u64 length, bytes; all little-endian
const MAGIC = 0x143da20
const DISABLE_EXPERIMENTAL_WARNING = 1
const INCLUDE_ASSETS = 8
/** NODE_OPTIONS and Node's own options on the command line are not read: no foreign code inside our executable. */
const EXEC_ARGV_EXTENSION_NONE = 0
const MAIN_FORMAT_COMMONJS = 0

interface BlobContent {
  /** Name of the main script in stack traces. */
  readonly codePath: string
  readonly code: Buffer
  readonly assets: ReadonlyMap<string, Uint8Array>
}

/** The blob for a Node of the given version, such as `24.21.0`; assets in the order of their names. */
export function writeBlob({ codePath, code, assets }: BlobContent, nodeVersion: string): Buffer {
  const header = Buffer.alloc(9)
  header.writeUInt32LE(MAGIC, 0)
  header.writeUInt32LE(DISABLE_EXPERIMENTAL_WARNING | INCLUDE_ASSETS, 4)
  header.writeUInt8(EXEC_ARGV_EXTENSION_NONE, 8)
  const parts: Uint8Array[] = [
    header,
    ...mainFormatOf(nodeVersion),
    ...text(Buffer.from(codePath)),
    ...text(code),
    u64(assets.size),
  ]
  const names = [...assets.keys()].sort()
  for (const name of names) parts.push(...text(Buffer.from(name)), ...text(assets.get(name) ?? new Uint8Array()))
  return Buffer.concat(parts)
}

function mainFormatOf(nodeVersion: string): readonly Uint8Array[] {
  const major = Number.parseInt(nodeVersion, 10)
  if (major === 24) return []
  if (major === 26) return [Uint8Array.of(MAIN_FORMAT_COMMONJS)]
  throw new Error(
    `the blob layout of Node ${nodeVersion} is not known; compare it with --experimental-sea-config of that Node`,
  )
}

function text(bytes: Uint8Array): readonly Uint8Array[] {
  return [u64(bytes.length), bytes]
}

function u64(value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(BigInt(value))
  return bytes
}
