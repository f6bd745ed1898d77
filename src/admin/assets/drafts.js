// What is typed is kept in this browser: each text field of each form that changes something, for the person in data-person.
// It goes when an answer says which form was taken (`took`, visit.ts), and only where exactly that text was sent: a full disk, an ended
// session or another reviewer may have refused it, and somebody may have typed on. A draft is named by what its form is for, or
// by data-draft.

const daysKept = 30
const draftsMax = 200
const sentMax = 20
const dayMs = 24 * 60 * 60 * 1000
const waitMs = 300

const person = document.body.dataset.person ?? ''
const beginning = `windrow draft ${person} `
const sentName = `windrow sent ${person}`

/** Storage may be switched off or full: then the page works without drafts. */
function trying(act) {
  try {
    return act()
  } catch {
    return null
  }
}

const readDraft = (name) => trying(() => JSON.parse(localStorage.getItem(beginning + name)))
const dropDraft = (name) => trying(() => localStorage.removeItem(beginning + name))

function putDraft(name, draft) {
  const put = () => localStorage.setItem(beginning + name, JSON.stringify(draft)) ?? true
  if (trying(put) !== null) return
  forgetOld(draftsMax / 4)
  trying(put)
}

/** The forms sent from this tab, by their names: the fields of each, with what was sent. */
const readSent = () => trying(() => JSON.parse(sessionStorage.getItem(sentName))) ?? {}
const putSent = (sent) => trying(() => sessionStorage.setItem(sentName, JSON.stringify(sent)))

// ---------------------------------------------------------------- which fields, and their names
const TYPED = new Set(['textarea', 'text', 'url', 'email', 'tel', 'number'])

const isKept = (field) =>
  TYPED.has(field.type) &&
  field.form?.method === 'post' &&
  field.name !== '' &&
  !field.readOnly &&
  !/one-time-code|username/.test(field.autocomplete)

const fieldsIn = (root) => [...root.querySelectorAll('textarea, input')].filter(isKept)

/** Hidden fields that do not say what a form is for: they are others in each page, or after each change. */
const PASSING = /^(csrf|once|sent|back|at|then|next|page|order|seen|was .+)$/

function nameOf(field) {
  const { form, name, dataset } = field
  if (dataset.draft !== undefined) return dataset.draft
  const elements = [...form.elements]
  const before = readSent()[sentOf(form)?.value]?.find((each) => each.field === name)
  if (before !== undefined) return before.name
  const meant = elements.filter((each) => each.type === 'hidden' && !PASSING.test(each.name)).map(({ value }) => value)
  const place = elements.filter((each) => each.name === name).indexOf(field)
  return [new URL(form.action).pathname, ...meant, name, ...(place > 0 ? [place] : [])].join(' ')
}

const sentOf = (form) => form.querySelector('input[name=sent]')

/** A refused page, one that only tries, and one that brings a form back after signing in show what was typed as if it were saved. */
const isUnsaved = () => document.querySelector('main [role=alert], main .kept, main[data-took=""]') !== null

/** Drafts that were not put into their field, as its saved text has changed. */
const offered = new Set()

function keep(field) {
  const name = nameOf(field)
  if (field.value === field.defaultValue && !isUnsaved()) {
    if (!offered.has(name)) dropDraft(name)
  } else putDraft(name, { text: field.value, base: readDraft(name)?.base ?? field.defaultValue, atMs: Date.now() })
}

const timers = new Map()

function keepNow(field) {
  if (!timers.has(field)) return
  clearTimeout(timers.get(field))
  timers.delete(field)
  keep(field)
}

const keepAllNow = () => {
  for (const field of timers.keys()) keepNow(field)
}

// ---------------------------------------------------------------- coming back
const known = new WeakSet()
/** What stood in the fields before the workbench was replaced, by their names. */
let standing = new Map()

function restore(field) {
  if (known.has(field)) return
  known.add(field)
  const name = nameOf(field)
  const draft = readDraft(name)
  if (typeof draft?.text !== 'string') return
  if (draft.text === field.value) {
    if (!isUnsaved()) dropDraft(name)
    return
  }
  const isChanged = draft.base !== field.defaultValue && !isUnsaved()
  if (standing.get(name) === draft.text) put(field, draft.text)
  else (field.closest('label, .field') ?? field).after(word(field, name, draft, isChanged))
}

/** What opens above the page stays shut: the words are in their field when it is opened. */
function unfold(field) {
  for (let at = field.closest('details'); at !== null; at = at.parentElement.closest('details'))
    at.open ||= !at.classList.contains('pop')
}

