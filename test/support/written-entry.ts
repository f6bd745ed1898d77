// An entry of a translators' file with nothing special about it.
import type { WrittenEntry } from '../../packages/formats/src/po-writer.ts'

export const writtenEntry = (more: Partial<WrittenEntry>): WrittenEntry => ({
  comments: [],
  keep: [],
  maxLetters: null,
  place: '',
  maxLength: null,
  isFuzzy: false,
  previousId: null,
  context: '0102030405060708',
  id: 'a',
  text: 'b',
  ...more,
})
