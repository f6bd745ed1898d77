// The English sentences of refusals about labels, for refusal-sentences.ts.
import {
  labelLengthMax,
  labelPatternLengthMax,
  labelPatternsLengthMax,
  labelPatternsMax,
  labelRowsMax,
  labelRulesMax,
  labelsMax,
} from '../domain/limits.ts'

export const LABEL_SENTENCES = {
  labels_out_of_reach: { kind: 'not_allowed', said: 'changing labels takes an admin or a super admin' },
  label_name: {
    kind: 'invalid',
    said: `the name of a label has 1 to ${labelLengthMax} characters, no commas and no control characters, and is not just -`,
  },
  no_label: {
    kind: 'not_found',
    said: ({ name }: { readonly name: string }) => `there is no label ${name}; the list of labels has all names`,
  },
  label_exists: {
    kind: 'conflict',
    said: ({ name }: { readonly name: string }) => `there is a label ${name} already`,
  },
  too_many_labels: {
    kind: 'conflict',
    said: `there are ${labelsMax} labels, and there can be no more; remove one first`,
  },
  too_many_label_rules: {
    kind: 'conflict',
    said: `there are ${labelRulesMax} rules of labels, and there can be no more; remove one, or give one of them more patterns`,
  },
  label_patterns: {
    kind: 'invalid',
    said: `a rule has 1 to ${labelPatternsMax} patterns of 1 to ${labelPatternLengthMax} characters, ${labelPatternsLengthMax} in all, and none ends with a single \\; * matches any characters, ? matches one, \\ makes the next one plain`,
  },
  no_label_rule: {
    kind: 'not_found',
    said: ({ id }: { readonly id: number }) => `there is no rule of labels with the number ${id}`,
    commandLine: ({ id }: { readonly id: number }) =>
      `there is no rule of labels with the number ${id}; windrow label list shows them`,
  },
  unknown_label_rows: {
    kind: 'not_found',
    said: ({ rowId, count }: { readonly rowId: string; readonly count: number }) =>
      `${count} of the ids belong to no row, first ${JSON.stringify(rowId)}; nothing was labelled: an id has 16 digits, 0-9 and a-f`,
  },
  too_many_label_rows: {
    kind: 'invalid',
    said: `that is more than ${labelRowsMax} rows; give them in several lists`,
  },
} as const
