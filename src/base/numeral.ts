// Numbers as people read them in English.

/** A number with commas between its thousands: `3,900`. */
export const numeral = (value: number): string => value.toLocaleString('en-US')
