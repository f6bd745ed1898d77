// Why nothing was put into the game or taken out: sentences that tell what happened and, after a semicolon, what to do. The
// tables of all refusals (src/app/refused.ts) include these.
import type { RowsOf } from '../../../src/base/sentences.ts'

/** Sentences that the site shows, too; so they name no command and no option. */
export const GAME_FOLDER_SENTENCES = {
  installed_elsewhere: 'translated files are installed in {folder}; take them out there first',
  no_game_there: "{folder} holds no {name}; name the folder of the game's texts",
  kept_file_lost:
    "the untouched {name} that was kept is gone or damaged; let the game's launcher repair the game, then try again",
  game_file_changed: '{path} changed meanwhile and is left as it is; try again when the launcher is done',
  game_file_open: '{path} is open in another program, perhaps the game: close it there and try again',
  odd_place: '{path} is a link, or no file where one belongs, so nothing was changed; make room there and try again',
  game_read_only: '{folder} cannot be written to; check its permissions, nothing was changed',
  nothing_installed: 'nothing of windrow is in the game',
} as const

/** The command line's sentences when a release is not installed. */
export const RELEASE_SENTENCES = {
  bad_address:
    '{address} is no address to install from; give one that begins with https:// (http:// to this machine only)',
  leads_astray: '{address} leads on to {to}, which is not an https address; nothing was downloaded',
  leads_on: '{address} leads on to other addresses too often; check the address',
  not_reached: '{host} was not reached ({reason}); check the address and your connection',
  bad_answer: '{address} answered with status {status}; check the address',
  too_long: '{address} sends more than it may ({max} bytes); nothing was changed',
  no_feed: '{address} is not a feed of releases; ask the team for its address',
  nothing_released: 'there is no release to install there now',
  choose_edition: 'choose an edition with --edition: {slugs}',
  no_edition: 'there is no edition {slug} now; there are: {slugs}',
  package_differs: 'the downloaded package is not the one that the feed names; nothing was changed, try again later',
  package_refused: 'the package is refused: {problem}; nothing was changed, tell the team',
  goes_back: `{version} was published before {installed}, which is installed: the team withdrew that one, or somebody holds \
newer ones back; ask the team, --force installs it all the same`,
  does_not_fit: `{name} in the game is not the file that this release was made for (another version of the game, \
or another translation); --force installs it all the same`,
} as const

/** A full disk and an end by hand have their sentences there. */
export type NotInstalled =
  | RowsOf<typeof GAME_FOLDER_SENTENCES & typeof RELEASE_SENTENCES, 'code'>
  | { readonly code: 'disk_full' }
  | { readonly code: 'interrupted' }
