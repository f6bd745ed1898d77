// Light or dark, for this browser: on the profile.
import * as z from 'zod'
import { putTheme, readTheme, type Theme } from '../../cookies.ts'
import { form, takes } from '../../form.ts'
import { type Html, html } from '../../html.ts'
import { words } from '../../language/say.ts'
import { tokenField } from '../../layout.ts'
import { selected } from '../../parts/fields.ts'
import { goTo, type Visit } from '../../visit.ts'

const THEMES = ['system', 'light', 'dark'] as const
const THEME_WORDS: Readonly<Record<(typeof THEMES)[number], string>> = words({
  system: 'as the system has it',
  light: 'light',
  dark: 'dark',
})

export const themeSection = (visit: Visit): Html => {
  const theme = readTheme(visit.c, visit.isSecure) ?? 'system'
  return html`<form method="post" action="/admin/theme" class="filters">${tokenField(visit)}
<label>Light or dark, in this browser <select name="theme">${THEMES.map((each) => html`<option value="${each}"${selected(each === theme)}>${THEME_WORDS[each]}</option>`)}</select></label><button>Save</button></form>`
}

export const chooseThemePost = form(z.object({ theme: takes.choiceOr(THEMES) }), (visit: Visit, { theme }) => {
  putTheme(visit.c, theme === 'system' ? null : (theme satisfies Theme), visit.isSecure)
  return goTo(visit, '/admin/profile')
})
