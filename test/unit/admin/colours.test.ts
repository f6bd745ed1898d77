// Colours of the charts: neighbours of a bar, and the parts of a column, differ at least 3:1 in both themes (WCAG 1.4.11).
import { expect, it } from 'vitest'
import { readAsset } from '../../../src/runtime/assets.ts'

const css = Buffer.from(readAsset('admin/assets/site.css')).toString('utf8')
const THEMES = ['light', 'dark'] as const
type Theme = (typeof THEMES)[number]

const colourOf = (theme: Theme, name: string): string => {
  const colours = new RegExp(`--${name}: light-dark\\((#[0-9a-f]{6}), (#[0-9a-f]{6})\\)`).exec(css) ?? []
  return colours[THEMES.indexOf(theme) + 1] ?? name
}

/** Relative luminance (WCAG 2.2, "relative luminance"). */
function luminance(colour: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

const contrast = (a: string, b: string): number => {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].toSorted((x, y) => x - y)
  return (high + 0.05) / (low + 0.05)
}

/** What has no text has a line around it, in the ink of hints. */
const BAR = ['manual_fresh', 'manual_stale', 'machine_fresh', 'machine_stale', 'ink-2', 'none']
const COLUMN = ['machine_fresh', 'waiting', 'manual_fresh']

it.each(THEMES)('neighbours in a chart differ (%s)', (theme) => {
  for (const series of [BAR, COLUMN]) {
    for (const [i, name] of series.slice(1).entries()) {
      const before = series[i] ?? ''
      const ratio = contrast(colourOf(theme, before), colourOf(theme, name))
      expect(ratio, `${before} beside ${name}`).toBeGreaterThanOrEqual(3)
    }
  }
})
