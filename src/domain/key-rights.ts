// Decides who may change a key. Its owner may narrow it: deny, lower the rate, deactivate, and undo their own settings.
// Widening it (a grant, a rate above the role's, undoing another person's setting) needs the right to manage people, or
// the command line. Admins can't undo on their own key what a super admin or the command line set. So a key records who
// set each aspect; without a record it was another person.
import { ok, refuse, type Result } from '../base/result.ts'
import { REQUESTS_PER_MINUTE } from './access.ts'
import type { ApiKey, KeyAspect, KeySetters } from './people.ts'
import { ABILITIES, type Ability, type Role } from './vocabulary.ts'

type Rights = Pick<ApiKey, 'state' | 'grants' | 'denies' | 'requestsPerMinute'>

interface KeyChanger {
  /** The person who changes the key; null: the command line. */
  readonly id: number | null
  readonly mayWiden: boolean
  /** This changer ranks below the setter (null: the command line). */
  readonly isBelow: (setter: number | null) => boolean
}

/** `lifts` undoes a restriction, which its setter may do; `widens` goes beyond the role. */
type Meaning = 'nothing' | 'narrows' | 'lifts' | 'widens'

export interface WidenedRight {
  readonly doing: 'activating' | 'raising' | 'granting' | 'allowing'
  readonly ability?: Ability
}

interface AspectRule {
  readonly aspect: KeyAspect
  readonly right: WidenedRight
  readonly meaning: (before: Rights, after: Rights, usualRate: number) => Meaning
}

const MEANING_OF_STATE = { active: 'lifts', deactivated: 'narrows' } as const

const ASPECT_RULES: readonly AspectRule[] = [
  {
    aspect: 'state',
    right: { doing: 'activating' },
    meaning: (before, after) => (before.state === after.state ? 'nothing' : MEANING_OF_STATE[after.state]),
  },
  {
    aspect: 'rate',
    right: { doing: 'raising' },
    meaning(before, after, usual) {
      const [from, to] = [before.requestsPerMinute ?? usual, after.requestsPerMinute ?? usual]
      if (before.requestsPerMinute === after.requestsPerMinute) return 'nothing'
      return to <= from ? 'narrows' : to <= usual ? 'lifts' : 'widens'
    },
  },
  ...ABILITIES.map(
    (ability): AspectRule => ({
      aspect: `grant ${ability}`,
      right: { doing: 'granting', ability },
      meaning: (before, after) => changeOf(before.grants, after.grants, ability, 'widens', 'narrows'),
    }),
  ),
  ...ABILITIES.map(
    (ability): AspectRule => ({
      aspect: `deny ${ability}`,
      right: { doing: 'allowing', ability },
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

export const BLANK_RIGHTS: Rights = { state: 'active', grants: [], denies: [], requestsPerMinute: null }

export const isSetBy = (key: Pick<ApiKey, 'setBy'>, aspect: KeyAspect, userId: number): boolean =>
  key.setBy?.[aspect] === userId

/**
 * Returns the key's changed members with their setters, or the refused changes. `pins`: unchanged aspects that another
 * person takes over, so that the owner can't undo them.
 */
export function changeKeyRights(
  key: Rights & Pick<ApiKey, 'userId' | 'setBy'>,
  ownerRole: Role,
  by: KeyChanger,
  change: Partial<Rights>,
  pins: readonly KeyAspect[] = [],
): Result<Rights & { readonly setBy: KeySetters }, readonly WidenedRight[]> {
  const { state, grants, denies, requestsPerMinute } = key
  const after: Rights = { state, grants, denies, requestsPerMinute, ...change }
  const setBy: Partial<Record<KeyAspect, number | null>> = { ...key.setBy }
  const refused: WidenedRight[] = []
  for (const { aspect, right, meaning } of ASPECT_RULES) {
    const means = meaning(key, after, REQUESTS_PER_MINUTE[ownerRole])
    const isOthers = by.id !== key.userId
    if (means === 'nothing') {
      if (isOthers && pins.includes(aspect)) setBy[aspect] = by.id
      continue
    }
    const mayLift = isSetBy(key, aspect, key.userId)
    const setter = key.setBy?.[aspect]
    const isFromAbove = !isOthers && setter !== undefined && by.isBelow(setter)
    if (by.mayWiden ? means !== 'narrows' && isFromAbove : means === 'widens' || (means === 'lifts' && !mayLift)) {
      refused.push(right)
    }
    // The setter stays if an owner lowers a rate that another person set, or the owner could raise it again.
    const keepsSetter = (!by.mayWiden || isFromAbove) && aspect === 'rate' && key.requestsPerMinute !== null && !mayLift
    if (!keepsSetter) setBy[aspect] = by.id
  }
  return refused.length === 0 ? ok({ ...after, setBy }) : refuse(refused)
}
