// Ids that stand twice on a page: scripts, labels and links find the first of them only.

/** Each once. */
export function idsTwice(page: string): readonly string[] {
  const ids = Array.from(page.matchAll(/<[a-z][^<>]*? id="([^"]*)"/g), ([, id = '']) => id)
  return [...new Set(ids.filter((id, at) => ids.indexOf(id) !== at))]
}

/** Gives the page; throws where an id stands twice. */
export function withoutIdsTwice(path: string, page: string): string {
  const twice = idsTwice(page)
  if (twice.length > 0) throw new Error(`${path} has these ids twice: ${twice.join(', ')}`)
  return page
}
