// How deep JSON is nested, told before a parser calls itself for each level.

const QUOTE = '"'
const BACKSLASH = '\\'

/** Whether lists and objects are nested deeper than `depthMax`. Brackets in comments count, so that limit leaves some room. */
export function nestsDeeper(json: string, depthMax: number): boolean {
  let depth = 0
  for (let at = 0; at < json.length; at++) {
    const sign = json[at] as string
    if (sign === QUOTE) at = endOfString(json, at)
    else if (sign === '[' || sign === '{') depth++
    else if (sign === ']' || sign === '}') depth--
    if (depth > depthMax) return true
  }
  return false
}

function endOfString(json: string, start: number): number {
  let at = start + 1
  while (at < json.length && json[at] !== QUOTE) at += json[at] === BACKSLASH ? 2 : 1
  return at
}
