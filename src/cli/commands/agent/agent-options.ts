// Options and words that several commands of agents take, and the names of models in them.
import type { OptionSpec, ParsedArgs } from '../../command.ts'
import { Usage } from '../../failure.ts'
import { NAME, word } from '../../options.ts'
import {
  providerLengthMax,
  rowsLimitMax,
  claimRowsMax,
  claimRowsDefault,
  claimSecondsMin,
  claimSecondsMax,
  claimSecondsDefault,
} from '../../../domain/limits.ts'

export const WHERE =
  'Works on the local store with --as NAME, else on the server WINDROW_URL with the key WINDROW_KEY, with the same rights and rules.'

export const as: OptionSpec = { name: 'as', summary: 'Work on the local store as this person', value: NAME }
export const jsonLines: OptionSpec = {
  name: 'jsonl',
  summary: 'A JSON object on each line, with everything about a row',
}
export const after: OptionSpec = {
  name: 'after',
  summary: 'Continue after this row (the hint on stderr names it)',
  value: { kind: 'integer', placeholder: 'N', min: 0 },
}
export const limit: OptionSpec = {
  name: 'limit',
  summary: 'How many rows to return at most',
  value: { kind: 'integer', placeholder: 'N', min: 1, max: Math.min(rowsLimitMax, claimRowsMax) },
  defaultText: String(claimRowsDefault),
}
export const seconds: OptionSpec = {
  name: 'seconds',
  summary: 'How long the claim lasts',
  value: { kind: 'integer', placeholder: 'S', min: claimSecondsMin, max: claimSecondsMax },
  defaultText: String(claimSecondsDefault),
}
export const official: OptionSpec = {
  name: 'official',
  summary: "Add the game's texts in these languages, such as de,ja: [de: …]",
  value: word('LANGUAGES'),
}

/** The name of a model or of who runs it. `write` requires its model, so only `translate` can lack one. */
export function nameOf(args: ParsedArgs, option: 'model' | 'repair-model' | 'provider', absent?: string): string {
  const given = args.text(option) ?? absent
  if (given === undefined) throw new Usage(`windrow translate needs --${option} NAME`)
  const name = given.trim()
  if (name.length > 0 && name.length <= providerLengthMax && !/\p{Cc}/u.test(name)) return name
  throw new Usage(`--${option} must be 1 to ${providerLengthMax} characters without control characters`)
}
