// Refusals of imports, merges, reverts, backups and exports, and warnings of imports. Refusals arise inside transactions and
// file readers, which can't return them, so they are thrown as `Refused`.
import { GAME_FOLDER_SENTENCES, RELEASE_SENTENCES } from '../../packages/players/src/refusals.ts'
import { fillGaps, type RowsOf } from '../base/sentences.ts'
import { type Damage, DamagedFile, damageText } from '../../packages/formats/src/damage.ts'

export { type Damage, damageText } from '../../packages/formats/src/damage.ts'

/** Sentences that say what happened and, after a semicolon, what to do. Those that the site may show name no command or option. */
export const WORK_SENTENCES = {
  damaged_file: '{damage}; nothing was changed',
  skippable_damage: '{damage}; nothing was changed; the rest of the file can be imported without what is damaged',
  no_file: 'there is no file {path}; check the name',
  is_folder: '{path} is a folder; name a file',
  unreadable: '{path} cannot be read; check its permissions',
  disk_full: 'the disk is full; nothing was changed: free some space and try again',
  no_space: 'the disk is full: free some space and run the same command again',
  interrupted: 'interrupted; nothing was left half done, run it again',

  may_not_import: '{name} may not import: only active admins and super admins may',
  too_many_files: 'the rows name more than {max} different files; remove the column of file names from the dump',
  translated_file: "{file} is a translated file made by windrow; use the game's untouched file",
  names_no_pair:
    '{name} does not say which pair of files it belongs to; name it as the game does, such as translate_words_map_en__small',
  other_language: '{name} is in {language}, but the main file is in {expected}; give the file in {expected}',
  given_twice: '{name}: the pair {pair} has this file already; give each file once',
  diff_alone: '{name} belongs to the main file of the pair {pair}, which is missing; add that file, too',
  same_texts: '{file} has the same texts as {other}; give each file once',
  no_such_pair: 'there is no pair {name} to remove; check the name',
  too_many_pairs: 'there can be at most {max} further pairs; remove one that the game no longer has',
  carries_translations: `{file}: {carried} of its {changed} changed texts are translations of this store, so this is a translated file \
made by windrow; use the game's untouched file`,
  looks_translated: `{file}: {others} of its {texts} texts are in the letters of another language, so this looks like a translated \
file; nothing was changed: use the game's untouched file`,
  retires_most: `{lost} of {rows} texts are not in this import and would be retired; nothing was changed: \
if the game has several files, import the folder that has all of them`,
  named_otherwise: `{name}: its name says that it is the {own} file, but it is given as the {slot} file; nothing was changed: \
give each file in its place, perhaps two were swapped`,
  looks_wrong:
    '{lost} of {rows} rows would have no source left, so this looks like the wrong file; nothing was changed',
  changes_most: `{changed} of {rows} rows would have another source, so this looks like a file of another language or game; \
nothing was changed: give the right file`,
  rows_overtaken:
    'nothing was imported, because a setting was changed or the store repaired during the import; run it again',
  captions_overtaken: 'nothing was done, because caption_policy was changed meanwhile; run it again',
  merge_too_many_labels: `this merge would bring the store to {labels} labels (limit {labelsMax}) and {rules} rules \
(limit {rulesMax}); nothing was changed: remove some here, or remove some in the other store and export it again`,
  merge_overtaken: 'nothing was merged, because a row or a label was changed during the merge; run it again',
  person_overtaken: 'nothing was merged, because {name} was added during the merge; run it again',
  official_unknown: 'the game has no texts in the language {name}; nothing was changed: choose one of {known}',
  official_is_chinese: 'zh_cn is the Chinese text, which is imported as the reference; nothing was changed',
  official_is_source:
    '{name} is the language of the source; nothing was changed: official texts are those of other languages',
  official_without_rows:
    'there are no texts of the game yet; nothing was changed: import the main file first, or together with this one',
  official_twice: '{name} is given twice; nothing was changed: give each language and its diff once',
  official_diff_alone:
    'there is a diff of {name} without its main file; nothing was changed: add the main file, or remove both',
  translations_interrupted: 'interrupted after the game files were imported; import the translations again',
  translations_left_out: '{why}; the game files are imported, the translations are not: import the translations again',

  may_not_revert: '{name} may not take work back: only active moderators, admins and super admins may',
  may_not_revert_approved: '{name} may not take back what others approved: only admins and super admins may',

  damaged_template: "{damage}; nothing was written: use the game's untouched file",
  template_translated: "{path} is a translated file made by windrow; use the game's untouched file",
  no_templates:
    "the game's untouched files are no longer here, or the texts came from other files; import the game's files again",
  ...GAME_FOLDER_SENTENCES,
  game_patched: '{name} is not the {slot} file that was imported (was the game patched?); import {path} first',

  backup_under_way: 'a backup is being made right now; look for it in a moment',
  no_room_for_backup: 'there is not enough room for a backup on the disk of {folder}; free some space',
  damaged_pages: 'the store is damaged ({problem}), so it cannot be backed up; earlier backups are kept',
  backup_of_damaged: 'the store is damaged ({problem}), and so is its copy in {path}: keep your earlier backups',
  backup_not_read_back:
    "the backup was written but can't be read back ({problem}), so it was deleted; check the disk of {folder}",

  // What an import warns of, though it did its work.
  file_note: '{damage}',
  parts_left_out: 'shards left out: {shards}, entries: {entries}, the first: {damage}',
  files_unread: `files that gave texts before can't be read completely now: {count} ({files}); the missing texts stay as they were: \
repair the files and import again`,
  of_whole_game: '{file} has rows that are only in the diff file, so it is read as a translation of the whole game',
  lacks_markup: `{invalid} of {written} texts lack markup of their source (TAGS_01: {all}) and stay out of the game; \
if {name} is not markup in this game ({texts}), take it out of the setting markup`,
  kept_diff: `the diff {file} imported on {date} is kept and still applies to the new main file; give the new one, \
or say that the game has none`,
  looks_chinese: `{reference} of the {changed} texts that {file} changes are the same as in the stored Chinese file: \
is this the Chinese file? If so, import the game's own file again`,
  changed_most: '{changed} of {rows} rows now have another source: is this the right file of the right game?',

  run_stopped: 'it was stopped before it finished and changed nothing; start it again',
  run_not_followed: 'it could not be started or did not finish: {reason}',
  report_unreadable: 'it finished, but its report could not be read',
} as const

