// Tables of the legacy API, from its own tables of modes, statuses and sentences.
import { numeral } from '../../src/base/numeral.ts'
import { FAILURE_CODES, type LegacyFailure, sentenceOf, statusOf } from '../../src/api-legacy/errors.ts'
import { SELECTORS, TYPE_OF_ACTION } from '../../src/api-legacy/requests.ts'
import * as limits from '../../src/domain/limits.ts'
import { SETTINGS } from '../../src/domain/settings.ts'
import { LEGACY_TYPES } from '../../src/domain/vocabulary.ts'
import { code, codes, sizeText, table } from './markdown.ts'

export const modes = (): string =>
  table(
    ['`action`', 'flag', 'counts as'],
    Object.entries(TYPE_OF_ACTION).map(([action, type]) => {
      const flags = SELECTORS.filter(([, selected]) => selected === action).map(([flag]) => flag)
      return [code(action), flags.length === 0 ? 'none: the default' : codes(flags), code(type)]
    }),
  )

/** What a failure of each code looks like; the sentences of some name what is wrong. */
const exampleOf = (failureCode: LegacyFailure['code']): string => {
  const told: Readonly<Record<string, string>> = {
    bad_parameter: 'One sentence that names the parameter and says what it must be.',
    gate: 'The translation was not saved: … (a sentence for each finding)',
    limit_exceeded:
      'The limit of N TYPE requests a day is reached: go on after TIME, or ask an administrator to raise it.',
  }
  return told[failureCode] ?? sentenceOf({ code: failureCode } as LegacyFailure)
}

export function errors(): string {
  const lines = FAILURE_CODES.map(
    (name) => [String(statusOf({ code: name } as LegacyFailure)), exampleOf(name)] as const,
  )
  const distinct = [...new Map(lines.map((line) => [line.join(' '), line])).values()]
  return table(
    ['HTTP', '`error`'],
    distinct.toSorted(([a], [b]) => Number(a) - Number(b)),
  )
}

export const legacyLimits = (): string =>
  table(
    ['what', 'bound'],
    [
      ...LEGACY_TYPES.map((type) => [
        `${code(type)} requests of a key a UTC day`,
        `${numeral(SETTINGS[`legacy_limit_${type}`].default)}; a setting, and a key's own value`,
      ]),
      ['keys of a person', '1'],
      ['`row_id`', '16 characters'],
      ['`provider`, `model`', `${limits.providerLengthMax} characters each`],
      ['text', `${numeral(limits.textCodePointsMax)} characters and ${sizeText(limits.textBytesMax)} of UTF-8`],
      ['body', sizeText(limits.bodyBytesMax)],
      ['waiting for an import', `${limits.legacyLockWaitMsMax / 1000} seconds`],
    ],
  )
