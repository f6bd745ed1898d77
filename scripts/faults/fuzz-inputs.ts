// Inputs for fuzzing, each from a seeded die: texts of pieces that mean something to the token scanner, game files and
// dumps that were good and are damaged a little, cursors with a bit turned, requests that are almost right.
import { zstdCompressSync } from 'node:zlib'
import { buildContainer } from '../../test/support/container-builder.ts'
import type { Dice } from './random.ts'
import { hashOf, idOf, rowCount, sourceOf, type World } from './world.ts'

const TOKENS =
  '{ } {0} < > | <Agility|780|#C|15> </b> <TEXT> $ $link ^12^ $E $F1.5 $A(x) $EXP_UP:+1%$ @T[x] [#12] % %s %d %% %-05.2f %02H # #FF0000 #E #C'
const LETTERS = 'a Row Jianghu Ünïcode 漢字 かな 한글 🎉 👨‍👩‍👧 ｛０｝ Е é İ ß 0 12:34 " \\n ~'
const INVISIBLE = [
  '\n',
  '\r\n',
  '\t',
  ' ',
  '  ',
  ' of the ',
  '\u200B',
  '\uFEFF',
  '\u202E',
  '\u00A0',
  '\uFFFD',
  '\u0000',
  '\uD800',
]
const PIECES = [...TOKENS.split(' '), ...LETTERS.split(' '), ...INVISIBLE]

/** A text; now and then a long one of few pieces, which is where time goes when it is not linear. */
export function textInput(dice: Dice): string {
  const isLong = dice.chance(0.002)
  const pieces = isLong ? Array.from({ length: 1 + dice.below(3) }, () => dice.pick(PIECES)) : PIECES
  const count = isLong ? 1_000 + dice.below(8_000) : dice.below(24)
  let text = ''
  for (let i = 0; i < count; i++) text += dice.pick(pieces)
  return text
}

/** Turns, drops, doubles or cuts some bytes. */
function damaged(bytes: Buffer, dice: Dice): Buffer {
  let damagedBytes = Buffer.from(bytes)
  for (let times = 1 + dice.below(4); times > 0 && damagedBytes.length > 0; times--) {
    const at = dice.below(damagedBytes.length)
    const what = dice.below(5)
    if (what === 0) damagedBytes[at] = dice.below(256)
    else if (what === 1) damagedBytes = damagedBytes.subarray(0, at)
    else if (what === 2)
      damagedBytes = Buffer.concat([damagedBytes.subarray(0, at), damagedBytes.subarray(at + 1 + dice.below(8))])
    else if (what === 3)
      damagedBytes = Buffer.concat([damagedBytes.subarray(0, at), damagedBytes.subarray(dice.below(at + 1))])
    else damagedBytes.writeUInt8((damagedBytes[at] as number) ^ (1 << dice.below(8)), at)
  }
  return damagedBytes
}

export function containerInput(dice: Dice): Buffer {
  const entries = Array.from({ length: 1 + dice.below(20) }, (_, i) => ({
    id: idOf(i * 257 + dice.below(200)),
    text: dice.chance(0.1) ? null : textInput(dice).toWellFormed().slice(0, 200) || 'x',
  }))
  const container = buildContainer({ entries, shardCount: 1 + dice.below(4), level: 1 })
  return dice.chance(0.1) ? container : damaged(container, dice)
}

const SHAPES: readonly ((id: string, text: string) => string)[] = [
  (id, text) => JSON.stringify({ id, text }),
  (id, text) => `${id}\t${text}`,
  (id, text) => `${id};"${text}"`,
  (id, text) => `"1";"f";"1";"1";"1";"0";"${id}";"${text}"`,
  (id, text) => JSON.stringify({ b: 1, s: 3, h: id, v: text }),
  (id, text) => `  ${JSON.stringify({ ID: id, English: text, Target: text })},`,
  (id, text) => `"${BigInt(`0x${id}`)}": ${JSON.stringify(text)},`,
]
const HEADERS = [
  '',
  'ID\tOriginalText',
  'ID;OriginalText',
  'Number;File;All Blocks;Work Blocks;Current Block;Unknown;ID;OriginalText',
  '',
  '[',
  '{',
]
const ENDS = ['', '', '', '', '', ']', '}']

export function dumpInput(dice: Dice): Buffer {
  const shape = dice.below(SHAPES.length)
  const lineOf = SHAPES[shape] as (typeof SHAPES)[number]
  const lines = Array.from({ length: dice.below(12) }, () =>
    lineOf(idOf(dice.below(1_000_000)), textInput(dice).slice(0, 200)),
  )
  const text = [HEADERS[shape], ...lines, ENDS[shape]]
    .filter((line) => line !== '')
    .join(dice.pick(['\n', '\r\n', '\n\n']))
  const bytes = Buffer.from((dice.chance(0.1) ? '\uFEFF' : '') + text)
  const file = dice.chance(0.3) ? bytes : damaged(bytes, dice)
  return dice.chance(0.1) ? damaged(zstdCompressSync(file), dice) : file
}

export function glossaryInput(dice: Dice): Buffer {
  const delimiter = dice.pick([',', '\t', ';'])
  const line = (): string =>
    [textInput(dice), `${textInput(dice)}|x*`, 'true', '0', textInput(dice)].map((cell) => `"${cell}"`).join(delimiter)
  const header = ['source', 'forms', 'case_sensitive', 'do_not_translate', 'note'].join(delimiter)
  const bytes = Buffer.from([header, ...Array.from({ length: dice.below(6) }, line)].join('\n'))
  return dice.chance(0.5) ? bytes : damaged(bytes, dice)
}