function put(field, text) {
  field.value = text
  unfold(field)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

const button = (textContent, onclick) => made('button', { type: 'button', className: 'quiet', textContent, onclick })

const draftLine = (text = '') => made('p', { className: 'draft', role: 'status', textContent: text })

/** Says that a draft is there. Where the saved text has changed since, the field keeps that until the draft is asked for. */
function word(field, name, { text, atMs }, isChanged) {
  const before = field.value
  const line = draftLine()
  const { lang } = document.documentElement
  const at = new Date(atMs).toLocaleString(lang === 'en' ? undefined : lang, { dateStyle: 'short', timeStyle: 'short' })
  const away = button(said('Discard it'), () => {
    offered.delete(name)
    put(field, before)
    dropDraft(name)
    line.remove()
    field.focus()
  })
  const back = button(said('Put it back'), () => {
    offered.delete(name)
    put(field, text)
    back.remove()
    field.focus()
  })
  if (isChanged) {
    offered.add(name)
    unfold(field)
    line.append(
      said('What you typed {0} is kept, but the saved text has changed since then.', at),
      ' ',
      back,
      ' ',
      away,
    )
  } else {
    put(field, text)
    line.append(said('What you typed {0} is back; it is not saved yet.', at), ' ', away)
  }
  return line
}

// ---------------------------------------------------------------- going
/** The form that the last answer says was taken; with names of fields, only these were. */
function forgetTaken() {
  const taken = document.querySelector('main')?.dataset.took ?? new URL(location.href).searchParams.get('took')
  const sent = readSent()
  const [form, ...names] = taken?.split('.') ?? ['']
  if (sent[form] === undefined) return
  const since = sent[form].filter(({ name, field, value }) => {
    const draft = names.length === 0 || names.includes(field) ? readDraft(name) : null
    if (draft?.text === value) dropDraft(name)
    else if (draft !== null) putDraft(name, { ...draft, base: value })
    return draft !== null && draft.text !== value
  })
  delete sent[form]
  putSent(sent)
  const here = new Set(fieldsIn(document).map(nameOf))
  if (since.some(({ name }) => !here.has(name))) tellOfMore()
}

/** Says that words were kept of a field that is no longer on the page: the draft comes back where the field is. */
function tellOfMore() {
  const line = draftLine(said('You kept typing while the text was being saved. Those words are kept there as a draft.'))
  const note = document.querySelector('.sheet > .note, main > .note')
  if (note !== null) note.append(line)
  else (document.querySelector('.sheet') ?? document.querySelector('main')).prepend(line)
}

/** Removes from the address what is true of this answer only: after Back, or in a shared address, it would be wrong. */
function forgetNote() {
  const here = new URL(location.href)
  for (const name of ['note', 'took']) here.searchParams.delete(name)
  if (here.href !== location.href) history.replaceState(history.state, '', here)
}

function forgetOld(max = draftsMax) {
  const names = trying(() => Object.keys(localStorage)) ?? []
  const drafts = names
    .filter((name) => name.startsWith('windrow draft '))
    .map((name) => ({ name, atMs: trying(() => JSON.parse(localStorage.getItem(name)).atMs) ?? 0 }))
    .toSorted((a, b) => b.atMs - a.atMs)
  const oldest = Date.now() - daysKept * dayMs
  for (const [place, { name, atMs }] of drafts.entries()) {
    if (place >= max || atMs < oldest) trying(() => localStorage.removeItem(name))
  }
}

function look() {
  forgetTaken()
  for (const field of fieldsIn(document)) restore(field)
  standing = new Map()
  forgetNote()
}

// ---------------------------------------------------------------- watching
document.addEventListener('input', ({ target }) => {
  if (!isKept(target)) return
  clearTimeout(timers.get(target))
  timers.set(
    target,
    setTimeout(() => keepNow(target), waitMs),
  )
})

/** Keeps all drafts at once, as the answer may replace them, and gives the form a name that its answer repeats. */
function onSubmit({ target: form, defaultPrevented }) {
  keepAllNow()
  const fields = fieldsIn(form)
  if (fields.length === 0 || defaultPrevented) return
  const name = Date.now().toString(36) + Math.random().toString(36).slice(2, 10)
  const mine = fields.map((field) => ({ field: field.name, name: nameOf(field), value: field.value }))
  putSent(Object.fromEntries([...Object.entries(readSent()), [name, mine]].slice(-sentMax)))
  const hidden = sentOf(form) ?? made('input', { type: 'hidden', name: 'sent' })
  hidden.value = name
  form.append(hidden)
  setBusy(form, true)
}

/** While a form is under way its fields take words, which become a draft, and say that it is being saved. */
function setBusy(form, isBusy) {
  const [field] = fieldsIn(form)
  form.querySelector('.saving')?.remove()
  for (const each of fieldsIn(form)) each.toggleAttribute('data-busy', isBusy)
  if (!isBusy) form.removeAttribute('aria-busy')
  if (!isBusy || field === undefined) return
  form.setAttribute('aria-busy', 'true')
  field.before(made('span', { className: 'saving', role: 'status', textContent: said('Saving…') }))
}

if (person !== '') {
  forgetOld()
  look()
  document.addEventListener('submit', onSubmit, true)
  addEventListener('pagehide', keepAllNow)
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) for (const form of document.querySelectorAll('form[aria-busy]')) setBusy(form, false)
  })
  document.addEventListener('htmx:afterRequest', ({ detail: { elt } }) => {
    if (elt instanceof HTMLFormElement) setBusy(elt, false)
  })
  document.addEventListener('htmx:beforeSwap', () => {
    keepAllNow()
    standing = new Map(fieldsIn(document).map((field) => [nameOf(field), field.value]))
  })
  document.addEventListener('htmx:afterSwap', look)
}
