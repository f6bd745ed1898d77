// Names the setting `caption_policy` when most refused texts have nothing but other captions, which a team may want.

import { counted } from '../../base/numeral.ts'

/** With fewer texts nothing is known about a team's habit. */
const textsMin = 5

/** The advice; null: most refused texts have another fault. `one` and `many` name the texts. */
export function captionAdvice(ofCaptions: number, texts: number, one: string, many: string): string | null {
  if (ofCaptions < textsMin || ofCaptions * 2 <= texts) return null
  return (
    `${ofCaptions} of ${counted(texts, one, many)} differ from the source only in the captions of their tags: ` +
    `if captions should be translated, use windrow setting set caption_policy free`
  )
}

export class CaptionShare {
  #refused = 0
  #ofCaptions = 0

  /** Counts a refused text. `rules`: all that refuse it. */
  add(rules: readonly (string | null)[]): void {
    this.#refused++
    if (rules.length > 0 && rules.every((rule) => rule === 'TAGS_02')) this.#ofCaptions++
  }

  sentence(): string | null {
    return captionAdvice(this.#ofCaptions, this.#refused, 'refused text', 'refused texts')
  }
}