const SAID_TO_COMMANDS = {
  skippable_damage: '{damage}; nothing was changed; --skip-damaged imports the rest',
  translated_file: `${WORK_SENTENCES.translated_file} (--force imports it anyway)`,
  carries_translations: `${WORK_SENTENCES.carries_translations} (--force imports it anyway)`,
  looks_translated: `${WORK_SENTENCES.looks_translated} (--force imports it anyway)`,
  retires_most: `${WORK_SENTENCES.retires_most} (--allow-retire imports it anyway)`,
  named_otherwise: `${WORK_SENTENCES.named_otherwise} (--force imports it anyway)`,
  changes_most: `${WORK_SENTENCES.changes_most} (--force imports it anyway)`,
  looks_wrong: `${WORK_SENTENCES.looks_wrong} (--allow-retire imports it anyway)`,
  official_is_chinese:
    'zh_cn is Chinese, which has its own options; nothing was changed: give that file with --reference or --reference-diff',
  official_diff_alone: `there is a diff of {name} without its main file; nothing was changed: --official {name}=FILE gives it, \
--no-official {name} empties both`,
  parts_left_out: `${WORK_SENTENCES.parts_left_out} (--report names all of them)`,
  lacks_markup: `{invalid} of {written} texts lack markup of their source (TAGS_01: {all}) and stay out of the game; \
if {name} is not markup in this game ({texts}): windrow setting set markup {setting}`,
  kept_diff: `the diff {file} imported on {date} is kept and still applies to the new main file; add the new one with {option}, \
or use {empties} if the game has none`,
  installed_elsewhere: 'translated files are installed in {folder}; run windrow uninstall first',
  no_game_there: "there is no {name} in {folder}; name the folder of the game's texts with --game",
  game_patched:
    '{name} is not the file that was imported (was the game patched?): windrow import --{slot} "{path}" first',
  nothing_installed: 'no translation is installed in the game; windrow install puts it there',
  damaged_pages: `the store is damaged ({problem}), so it cannot be backed up; earlier backups are kept: \
windrow check lists all of it, and windrow restore BACKUP --data NEW-FOLDER brings back the latest good backup`,
  backup_of_damaged:
    'the store is damaged ({problem}), and so is its copy in {path}: keep your earlier backups; {remedy}',
} as const

