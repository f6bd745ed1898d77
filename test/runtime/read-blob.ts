// Reads the blob of a single executable, written from Node's description of it and apart from scripts/build/blob.ts.

export interface ReadBlob {
  readonly magic: number
  readonly flags: number
  readonly execArgvExtension: number
  readonly codePath: string
  readonly code: string
  readonly assets: ReadonlyMap<string, Buffer>
  /** Bytes behind the last asset. */
  readonly rest: number
}

/** `hasMainFormat`: one more header byte, since Node 25.7. */
export function readBlob(bytes: Buffer, hasMainFormat: boolean): ReadBlob {
  let at = 0
  const take = (count: number) => bytes.subarray(at, (at += count))
  const size = () => Number(take(8).readBigUInt64LE())
  const magic = take(4).readUInt32LE()
  const flags = take(4).readUInt32LE()
  const execArgvExtension = take(1).readUInt8()
  if (hasMainFormat && take(1).readUInt8() !== 0) throw new Error('the main script is no CommonJS')
  const codePath = take(size()).toString()
  const code = take(size()).toString()
  const count = size()
  const assets = new Map(Array.from({ length: count }, () => [take(size()).toString(), take(size())] as const))
  return { magic, flags, execArgvExtension, codePath, code, assets, rest: bytes.length - at }
}
