// A small picture of the progress, for other sites: the translated share in words, and a bar with the approved rows
// apart.
import { say } from '../../language/say.ts'
import { share } from '../../words.ts'

const width = 180
const barWidth = 164

/** SVG. `manual` rows are part of the translated ones. */
export function progressPicture(rows: {
  readonly all: number
  readonly translated: number
  readonly manual: number
}): string {
  const all = Math.max(1, rows.all)
  const wide = (part: number): string => ((part / all) * barWidth).toFixed(1)
  const words = say`translated: ${share(rows.translated, all)}`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="36" viewBox="0 0 ${width} 36" role="img" aria-label="${words}"><title>${words}</title><rect width="${width}" height="36" rx="6" fill="#14171a"/><text x="8" y="17" fill="#e3e6e9" font-family="Verdana,DejaVu Sans,sans-serif" font-size="12">${words}</text><rect x="8" y="24" width="${barWidth}" height="6" fill="#343a41"/><rect x="8" y="24" width="${wide(rows.translated)}" height="6" fill="#8fb6f7"/><rect x="8" y="24" width="${wide(rows.manual)}" height="6" fill="#5fd3aa"/></svg>\n`
}