export function cursorInput(dice: Dice, good: string): string {
  if (dice.chance(0.1)) return good
  if (dice.chance(0.3)) return textInput(dice)
  return damaged(Buffer.from(good), dice).toString('latin1')
}

interface RequestInput {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

const PATHS = (
  '/api/v1/me /api/v1/rows /api/v1/rows/0000000000000001 /api/v1/taxonomy /api/v1/translations ' +
  '/api/v1/translations/validate /api/translations-api.php /api/v1/ /api/v1 / /admin/ /admin/sign-in'
).split(' ')
const QUERIES = ['limit', 'cursor', 'state', 'source', 'updated_since', 'include_total', 'fields', 'odd', 'limit[]']
const VALUES = [
  '',
  '1',
  '100',
  '101',
  '-1',
  'all',
  'none',
  'diff_only',
  '2026-01-01',
  '2026-01-01T00:00:00.5+02:00',
  'core,layers',
  'null',
  '%00',
  '%E4',
  '%F0%9F%8E%89',
]
const JUNK: readonly unknown[] = [null, true, 0, -1, 1e300, 'x', '', [], {}, [[]], { a: 1 }, '\uD800', 'a'.repeat(300)]

/** A path of printable characters, as an HTTP client may send it. */
function pathInput(dice: Dice): string {
  const path = dice.chance(0.95)
    ? dice.pick(PATHS)
    : `/api/v1/${encodeURIComponent(textInput(dice).toWellFormed()).slice(0, 200)}`
  const query = Array.from({ length: dice.chance(0.5) ? 0 : dice.below(4) }, () => {
    const value = dice.chance(0.8)
      ? dice.pick(VALUES)
      : encodeURIComponent(textInput(dice).toWellFormed()).slice(0, 300)
    return `${dice.pick(QUERIES)}=${value}`
  })
  return query.length === 0 ? path : `${path}?${query.join('&')}`
}

export function requestInput(dice: Dice, world: World): RequestInput {
  const person = dice.pick(world.people)
  const headers: Record<string, string> = {
    'Content-Type': dice.chance(0.9)
      ? 'application/json'
      : dice.pick(['text/plain', 'application/json; charset=utf-16', 'x']),
  }
  if (dice.chance(0.95)) headers['X-API-Key'] = dice.chance(0.9) ? dice.pick(person.secrets) : headerInput(dice)
  if (dice.chance(0.8)) headers['Idempotency-Key'] = dice.chance(0.8) ? `k${dice.below(1_000_000)}` : headerInput(dice)
  if (dice.chance(0.1))
    headers[dice.pick(['Cookie', 'Accept', 'Content-Encoding', 'X-Forwarded-For', 'Range', 'If-None-Match'])] =
      headerInput(dice)
  const method = dice.chance(0.9)
    ? dice.pick(['GET', 'POST'])
    : dice.pick(['HEAD', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'])
  return {
    method,
    path: pathInput(dice),
    headers,
    body: method === 'GET' || method === 'HEAD' ? Buffer.alloc(0) : bodyInput(dice),
  }
}

const headerInput = (dice: Dice): string =>
  textInput(dice)
    .replaceAll(/[^\x20-\x7E]/g, '~')
    .slice(0, 200)

function bodyInput(dice: Dice): Buffer {
  const body = dice.chance(0.3)
    ? legacyBody(dice)
    : { items: Array.from({ length: dice.below(dice.chance(0.02) ? 60 : 5) }, () => itemInput(dice)) }
  const text = dice.chance(0.9) ? JSON.stringify(body) : JSON.stringify(dice.pick(JUNK)) + textInput(dice)
  const bytes = Buffer.from(dice.chance(0.02) ? '['.repeat(dice.below(5_000)) : text)
  return dice.chance(0.8) ? bytes : damaged(bytes, dice)
}

const orJunk = (dice: Dice, value: unknown): unknown => (dice.chance(0.9) ? value : dice.pick(JUNK))

function itemInput(dice: Dice): Record<string, unknown> {
  const row = 1 + dice.below(rowCount)
  const item: Record<string, unknown> = {
    row_id: orJunk(dice, idOf(row)),
    text: orJunk(dice, textInput(dice)),
    source_hash: orJunk(dice, hashOf(sourceOf(row, 0))),
    layer: orJunk(dice, dice.pick(['machine', 'manual'])),
    provider: orJunk(dice, 'p'),
    model: orJunk(dice, 'm-1'),
  }
  if (dice.chance(0.5)) item['mode'] = orJunk(dice, dice.pick(['direct', 'proposal']))
  if (dice.chance(0.5)) item['overwrite'] = orJunk(dice, dice.chance(0.5))
  if (dice.chance(0.05)) item[textInput(dice)] = dice.pick(JUNK)
  return item
}

function legacyBody(dice: Dice): Record<string, unknown> {
  return {
    action: orJunk(dice, dice.pick(['propose', 'update_ai_translated_text', 'show_info', 'odd', null])),
    row_id: orJunk(dice, idOf(1 + dice.below(rowCount))),
    user_translate_text: orJunk(dice, textInput(dice)),
    ai_translated_text: orJunk(dice, textInput(dice)),
    overwrite_ai_translated_text: orJunk(dice, dice.pick([true, false, 1, '1', 'true'])),
    ignore_validation_errors: orJunk(dice, dice.chance(0.5)),
    provider: orJunk(dice, 'p'),
    ...(dice.chance(0.2) && {
      [dice.pick(['show_info', 'show-info', 'update_ai_translated_text'])]: orJunk(dice, true),
    }),
  }
}
