// Search in the docs: a page's part under each heading is a hit if every word of the question is in it, its heading or the page's
// title. Some 80,000 words are looked through in a few milliseconds, so there is no index.
import { addressOf, anchorOf, type Docs } from './read-docs.ts'

interface Section {
  readonly address: string
  readonly page: string
  readonly heading: string
  readonly text: string
  readonly isForMakers: boolean
  /** In small letters: page and heading, and the text. */
  readonly head: string
  readonly body: string
}

export interface Hit extends Pick<Section, 'address' | 'page' | 'heading'> {
  /** Of the text around the first word; every other part is a word that was asked for. */
  readonly around: readonly string[]
}

const hitsMax = 30
const wordsMax = 8
const aroundCharacters = 110

/** The words of a question, in small letters. */
const wordsIn = (question: string): readonly string[] =>
  [
    ...new Set(
      question
        .slice(0, 200)
        .toLowerCase()
        .match(/[\p{L}\p{N}_-]+/gu) ?? [],
    ),
  ].slice(0, wordsMax)

/** Users' pages before those of windrow's makers, and of each the best hits first; none for a question without words. */
export function searchDocs(sections: readonly Section[], question: string): readonly Hit[] {
  const words = wordsIn(question)
  if (words.length === 0) return []
  return sections
    .map((section) => ({ section, worth: worthOf(section, words) }))
    .filter(({ worth }) => worth > 0)
    .sort((a, b) => Number(a.section.isForMakers) - Number(b.section.isForMakers) || b.worth - a.worth)
    .slice(0, hitsMax)
    .map(({ section: { address, page, heading, text, body } }) => ({
      address,
      page,
      heading,
      around: aroundIn(text, body, words),
    }))
}

/** 0: a word is missing. A heading is worth more than a text, and a text with a word twice more than one with it once. */
function worthOf({ head, body }: Section, words: readonly string[]): number {
  const each = words.map((word) => (head.includes(word) ? 8 : 0) + Math.min(4, body.split(word).length - 1))
  return each.includes(0) ? 0 : each.reduce((sum, worth) => sum + worth, 0)
}

function aroundIn(text: string, body: string, words: readonly string[]): readonly string[] {
  const at = Math.max(0, Math.min(...words.map((word) => body.indexOf(word)).filter((place) => place >= 0)))
  const from = Number.isFinite(at) ? Math.max(0, text.lastIndexOf(' ', at - aroundCharacters / 2) + 1) : 0
  const piece = text.slice(from, from + 2 * aroundCharacters)
  return piece.split(new RegExp(`(${words.join('|')})`, 'iu'))
}

/** The parts of all pages, in the order of the list. */
export const sectionsOf = ({ pages }: Docs): readonly Section[] =>
  [...pages.values()]
    .filter(({ name }) => name !== '')
    .flatMap(({ name, title, text }) =>
      splitAtHeadings(text).map(({ heading, lines }) => {
        const plain = plainText(lines.join('\n'))
        const shown = plainText(heading)
        return {
          address: heading === title ? addressOf(name) : `${addressOf(name)}#${anchorOf(heading)}`,
          page: title,
          heading: shown,
          text: plain,
          isForMakers: name.startsWith('makers/'),
          head: `${title} ${shown}`.toLowerCase(),
          body: plain.toLowerCase(),
        }
      }),
    )

function splitAtHeadings(text: string): { heading: string; lines: string[] }[] {
  const parts: { heading: string; lines: string[] }[] = []
  let isCode = false
  for (const line of text.split('\n')) {
    if (line.startsWith('```')) isCode = !isCode
    const heading = isCode ? null : /^#{1,4} (.+)$/.exec(line)
    if (heading === null) parts.at(-1)?.lines.push(line)
    else parts.push({ heading: heading[1] ?? '', lines: [] })
  }
  return parts
}

/** Without the signs of Markdown. */
const plainText = (text: string): string =>
  text
    .replaceAll(/<!--.*?-->|^```\w*$|^\|[-|]+$|[`*]/gms, '')
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[\s|]+/g, ' ')
    .trim()
