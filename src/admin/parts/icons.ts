// Line drawings of the site, each in a box of 20 units, in the colour of the text beside them.
import { type Html, html } from '../html.ts'

/** `path`: in SVG's language of paths. Its words stand beside it, or on the control that it is in. */
export const icon = (path: string): Html =>
  html`<svg class="icon" viewBox="0 0 20 20" width="16" height="16" aria-hidden="true"><path d="${path}"/></svg>`

export const LINES = {
  back: 'M12 5l-5 5 5 5',
  on: 'M8 5l5 5-5 5',
  down: 'M6 8l4 4 4-4',
  filter: 'M3 5h14M6 10h8M9 15h2',
  more: 'M5 9.5v1M10 9.5v1M15 9.5v1',
  undo: 'M7 4L3.5 7.5 7 11M4 7.5h8a4 4 0 0 1 0 8H9',
  done: 'M4 10.5l4 4 8-9',
} as const
