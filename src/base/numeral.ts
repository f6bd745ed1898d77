// Numbers as English text.

/** `3,900`, with a comma. */
export const numeral = (value: number): string => value.toLocaleString('en-US')

/** `1 row`, `3,900 rows`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${numeral(count)} ${count === 1 ? one : many}`
