// All refusals that a person meets. Their sentences: refusal-sentences.ts, and src/admin/language for the site.
import type { WriteRefusal } from '../domain/decide-write.ts'
import type { NotWritten, RoleTooLow } from './change.ts'
import type { SetupRefusal } from './people/complete-setup.ts'
import type { EditionRefusal } from './editions/change-editions.ts'
import type { SampleRefusal } from './bench/accept-sample.ts'
import type { InviteRefusal } from './people/invites.ts'
import type { LabelRefusal } from './labels/change-labels.ts'
import type { PersonRefusal } from './people/manage-users.ts'
import type { SecondFactorRefusal } from './people/second-factor.ts'
import type { LinkRefusal } from './providers/linked-accounts.ts'
import type { ReleaseRefusal } from './releases/publish.ts'
import type { SuggestionRefusal } from './suggestions/decide-suggestion.ts'
import type { CommentRefusal } from './team/comments.ts'
import type { MisfitRefusal } from './team/misfits.ts'
import type { PlayerWordRefusal } from './team/player-words.ts'
import type { TakeBackRefusal } from './undo/take-back.ts'
import type { BriefRefusal } from './upkeep/brief.ts'
import type { GlossaryRefusal } from './upkeep/change-glossary.ts'
import type { SettingRefusal } from './upkeep/change-settings.ts'
import type { WebhookRefusal } from './webhooks/manage-webhooks.ts'
import type { FilterRefusal } from './work/saved-filters.ts'
import type { ConfirmRefusal } from './writes/confirm-proposal.ts'
import type { HeadRefusal } from './writes/decide-head.ts'
import type { EditRefusal } from './writes/edit-translation.ts'
import type { ProposalRefusal } from './writes/review-proposal.ts'
import type { PasswordRefusal } from './people/password-rules.ts'
import type { KeyRefusal } from './people/manage-keys.ts'
import type { NotTermRefusal } from './not-terms.ts'
import type { WorkRefusal } from './refused.ts'

export type PeoplesRefusal =
  | NotWritten
  | RoleTooLow
  | WriteRefusal
  | EditRefusal
  | ProposalRefusal
  | ConfirmRefusal
  | HeadRefusal
  | TakeBackRefusal
  | PersonRefusal
  | SecondFactorRefusal
  | KeyRefusal
  | SetupRefusal
  | GlossaryRefusal
  | BriefRefusal
  | NotTermRefusal
  | SuggestionRefusal
  | SettingRefusal
  | FilterRefusal
  | LabelRefusal
  | EditionRefusal
  | ReleaseRefusal
  | InviteRefusal
  | LinkRefusal
  | CommentRefusal
  | MisfitRefusal
  | PlayerWordRefusal
  | PasswordRefusal
  | WebhookRefusal
  | SampleRefusal

export type Refusal = PeoplesRefusal | WorkRefusal
