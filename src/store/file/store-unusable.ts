// The error for a store that can't be opened, written or brought over. It has a code with facts, for which the command line's
// sentences are here, too.
import { fillGaps, type RowsOf } from '../../base/sentences.ts'

const SENTENCES = {
  store_misplaced: 'the store cannot be in {folder}: {problem}',
  store_damaged:
    'the store in {folder} is damaged ({problem}); windrow restore brings back a backup into an empty folder',
  store_not_opened: 'the store in {folder} cannot be opened: {problem}; {advice}',
  store_newer: `the store in {folder} has schema {schema} and this windrow knows up to {known}: a newer windrow wrote it; \
use that version or a newer one (nothing was changed)`,
  store_schema_unknown:
    'the store in {folder} has the schema {schema}, which this windrow does not know (it knows {known})',
  store_outdated: `an earlier windrow made the store in {folder} (schema {schema}, and this one has {known}); \
windrow upgrade-store upgrades it, and so does starting the server (nothing was changed)`,

  store_busy: 'another process writes to the store; try again when it is done',
  store_not_saved: 'the store could not be saved; check the free disk space and try again',
  store_not_switched:
    'the store could not be saved ({problem}) and is unchanged; check the free disk space and try again',
  disk_failed: 'the disk failed while saving; restart windrow',
  work_overtaken: 'another import began before this one was finished; nothing was changed, run it again',

  backup_newer:
    'a newer windrow wrote this backup (store schema {schema}, and this one knows {known}); restore it with that version or a newer one',
  backup_schema_unknown: 'this backup has store schema {schema}, and this windrow knows {known}',

  stored_record_damaged:
    'a stored record is damaged ({table}): `windrow check` names it, and `windrow restore` brings back a backup',
  stored_translation_damaged:
    'a stored translation is damaged: `windrow check` names its row, and `windrow restore` brings back a backup',
  translation_damaged: `a translation of row {ordinal} is damaged: repair the store with the windrow that made it (windrow check \
--repair), or restore a backup`,
  upgrade_overtaken: 'somebody wrote to the store during the upgrade; nothing was changed, run it again',
  upgrade_waits: 'an import or an upgrade of this store is running; wait until it ends and try again',
  store_open_elsewhere: 'process {pid} has the store open; stop it and try again (nothing was changed)',
  no_room_to_upgrade: `the store is written again beside itself, which takes up to {wanted} MiB, and the disk of {folder} has {free} \
MiB free; free some space and try again (nothing was changed)`,
} as const

export type StoreRefusal = RowsOf<typeof SENTENCES, 'code'>

export class StoreUnusable extends Error {
  override readonly name = 'StoreUnusable'
  readonly refusal: StoreRefusal

  constructor(refusal: StoreRefusal) {
    super(fillGaps(SENTENCES[refusal.code], refusal))
    this.refusal = refusal
  }
}
