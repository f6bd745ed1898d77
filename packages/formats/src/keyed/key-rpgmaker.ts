// The data of RPG Maker MV and MZ: JSON in which only some strings are shown. The codes of the engine's
// commands and the members of its tables say which ones; all others (sounds, pictures, scripts, notes) are none of a
// translator's business. Keys are paths, as in other JSON.
import { type JSONPath, parse } from 'jsonc-parser'
import { nestsDeeper } from '../../../../src/base/json-depth.ts'
import { isRecord } from '../../../../src/base/sentences.ts'
import { damagedLine } from '../damage.ts'
import { nestingMax } from '../text-entry.ts'
import { keyJson, readJson } from './key-json.ts'
import type { KeyedFormat } from './keyed-format.ts'

const TABLES = (
  'Actors Animations Armors Classes CommonEvents Enemies Items MapInfos Skills States System Tilesets Troops ' +
  'Weapons'
).split(' ')

export const keyRpgMaker: KeyedFormat = {
  ...keyJson,
  name: 'RPG Maker data',
  meaning: 'RPG Maker MV and MZ (data/Map001.json, Actors.json …)',
  files: new RegExp(String.raw`(?:^|[\\/])(?:Map\d+|${TABLES.join('|')})\.json$`),
  isByName: true,
  looksLike: (start) =>
    /^\s*(?:\[\s*null\s*,|\{\s*"(?:airship|advanced|autoplayBgm|armorTypes)"|\{.*"(?:displayName|gameTitle|battleBgm)")/s.test(
      start,
    ),
  read(document, file, side) {
    if (nestsDeeper(document, 2 * nestingMax))
      throw damagedLine(file, 1, { problem: 'nested_too_deep', expected: nestingMax })
    return readJson(document, file, side, shownIn(document))
  },
}

/** Which parameter of a command is shown: its place, or a list in it. */
const COMMANDS: Readonly<Record<number, number>> = {
  101: 4, // who speaks (MZ)
  102: 0, // choices
  320: 1, // a name given to an actor
  324: 1, // a nickname
  325: 1, // a profile
  401: 0, // a line of a message
  402: 1, // "when it is …"
  405: 0, // a line of scrolling text
}

/** Of what stands in a table's rows (Actors, Items …), and of a map and the system. */
const MEMBERS = /^(?:name|nickname|profile|description|message[1-4]|displayName|gameTitle|currencyUnit)$/
/** Lists of words, and the game's messages. */
const WORDS = /^(?:terms|elements|skillTypes|weaponTypes|armorTypes|equipTypes)$/

/** Whether the string at a path is shown. */
function shownIn(document: string): (path: JSONPath, text: string) => boolean {
  const data = parse(document.replace(/^\uFEFF/, ''), [], { allowTrailingComma: true }) as unknown
  const isTable = Array.isArray(data)
  // Names of events, animations and maps are for those who make the game.
  const hasNames = isTable && data.some((row) => isRecord(row) && NAMED.some((member) => member in row))
  return (path, text) => {
    if (text === '') return false
    const at = path.lastIndexOf('parameters')
    if (at > 0 && path.includes('list')) {
      const code = codeOf(valueAt(data, path.slice(0, at)))
      const place = path[at + 1]
      return code !== null && COMMANDS[code] === place && path.length <= at + (code === 102 ? 3 : 2)
    }
    const [first, second] = path
    if (!isTable) return path.length > 1 ? WORDS.test(String(first)) : MEMBERS.test(String(first))
    return hasNames && path.length === 2 && MEMBERS.test(String(second))
  }
}

/** A table whose rows the player sees has one of these in each row. */
const NAMED = ['description', 'profile', 'nickname', 'message1', 'learnings', 'dropItems']

const valueAt = (data: unknown, path: JSONPath): unknown =>
  path.reduce<unknown>((value, name) => (isRecord(value) ? value[name as string] : undefined), data)

function codeOf(command: unknown): number | null {
  const code = isRecord(command) ? command['code'] : null
  return typeof code === 'number' ? code : null
}
