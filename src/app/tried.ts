/** Does a step that may fail, such as reading a file that need not be there. Null: it threw. */
export function tried<T>(step: () => T): T | null {
  try {
    return step()
  } catch {
    return null
  }
}
