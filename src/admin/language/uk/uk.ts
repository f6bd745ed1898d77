// Ukrainian, one file for each part of the site. The agreed terms are at the top of domain-words.ts.
import type { Language } from '../language.ts'
import { ACTS_AND_RUNS, SAID_BY_RUNS } from './acts-and-runs.ts'
import { DAMAGE, PLACES_OF_DAMAGE } from './damage.ts'
import { WORDS } from './domain-words.ts'
import { FOR_PLAYERS } from './for-players.ts'
import { FRAME } from './frame.ts'
import { INTO_GAME, SAID_OF_GAME } from './game-and-backups.ts'
import { LABELS } from './about-labels.ts'
import { TERMS } from './about-terms.ts'
import { LISTS } from './lists.ts'
import { MANAGEMENT } from './management.ts'
import { FOUND } from './found.ts'
import { REFUSED } from './refused.ts'
import { REPORT_WORDS } from './report-words.ts'
import { SENTENCES } from './sentences.ts'
import { SETTING_WORDS } from './setting-words.ts'
import { SCRIPTS } from './scripts.ts'
import { TEAM } from './team-and-keys.ts'
import { SAID_OF_REQUESTS, WEBHOOKS } from './deliveries.ts'
import { BENCH } from './workbench.ts'

export const UKRAINIAN: Language = {
  tag: 'uk',
  name: 'Українська',
  plurals: ['one', 'few', 'many'],
  messages: {
    ...WORDS,
    ...FRAME,
    ...BENCH,
    ...LISTS,
    ...LABELS,
    ...TERMS,
    ...FOR_PLAYERS,
    ...MANAGEMENT,
    ...TEAM,
    ...ACTS_AND_RUNS,
    ...WEBHOOKS,
    ...INTO_GAME,
  },
  refusals: REFUSED,
  findings: FOUND,
  damage: DAMAGE,
  places: PLACES_OF_DAMAGE,
  sentences: {
    ...SENTENCES,
    ...SETTING_WORDS,
    ...REPORT_WORDS,
    ...SAID_BY_RUNS,
    ...SAID_OF_REQUESTS,
    ...SAID_OF_GAME,
  },
  scripts: SCRIPTS,
}
