// The map of the game as a picture of its own (`/admin/map.svg`).
import { mapAlone } from '../../parts/work/map-card.ts'
import type { Visit } from '../../visit.ts'

export async function mapPicture(visit: Visit): Promise<Response> {
  const svg = await mapAlone(visit.app, visit.user.id)
  return svg === null
    ? visit.c.text('being counted; come back in a moment\n', 503, { 'Retry-After': '3' })
    : visit.c.body(svg, 200, { 'Content-Type': 'image/svg+xml' })
}
