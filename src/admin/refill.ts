// Puts what was typed back into the form of a page that is shown again because the form was refused. Pages write their fields as for a
// first visit; passwords, one-time codes and files stay empty.
import { escapeValue } from './language/messages.ts'
import type { OpenVisit } from './visit.ts'

/** A form, with the closed details in which it stands. */
const FORM = /(<details\b[^>]*>\s*<summary\b[^>]*>[^<]*<\/summary>\s*)?(<form\b[^>]*>[\s\S]*?<\/form>)/g
const FIELD = /<input\b[^>]*>|<textarea\b[^>]*>[\s\S]*?<\/textarea>|<select\b[^>]*>[\s\S]*?<\/select>/g
const NOT_TYPED = /\stype="(?:hidden|password|file)"|one-time-code|\sdisabled\b/
/** Hidden fields that do not say what a form is for, as in assets/drafts.js. */
const PASSING = /^(csrf|once|sent|back|at|then|next|page|order|seen|was .+)$/

/** An attribute's value as the page has it, with its entities. */
const attribute = (tag: string, name: string): string | null =>
  new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1] ?? null
const beginOf = (element: string): string => /^<[^>]*>/.exec(element)?.[0] ?? ''

type Sent = ReadonlyMap<string, readonly string[]>

/** The fields by escaped names, with escaped values. */
function escapedFields(fields: URLSearchParams): Sent {
  const sent = new Map<string, string[]>()
  for (const [name, value] of fields) {
    const key = escapeValue(name)
    sent.set(key, [...(sent.get(key) ?? []), escapeValue(value)])
  }
  return sent
}

/** The page's markup with what `visit` has sent in the form with its address. */
export function withTyped(markup: string, visit: OpenVisit): string {
  const { pathname, search } = visit.url
  const sent = escapedFields(visit.form)
  const wanted = [pathname, escapeValue(`${pathname}${search}`)]
  return markup.replace(FORM, (whole: string, details: string | undefined, form: string) => {
    const isIt = wanted.includes(attribute(beginOf(form), 'action') ?? '') && isAbout(form, sent)
    return isIt ? `${mark(details ?? '', 'open', true)}${filled(form, sent)}` : whole
  })
}

/** True: the hidden fields name what was sent, such as one release of several. */
const isAbout = (form: string, sent: Sent): boolean =>
  (form.match(FIELD) ?? []).every((field) => {
    const [name, value] = [attribute(field, 'name') ?? '', attribute(field, 'value') ?? '']
    const isFree = attribute(field, 'type') !== 'hidden' || PASSING.test(name) || !sent.has(name)
    return isFree || sent.get(name)?.includes(value) === true
  })

function filled(form: string, sent: Sent): string {
  const open = form.replace(/<details\b[^>]*>/g, (details) => mark(details, 'open', true))
  return open.replace(FIELD, (field) => {
    const begin = beginOf(field)
    const values = sent.get(attribute(begin, 'name') ?? '')
    if (NOT_TYPED.test(begin)) return field
    if (/\stype="(?:checkbox|radio)"/.test(begin)) {
      const isOn = values?.includes(attribute(begin, 'value') ?? 'on') === true
      return mark(begin, 'checked', isOn)
    }
    const value = values?.[0]
    if (value === undefined) return field
    if (begin.startsWith('<textarea')) return `${begin}\n${value}</textarea>`
    if (begin.startsWith('<input')) return `${begin.replace(/\svalue="[^"]*"/, '').slice(0, -1)} value="${value}">`
    const hasIt = field.includes(`<option value="${value}"`)
    return hasIt
      ? field.replace(/<option\b[^>]*>/g, (each) => mark(each, 'selected', attribute(each, 'value') === value))
      : field
  })
}

/** The markup, whose first tag has the attribute or not. */
const mark = (markup: string, name: 'checked' | 'selected' | 'open', isOn: boolean): string =>
  markup.replace(/^<[^>]*>/, (tag) => {
    const without = tag.replace(new RegExp(`\\s${name}(?=[\\s>])`), '')
    return isOn ? `${without.slice(0, -1)} ${name}>` : without
  })
