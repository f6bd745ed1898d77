// What the pages can do beyond plain forms: keys, live findings while typing, copying a new secret, reading a file into a
// text field. Every page works without this file; nothing here talks to another host.

const isTyping = (target) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

// ---------------------------------------------------------------- copying a secret
for (const button of document.querySelectorAll('[data-copy]')) {
  button.hidden = false
  button.addEventListener('click', () => {
    void copy(document.getElementById(button.dataset.copy), button)
  })
}

async function copy(source, button) {
  try {
    await navigator.clipboard.writeText(source.textContent)
    button.textContent = 'Copied'
  } catch {
    getSelection().selectAllChildren(source)
    button.textContent = 'Selected: press Ctrl+C'
  }
}

// ---------------------------------------------------------------- lists: j and k walk over the rows
const links = () => [...document.querySelectorAll('[data-list] tbody tr')].map((row) => row.querySelector('a'))

function walk(step) {
  const all = links().filter(Boolean)
  if (all.length === 0) return false
  const at = all.findIndex((link) => link.closest('tr').contains(document.activeElement))
  const next = all[Math.min(all.length - 1, Math.max(0, at + step))]
  next.focus()
  next.scrollIntoView({ block: 'nearest' })
  return true
}

// ---------------------------------------------------------------- keys
const KEYS = {
  j: () => walk(1) || follow('next'),
  k: () => walk(-1) || follow('prev'),
  a: () => press('a'),
  e: () => press('e'),
  r: () => press('r'),
  '/': () => press('/'),
  x: () => document.activeElement?.closest('tr')?.querySelector('input[type=checkbox]')?.click(),
}

function follow(rel) {
  const link = document.querySelector(`main a[rel=${rel}]`)
  if (link) link.click()
  return link !== null
}

function press(key) {
  const target = document.querySelector(`[data-key="${key}"]`)
  if (target === null) return
  if (target.tagName === 'SUMMARY') {
    target.parentElement.open = true
    toEnd(target.parentElement.querySelector('textarea'))
  } else if (target.tagName === 'BUTTON') {
    target.focus()
    target.form.requestSubmit(target)
  } else if (target.tagName === 'TEXTAREA') toEnd(target)
  else target.focus()
}

function toEnd(area) {
  area.focus()
  area.setSelectionRange(area.value.length, area.value.length)
}

document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return
  if (event.key === 'Escape' && isTyping(event.target)) event.target.blur()
  const act = Object.hasOwn(KEYS, event.key) ? KEYS[event.key] : undefined
  const inField = isTyping(event.target) && event.target.type !== 'checkbox'
  if (act === undefined || inField) return
  event.preventDefault()
  act()
})

// ---------------------------------------------------------------- live findings: the server's own gate, asked while typing
const waitMs = 350

for (const area of document.querySelectorAll('textarea[data-check]')) {
  const place = area.form.querySelector('.live')
  let timer
  let asking
  const ask = async () => {
    asking?.abort()
    asking = new AbortController()
    const body = new URLSearchParams({ csrf: area.form.elements.csrf.value, text: area.value })
    try {
      const answer = await fetch(area.dataset.check, { method: 'POST', body, signal: asking.signal })
      if (answer.ok) place.innerHTML = await answer.text()
    } catch (error) {
      if (error.name !== 'AbortError') place.textContent = ''
    }
  }
  area.addEventListener('input', () => {
    clearTimeout(timer)
    timer = setTimeout(ask, waitMs)
  })
}

// ---------------------------------------------------------------- a file into a text field
for (const area of document.querySelectorAll('textarea[data-file]')) {
  const input = document.createElement('input')
  input.type = 'file'
  input.setAttribute('aria-label', 'Read the list from a file')
  input.addEventListener('change', () => {
    void input.files[0]?.text().then((text) => {
      area.value = text
    })
  })
  area.closest('label').after(input)
}
