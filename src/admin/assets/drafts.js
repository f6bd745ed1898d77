// Unsaved texts, kept in this browser for each text field with data-draft="name". It is deleted when the page confirms
// the text by an element with data-saved (empty: the last text sent from this tab; else the name). Sending alone is not
// enough: a full disk, an ended session or another reviewer may have refused the text. Drafts belong to the person in
// data-person.

const daysKept = 30
const draftsMax = 200
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

/** A refused page shows the typed text as if it were saved, so its drafts stay. */
const isRefused = () => document.querySelector('main [role=alert]') !== null

function keep(area) {
  const name = area.dataset.draft
  if (area.value === area.defaultValue && !isRefused()) {
    dropDraft(name)
    return
  }
  const draft = { text: area.value, base: readDraft(name)?.base ?? area.defaultValue, atMs: Date.now() }
  trying(() => localStorage.setItem(beginning + name, JSON.stringify(draft)))
}

const known = new WeakSet()

// ---------------------------------------------------------------- coming back

function restore(area) {
  if (known.has(area)) return
  known.add(area)
  const draft = readDraft(area.dataset.draft)
  if (draft === null || typeof draft?.text !== 'string') return
  if (draft.text === area.value) {
    if (!isRefused()) dropDraft(area.dataset.draft)
    return
  }
  const before = area.value
  area.value = draft.text
  area.closest('details')?.setAttribute('open', '')
  area.after(word(area, draft, before))
  area.dispatchEvent(new Event('input', { bubbles: true }))
}

function word(area, { atMs, base }, before) {
  const line = document.createElement('p')
  line.className = 'draft'
  line.setAttribute('role', 'status')
  const { lang } = document.documentElement
  const at = new Date(atMs).toLocaleString(lang === 'en' ? undefined : lang, { dateStyle: 'short', timeStyle: 'short' })
  const isBase = base === area.defaultValue || isRefused()
  const changed = isBase ? '' : ` ${said('The saved text has changed since then.')}`
  line.append(`${said('What you typed {0} is back; it is not saved yet.', at)}${changed} `)
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'quiet'
  button.textContent = said('Throw it away')
  button.addEventListener('click', () => {
    area.value = before
    dropDraft(area.dataset.draft)
    line.remove()
    area.dispatchEvent(new Event('input', { bubbles: true }))
    area.focus()
  })
  line.append(button)
  return line
}

// ---------------------------------------------------------------- going
function forgetSaved(note) {
  const names =
    note.dataset.saved === '' ? trying(() => JSON.parse(sessionStorage.getItem(sentName))) : [note.dataset.saved]
  for (const name of names ?? []) dropDraft(name)
  if (note.dataset.saved === '') trying(() => sessionStorage.removeItem(sentName))
}

/** Removes the note "saved" from the address: after Back it would be wrong about a later text. */
function forgetNote() {
  const here = new URL(location.href)
  if (!here.searchParams.has('note')) return
  here.searchParams.delete('note')
  history.replaceState(history.state, '', here)
}

function forgetOld() {
  const names = trying(() => Object.keys(localStorage)) ?? []
  const drafts = names
    .filter((name) => name.startsWith('windrow draft '))
    .map((name) => ({ name, atMs: trying(() => JSON.parse(localStorage.getItem(name)).atMs) ?? 0 }))
    .toSorted((a, b) => b.atMs - a.atMs)
  const oldest = Date.now() - daysKept * dayMs
  for (const [place, { name, atMs }] of drafts.entries()) {
    if (place >= draftsMax || atMs < oldest) trying(() => localStorage.removeItem(name))
  }
}

function look(root) {
  for (const note of root.querySelectorAll('[data-saved]')) {
    if (!known.has(note)) forgetSaved(note)
    known.add(note)
  }
  for (const area of root.querySelectorAll('textarea[data-draft]')) restore(area)
}

// ---------------------------------------------------------------- watching
const timers = new WeakMap()

document.addEventListener('input', ({ target }) => {
  if (!(target instanceof HTMLTextAreaElement) || target.dataset.draft === undefined) return
  clearTimeout(timers.get(target))
  timers.set(
    target,
    setTimeout(() => keep(target), waitMs),
  )
})

/** Keeps all drafts immediately, because any form of the page may replace them, and the names of the sent ones for the page that confirms them. */
document.addEventListener(
  'submit',
  ({ target }) => {
    for (const area of document.querySelectorAll('textarea[data-draft]')) keepNow(area)
    const names = [...target.querySelectorAll('textarea[data-draft]')].map((area) => area.dataset.draft)
    if (names.length > 0) trying(() => sessionStorage.setItem(sentName, JSON.stringify(names)))
  },
  true,
)

function keepNow(area) {
  if (!timers.has(area)) return
  clearTimeout(timers.get(area))
  timers.delete(area)
  keep(area)
}

addEventListener('pagehide', () => {
  for (const area of document.querySelectorAll('textarea[data-draft]')) keepNow(area)
})

if (person !== '') {
  forgetOld()
  look(document)
  forgetNote()
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes) if (node instanceof HTMLElement) look(node.parentElement ?? node)
  }).observe(document.querySelector('main') ?? document.body, { childList: true, subtree: true })
}
