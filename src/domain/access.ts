// The rights of a role, and of a key of a person with that role (docs/people.md#roles, docs/people.md#keys;
// docs/api-v1.md#authentication), computed at each request.
import type { Ability, Permission, Role, UserState } from './vocabulary.ts'
import { ABILITIES, ROLES } from './vocabulary.ts'

const WEAKEST_ROLE: Readonly<Record<Permission, Role>> = {
  view: 'user',
  propose_translation: 'translator',
  review_translation: 'moderator',
  import_localized: 'admin',
  manage_settings: 'admin',
  manage_users: 'admin',
  // The backup has the digests of all passwords and keys, so only this role may download it.
  download_backup: 'super_admin',
}

interface AbilityRule {
  readonly label: string
  readonly permission: Permission
  /** The weakest role whose keys may be granted the ability; null: any role. */
  readonly grantFrom: Role | null
}

export const ABILITY_RULES: Readonly<Record<Ability, AbilityRule>> = {
  'rows:read': { label: 'Read rows', permission: 'view', grantFrom: null },
  'translations:validate': { label: 'Check translations without saving', permission: 'view', grantFrom: null },
  'translations:propose': { label: 'Propose translations', permission: 'propose_translation', grantFrom: null },
  'translations:write-machine': {
    label: 'Write the machine layer',
    permission: 'import_localized',
    grantFrom: 'admin',
  },
  'translations:write-manual': {
    label: 'Write the manual layer directly',
    permission: 'review_translation',
    grantFrom: 'moderator',
  },
}

const roleRank = (role: Role): number => ROLES.indexOf(role)
export const isRoleAtLeast = (role: Role, weakest: Role): boolean => roleRank(role) >= roleRank(weakest)
export const hasPermission = (role: Role, permission: Permission): boolean =>
  isRoleAtLeast(role, WEAKEST_ROLE[permission])

/** The roles with a permission, the weakest first. */
export const rolesWith = (permission: Permission): readonly Role[] =>
  ROLES.filter((role) => hasPermission(role, permission))

/** Whether a person of this role may own bot keys: moderators and above may (docs/legacy-api.md#keys). */
export const mayOwnBotKey = (role: Role): boolean => isRoleAtLeast(role, 'moderator')

export const isGuardedRole = (role: Role): boolean => isRoleAtLeast(role, 'admin')

export interface KeyAdjustments {
  readonly grants: readonly Ability[]
  readonly denies: readonly Ability[]
}

export const NO_KEY: KeyAdjustments = { grants: [], denies: [] }

export const mayBeGranted = (role: Role, ability: Ability): boolean => {
  const { grantFrom } = ABILITY_RULES[ability]
  return grantFrom === null || isRoleAtLeast(role, grantFrom)
}

/** Whether the role or a grant gives the ability. The key's denies are not looked at. */
function isGiven(ability: Ability, role: Role, key: KeyAdjustments): boolean {
  if (hasPermission(role, ABILITY_RULES[ability].permission)) return true
  return key.grants.includes(ability) && mayBeGranted(role, ability)
}

/** The role's rights and the key's valid grants, without its denies. Empty unless the account is active. */
export function effectiveAbilities(role: Role, state: UserState, key: KeyAdjustments): readonly Ability[] {
  if (state !== 'active') return []
  return ABILITIES.filter((ability) => isGiven(ability, role, key) && !key.denies.includes(ability))
}

export type AbilityRefusal =
  | { readonly code: 'forbidden_ability' | 'forbidden_permission'; readonly requiredPermission: Permission }
  | { readonly code: 'forbidden_ability' | 'forbidden_permission'; readonly requiredRoles: readonly Role[] }

const NAMED_BY_ROLES: readonly Ability[] = ['translations:write-machine', 'translations:write-manual']

/** Why this person and key lack the ability; null: they have it. */
export function abilityRefusal(ability: Ability, role: Role, key: KeyAdjustments): AbilityRefusal | null {
  const given = isGiven(ability, role, key)
  if (given && !key.denies.includes(ability)) return null
  const code = given ? 'forbidden_ability' : 'forbidden_permission'
  const { permission } = ABILITY_RULES[ability]
  return NAMED_BY_ROLES.includes(ability)
    ? { code, requiredRoles: rolesWith(permission) }
    : { code, requiredPermission: permission }
}

/** The default limit of requests a minute (docs/api-v1.md#limits). */
export const REQUESTS_PER_MINUTE: Readonly<Record<Role, number>> = {
  user: 30,
  translator: 60,
  moderator: 60,
  admin: 120,
  super_admin: 120,
}
