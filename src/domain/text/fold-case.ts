// Letter case folded for comparing: lower case of the same length, so that a place in the folded text is the same place in
// the text.

/** What lower-casing makes longer, or differently by place. */
const FOLDS_OTHERWISE = /[İΣς]/

/** Lower case of the same length in UTF-16 units: İ is an i, final and middle sigma are one letter. */
export const foldCase = (text: string): string =>
  FOLDS_OTHERWISE.test(text) ? text.replaceAll('İ', 'i').toLowerCase().replaceAll('ς', 'σ') : text.toLowerCase()
