/** Keeps a value in a map of at most `most` entries, without those that were kept longest ago. */
export function keepLatest<K, V>(kept: Map<K, V>, key: K, value: V, most: number): void {
  kept.delete(key)
  kept.set(key, value)
  for (const oldest of [...kept.keys()].slice(0, -most)) kept.delete(oldest)
}
