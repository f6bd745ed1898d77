// The faults of files: each with its place, its facts and an English sentence. Sentences in the site's other languages
// are in src/admin/language.
import { fillGaps, type RowsOf } from '../../../src/base/sentences.ts'

export const PLACES = {
  file: 'the file',
  byte: 'byte {byte}',
  offset: 'byte {byte} (offset of block {block})',
  line: 'line {line}',
  entry: 'entry {entry}',
  block: 'block {block} at byte {byte}',
  slot: 'block {block} at byte {byte}, slot {slot}',
  index: 'block {block} at byte {byte} (index)',
  overlay_index: 'block 0 (index)',
  inflated: 'the unpacked {compression} data',
} as const

export const PROBLEMS = {
  changed: 'changed while it was being read; wait until the program that writes it is done, then try again',
  unreadable: "can't be read ({found}); check its permissions and its name",
  no_regular_file: 'is not a regular file; save its content to a file and use that',

  // Faults of a container's header, table or index.
  header_cut_off: 'this is too short for a game container; found {found} bytes, expected at least {expected}',
  no_container: 'this is not a game container; found {found}, expected EF BE AD DE',
  byte_swapped: 'this is not a game container; found {found} (byte-swapped: a big-endian file), expected EF BE AD DE',
  container_version: 'unknown version; found {found}, expected {expected}',
  no_blocks: 'the container has no blocks; found 0, expected at least 1',
  reserved_word: 'the reserved word is not zero; found {found}, expected 0',
  offset_table:
    'the offset table runs past the end of the file; found {blocks} blocks in {found} bytes, expected {expected} bytes or more',
  too_many_blocks: 'too many blocks; found {found}, expected at most {expected}',
  offsets_descend: 'the offsets descend; found {found}, expected at least {expected}',
  block_past_end:
    'the file is cut off or damaged: a block runs past its end; found {found}, expected at most {expected}',
  after_last_block: 'bytes after the last block; found {found} bytes, expected none',
  index_cut_off: 'the index is cut off; found {found} bytes, expected at least {expected}',
  no_shards: 'the index names no shards; found shardCount 0, expected at least 1',
  index_length:
    'the length of the index does not fit its shards; found {found} bytes, expected {expected} for {shards} shards',
  block_missing: "shard {shard} names a block that isn't there; found block {found}, expected 1 to {expected}",
  block_named_twice:
    'a block is named twice; found block {found} for shards {first} and {second}, expected one shard per block',
  block_unnamed: 'no shard names a block; found block {found}, expected every block to be named by one shard',
  overlay_of_another: 'the overlay does not belong to {main}; found {found} shards, expected {expected}, as in {main}',

  // Faults of a container's blocks.
  block_too_short: 'the block is too short; found {found} bytes, expected at least {expected}',
  codec: 'unknown codec; found {found}, expected {expected} (zstd)',
  packed_size: 'packedSize disagrees with the block; found {found}, expected {expected}',
  packed_too_large: 'packedSize is too large; found {found}, expected at most {expected}',
  unpacked_too_large: 'unpackedSize is too large; found {found}, expected at most {expected}',
  unpacked_size: 'unpackedSize disagrees with the unpacked data; found {found}, expected {expected}',
  unpacked_more: 'unpackedSize disagrees with the unpacked data; found {found}, expected more',
  after_frame: 'the zstd frame is damaged; found {found} bytes after the frame, expected one frame of {expected} bytes',
  frame_not_whole:
    'the zstd frame is damaged; found bytes that are not a whole frame, expected one frame of {expected} bytes',
  frame_not_inflating: 'the zstd frame is damaged; found {found}, expected a frame that unpacks',
  too_much_damaged:
    'too much is damaged to skip it; found more than {expected} damaged places, expected at most {expected}',
  too_many_inflated: 'the file unpacks to too many bytes; found {found}, expected at most {expected}',
  too_much_text: 'the texts of the file hold too many bytes; found {found}, expected at most {expected}',
  too_many_entries: 'too many entries; found {found}, expected at most {expected}',

  // Faults of a container's shards.
  shard_cut_off: 'the shard is cut off; found {found} bytes, expected at least {expected}',
  too_many_parts:
    'the file has too many names, texts and marks; found more than {expected}: split it into smaller ones',
  capacity_too_large: 'the capacity is too large; found {found}, expected at most {expected}',
  capacity: 'the capacity is not 2^k − 1; found {found}, expected 1, 3, 7, 15 …',
  no_room_for_slots: 'no room for the slots; found {found} bytes, expected at least {expected} for capacity {capacity}',
  sentinel: 'wrong sentinel after the control bytes; found {found}, expected {expected}',
  control_byte: 'the control byte is neither empty nor occupied; found {found}, expected 0x00 to 0x80',
  key_in_wrong_shard:
    'the key is in the wrong shard; found {key}, a key of shard {found}, expected a key of shard {expected}',
  key_twice: 'the key appears twice; found {found}, expected each key once',
  value_outside:
    'the value lies outside the value area; found bytes {from} to {to} of the shard, expected bytes {start} to {end}',
  values_overlap:
    'the values overlap; found more than {expected} bytes of text in {found} bytes, expected values back to back',
  value_no_text:
    'the value is not text; found bytes that are not UTF-8, expected UTF-8, or the single byte 0xFF of a deletion marker',

  // Faults of the bytes of a text dump.
  file_too_large: 'the file is too large; found more than {expected} MiB, expected at most {expected} MiB',
  packed_file_too_large:
    'the file is too large; found more than {expected} MiB, expected at most {expected} MiB, or the same file unpacked',
  compression: 'the {compression} data is damaged; found {found}, expected a whole {compression} file',
  zstd_frames:
    'the zstd data is damaged; found more than {expected} frames, expected a file compressed in fewer pieces',
  zstd_cut_off: 'the zstd data is damaged; found a frame that is cut off, expected whole frames to the end',
  zstd_no_frame:
    'the zstd data is damaged; found bytes that begin no frame, expected a zstd frame, or the end of the file',

  // Faults of a dump's format.
  shape_empty: 'the file is empty; choose one with texts',
  shape_container: 'this is a packed game container; unpack it first',
  shape_utf16: 'this is text in UTF-16; save it as UTF-8 and try again',
  shape_cr: 'its lines end in CR alone; save it with line ends LF or CRLF',
  shape_packed: 'this is a packed file ({found}); unpack it first, then choose the file or the folder with the texts',
  shape_foreign: "this is another kind of file ({found}) without readable texts; choose the file with the game's texts",
  shape_encoding: `this text is not in UTF-8; save it as UTF-8 \
(for Windows Cyrillic: iconv -f windows-1251 -t utf-8)`,
  shape_backup: 'this is a backup of a store; windrow restore puts it into an empty data folder (--data DIR)',
  shape_history: 'this is the history of a store; import it with windrow merge',
  shape_exchange: "this is a file for translators' tools; import it with windrow exchange import",
  shape_glossary: 'this is a glossary; import it with windrow glossary import',
  shape_rows: 'these are rows or texts of a batch; save texts with windrow write',
  shape_profile: 'this is a profile; use it with windrow import --profile FILE --main FOLDER',
  shape_other_game: `this looks like {found} of another game, not of Where Winds Meet; for a new store add --profile generic, \
or on the site choose "My game is another one"`,
  shape_first_game:
    'this is a game container of Where Winds Meet, and this store is of another game (generic); give it a store of its own: --data DIR',
  shape_bytes: 'windrow does not know this kind of file, which begins with the bytes {found}; it reads {shapes}',
  shape_text: 'windrow does not know this kind of file, which begins with {found}; it reads {shapes}',
  shape_columns:
    'it is not clear which columns have the keys and the texts; found {found}: name them with --key-column and --source-column',

  // Faults of a dump's lines.
  line_too_long: 'the line is too long; found more than {expected} bytes, expected at most {expected}',
  line_no_text: 'this is not UTF-8 text; save the file as UTF-8 and try again',
  line_no_object: 'the line is not a JSON object; found {found}, expected one object per line',
  header_missing: 'the header is missing; found {found}, expected ID<TAB>OriginalText',
  no_id: 'this is not an id; found {found}, expected 16 hex digits',
  no_decimal_id: 'this is not an id; found {found}, expected a 64-bit number in decimal',
  id_twice: 'the id appears twice; found {found}, expected each id once',
  text_too_long: 'the text is too long; found {found} bytes, expected at most {expected}',
  text_no_unicode: 'the text is not Unicode; found an unpaired surrogate, expected whole characters',
  column_count: 'the row lacks expected columns; found {found} columns, expected {expected}: {columns}',
  number_column: 'the row lacks expected columns; found Number {found}, expected a whole number',
  tsv_row: 'the row lacks expected columns; found {found}, expected an id, a tab and a text',
  json_entry: 'the row lacks expected columns; found {found}, expected "<number>": "text"',
  id_member: 'the row lacks expected columns; found {found}, expected a member "{member}"',
  member_absent: 'the row lacks expected columns; found no "{member}", expected a member "{member}"',
  text_absent: 'the row lacks expected columns; found no "{member}", expected a member "{member}" with a text',
  text_member: 'the row lacks expected columns; found {found}, expected a member "{member}" with a text',
  file_member: 'the row lacks expected columns; found {found}, expected "file" to be a file name',
  number_member: 'the row lacks expected columns; found {found}, expected "number" to be a whole number from 1',
  deleted_member: 'the row lacks expected columns; found {found}, expected "deleted" to be true or false',
  after_quote: 'characters after a closing quote; found {found}, expected a delimiter or the end of the line',
  quote_open: 'a quoted field does not close; found the end of the file, expected a closing quote',
  quote_too_long: 'a quoted field does not close; found more than {expected} characters, expected a closing quote',

  // Faults of a JSON document.
  document_start: 'the document starts with something else; found {found}, expected "{opener}"',
  document_cut_off: 'the document is cut off; found the end of the file, expected the end of "{opener}"',
  after_document: 'something follows the end of the document; found {found}, expected nothing',
  brackets: 'the brackets do not match; found {found}, expected the end of "{opener}"',
  element_missing: 'an element is missing; found nothing between two commas or brackets, expected an element',
  element_too_long: 'the element is too long; found more than {expected} bytes, expected at most {expected}',
  element_no_text: 'the element is not UTF-8 text; save the file as UTF-8 and try again',
  element_no_json: 'the element is not JSON; found {found}, expected a row',
  element_no_object: 'the element is not an object; found {found}, expected an object with an "ID"',

  // Faults of a glossary.
  glossary_empty: 'the file is empty; it begins with a header of these columns: {columns}',
  unknown_column: 'the row lacks expected columns; found column {found}, expected the columns {columns}',
  column_twice: 'the row lacks expected columns; found column {found} twice, expected each column once',
  glossary_header: 'the row lacks expected columns; found {found}, expected a header with at least source and forms',
  extra_columns: 'the row has too many columns; found {found} columns, expected at most {expected}',
  cell_too_long: '{column} is too long; found {found} characters, expected at most {expected}',
  term_twice: 'the term appears twice; found {found}, expected each term once (it is on line {line})',
  unknown_choice: '{column} must be one of {choices}; found {found}',
  no_yes_or_no: '{column} is neither yes nor no; found {found}, expected true or false',
  term_pattern: 'the term is a pattern; found {found}, expected a word or words: leave patterns out of the file',
  no_term: 'the row has no term; found an empty source, expected a term',

  // Faults of a PO file.
  po_empty: 'there is no entry; found the end of the file, expected msgid and msgstr',
  po_line: 'this line does not belong in a PO file; found {found}, expected a comment, or a keyword such as msgid',
  po_order: 'the keyword is out of place; found {found}, expected msgctxt, msgid and msgstr in this order',
  po_no_msgstr: 'the entry has no translation; found {found}, expected msgstr after msgid',
  po_string: 'the text is incomplete; found {found}, expected a text in quotation marks',
  po_escape: 'the escape is not known; found {found}, expected one such as \\n, \\t, \\" or \\\\',
  po_too_long: 'the entry is too long; found more than {expected} characters, expected at most {expected}',
  po_charset: 'the header names another encoding; found {found}, expected UTF-8 (msgconv -t UTF-8 converts a file)',

  // Faults of an XLIFF file.
  xliff_xml: 'the XML is not well formed; found {found}, expected XML as a translation tool writes it',
  xliff_root: 'this is not XLIFF 1.2; found {found}, expected <xliff version="1.2">',
  xliff_empty: 'there is no entry; found the end of the file, expected a trans-unit',
  xliff_charset: 'the file names another encoding; found {found}, expected UTF-8',
  xliff_too_long: 'the entry is too long; found more than {expected} characters, expected at most {expected}',

  // Faults of a game's own files of keyed texts.
  folder_unknown: 'has no file of a kind that windrow knows; found {found}, and windrow reads {shapes}',
  nothing_read: 'has no readable text; found {found}, expected at least one text with a key',
  no_whole_utf16: 'the UTF-16 text is cut off; found half a character, expected text in UTF-16 or UTF-8',
  no_utf8: 'this is not UTF-8 text: if the file is in {charset}, as it seems, iconv -f {charset} -t utf-8 converts it',
  named_charset:
    'the file names another encoding; found {found}, expected UTF-8: iconv -f {charset} -t utf-8 converts it, then let it name UTF-8 too',
  nested_too_deep: 'the nesting is too deep; found more than {expected} levels, expected at most {expected}',
  json_syntax: 'the JSON is not well formed; found {found}, expected JSON (comments and trailing commas are allowed)',
  yaml_syntax: 'the YAML is not well formed; found {found}, expected YAML 1.2',
  json5_syntax:
    'this is JSON5, not JSON; found {found}, expected names and texts in double quotes: save the file as JSON',
  source_unclear:
    'it is not clear which language is the source; found {found}: name it with --source-language, or choose files with --only',
  target_file:
    "no file is in the target language; found {found}: make one with the game's own tools, or correct --target-language",
  target_unsaid:
    'the file has several languages ({found}), and it is not clear which one to write: set target_language or target_column',
  target_absent:
    'the table has no column for {wanted} (of other languages: {found}); add one, or name one with the setting target_column',
  key_columns:
    'the row lacks expected columns; found {found}, expected a header with a key ({keys}) and a text ({texts})',

  // What is told of a file that comes in: what it lacks, or what is left out of it.
  left_key: 'a text without a key is left as it is ({found})',
  left_row: 'a row without a text is left as it is ({found})',
  left_inline: 'a text in segments or with comments in it is left as it is ({found})',
  left_damaged: 'an entry that cannot be read is left as it is ({found})',
  left_joined_key: 'a key of names longer than {expected} characters is left as it is ({found})',
  left_long_key: 'a key longer than {expected} bytes is left as it is ({found})',
  left_long_text: 'a text longer than {expected} bytes is left as it is ({found})',
  left_half: 'half a character (an unpaired surrogate) is left as it is ({found})',
  left_twice: 'a key that occurs twice has its last text, as in the game ({found})',
  left_fuzzy: 'a text that is marked as fuzzy is left out ({found})',
  left_state: 'a text that is unfinished, as its state says, is left out ({found})',
  comments_cut: 'comments beyond {expected} characters are not kept',
  files_unknown: 'files of an unknown kind are left out: {found}',
  links_left: 'links are not followed, and left out: {found}',
  files_damaged: 'damaged files are left out: {found}',
  unmerged: 'texts of {template} are missing, and left out until they are in it, too: {found}',
  unmerged_po: 'texts of {template} are missing, and left out until merged in (msgmerge -U {into} {template}): {found}',
  ids_reversed: 'the bytes of its ids are reversed; they were put in order',
  breaks_written: `{found} texts have \\n as two characters and none has a line break ({example}); \
they are imported as they are; if they are line breaks, use a dump with real ones`,
  // Faults that files of other tools and of the game have. They are accepted.
  odd_size: 'the size of a table disagrees with its occupied slots, as some community tools write it (×{found})',
  odd_deleted_slot: 'slots marked as deleted, FE (×{found})',
  odd_clones: 'mirrored control bytes that differ from the first ones (×{found})',
  odd_padding: 'padding that is not zero (×{found})',
  odd_seed: 'a table seed other than 0x595896DC (×{found})',
  odd_empty_slot: 'data in an empty slot (×{found})',
  odd_zero_key: 'an entry with key 0 (×{found})',
  odd_id_order: 'block ids out of order, the first of shard {found}',
  odd_total: 'a total of {found}, which disagrees with the entries of the file, as in a main file it should not',
  odd_tombstone: 'deletion markers in a main file (×{found})',

  // Faults of a file of history.
  no_history:
    'this is not the history of a store; found {found}, expected a file that windrow export --to FILE --with-history wrote',
  history_empty: 'the file is empty; found no line, expected a file that windrow export --to FILE --with-history wrote',
  history_version: `this version of the file is not known; found version {found}, expected version {expected}; \
use the windrow that wrote it, or a newer one`,
  history_cut_off: 'the file is cut off; found no last line, expected a last line with "end"',
  after_last_line: 'the file goes on after its last line; found {found}, expected its end',
  rows_missing: 'rows are missing; found {found} rows, expected {expected}, as the last line says',
  history_changed: 'the file was changed: its content does not match the SHA-256 in its last line',
  history_line: 'the row is wrong: {expected}',
  history_row: 'the row is wrong at {at}: {expected}',
  history_label: 'the line of a label is wrong; expected {expected}',
  row_twice: 'the row is in the file twice; found {found}, expected each row once',
} as const

