/** Does a step that the disk may not allow; null: it threw. For what may as well be absent. */
export function tried<T>(step: () => T): T | null {
  try {
    return step()
  } catch {
    return null
  }
}
