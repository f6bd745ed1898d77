// What a person is told when a change of theirs could not be written.
import type { WriteResult } from '../store/write.ts'

type WriteRefusal = Extract<WriteResult<unknown>, { readonly ok: false }>['refusal']

/** The refusal of a use case whose write was refused. */
export const notWritten = (code: WriteRefusal): { readonly code: WriteRefusal; readonly message: string } => ({
  code,
  message:
    code === 'busy'
      ? 'an import holds the store just now; try again when it is done'
      : 'the store could not be saved; look at free disk space and try again',
})
