// What counts in this browser only: light or dark, a goal of texts a day, languages shown beside a text. On the profile.
import * as z from 'zod'
import { languagesThere } from '../../../app/rows/official-of-rows.ts'
import { putGoal, putOfficial, putTheme, readGoal, readOfficial, readTheme, type Theme } from '../../cookies.ts'
import { form, takes } from '../../form.ts'
import { type Html, html } from '../../html.ts'
import { words } from '../../language/say.ts'
import { tokenField } from '../../layout.ts'
import { nameOfLanguage } from '../../official-texts.ts'
import { checked, selected } from '../../parts/fields.ts'
import { goTo, type Visit } from '../../visit.ts'

const THEMES = ['system', 'light', 'dark'] as const
const THEME_WORDS: Readonly<Record<(typeof THEMES)[number], string>> = words({
  system: 'as the system has it',
  light: 'light',
  dark: 'dark',
})

export const browserSection = (visit: Visit): Html => {
  const theme = readTheme(visit.c, visit.isSecure) ?? 'system'
  return html`<section aria-labelledby="browser-title"><h2 id="browser-title">In this browser</h2>
<form method="post" action="/admin/profile/browser" class="filters">${tokenField(visit)}
<label>Light or dark <select name="theme">${THEMES.map((each) => html`<option value="${each}"${selected(each === theme)}>${THEME_WORDS[each]}</option>`)}</select></label>
<label>My goal: texts a day <input type="number" name="goal" min="1" max="${goalMax}" value="${readGoal(visit.c, visit.isSecure) ?? ''}"></label>${officialField(visit)}<button>Save</button></form>
<p class="hint">Only you see it, on the workbench. Leave it empty for no goal.</p></section>`
}

function officialField(visit: Visit): Html {
  const [there, shown] = [languagesThere(visit.app), readOfficial(visit.c, visit.isSecure)]
  if (there.length === 0) return html``
  return html`<fieldset class="choices"><legend>Beside a text, also the game's own in</legend>${there.map((language) => html`<label class="check"><input type="checkbox" name="official" value="${language}"${checked(shown.includes(language))}> ${nameOfLanguage(language)}</label>`)}</fieldset>`
}

const goalMax = 9_999

export const chooseForBrowserPost = form(
  z.object({ theme: takes.choiceOr(THEMES), goal: takes.whole, official: takes.many }),
  (visit: Visit, { theme, goal, official }) => {
    const there = languagesThere(visit.app)
    putOfficial(
      visit.c,
      there.filter((language) => official.includes(language)),
      visit.isSecure,
    )
    putTheme(visit.c, theme === 'system' ? null : (theme satisfies Theme), visit.isSecure)
    putGoal(visit.c, goal === null || goal === 0 ? null : Math.min(goal, goalMax), visit.isSecure)
    return goTo(visit, '/admin/profile')
  },
)