export type Place = RowsOf<typeof PLACES, 'at'>
export type Problem = RowsOf<typeof PROBLEMS, 'problem'>

export type Damage = {
  /** The file's name without its folders; '' for typed text. */
  readonly file: string
  readonly where: Place
} & Problem

export const placeText = (where: Place): string => fillGaps(PLACES[where.at], where)

export function damageText(damage: Damage): string {
  const { file, where, problem } = damage
  const said = fillGaps(PROBLEMS[problem], damage)
  // The kind of a file is not told by its first byte alone.
  const isOfWhole = where.at === 'file' || (where.at === 'byte' && problem.startsWith('shape_'))
  if (!isOfWhole) return `${[file, placeText(where)].filter(Boolean).join(', ')}: ${said}`
  return /^(?:is|has|changed)\b/.test(said) ? `${file} ${said}` : [file, said].filter(Boolean).join(': ')
}

/** Files that windrow itself writes, or that are for it. */
export type OwnShape = `shape_${'backup' | 'history' | 'exchange' | 'glossary' | 'rows' | 'profile'}`

export type UnknownShape =
  | {
      readonly problem:
        | 'shape_empty'
        | 'shape_container'
        | 'shape_utf16'
        | 'shape_encoding'
        | 'shape_first_game'
        | OwnShape
    }
  | {
      readonly problem:
        | 'shape_bytes'
        | 'shape_text'
        | 'shape_columns'
        | 'shape_packed'
        | 'shape_foreign'
        | 'shape_other_game'
      readonly found: string
    }

/** The formats that a file may have, for messages. The help tells more about each. */
export const shapes = 'a game container (translate_words_map_*); a text dump (windrow help import lists their formats)'

export class DamagedFile extends Error {
  override readonly name = 'DamagedFile'
  readonly damage: Damage
  /** True: with `skipDamaged` the damaged part is left out, and the rest is read. */
  readonly isSkippable: boolean

  constructor(damage: Damage, isSkippable = false) {
    super(damageText(damage))
    this.damage = damage
    this.isSkippable = isSkippable
  }
}

export const damagedLine = (file: string, line: number, problem: Problem): DamagedFile =>
  new DamagedFile({ file, where: { at: 'line', line }, ...problem })

/** The error for a file that was replaced or truncated since it was opened. */
export const changedFile = (file: string): DamagedFile =>
  new DamagedFile({ file, where: { at: 'file' }, problem: 'changed' })
