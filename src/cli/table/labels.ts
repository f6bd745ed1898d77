// Rows of the command table: labels of rows.
import { RULE_FIELDS } from '../../domain/labels.ts'
import type { CommandSpec } from '../command.ts'
import { FILE } from './shared.ts'

const LABEL = {
  value: { kind: 'text', placeholder: 'LABEL' },
  summary: 'Name of the label; letter case does not count',
} as const
const FIELD = {
  value: { kind: 'text', placeholder: 'FIELD', choices: RULE_FIELDS, noun: 'field' },
  summary: 'What the patterns are for; file is main/NAME or diff/NAME, token each token of the source',
} as const
const PATTERN = {
  name: 'pattern',
  summary: 'The whole text; * any characters, ? one, \\ makes the next plain; any letter case',
  value: { kind: 'text', placeholder: 'PATTERN' },
  isRequired: true,
  isRepeatable: true,
} as const
const IDS = { name: 'ids', summary: 'File with an id of a row in each line', value: FILE, isRequired: true } as const
const IMPORT = {
  value: { kind: 'text', placeholder: 'IMPORT' },
  summary: 'Number of the import',
} as const

export const labelCommands = {
  list: {
    name: 'label list',
    summary: 'List labels with their rules and the rows that have them, by state',
    examples: ['windrow label list', 'windrow label list --json'],
  },
  add: { name: 'label add', summary: 'Make a label', arguments: [LABEL], examples: ['windrow label add kind:item'] },
  remove: {
    name: 'label remove',
    summary: 'Remove a label, its rules, and what people decided about rows',
    arguments: [LABEL],
    examples: ['windrow label remove kind:item'],
  },
  tryRule: {
    name: 'label try-rule',
    summary: 'Count the rows that a rule would label, and show ten',
    arguments: [FIELD],
    options: [PATTERN],
    examples: ['windrow label try-rule source --pattern "*sword*"'],
  },
  addRule: {
    name: 'label add-rule',
    summary: 'Label rows by a text of theirs, now and after each update; any of the patterns is enough',
    arguments: [LABEL, FIELD],
    options: [PATTERN],
    examples: ['windrow label add-rule kind:item source --pattern "*sword*" --pattern "*bow*"'],
  },
  removeRule: {
    name: 'label remove-rule',
    summary: 'Remove a rule; rows labelled by hand keep their labels',
    arguments: [{ value: { kind: 'text', placeholder: 'RULE' }, summary: 'Number of the rule' }],
    examples: ['windrow label remove-rule 3'],
  },
  give: {
    name: 'label give',
    summary: 'Label rows by hand; a new label is made',
    arguments: [LABEL],
    options: [IDS],
    examples: ['windrow label give kind:item --ids items.txt'],
  },
  take: {
    name: 'label take',
    summary: 'Take a label from rows, also from those that a rule labels',
    arguments: [LABEL],
    options: [IDS],
    examples: ['windrow label take kind:item --ids wrong.txt'],
  },
  reset: {
    name: 'label reset',
    summary: 'Forget what people decided about rows; rules decide again',
    arguments: [LABEL],
    options: [IDS],
    examples: ['windrow label reset kind:item --ids wrong.txt'],
  },
  offers: {
    name: 'label offers',
    summary: 'Labels by hand that rows with the same Chinese text have, for rows that an import added',
    arguments: [IMPORT],
    examples: ['windrow label offers 7'],
  },
  accept: {
    name: 'label accept',
    summary: 'Label the rows of an offer',
    arguments: [IMPORT, LABEL],
    examples: ['windrow label accept 7 kind:item'],
  },
} as const satisfies Record<string, CommandSpec>
