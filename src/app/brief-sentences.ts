// The English sentences of refusals about the brief, for refusal-sentences.ts.
import { briefLengthMax } from '../domain/limits.ts'

type Versioned = { readonly version: number }

export const BRIEF_SENTENCES = {
  brief_out_of_reach: { kind: 'not_allowed', said: 'changing the brief takes an admin or a super admin' },
  brief_too_long: { kind: 'invalid', said: `the brief has at most ${briefLengthMax} characters; make it shorter` },
  brief_characters: { kind: 'invalid', said: 'the brief has no control characters; take them out' },
  brief_overtaken: {
    kind: 'conflict',
    said: ({ version }: Versioned) => `the brief was changed meanwhile; read version ${version}, then save yours again`,
  },
  no_brief: {
    kind: 'not_found',
    said: ({ version }: Versioned) => `the brief has no version ${version}`,
    commandLine: ({ version }: Versioned) => `the brief has no version ${version}; windrow brief list shows them`,
  },
} as const
