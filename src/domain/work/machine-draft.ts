// A machine draft of one row for the workbench: a model's text that nobody has saved, or why there is none.
export interface WrittenDraft {
  readonly text: string
  /** The version of the prompt's fixed part. */
  readonly prompt: string
}

export type DraftFailure =
  | { readonly code: 'draft_late' }
  /** `message`: of the endpoint, without its key. */
  | { readonly code: 'draft_failed'; readonly message: string }
  | { readonly code: 'draft_without_text' }
  | { readonly code: 'no_target_language' }
