// Takes the names of local symbols out of a Mach-O file: nobody links to them, and they are a seventh of a download. Their entries
// and their strings become zeros where they lie, so that nothing moves and no index changes; crash reports show addresses instead.
import { COMMAND, commandOf } from './macho.ts'

const ENTRY = 16

/** The file with its local symbols blank; what is exported or imported keeps its name. */
export function withoutLocalNames(file: Buffer): Buffer {
  const symbols = commandOf(file, COMMAND.symbols).at
  const dynamic = commandOf(file, COMMAND.dynamicSymbols).at
  const [at, count] = [file.readUInt32LE(symbols + 8), file.readUInt32LE(symbols + 12)]
  const [stringsAt, stringsSize] = [file.readUInt32LE(symbols + 16), file.readUInt32LE(symbols + 20)]
  const [first, locals] = [file.readUInt32LE(dynamic + 8), file.readUInt32LE(dynamic + 12)]
  const out = Buffer.from(file)
  out.fill(0, at + first * ENTRY, at + (first + locals) * ENTRY)
  out.fill(0, stringsAt + 1, stringsAt + stringsSize)
  for (let i = 0; i < count; i += 1) {
    if (i >= first && i < first + locals) continue
    const name = stringsAt + file.readUInt32LE(at + i * ENTRY)
    file.copy(out, name, name, file.indexOf(0, name) + 1)
  }
  return out
}
