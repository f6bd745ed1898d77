// Writes numbers as English text.

/** A number with commas, such as `3,900`. */
export const numeral = (value: number): string => value.toLocaleString('en-US')

/** A number with its noun, such as `1 row` and `3,900 rows`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${numeral(count)} ${count === 1 ? one : many}`

/** Counts in one line, such as `TAGS_01 12, no_text 3`, the largest first. */
export const countsText = (counts: ReadonlyMap<string, number>): string =>
  [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ')
