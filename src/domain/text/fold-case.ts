// Folds letter case without changing the length, so that offsets in the folded text are offsets in the text.

/** Characters that lower-casing makes longer, or maps differently by position. */
const FOLDS_OTHERWISE = /[İΣς]/

/** Same length in UTF-16 units: İ becomes i, final and middle sigma are one letter. */
export const foldCase = (text: string): string =>
  FOLDS_OTHERWISE.test(text) ? text.replaceAll('İ', 'i').toLowerCase().replaceAll('ς', 'σ') : text.toLowerCase()
