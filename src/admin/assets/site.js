// Additions to plain forms: keys, copying a new secret, local times, reading a file into a text field. Every page
// works without this file, which connects to no other host.

const isTyping = (target) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

// ---------------------------------------------------------------- for all scripts: words (English here, else in the page), and elements
const spoken = JSON.parse(document.body.dataset.words ?? '{}')
globalThis.said = (text, ...values) => (spoken[text] ?? text).replace(/\{(\d)\}/g, (_, gap) => values[gap])
globalThis.made = (tag, properties = {}, ...children) => {
  const element = Object.assign(document.createElement(tag), properties)
  element.append(...children)
  return element
}
const { said, made } = globalThis

// ---------------------------------------------------------------- copying a secret, and the blocks of the docs
for (const [i, block] of document.querySelectorAll('.docs pre').entries()) {
  block.id = `block-${i}`
  const button = made('button', { textContent: 'Copy' })
  button.dataset.copy = block.id
  block.parentElement.append(button)
}
for (const button of document.querySelectorAll('[data-copy]')) {
  button.hidden = false
  button.addEventListener('click', () => {
    void copy(document.getElementById(button.dataset.copy), button)
  })
}

async function copy(source, button) {
  try {
    await navigator.clipboard.writeText(source.textContent)
    button.textContent = said('Copied')
  } catch {
    getSelection().selectAllChildren(source)
    button.textContent = said('Selected: press Ctrl+C')
  }
}

// ---------------------------------------------------------------- times: pages carry UTC
const two = (number) => String(number).padStart(2, '0')

function showTimes() {
  for (const shown of document.querySelectorAll('time[datetime]')) {
    const at = new Date(shown.dateTime)
    const day = [at.getFullYear(), two(at.getMonth() + 1), two(at.getDate())]
    shown.textContent = said('{0}-{1}-{2} {3}:{4}', ...day, two(at.getHours()), two(at.getMinutes()))
  }
  for (const zone of document.querySelectorAll('[data-zone]')) zone.textContent = said('your time')
}

// The server counts a day's work by it (docs/workbench.md#the-list).
const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
document.cookie = `windrow_zone=${timeZone}; path=/admin; max-age=15552000; samesite=lax${location.protocol === 'https:' ? '; secure' : ''}`

showTimes()
// The workbench replaces its part of the page.
document.addEventListener('htmx:afterSettle', showTimes)

// Typed times are local; the form carries UTC.
function onReadersClock(input) {
  if (input.value !== '') {
    const at = new Date(`${input.value}Z`)
    at.setMinutes(at.getMinutes() - at.getTimezoneOffset())
    input.value = at.toISOString().slice(0, 19)
  }
  input.form.addEventListener('formdata', ({ formData }) => {
    if (input.value !== '') formData.set(input.name, new Date(input.value).toISOString())
  })
}

for (const input of document.querySelectorAll('input[type=datetime-local]')) onReadersClock(input)

// ---------------------------------------------------------------- a page with nothing in it looks again by itself
const lookEveryMs = 10_000
const empties = (page) => Array.from(page.querySelectorAll('[data-again]'), ({ dataset }) => dataset.again)

/** Something was typed or chosen on this page, which a load would lose. */
let isTouched = false
document.addEventListener('input', () => (isTouched = true))
document.addEventListener('htmx:afterSettle', () => (isTouched = false))

async function lookAgain() {
  const link = document.querySelector('[data-again]')
  if (link === null || document.hidden) return
  try {
    const answer = await fetch(link.href)
    if (!answer.ok || answer.redirected) return
    const now = new DOMParser().parseFromString(await answer.text(), 'text/html')
    const left = empties(now)
    const isSame = left.length >= empties(document).length && empties(document).every((each) => left.includes(each))
    if (!link.isConnected || isSame) return
  } catch {
    // The server is away; the next look tells.
    return
  }
  if (!isTouched && !isTyping(document.activeElement)) return location.replace(link.href)
  link.textContent = said('There is something new: show it')
  delete link.dataset.again
}

setInterval(() => void lookAgain(), lookEveryMs)

// ---------------------------------------------------------------- what opens above the page closes by a click elsewhere, and by Esc
const openGroup = () => document.querySelector('.pop[open]')

document.addEventListener('click', ({ target }) => {
  const group = openGroup()
  if (group !== null && !group.contains(target)) group.open = false
})
document.addEventListener('keydown', ({ key }) => {
  const group = openGroup()
  if (key !== 'Escape' || group === null) return
  group.open = false
  group.querySelector('summary').focus()
})

// ---------------------------------------------------------------- lists: j and k move through the rows
const links = () => [...document.querySelectorAll('[data-list] tbody tr')].map((row) => row.querySelector('a'))

function walk(step) {
  const all = links().filter(Boolean)
  if (all.length === 0) return
  const at = all.findIndex((link) => link.closest('tr').contains(document.activeElement))
  const next = all[Math.min(all.length - 1, Math.max(0, at + step))]
  next.focus()
  next.scrollIntoView({ block: 'nearest' })
}

// ---------------------------------------------------------------- keys: by place on the keyboard, in every layout
const KEYS = {
  KeyJ: () => walk(1),
  KeyK: () => walk(-1),
  KeyE: () => press('e'),
  Slash: () => press('/'),
  Digit0: () => press('0'),
  Digit1: () => press('1'),
  Digit2: () => press('2'),
  KeyX: () => document.activeElement?.closest('tr')?.querySelector('input[type=checkbox]')?.click(),
}

function press(key) {
  const target = document.querySelector(`[data-key="${key}"]`)
  if (target === null) return
  target.focus()
  if (target.tagName === 'A') target.click()
  else if (target.tagName === 'BUTTON') target.form.requestSubmit(target)
}

document.addEventListener('keydown', (event) => {
  // The workbench has its own keys, and the switch that turns single letters off (bench.js).
  if (document.getElementById('bench') !== null) return
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
  if (event.key === 'Escape' && isTyping(event.target)) event.target.blur()
  const act = Object.hasOwn(KEYS, event.code) ? KEYS[event.code] : undefined
  const inField = isTyping(event.target) && event.target.type !== 'checkbox'
  if (act === undefined || inField || localStorage.getItem('windrow-letters-off') !== null) return
  event.preventDefault()
  if (!event.repeat) act()
})

// ---------------------------------------------------------------- a file into a text field
for (const area of document.querySelectorAll('textarea[data-file]')) {
  const input = made('input', { type: 'file', ariaLabel: said('Read the list from a file') })
  input.addEventListener('change', () => {
    void input.files[0]?.text().then((text) => {
      area.value = text
    })
  })
  area.closest('label').after(input)
}
