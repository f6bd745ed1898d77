// The worst bodies of a size, by content type: each byte of them something that a reader has to do. A list of things, not of
// attacks that were seen: whoever adds a reader of bodies meets them all.

export interface WorstBody {
  readonly what: string
  readonly type: string
  readonly bytes: Buffer<ArrayBuffer>
}

const boundary = 'b'
const part = (name: string, value: string): string =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
const end = `--${boundary}--\r\n`

/** Repeated to the size, between a beginning and an end. `TOKEN` stands for the token of the form. */
const SHAPES: Readonly<Record<string, readonly (readonly [unit: string, beginning?: string, end?: string])[]>> = {
  'application/x-www-form-urlencoded': [
    ...['a&', 'a=&', '&', '=&', '+&', '%41=%42&', '__proto__=&', 'a[]=&'].map((unit) => [unit, 'csrf=TOKEN&'] as const),
    ...['+', '%41', '%zz', '%ff', '=', 'é', '\r\n'].map((unit) => [unit, 'csrf=TOKEN&text='] as const),
    ['+', 'csrf=TOKEN&'],
    ['["",""],', 'csrf=TOKEN&kept={"path":"/admin/","fields":[', '["",""]]}'],
  ],
  [`multipart/form-data; boundary=${boundary}`]: [
    [part('z', ''), part('csrf', 'TOKEN'), end],
    [part('z', '')],
    [part('picture"; filename="x', ''), part('csrf', 'TOKEN'), end],
    ['x', `${part('csrf', 'TOKEN')}--${boundary}\r\nContent-Disposition: form-data; name="q"; filename="`],
    [';name="\\', `${part('csrf', 'TOKEN')}--${boundary}\r\nContent-Disposition: form-data`],
    ['\r\n-', `${part('csrf', 'TOKEN')}--${boundary}\r\nContent-Disposition: form-data; name="picture"\r\n\r\n`],
    ['x', part('csrf', 'TOKEN')],
    ['\r\n'],
  ],
  'application/json': [
    ['"m":1,', '{', '"n":1}'],
    ['{},', '{"items":[', '{}]}'],
    ['"",', '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"a":[', '""]}}'],
    ['['],
    ['{"a":'],
    [',', '{'],
    [' ', '{', '}'],
    ['\\"', '{"a":"', '"}'],
    ['\\u0041', '{"a":"', '"}'],
    ['9', '{"a":', '}'],
    ['{"jsonrpc":"2.0","id":1,"method":"tools/list"},', '\uFEFF[', '{}]'],
  ],
}

export function worstBodies(sizeBytes: number, token: string): readonly WorstBody[] {
  return Object.entries(SHAPES).flatMap(([type, shapes]) =>
    shapes.map(([unit, before = '', after = '']) => {
      const beginning = before.replace('TOKEN', token)
      const times = Math.max(1, Math.floor((sizeBytes - beginning.length - after.length) / Buffer.byteLength(unit)))
      const what = `${JSON.stringify(unit.slice(0, 40))} behind ${JSON.stringify(before.slice(0, 30))}, ${sizeBytes} bytes`
      return { what, type, bytes: Buffer.from(beginning + unit.repeat(times) + after) }
    }),
  )
}
