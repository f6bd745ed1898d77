// Who may change what of a key. Its owner may only narrow it: deny, lower the rate, switch it off, and take back what they
// set themselves. What widens it (a grant, a rate above the role's, lifting what somebody else set) is for those who manage
// people and for the command line; on their own key, admins don't lift what a super admin or the command line set. So a key remembers who set what; what was set before keys remembered counts as set by
// somebody else.
import { ok, refuse, type Result } from '../base/result.ts'
import { REQUESTS_PER_MINUTE } from './access.ts'
import type { ApiKey, KeyMark, KeyMarks } from './people.ts'
import { ABILITIES, type Ability, type Role } from './vocabulary.ts'

type Rights = Pick<ApiKey, 'state' | 'grants' | 'denies' | 'requestsPerMinute'>

/** Who changes a key. */
interface KeyChanger {
  /** Null: the command line. */
  readonly id: number | null
  readonly mayWiden: boolean
  /** Whether who set something (a person's id, or null for the command line) stands above who changes it now. */
  readonly isBelow: (setter: number | null) => boolean
}

/** What a change means: `lifts` takes back what whoever set it may take back, `widens` goes beyond the role. */
type Meaning = 'nothing' | 'narrows' | 'lifts' | 'widens'

interface Aspect {
  readonly mark: KeyMark
  /** For the refusal: "granting rows:read". */
  readonly doing: string
  readonly meaning: (before: Rights, after: Rights, usualRate: number) => Meaning
}

const MEANING_OF_STATE = { active: 'lifts', deactivated: 'narrows' } as const

const ASPECTS: readonly Aspect[] = [
  {
    mark: 'state',
    doing: 'switching it on again',
    meaning: (before, after) => (before.state === after.state ? 'nothing' : MEANING_OF_STATE[after.state]),
  },
  {
    mark: 'rate',
    doing: 'raising its requests per minute',
    meaning(before, after, usual) {
      const [from, to] = [before.requestsPerMinute ?? usual, after.requestsPerMinute ?? usual]
      if (before.requestsPerMinute === after.requestsPerMinute) return 'nothing'
      return to <= from ? 'narrows' : to <= usual ? 'lifts' : 'widens'
    },
  },
  ...ABILITIES.map(
    (ability): Aspect => ({
      mark: `grant ${ability}`,
      doing: `granting ${ability}`,
      meaning: (before, after) => changeOf(before.grants, after.grants, ability, 'widens', 'narrows'),
    }),
  ),
  ...ABILITIES.map(
    (ability): Aspect => ({
      mark: `deny ${ability}`,
      doing: `allowing ${ability} again`,
      meaning: (before, after) => changeOf(before.denies, after.denies, ability, 'narrows', 'lifts'),
    }),
  ),
]

function changeOf(
  before: readonly Ability[],
  after: readonly Ability[],
  ability: Ability,
  added: Meaning,
  removed: Meaning,
): Meaning {
  if (before.includes(ability) === after.includes(ability)) return 'nothing'
  return after.includes(ability) ? added : removed
}

/** A key as it is made: nothing set, nothing taken away. */
export const BLANK_RIGHTS: Rights = { state: 'active', grants: [], denies: [], requestsPerMinute: null }

/** May a person take back what stands under this mark? */
export const isOwnMark = (key: Pick<ApiKey, 'setBy'>, mark: KeyMark, userId: number): boolean =>
  key.setBy?.[mark] === userId

/**
 * The members that a change gives a key, with who set what. Refuses with what the changer may not do, in words. `pins` are
 * marks that somebody else than the owner claims even where they stand already, so that the owner can't take them back.
 */
export function changeKeyRights(
  key: Rights & Pick<ApiKey, 'userId' | 'setBy'>,
  ownerRole: Role,
  by: KeyChanger,
  change: Partial<Rights>,
  pins: readonly KeyMark[] = [],
): Result<Rights & { readonly setBy: KeyMarks }, readonly string[]> {
  const { state, grants, denies, requestsPerMinute } = key
  const after: Rights = { state, grants, denies, requestsPerMinute, ...change }
  const setBy: Partial<Record<KeyMark, number | null>> = { ...key.setBy }
  const refused: string[] = []
  for (const { mark, doing, meaning } of ASPECTS) {
    const means = meaning(key, after, REQUESTS_PER_MINUTE[ownerRole])
    const isOthers = by.id !== key.userId
    if (means === 'nothing') {
      if (isOthers && pins.includes(mark)) setBy[mark] = by.id
      continue
    }
    const mayLift = isOwnMark(key, mark, key.userId)
    const setter = key.setBy?.[mark]
    const isFromAbove = !isOthers && setter !== undefined && by.isBelow(setter)
    if (by.mayWiden ? means !== 'narrows' && isFromAbove : means === 'widens' || (means === 'lifts' && !mayLift)) {
      refused.push(doing)
    }
    // Going further down under somebody else's rate must not make it one's own, or it could be raised again.
    const keepsMark = (!by.mayWiden || isFromAbove) && mark === 'rate' && key.requestsPerMinute !== null && !mayLift
    if (!keepsMark) setBy[mark] = by.id
  }
  return refused.length === 0 ? ok({ ...after, setBy }) : refuse(refused)
}
