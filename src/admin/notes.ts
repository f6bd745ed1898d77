// Sentences shown after a change. An address carries only a note's name, so that it cannot make the site show another text.
import { words } from './language/say.ts'

export const NOTES: Readonly<Record<string, string>> = words({
  'signed-out': 'You are signed out.',
  'signed-out-everywhere': 'You are signed out here and everywhere else.',
  'password-changed': 'The password is changed. Sessions in other browsers have ended.',
  'password-reset': 'The password is set. Pass it on in a safe way; all sessions of that person have ended.',
  'second-factor-off': 'The second factor is off. Your password alone opens the site.',
  'second-factor-reset':
    'The second factor is taken away. That person signs in with the password alone, and can set up another.',
  'key-deleted': 'The key is deleted. Whoever still sends it gets 401 from now on.',
  'key-revoked': 'The key is revoked. Whoever still sends it gets 401 from now on.',
  'key-deactivated': 'The key is deactivated. Its requests are refused until it is activated again.',
  'key-activated': 'The key is active again.',
  'key-changed': 'The key is changed. It takes effect at its next request.',
  'setting-saved': 'Saved. It takes effect at the next request.',
  'setting-unchanged': 'Nothing was changed.',
  'webhook-on': 'The webhook is on. It goes on where it stopped.',
  'webhook-off': 'The webhook is off. Nothing is sent to it.',
  'webhook-removed': 'The webhook is removed.',
  approved: 'Approved. The text is the manual translation now.',
  rejected: 'Rejected. The author sees your reason.',
  confirmed: 'Confirmed against the new source.',
  written: 'Saved as the manual translation.',
  proposed: 'Proposed. A reviewer will look at it.',
  'proposed-foreign':
    'The current translation was approved by somebody else, so your text became a proposal; a reviewer will look at it.',
  unchanged: 'Nothing was changed: that text is there already.',
  marked: 'The machine text is marked.',
  'person-added': 'The person is added.',
  'person-changed': 'Saved.',
  joined: 'Welcome. You are one of the team now.',
  'invite-revoked': 'The invite is taken back. Its link opens nothing any more.',
  commented: 'Your comment is there.',
  'comment-deleted': 'The comment is deleted.',
  'term-saved': 'The term is saved.',
  'term-removed': 'The term is deleted.',
  'filter-save': 'The filter is saved. You find it above the list.',
  'filter-rename': 'The filter has its new name.',
  'filter-delete': 'The filter is deleted.',
  'game-imported': "Your game's texts are here. Open a row to translate it.",
  'sample-imported':
    'This is the sample game. Open a row to try a translation; your own texts, under Imports, replace it.',
  'glossary-imported': 'The glossary is imported.',
})

/** After these the browser drops the draft of the text (assets/drafts.js). */
export const TAKES_TEXT: ReadonlySet<string> = new Set([
  'approved',
  'rejected',
  'written',
  'commented',
  'proposed',
  'proposed-foreign',
  'unchanged',
  'term-saved',
  'glossary-imported',
])
