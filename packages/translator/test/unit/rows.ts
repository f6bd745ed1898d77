// Rows and outcomes for tests of what `windrow translate` decides.
import type { AgentRow, TextOutcome, TextProblem } from '../../../../src/agent/agent.ts'
import type { Task } from '../../src/task.ts'
import { sha256Hex } from '../../../../src/base/bytes.ts'

export const rowOf = (number: number, source: string, more: Partial<AgentRow> = {}): AgentRow => ({
  rowId: number.toString(16).padStart(16, '0'),
  key: null,
  remark: null,
  ordinal: number,
  source,
  sourceHash: sha256Hex(source),
  isServiceRow: false,
  keep: {},
  reference: null,
  maxLetters: null,
  copies: 1,
  pendingProposals: 0,
  layers: { manual: null, machine: null },
  previous: null,
  terms: [],
  ...more,
})

export const taskOf = (row: AgentRow, more: Partial<Task> = {}): Task => ({
  row,
  twins: [],
  claimId: 'claim',
  answers: 0,
  failures: 0,
  refused: null,
  ...more,
})

export const problem = (code: string, rule: string | null, message = `about ${code}`): TextProblem => ({
  code,
  rule,
  message,
  details: {},
})

export const outcomeWith = (status: TextOutcome['status'], more: Partial<TextOutcome> = {}): TextOutcome => ({
  rowId: '0000000000000001',
  status,
  reason: null,
  copies: null,
  errors: [],
  warnings: [],
  ...more,
})
