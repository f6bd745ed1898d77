// Why nothing was put into the game or taken out: sentences that tell what happened and, after a semicolon, what to do. The
// tables of all refusals (src/app/refused.ts) include these.
import type { RowsOf } from '../../../src/base/sentences.ts'

/** Sentences that the site shows, too; so they name no command and no option. */
export const GAME_FOLDER_SENTENCES = {
  installed_elsewhere: 'translated files are installed in {folder}; uninstall them there first',
  no_game_there: "there is no {name} in {folder}; choose the folder of the game's texts",
  kept_file_lost:
    "the untouched {name} that was kept is gone or damaged; let the game's launcher repair the game, then try again",
  game_file_changed: '{path} has just changed and is left as it is; try again when the launcher is done',
  game_file_open: '{path} is open in another program, perhaps the game: close it there and try again',
  odd_place: '{path} is a link or not a file, so nothing was changed; remove it and try again',
  game_read_only: '{folder} cannot be written to; check its permissions, nothing was changed',
  nothing_installed: 'no translation is installed in the game',
} as const

/** The command line's sentences when a release is not installed. */
export const RELEASE_SENTENCES = {
  bad_address:
    '{address} is not an address to install from; use one that begins with https:// (http:// only for this machine)',
  leads_astray: '{address} redirects to {to}, which is not an https address; nothing was downloaded',
  leads_on: '{address} redirects too often; check the address',
  not_reached: '{host} cannot be reached ({reason}); check the address and your connection',
  bad_answer: '{address} answered with status {status}; check the address',
  too_long: '{address} sends more than the {max} bytes allowed; nothing was changed',
  no_feed: '{address} is not a feed of releases; ask the team for its address',
  nothing_released: 'there is no release to install right now',
  choose_edition: 'choose an edition with --edition: {slugs}',
  no_edition: 'there is no edition {slug}; there are: {slugs}',
  package_differs: 'the downloaded package is not the one that the feed names; nothing was changed, try again later',
  package_refused: 'the package is refused: {problem}; nothing was changed, tell the team',
  goes_back: `{version} is older than {installed}, which is installed: the team withdrew that one, or somebody keeps newer ones \
from you; ask the team, or install it anyway with --force`,
  does_not_fit: `{name} in the game is not the file that this release was made for (another version of the game, \
or another translation); --force installs it anyway`,
} as const

/** A full disk and an end by hand have their sentences there. */
export type NotInstalled =
  | RowsOf<typeof GAME_FOLDER_SENTENCES & typeof RELEASE_SENTENCES, 'code'>
  | { readonly code: 'disk_full' }
  | { readonly code: 'interrupted' }