/** Sentences for backups and exports that only the command line makes. */
const COMMAND_SENTENCES = {
  backup_exists: '{path} already exists; choose another name',
  no_folder: 'there is no folder {folder}; make it first',
  damaged_not_streamed: `the store is damaged ({problem}); windrow check says how to fix it, and a backup with the name of a file \
keeps what can still be read`,
  no_backup: '{path} is not a file; use a file that windrow backup wrote',
  not_restored: "{path} can't be restored: {problem}; nothing was changed",
  no_place_for_store: 'no store can be made in {folder}: {problem}',
  folder_not_empty: '{folder} is not empty (it holds {name}); restore into an empty data folder: --data NEW-FOLDER',

  to_game_file: '{path} is a game file; give another name with --to',
  out_is_file: '{path} is a file; name a folder with --out',
  no_game_file: '{path} is not a file; name a game file',
  same_file: '{path} is the same file as another that is given; give each file once',
  pair_unknown: '{path} belongs to the pair {pair}, which was never imported; import it first with --also',
  same_name:
    'two files would have the same name, {name}, on systems that ignore letter case, and would replace one another; rename one of them',
  out_is_template: '{path} is the untouched game file itself; give another folder with --out',
  out_has_folder: '{path} is a folder; give another one with --out',
  out_has_device: '{path} is not a file; give another folder with --out',
  out_has_file: '{path} exists; give another folder with --out, or replace it with --force',
  out_is_open:
    '{path} is open in another program, perhaps the game: close it there and export again; nothing was written',
  out_is_torn:
    '{path} is open in another program, perhaps the game: close it there and export again: {given} is already new and does not match it',

  edition_fault: 'the edition {slug} cannot be made: {fault}',

  ...RELEASE_SENTENCES,
} as const

type DamageCode = 'damaged_file' | 'skippable_damage' | 'damaged_template' | 'file_note'
type Plain<T extends Readonly<Record<string, string>>> = Exclude<
  RowsOf<T, 'code'>,
  {
    readonly code:
      | DamageCode
      | 'parts_left_out'
      | 'lacks_markup'
      | 'kept_diff'
      | 'translations_left_out'
      | 'backup_of_damaged'
  }
>

/** Refusals of long work that the site can show as well as the command line. */
export type WorkRefusal =
  | Plain<typeof WORK_SENTENCES>
  | { readonly code: DamageCode; readonly damage: Damage }
  | { readonly code: 'parts_left_out'; readonly damage: Damage; readonly shards: number; readonly entries: number }
  | RowsOf<Pick<typeof SAID_TO_COMMANDS, 'lacks_markup' | 'kept_diff'>, 'code'>
  | { readonly code: 'translations_left_out'; readonly why: Why }
  | { readonly code: 'backup_of_damaged'; readonly problem: string; readonly path: string; readonly remedy: string }

type CommandRefusal = Plain<typeof COMMAND_SENTENCES>

/** Why the second part of some work was not done, although the first was. */
export type Why = AnyRefusal | { readonly code: 'fault'; readonly message: string }

export type AnyRefusal = WorkRefusal | CommandRefusal
type Table = Readonly<Partial<Record<string, string>>>

const TO_COMMANDS: Table = { ...WORK_SENTENCES, ...COMMAND_SENTENCES, ...SAID_TO_COMMANDS }

/** The sentence of a refusal. Damage of a file, and a refusal inside another, bring their own sentence. */
export function workSentence(refusal: AnyRefusal, table: Table = TO_COMMANDS): string {
  const damage = 'damage' in refusal && { damage: damageText(refusal.damage) }
  const why = 'why' in refusal && { why: whyText(refusal.why) }
  return fillGaps(table[refusal.code] ?? TO_COMMANDS[refusal.code] ?? '', { ...refusal, ...damage, ...why })
}

/** The reason without the words "nothing was changed", because the first part of the work was done. */
const whyText = (why: Why): string =>
  'message' in why ? why.message : 'damage' in why ? damageText(why.damage) : workSentence(why)

export class Refused extends Error {
  override readonly name = 'Refused'
  readonly refusal: AnyRefusal

  /** The exception's message is the sentence for the command line. */
  constructor(refusal: AnyRefusal) {
    super(workSentence(refusal))
    this.refusal = refusal
  }
}

export const isOfWork = (refusal: { readonly code: string }): refusal is AnyRefusal => refusal.code in TO_COMMANDS

export function refusalOf(error: unknown): AnyRefusal | null {
  if (error instanceof Refused) return error.refusal
  if (!(error instanceof DamagedFile)) return null
  return { code: error.isSkippable ? 'skippable_damage' : 'damaged_file', damage: error.damage }
}
