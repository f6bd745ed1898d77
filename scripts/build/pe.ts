// Windows executables: takes the publisher's signature off, which can't hold once the blob is in.
// The signature lies at the end of the file, named by the fifth entry of the data directories.
const SECURITY_DIRECTORY = 4

/** The file without its Authenticode signature and with an empty checksum. */
export function withoutSignature(file: Buffer): Buffer {
  const header = file.readUInt32LE(0x3c)
  if (file.toString('latin1', header, header + 4) !== 'PE\0\0') throw new Error('not a Windows executable')
  const optional = header + 24
  const isPlus = file.readUInt16LE(optional) === 0x20b
  const entry = optional + (isPlus ? 112 : 96) + 8 * SECURITY_DIRECTORY
  const offset = file.readUInt32LE(entry)
  const sizeBytes = file.readUInt32LE(entry + 4)
  if (offset === 0) return file
  if (offset + sizeBytes !== file.length) throw new Error('the signature of the Windows executable is not at its end')
  const bare = Buffer.from(file.subarray(0, offset))
  bare.writeUInt32LE(0, entry)
  bare.writeUInt32LE(0, entry + 4)
  bare.writeUInt32LE(0, optional + 64)
  return bare
}
