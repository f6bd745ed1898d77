// Numbers as English text.

/** `3,900`, with a comma. */
export const numeral = (value: number): string => value.toLocaleString('en-US')

/** `1 row`, `3,900 rows`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${numeral(count)} ${count === 1 ? one : many}`

/** Like `TAGS_01 12, no_text 3`, the commonest first. */
export const countsText = (counts: ReadonlyMap<string, number>): string =>
  [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ')
