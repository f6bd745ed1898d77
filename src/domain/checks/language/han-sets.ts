// The Han characters of a language, by its own two-byte encoding: GB 2312 for simplified Chinese, Big5 for traditional,
// JIS X 0208 for Japanese.

interface Encoding {
  readonly label: string
  /** The first bytes of its Han characters. */
  readonly rows: readonly [number, number]
}

const ENCODINGS: Readonly<Record<string, Encoding>> = {
  Hans: { label: 'gb18030', rows: [0xb0, 0xf7] },
  Hant: { label: 'big5', rows: [0xa4, 0xf9] },
  Jpan: { label: 'shift_jis', rows: [0x81, 0xfc] },
}

/** GB 2312 has its characters above this byte; below it GB 18030 has those of traditional Chinese too. */
const secondByteMin: Readonly<Record<string, number>> = { Hans: 0xa1 }

const [firstHan, lastHan] = [0x4e00, 0x9fff]

/** Indexed by UTF-16 code: 1 for Han characters that the script does not use; null: unknown. */
export function strangeHan(script: string): Uint8Array | null {
  const encoding = ENCODINGS[script]
  if (encoding === undefined) return null
  const strange = new Uint8Array(0x10000).fill(1, firstHan, lastHan + 1)
  const decoder = new TextDecoder(encoding.label)
  const [first, last] = encoding.rows
  for (let row = first; row <= last; row++) {
    const bytes: number[] = []
    for (let second = secondByteMin[script] ?? 0x40; second <= 0xfe; second++) bytes.push(row, second, 0x20)
    for (const character of decoder.decode(Uint8Array.from(bytes))) strange[character.charCodeAt(0)] = 0
  }
  return strange
}
